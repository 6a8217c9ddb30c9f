/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The closure: which chunks the roots need, directly or not.
 */
#ifndef KX_CLOSURE_H
#define KX_CLOSURE_H

#include "chunk.h"

/**
 * struct edge - a chunk uses a definition in another
 * @next: of the same user
 * @to: what is used
 */
struct edge {
	struct edge *next;
	struct chunk *to;
};

/**
 * struct waiting - a tag that a type uses only through a pointer member
 * @next: of the same member name
 * @tag: needed as soon as a member of that name is accessed
 * @chunk: the type
 */
struct waiting {
	struct waiting *next;
	struct name *tag;
	struct chunk *chunk;
};

/* Mark everything wanted; records what is missing as errors */
void closure_run(void);

/* First wanted chunk, in the order of asking; continue by wanted_next */
struct chunk *closure_first(void);

#endif
