/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A machine as a drawing: blocks, and what each zone spans of them.
 */
#ifndef FUZZ_REVIEW_MAP_H
#define FUZZ_REVIEW_MAP_H

#include <stdio.h>

#include "../ref/observation.h"

#define REVIEW_COLUMNS	3

/**
 * struct review_column - one of those that are shown side by side
 * @name: what it is
 * @obs: what it shows
 */
struct review_column {
	const char *name;
	const struct ref_obs *obs;
};

/**
 * struct review - one step, as several show it
 * @layout: of the scenario
 * @machine: of the scenario
 * @nr: columns in use
 * @column: what is held against each other
 */
struct review {
	const struct ref_layout *layout;
	const struct ref_machine *machine;
	u32 nr;
	struct review_column column[REVIEW_COLUMNS];
};

/**
 * review_map() - draw what one column shows, as SVG
 * @to: where to
 * @r: the step
 * @n: which column
 *
 * Blocks and zones in which the columns are not all the same are marked.
 */
void review_map(FILE *to, const struct review *r, u32 n);

#endif
