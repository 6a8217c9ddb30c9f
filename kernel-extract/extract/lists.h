/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lists: text files of one entry a line, words apart by blanks, # begins a
 * comment.
 */
#ifndef KX_LISTS_H
#define KX_LISTS_H

#include "name.h"

#define LIST_MAX_WORDS	64u

enum list_need {
	LIST_OPTIONAL,
	LIST_REQUIRED,
};

/* One line: @word[0] to @word[@nr_words - 1], at least one */
struct line {
	const char *path;
	u32 nr;
	u32 nr_words;
	char *word[LIST_MAX_WORDS];
};

/* The words of a line from number @from on, in memory of its own */
const char *list_words(const struct line *line, u32 from);

/* Call @entry for every line with words in it */
void list_read(const char *path, enum list_need need,
	       void (*entry)(const struct line *line, void *arg), void *arg);

/**
 * struct stop - entry of lists/stops: a name that is not extracted
 * @next: in the list's order
 * @name: function, variable, macro or tag
 * @class: A: harmless no-op, B: modelled by the shim, C: never reached
 * @reason: why
 * @line: in the list
 * @user: first chunk that uses it, or NULL
 * @user_line: where
 */
struct stop {
	struct stop *next;
	struct name *name;
	char class;
	const char *reason;
	u32 line;
	const struct chunk *user;
	u32 user_line;
};

/**
 * struct root - entry of lists/roots
 * @next: in the list's order
 * @name: to extract
 * @optional: written ?NAME: a version may lack it
 * @line: in the list
 */
struct root {
	struct root *next;
	struct name *name;
	bool optional;
	u32 line;
};

/* Read @dir/{stops,roots,leaves,provides} */
void lists_read(const char *dir);
const struct stop *lists_stops(void);
const struct root *lists_roots(void);

/* @dir/@name, in memory of its own */
const char *path_join(const char *dir, const char *name);

#endif
