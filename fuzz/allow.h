/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ALLOW=FILE: differences that a patch makes on purpose.
 */
#ifndef FUZZ_ALLOW_H
#define FUZZ_ALLOW_H

#include "difference.h"

#define ALLOW_MAX	32	/* entries */
#define ALLOW_NAME	32	/* bytes of a name */
#define ALLOW_FILE_MAX	65536

/**
 * struct allow - what the file says: a line "NAME class field reason" each
 * @nr: entries
 * @name: of each
 * @class: enum difference_class
 * @kind: of field
 */
struct allow {
	u32 nr;
	struct {
		char name[ALLOW_NAME];
		u8 class, kind;
	} entry[ALLOW_MAX];
};

/**
 * allow_read() - read a file
 * @path: file, lines of four words or more; "#" begins a comment
 * @allow: written
 *
 * Return: 0, or -1 after a message on standard error that says where.
 */
int allow_read(const char *path, struct allow *allow);

/* The entry that allows a difference, or DIFFERENCE_NONE; @allow may be NULL */
s32 allow_find(const struct allow *allow, const struct difference *d);

#endif
