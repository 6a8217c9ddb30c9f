/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The judge: holds an observation to the rules.
 */
#ifndef FUZZ_JUDGE_H
#define FUZZ_JUDGE_H

#include <string.h>

#include "../ref/model.h"

/**
 * struct field - a field of the observation, and the rule that speaks of it
 * @name: of the member
 * @offset: in its entity
 * @size: in bytes
 * @rule: enum ref_rule_id
 * @kept: a failed operation leaves it as it was
 */
struct field {
	const char *name;
	u16 offset;
	u8 size, rule;
	bool kept;
};

/**
 * struct part - an array of entities in an observation
 * @prefix: of its fields' names, before the number
 * @zone: behind the number
 * @fields: of each entity
 * @base: of the number
 * @first: number of the first entity
 * @offset: of the first entity in the observation
 * @stride: from one to the next
 * @count: where in the layout their number stands; OBS_FIXED + n: it is n
 * @numbers: where in the layout their names stand; 0: they count from @first
 */
struct part {
	const char *prefix, *zone;
	const struct field *fields;
	u32 base, first, offset, stride, count, numbers;
};

#define OBS_FIXED	0x80000000u

extern const struct part obs_parts[];	/* ends with no fields */

/* How many entities of a part are observed */
static inline u32 part_count(const struct ref_layout *layout,
			     const struct part *p)
{
	u32 n = p->count & ~OBS_FIXED;

	if (!(p->count & OBS_FIXED))
		memcpy(&n, (const char *)layout + n, sizeof(n));
	return n;
}

/* A field at @at in an observation; most are of a byte or eight: no call */
static inline u64 field_value(const struct ref_obs *o, size_t at, u8 size)
{
	const char *from = (const char *)o + at;
	u64 x = 0;

	if (size == 1)
		return *(const u8 *)from;
	if (size == sizeof(x))
		memcpy(&x, from, sizeof(x));
	else
		memcpy(&x, from, size);
	return x;
}

/* "prefix", number, ".", "zone", "field": entity @n of a part */
void field_name(const struct ref_layout *layout, const struct part *p, u32 n,
		const char *field, char *name);

/* "node1.DMA32.spanned" -> "node.zone.spanned"; at most REF_FIELD_LEN bytes */
void field_kind(const char *field, char *kind);

/**
 * enum ref_word - what is said of a rule, from strongest to weakest
 * @REF_BROKEN: it does not hold
 * @REF_EXCUSED: broken, as the model with a quirk on predicts
 * @REF_WEAK: a weaker answer than could be given; allowed
 * @REF_OK: it holds
 * @REF_UNTESTED: applies, but nothing to check it on came up
 * @REF_OFF: cannot apply here, or switched off
 * @REF_NR_WORDS: number of them
 *
 * A rule's word over a run is the strongest.
 */
enum ref_word {
	REF_BROKEN, REF_EXCUSED, REF_WEAK, REF_OK, REF_UNTESTED, REF_OFF,
	REF_NR_WORDS,
};

#define REF_MAX_BREACHES	8
#define REF_FIELD_LEN		48

/**
 * struct ref_breach - where a rule did not hold
 * @rule: index into ref_rules
 * @word: REF_BROKEN, REF_EXCUSED or REF_WEAK
 * @expected: value that the rule demands (for a bound: the bound)
 * @got: value that was observed
 * @field: name of the field, e.g. "node1.DMA32.spanned", "block 5.state",
 *	"pfn 0x1200.zone", "err"
 */
struct ref_breach {
	u16 rule, word;
	u32 pad;
	u64 expected, got;
	char field[REF_FIELD_LEN];
};

/**
 * struct ref_result - what the rules say of one step
 * @word: for each rule; REF_UNTESTED where it had nothing to check
 * @nr_breaches: in use in @breach (further ones are only counted in @word)
 * @breach: broken ones first
 */
struct ref_result {
	u8 word[64];
	u32 nr_breaches, pad;
	struct ref_breach breach[REF_MAX_BREACHES];
};

/**
 * judge() - hold one observation to the rules
 * @facts: of the model, after the same operation
 * @seen: what the kernel showed
 * @on: bit n: rule n is on
 * @result: written
 *
 * Return: true if every rule that is on is ok, weak or excused.
 */
bool judge(const struct ref_facts *facts, const struct ref_obs *seen, u64 on,
	   struct ref_result *result);

/* Index of the rule, or of the quirk, with a name, or -1 */
int rule_find(const char *name);
int quirk_find(const char *name);

#endif
