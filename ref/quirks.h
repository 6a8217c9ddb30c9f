/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Quirks: named ways in which released kernels depart from the rules.
 */
#ifndef REF_QUIRKS_H
#define REF_QUIRKS_H

#include "types.h"

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

extern const struct ref_quirk ref_quirks[];
extern const u32 ref_nr_quirks;		/* at most 64 */

#endif
