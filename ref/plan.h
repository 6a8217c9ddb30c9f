/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The plan of a machine: its memory in whole pages, and where nodes and zones
 * lie at boot. Worked out once, from the machine alone.
 */
#ifndef REF_PLAN_H
#define REF_PLAN_H

#include "observation.h"
#include "profile.h"

/* Whole pages of one region: [start, end) in pfns */
struct ref_range {
	u64 start;
	u64 end;
	u8 nid;
	u8 hotplug;
	u8 nomap;
	u8 pad[5];
};

/**
 * struct ref_plan - where everything lies at boot; all in pfns
 * @range: memory in whole pages, ascending, adjacent equals joined
 * @node_start: first page of a node's memory
 * @node_end: behind its last one; start and end are 0 if it has none
 * @low: start of each zone's limits
 * @high: their end
 * @movable: start of ZONE_MOVABLE on a node, all ones: there is none
 * @start: start of each zone's span
 * @end: its end; start and end are 0 if it spans nothing
 */
struct ref_plan {
	u32 nr_ranges;
	struct ref_range range[REF_MAX_REGIONS];
	u64 node_start[REF_MAX_NODES];
	u64 node_end[REF_MAX_NODES];
	u64 low[REF_NR_ZONES];
	u64 high[REF_NR_ZONES];
	u64 movable[REF_MAX_NODES];
	u64 start[REF_MAX_NODES][REF_NR_ZONES];
	u64 end[REF_MAX_NODES][REF_NR_ZONES];
};

/**
 * ref_plan_init() - work out the plan
 * @plan: overwritten
 * @g: sizes
 * @m: machine
 * @quirks: which to apply
 *
 * Return: quirks that made a difference.
 */
u64 ref_plan_init(struct ref_plan *plan, const struct ref_geometry *g,
		  const struct ref_machine *m, u64 quirks);

#define REF_NO_PFN	(~0ull)

/* The start of ZONE_MOVABLE on every node: movable.c */
u64 ref_plan_movable(struct ref_plan *plan, const struct ref_geometry *g,
		     const struct ref_machine *m, u64 quirks);

static inline u64 ref_align_down(u64 x, u64 to)
{
	return x & ~(to - 1);
}

static inline u64 ref_align_up(u64 x, u64 to)
{
	return (x + to - 1) & ~(to - 1);
}

static inline u64 ref_min(u64 a, u64 b)
{
	return a < b ? a : b;
}

static inline u64 ref_max(u64 a, u64 b)
{
	return a > b ? a : b;
}

#endif
