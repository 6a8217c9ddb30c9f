/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What shows a rule or quirk: corpora/rules.table, and the files that it names.
 */
#ifndef FUZZ_EXAMPLES_H
#define FUZZ_EXAMPLES_H

#include <stdio.h>

#include "place.h"

#define EXAMPLES_MAX	512
#define EXAMPLES_LINE	256

/**
 * struct example - one line of the table
 * @rule: rule or quirk that it is of
 * @word: "obeys", "breaks", "alone", "less", "why" or "mutant"
 * @rest: of the line
 * @scenario: first word of @rest
 * @kernel: second word of @rest, or ""
 * @how: third word of @rest, or ""
 */
struct example {
	char rule[EXAMPLES_LINE], word[EXAMPLES_LINE], rest[EXAMPLES_LINE];
	char scenario[EXAMPLES_LINE], kernel[EXAMPLES_LINE];
	char how[EXAMPLES_LINE];
};

/**
 * struct examples - the table, in its order
 * @place: where its files lie
 * @nr: in use in @example
 * @example: lines
 */
struct examples {
	struct place place;
	u32 nr;
	struct example example[EXAMPLES_MAX];
};

/**
 * examples_read() - read the table
 * @e: written
 *
 * Return: 0, or -1 after a message that says where it is wrong.
 */
int examples_read(struct examples *e);

/**
 * examples_open() - open one of the checkout's files
 * @e: read
 * @path: from the checkout on
 *
 * Return: a stream that the caller closes, or NULL after a message.
 */
FILE *examples_open(const struct examples *e, const char *path);

/**
 * examples_mutant() - find a semantic patch
 * @e: read
 * @name: of it
 * @path: written: where it lies, from the checkout on; PLACE_MAX bytes
 * @about: written: what it says that it does; EXAMPLES_LINE bytes
 *
 * Return: 0, or -1 after a message.
 */
int examples_mutant(const struct examples *e, const char *name, char *path,
		    char *about);

#endif
