/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The minimiser: the smallest scenario that still goes wrong the same way.
 */
#ifndef FUZZ_MINIMIZER_H
#define FUZZ_MINIMIZER_H

#include "../ref/scenario.h"

/**
 * struct minimizer - what to keep, and how long to try
 * @same: does the candidate still go wrong in the same way?
 * @data: for @same
 * @budget: calls of @same that are left; counted down
 */
struct minimizer {
	bool (*same)(const struct ref_scenario *candidate, void *data);
	void *data;
	u32 budget;
};

#define MINIMIZER_BUDGET	4000

/**
 * minimize() - fewest operations, then the smallest machine
 * @min: what to keep
 * @scenario: goes wrong; made smaller in place, always valid
 *
 * Deterministic. Ends when nothing more can be left out or made smaller, or
 * when the budget is used up.
 */
void minimize(struct minimizer *min, struct ref_scenario *scenario);

#endif
