/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What of a scenario is observed.
 */
#ifndef FUZZ_LAYOUT_H
#define FUZZ_LAYOUT_H

#include "../ref/model.h"

/**
 * layout_init() - work out what of a scenario is observed
 * @layout: written
 * @geometry: sizes
 * @scenario: machine and operations
 *
 * Return: NULL, or why the scenario cannot be observed (too many sections,
 * an address beyond the physical address space, ...), as a static string.
 */
const char *layout_init(struct ref_layout *layout,
			const struct ref_geometry *geometry,
			const struct ref_scenario *scenario);

#endif
