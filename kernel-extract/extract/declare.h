/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Declarations: what a chunk is, and which names it defines.
 */
#ifndef KX_DECLARE_H
#define KX_DECLARE_H

#include "chunk.h"

/**
 * struct head - what the first tokens of a chunk say
 * @call: it is a macro call: NAME(...), with or without static before it
 * @macro: of a call: the macro
 * @open: of a call: the opening parenthesis
 * @function: braces at top level are a function's body
 */
struct head {
	bool call;
	bool function;
	struct name *macro;
	const struct token *open;
};

/* Look at what begins at @token; @end: the end of the file or chunk */
struct head declare_head(const struct token *token, const struct token *end);

/* Work out what a complete chunk is and enter its names into the index */
void declare_chunk(struct chunk *chunk, const struct head *head);

/* Same for a chunk that is a #define */
void declare_macro(struct chunk *chunk);

/**
 * declare_pasted() - functions that a macro call names by pasting
 * @chunk: from a macro
 * @use: called with each, e.g. state_show for DEVICE_ATTR_RW(state)
 */
void declare_pasted(const struct chunk *chunk,
		    void (*use)(struct name *name, void *arg), void *arg);

#endif
