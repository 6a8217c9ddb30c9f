/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sections of a unified diff: what it does to one file each.
 */
#ifndef PATCH_SECTION_H
#define PATCH_SECTION_H

#include "text.h"

#define SECTION_MAX	5000u
#define HUNK_MAX	20000u
#define STRIP_AUTO	(-1)	/* 1, or 0 where only that gives a file */

enum section_kind {
	SECTION_CHANGE,
	SECTION_NEW,
	SECTION_DELETE,
	SECTION_RENAME,
	SECTION_COPY,
	SECTION_BINARY,
	SECTION_LINK,	/* a symbolic link or a submodule */
};

/**
 * struct hunk - lines [@first, @end) of the text, without the "@@" before
 * @old: first line that it is about, in the old file, from 1
 * @nr_old: lines of the old file
 * @new: likewise in the new file
 * @nr_new: lines of the new file
 */
struct hunk {
	u32 first;
	u32 end;
	u32 old;
	u32 nr_old;
	u32 new;
	u32 nr_new;
};

/**
 * struct section - what is done to one file
 * @kind: what
 * @old: its name before, without the prefix; NULL: none
 * @new: its name after
 * @hunk: @nr of them
 */
struct section {
	enum section_kind kind;
	char *old;
	char *new;
	struct hunk *hunk;
	u32 nr;
};

struct diff {
	struct text text;
	struct section section[SECTION_MAX];
	u32 nr;
};

/**
 * diff_read() - find the sections in a text
 * @diff: written
 * @path: file with a diff, maybe with other text around it; "-": standard input
 * @tree: directory in which the files are, or NULL
 * @strip: components that do not belong to the names, or STRIP_AUTO
 *
 * Ends the program with a message when a hunk is not what its header says, or
 * a name leaves the tree.
 */
void diff_read(struct diff *diff, const char *path, const char *tree,
	       int strip);

/* Name of the file that a section is about, after it */
const char *section_name(const struct section *s);

#endif
