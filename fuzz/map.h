/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A machine as text: its nodes and zones, and a map of its blocks.
 */
#ifndef FUZZ_MAP_H
#define FUZZ_MAP_H

#include <stdio.h>

#include "../ref/observation.h"

/* What the letters mean, once before the first map */
void map_legend(FILE *to);

/* As the kernel prints it; "none" for REF_ZONE_NONE */
const char *map_zone_name(u32 zone);

/* A block's letter in the map: of its zone, or of its state */
char map_block_letter(const struct ref_obs_block *block);

/**
 * map_print() - nodes, zones, blocks and holes, at most 72 columns wide
 * @to: where to
 * @layout: of the scenario
 * @machine: of the scenario
 * @seen: what to show
 */
void map_print(FILE *to, const struct ref_layout *layout,
	       const struct ref_machine *machine, const struct ref_obs *seen);

#endif
