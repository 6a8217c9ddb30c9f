/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rules, named statements about observations, and the quirks, named ways
 * in which released kernels depart from them, as tables.
 */
#ifndef REF_RULES_H
#define REF_RULES_H

#include "types.h"

enum ref_rule_id {
	REF_R_ZONE_SPAN, REF_R_NODE_SPAN, REF_R_ZONE_PRESENT,
	REF_R_ZONE_PRESENT_EARLY, REF_R_NODE_PRESENT, REF_R_ONLINE_STATE,
	REF_R_PAGE_LINKS, REF_R_CONTIGUOUS_SOUND, REF_R_CONTIGUOUS_WEAK,
	REF_R_CONTIGUOUS_EXACT, REF_R_SPAN_COVERS, REF_R_FAILED_OP,
	REF_R_ERROR_CODE, REF_R_NR_ZONES, REF_R_NODE_ONLINE,
	REF_R_BLOCK_ZONE, REF_R_BLOCK_LINKS, REF_R_ZONE_CHOSEN,
	REF_R_GROUPS, REF_R_ZONE_CMA, REF_R_CACHE_WALK, REF_R_EXACT,
	REF_R_HANG, REF_R_CRASH, REF_R_SANITIZER, REF_R_WARN, REF_R_BUG,
	REF_R_LOCKS, REF_NR_RULES,
};

enum ref_quirk_id {
	REF_Q_CONTIGUOUS_HISTORY, REF_Q_CONTIGUOUS_EMPTY,
	REF_Q_CONTIGUOUS_SAMPLES, REF_Q_SPAN_SAMPLES, REF_Q_SPAN_WRAPS,
	REF_Q_BLOCK_NODE_WALK, REF_Q_ADD_LEAVES_SECTIONS,
	REF_Q_REMOVE_ONE_NODE, REF_Q_MOVABLE_ZERO, REF_Q_MOVABLE_PAGE_DOWN,
	REF_Q_ALLOC_EEXIST, REF_Q_NODE_FORGETS, REF_Q_OFFLINE_SPLIT_PAGE,
	REF_Q_NORMAL_MEMORY_SUM, REF_Q_AUTO_MOVABLE_RANGE,
	REF_Q_AUTO_MOVABLE_WRAPS, REF_Q_BOOT_LOSES_PAGE,
	REF_Q_ADD_NAMES_NO_NODE, REF_Q_BOOT_READS_FREED,
	REF_Q_FREES_GARBAGE, REF_Q_MAP_LEAVES_POISON,
	REF_Q_MAP_LEAVES_DEVICE, REF_Q_CMA_ONE_SPAN, REF_Q_ALTMAP_ALONE,
	REF_Q_ALTMAP_LEFT, REF_Q_RESERVED_LATE, REF_Q_RESERVED_BY_PAGE,
	REF_Q_SHARED_LATE, REF_Q_LATE_PAST_END, REF_NR_QUIRKS,
};

#define REF_Q(id)	(1ull << (REF_Q_##id))

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

/**
 * struct ref_quirk - one quirk; its bit in a profile is its index
 * @name: as in the report
 * @rule: name of the rule that it departs from
 * @statement: what the kernel does, in one sentence
 * @formula: the second formula in the model
 * @versions: kernels known to have it, "6.1 6.12 7.2 7.3"
 * @verdict: bug, accepted, or fixed in <commit>
 * @source: where in the kernel's source
 * @stops: the operation is skipped where it would fire (hang, crash)
 *
 * Its scenario, which tells whether a kernel has it, is
 * corpora/findings/<name>.txt.
 */
struct ref_quirk {
	const char *name, *rule, *statement, *formula;
	const char *versions, *verdict, *source;
	bool stops;
};

/* In the order of their numbers; at most 64 each */
extern const struct ref_rule ref_rules[REF_NR_RULES];
extern const struct ref_quirk ref_quirks[REF_NR_QUIRKS];

#endif
