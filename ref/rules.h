/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rules: named statements about observations, as a table.
 */
#ifndef REF_RULES_H
#define REF_RULES_H

#include "ids.h"
#include "model.h"

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
