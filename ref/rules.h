/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rules: named statements about observations, as a table.
 */
#ifndef REF_RULES_H
#define REF_RULES_H

#include "ids.h"
#include "model.h"

/**
 * struct ref_field - a field of the observation, and the rule that speaks of it
 * @name: of the member
 * @offset: in its entity
 * @size: in bytes
 * @rule: enum ref_rule_id
 * @kept: a failed operation leaves it as it was
 */
struct ref_field {
	const char *name;
	u16 offset;
	u8 size, rule;
	bool kept;
};

/**
 * struct ref_part - an array of entities in an observation
 * @prefix: of its fields' names, before the number
 * @zone: behind the number
 * @fields: of each entity
 * @base: of the number
 * @first: number of the first entity
 * @offset: of the first entity in the observation
 * @stride: from one to the next
 * @count: where in the layout their number stands; REF_FIXED + n: it is n
 * @numbers: where in the layout their names stand; 0: they count from @first
 */
struct ref_part {
	const char *prefix, *zone;
	const struct ref_field *fields;
	u32 base, first, offset, stride, count, numbers;
};

#define REF_FIXED	0x80000000u

extern const struct ref_part ref_parts[];	/* ends with no fields */

/**
 * struct ref_rule - one rule
 * @name: as in RULES= and in the report
 * @statement: one sentence
 * @formula: the same as a formula over the observation
 * @why: what goes wrong when it does not hold
 * @source: kernel document, function or person that it comes from
 * @off: why it cannot apply where the configuration lacks @needs, or NULL
 * @needs: enum ref_conf_feature
 */
struct ref_rule {
	const char *name, *statement, *formula, *why, *source, *off;
	u32 needs;
};

extern const struct ref_rule ref_rules[];
extern const u32 ref_nr_rules;		/* at most 64 */

#endif
