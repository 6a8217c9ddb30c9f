/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a chunk uses: names, apart from its own local ones.
 */
#ifndef KX_SCAN_H
#define KX_SCAN_H

#include "chunk.h"

enum use_flags {
	USE_CALL = 1,		/* followed by ( */
	USE_POINTER = 2,	/* struct tag, followed by * */
	USE_MEMBER = 4,		/* after . or -> */
	USE_CONDITION = 8,	/* in a preprocessor condition */
	USE_TYPE_ONLY = 16,	/* only a type, macro or enumerator is meant */
	USE_NEEDED = 32,	/* if nothing defines it, that is an error */
};

/**
 * struct use - one use of a name
 * @chunk: by whom
 * @name: of what
 * @member: USE_POINTER in a type: the member that is the pointer, or NULL
 * @space: tag or not
 * @flags: enum use_flags
 * @line: in the chunk's file
 */
struct use {
	struct chunk *chunk;
	struct name *name;
	struct name *member;
	u8 space;
	u32 flags;
	u32 line;
};

/* Call @found for every use, in order; conditions known false are skipped */
void scan_chunk(struct chunk *chunk, void (*found)(const struct use *use));

#endif
