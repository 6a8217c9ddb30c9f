/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tokens of a C file. Comments and blanks are no tokens; a preprocessor
 * directive is one token, followed by those of its own line.
 */
#ifndef KX_TOKEN_H
#define KX_TOKEN_H

#include "name.h"

/* Tokens that one may look ahead or behind without asking */
#define TOKEN_MARGIN	8

enum token_kind {
	TOKEN_END,
	TOKEN_NAME,
	TOKEN_NUMBER,
	TOKEN_STRING,
	TOKEN_CHAR,
	TOKEN_PUNCT,
	TOKEN_DIRECTIVE,
};

/* Punctuation of several characters; a single one is itself */
enum punct {
	PUNCT_ARROW = 128, PUNCT_DEC, PUNCT_INC, PUNCT_SHL, PUNCT_SHR,
	PUNCT_LE, PUNCT_GE, PUNCT_EQ, PUNCT_NE, PUNCT_AND, PUNCT_OR,
	PUNCT_PASTE, PUNCT_DOTS,
};

enum directive {
	DIRECTIVE_OTHER, DIRECTIVE_IF, DIRECTIVE_IFDEF, DIRECTIVE_IFNDEF,
	DIRECTIVE_ELIF, DIRECTIVE_ELSE, DIRECTIVE_ENDIF, DIRECTIVE_DEFINE,
};

/**
 * struct token - one token
 * @off: of its first byte in the file
 * @len: bytes; a directive's cover its continuation lines and comments
 * @line: from 1
 * @nr: directive: tokens after it that belong to it
 * @name@name: TOKEN_NAME: the name; TOKEN_NUMBER: its text as one
 * @kind: enum token_kind
 * @ch: character, enum punct or enum directive
 */
struct token {
	u32 off;
	u32 len;
	u32 line;
	u32 nr;
	struct name *name;
	u8 kind;
	u8 ch;
};

enum file_flags {
	FILE_WHOLE = 1,	/* its functions may only be stopped with a reason */
	FILE_LOOK = 2,	/* for probes and mirrors, nothing is extracted */
	FILE_SHIM = 4,
	FILE_HEADER = 8,
};

/**
 * struct file - a file that was read
 * @path: relative to the tree, or as given
 * @text: its bytes, NUL behind
 * @size: bytes
 * @flags: enum file_flags
 * @order: position in lists/files
 * @token: its tokens, TOKEN_MARGIN times TOKEN_END before and behind
 * @nr_tokens: without those
 * @chunk: first top-level definition
 * @last: last one
 * @next: next file
 */
struct file {
	const char *path;
	const char *text;
	u32 size;
	u32 flags;
	u32 order;
	struct token *token;
	u32 nr_tokens;
	struct chunk *chunk;
	struct chunk *last;
	struct file *next;
};

/* Split @file into tokens; ends the program with file:line on bad input */
void tokenize(struct file *file);

static inline bool is_punct(const struct token *token, u32 ch)
{
	return token->kind == TOKEN_PUNCT && token->ch == ch;
}

static inline bool is_name(const struct token *token)
{
	return token->kind == TOKEN_NAME;
}

/* The token after @token at the same level: over a directive's own ones */
static inline const struct token *token_next(const struct token *token)
{
	return token + 1 + (token->kind == TOKEN_DIRECTIVE ? token->nr : 0);
}

#endif
