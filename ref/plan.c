// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where nodes and zones lie at boot.
 *
 * A node spans from its first to its last whole page of memory; a zone spans
 * what of that lies within its limits; ZONE_MOVABLE cuts the zones below it.
 * (free_area_init and what it calls; kernel-parameters.txt)
 */
#include <string.h>

#include "assert.h"
#include "plan.h"

/* Memory that touches, of one node and kind, is one piece of memory */
static bool ref_joins(const struct ref_region *a, const struct ref_region *b)
{
	REF_ASSERT(a->start < a->end);
	REF_ASSERT(a->end <= b->start);
	return a->end == b->start && a->nid == b->nid && a->flags == b->flags;
}

/* Only whole pages are memory: round inward */
static void ref_plan_range(struct ref_plan *p, const struct ref_geometry *g,
			   const struct ref_region *r, u64 end)
{
	struct ref_range *out = &p->range[p->nr_ranges];
	u64 page = 1ull << g->page_shift;

	REF_ASSERT(p->nr_ranges < REF_MAX_REGIONS);
	REF_ASSERT(r->nid < REF_MAX_NODES);
	out->start = ref_align_up(r->start, page) >> g->page_shift;
	out->end = end >> g->page_shift;
	out->nid = r->nid;
	out->hotplug = !!(r->flags & REF_REGION_HOTPLUG);
	out->nomap = !!(r->flags & REF_REGION_NOMAP);
	if (out->start < out->end)
		p->nr_ranges++;
}

static void ref_plan_ranges(struct ref_plan *p, const struct ref_geometry *g,
			    const struct ref_machine *m)
{
	const struct ref_region *r = m->region;
	u32 n, i;

	REF_ASSERT(m->nr_regions > 0);
	REF_ASSERT(m->nr_regions <= REF_MAX_REGIONS);
	for (n = 0; n < m->nr_regions; n = i + 1) {
		for (i = n; i + 1 < m->nr_regions; i++)
			if (!ref_joins(&r[i], &r[i + 1]))
				break;
		ref_plan_range(p, g, &r[n], r[i].end);
	}
}

static void ref_plan_nodes(struct ref_plan *p)
{
	const struct ref_range *r = p->range;

	REF_ASSERT(p->nr_ranges <= REF_MAX_REGIONS);
	for (; r < p->range + p->nr_ranges; r++) {
		REF_ASSERT(r->start < r->end);
		if (!p->node_end[r->nid])
			p->node_start[r->nid] = r->start;
		p->node_end[r->nid] = r->end;
	}
}

/* A zone starts where the one below ends; NORMAL takes all that is above */
static void ref_plan_limits(struct ref_plan *p, const struct ref_geometry *g,
			    const struct ref_machine *m)
{
	const u64 end[] = {
		[REF_ZONE_DMA] = m->dma_end >> g->page_shift,
		[REF_ZONE_DMA32] = m->dma32_end >> g->page_shift,
		[REF_ZONE_NORMAL] = m->region[m->nr_regions - 1].end >>
			g->page_shift,
	};
	u64 at = m->region[0].start >> g->page_shift;

	REF_ASSERT(m->nr_regions > 0);
	REF_ASSERT(m->nr_regions <= REF_MAX_REGIONS);
	for (u32 z = REF_ZONE_DMA; z <= REF_ZONE_NORMAL; z++) {
		p->low[z] = at;
		at = ref_max(at, end[z]);
		p->high[z] = at;
	}
}

static void ref_plan_zone(struct ref_plan *p, u32 nid, u32 z)
{
	u64 movable = p->movable[nid];
	u64 start = ref_max(p->node_start[nid], p->low[z]);
	u64 end = ref_min(p->node_end[nid], p->high[z]);

	REF_ASSERT(nid < REF_MAX_NODES);
	REF_ASSERT(z < REF_NR_ZONES);
	if (z == REF_ZONE_MOVABLE && movable != REF_NO_PFN) {
		start = ref_max(p->node_start[nid], movable);
		end = p->node_end[nid];
	} else {
		end = ref_min(end, movable);
	}
	if (start < end) {
		p->start[nid][z] = start;
		p->end[nid][z] = end;
	}
}

u64 ref_plan_init(struct ref_plan *plan, const struct ref_geometry *g,
		  const struct ref_machine *m, u64 quirks)
{
	u64 fired;

	REF_ASSERT(g->page_shift < g->section_shift);
	REF_ASSERT(m->nr_regions > 0);
	memset(plan, 0, sizeof(*plan));
	ref_plan_ranges(plan, g, m);
	ref_plan_nodes(plan);
	ref_plan_limits(plan, g, m);
	fired = ref_plan_movable(plan, g, m, quirks);
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		for (u32 z = 0; z < REF_NR_ZONES; z++)
			ref_plan_zone(plan, nid, z);
	return fired;
}
