/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A text as its lines, and errors that end the program.
 */
#ifndef PATCH_TEXT_H
#define PATCH_TEXT_H

#include "../../ref/types.h"

#define TEXT_MAX	(32u << 20)	/* bytes */
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/**
 * struct text - a file that was read
 * @path: for messages
 * @line: its lines, each ended by a NUL; CR at the end of a line is dropped
 * @nr: lines
 */
struct text {
	const char *path;
	char **line;
	u32 nr;
};

/* Read @path, "-" being standard input; no NUL, at most TEXT_MAX bytes */
void text_read(struct text *text, const char *path);

/* Zeroed memory */
void *text_alloc(size_t nr, size_t size);

/* Does @line begin with @word? Then what follows it, else NULL */
char *text_after(char *line, const char *word);

/* Print "mhpref: ..." and exit with 2 */
void die(const char *fmt, ...)
	__attribute__((noreturn, format(printf, 1, 2)));

#endif
