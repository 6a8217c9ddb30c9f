/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Recorded observations: what corpora/recorded/NAME.VERSION.expect says.
 *
 * Text, a line for each thing seen, its values in the order of rec_fields[].
 * A thing keeps its line from step to step until it is given again, or gone.
 */
#ifndef CONFORMANCE_RECORDED_H
#define CONFORMANCE_RECORDED_H

#include "../../ref/observation.h"

#define REC_MAGIC	"mhpref recorded 1"
#define REC_MAX_VALUES	8
#define REC_MAX_THINGS	1024
#define REC_MAX_LINE	80
#define REC_NAME_LEN	32

/* What is seen: a node, a zone of it, a block, a section, a run of links */
enum rec_kind {
	REC_NODE, REC_ZONE, REC_BLOCK, REC_SECTION, REC_LINK, REC_NR_KINDS,
};

/**
 * struct rec_form - how a kind of thing is written
 * @name: first word of its line
 * @nr_keys: numbers or words that tell it from others of its kind
 * @nr_values: values after them
 * @nr_unseen: fields of it that no recording shows: its number, its zone, ...
 * @field: names of the values
 */
struct rec_form {
	const char *name;
	u32 nr_keys, nr_values, nr_unseen;
	const char *field[REC_MAX_VALUES];
};

extern const struct rec_form rec_forms[REC_NR_KINDS];

/* Stands for a value that the recorder could not see */
#define REC_UNSEEN	"-"

/**
 * struct rec_thing - a thing and its values
 * @kind: enum rec_kind
 * @key: node; node and zone; block; section; start and end pfn
 * @value: by rec_forms[].field
 * @unseen: bit n: the recorder could not see value n
 */
struct rec_thing {
	u32 kind, unseen;
	u64 key[2];
	u64 value[REC_MAX_VALUES];
};

/**
 * rec_number() - the number that a word stands for
 * @word: digits (any base of C), a zone, "none", or a block's state
 * @number: written
 *
 * Return: whether it stands for one.
 */
bool rec_number(const char *word, u64 *number);

/* The word of a zone or of a block's state */
const char *rec_zone_word(u32 zone);
const char *rec_state_word(u32 state);

#endif
