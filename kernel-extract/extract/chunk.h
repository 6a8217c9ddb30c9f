/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Chunks: the top-level definitions of a file, each inside its exact chain
 * of conditions.
 */
#ifndef KX_CHUNK_H
#define KX_CHUNK_H

#include "cond.h"

enum chunk_kind {
	CHUNK_OTHER,	/* nothing that can be extracted by name */
	CHUNK_MACRO,
	CHUNK_TYPE,	/* struct, union, enum, typedef */
	CHUNK_VARIABLE,
	CHUNK_FUNCTION,
	CHUNK_DECLARATION,	/* prototype, extern, DECLARE_* */
	NR_CHUNK_KINDS,
};

/* What a chunk is to one of the names that it defines */
enum def_kind {
	DEF_MACRO,
	DEF_TYPE,
	DEF_ENUMERATOR,
	DEF_VARIABLE,
	DEF_FUNCTION,
	DEF_DECLARATION,
};

/**
 * struct chunk - one top-level definition
 * @next: in the file
 * @file: where it is
 * @first: its first token
 * @last: its last token (of a macro: the directive)
 * @head_end: function: the opening brace; else NULL
 * @branch: innermost condition, or NULL
 * @name: main name, or NULL
 * @kind: enum chunk_kind
 * @is_static: of internal linkage
 * @from_macro: defined by a macro such as DEFINE_MUTEX()
 * @crossing: a condition begins or ends in the middle of it
 * @wanted: it is extracted
 * @visited: order.c has seen it
 * @scanned: closure.c has looked into it (shim)
 * @user: chunk that asked for it first; NULL: a root
 * @user_line: where
 * @wanted_next: next one in the order in which they were asked for
 * @edges: what it uses, see closure.h
 */
struct chunk {
	struct chunk *next;
	struct file *file;
	const struct token *first;
	const struct token *last;
	const struct token *head_end;
	struct branch *branch;
	struct name *name;
	u8 kind;
	bool is_static;
	bool from_macro;
	bool crossing;
	bool wanted;
	bool visited;
	bool scanned;
	const struct chunk *user;
	u32 user_line;
	struct chunk *wanted_next;
	struct edge *edges;
};

/**
 * struct def - a chunk as a definition of one name
 * @next: of the same name and space, in the order of files and lines
 * @tail: of the first one: the last one
 * @chunk: where
 * @at: the defining token (a name made up by a macro: the chunk's first)
 * @kind: enum def_kind
 */
struct def {
	struct def *next;
	struct def *tail;
	struct chunk *chunk;
	const struct token *at;
	u8 kind;
};

/* Cut a tokenized file into chunks and enter their names into the index */
void chunk_file(struct file *file);

/* One past the last token of @chunk, a macro's own tokens included */
static inline const struct token *chunk_end(const struct chunk *chunk)
{
	return token_next(chunk->last);
}

/* One past the group that @open, a (, [ or {, opens; at most @end */
const struct token *group_end(const struct token *open,
			      const struct token *end);

#endif
