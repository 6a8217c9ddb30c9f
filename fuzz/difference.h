/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Differences between a patched kernel and its base: classes, kinds of
 * fields, and what a user reads of them.
 */
#ifndef FUZZ_DIFFERENCE_H
#define FUZZ_DIFFERENCE_H

#include "judge.h"

/**
 * enum difference_class - from what is worst to what is best
 * @DIFFERENCE_BREAKS: the patched kernel breaks a rule, its base does not, or
 *	in another way
 * @DIFFERENCE_WEAKER: it gives a weaker answer where its base gives the best
 * @DIFFERENCE_OTHER: it does something else, and breaks no rule
 * @DIFFERENCE_STRONGER: its base was needlessly weak
 * @DIFFERENCE_CURES: it obeys a rule that its base breaks
 * @DIFFERENCE_NR: number of them
 */
enum difference_class {
	DIFFERENCE_BREAKS, DIFFERENCE_WEAKER, DIFFERENCE_OTHER,
	DIFFERENCE_STRONGER, DIFFERENCE_CURES, DIFFERENCE_NR,
};

#define DIFFERENCE_KEY	96	/* bytes of a key */
#define DIFFERENCE_NONE	(-1)

/**
 * struct difference - one field in which the two differ
 * @class: enum difference_class
 * @kind: of field
 * @rule: BREAKS: which; CURES without a quirk: which the base breaks
 * @quirk: CURES: which of the base's, or DIFFERENCE_NONE
 * @allowed: number of the entry in the user's file, or DIFFERENCE_NONE
 * @base: what the base shows
 * @patched: what the patched kernel shows
 * @right: what is right for the patched kernel
 * @field: its name
 */
struct difference {
	u8 class, kind, rule;
	s8 quirk;
	s32 allowed;
	u64 base, patched, right;
	char field[REF_FIELD_LEN];
};

/* The rules that must hold in every kernel: others predict what it shows */
u64 difference_rules(void);

/* Kinds of fields, as field_kind() gives them; -1: there is none */
#define KIND_MAX	64
#define KIND_CONTIGUOUS	0

u32 kind_count(void);
const char *kind_name(u32 kind);
int kind_find(const char *name);
u32 kind_of_field(const struct field *field);

const char *difference_class_name(u32 class);

/* Does a scenario end with it, and the verdict count it? */
bool difference_counts(const struct difference *d);

/* Of what is alike: "difference weaker node.zone.contiguous", "cures QUIRK" */
void difference_key(const struct difference *d, char *key);
/* A number for the same */
u64 difference_way(const struct difference *d);

#endif
