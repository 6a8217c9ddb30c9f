/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reading corpora/recorded/NAME.VERSION.expect, a step at a time.
 */
#ifndef CONFORMANCE_EXPECT_H
#define CONFORMANCE_EXPECT_H

#include <stdio.h>

#include "recorded.h"

/**
 * struct expect_op - an operation of the step
 * @rule: by which it was derived
 * @err: what it returns
 * @taken: from the recording, not predicted
 */
struct expect_op {
	char rule[REC_NAME_LEN];
	s32 err;
	bool taken;
};

/**
 * struct expect - what a recording shows after a step
 * @path: of the file
 * @line: last one read
 * @step: its number
 * @text: the operation as recorded
 * @nr_taken: further values of the step that are taken
 * @nr_ops: operations derived for this step
 * @op: they
 * @nr_things: in use
 * @thing: everything that is seen now
 */
struct expect {
	const char *path;
	FILE *file;
	u32 line, step;
	char text[REC_MAX_LINE], next[REC_MAX_LINE];
	u32 nr_taken, nr_ops, nr_things;
	struct expect_op op[REF_MAX_OPS];
	struct rec_thing thing[REC_MAX_THINGS];
};

/* Open the file; ends with a message if it is none of ours */
void expect_open(struct expect *e, const char *path);

/* Read up to the end of the next step; false: there is none */
bool expect_step(struct expect *e);

/* The thing, or NULL if the recording does not show it now */
const struct rec_thing *expect_find(const struct expect *e, u32 kind, u64 key,
				    u64 second);

#endif
