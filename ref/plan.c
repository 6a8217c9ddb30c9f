// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where nodes and zones lie at boot.
 *
 * A node spans from its first to its last whole page of memory; a zone spans
 * what of that lies within its limits; ZONE_MOVABLE cuts the zones below it.
 * (free_area_init and what it calls)
 *
 * Where ZONE_MOVABLE begins: kernelcore= is spread evenly over the nodes that
 * have memory; a node that has too little gives what it has, and the rest is
 * spread over the others. movablecore= is the same seen from the other side.
 * With movable_node both are ignored, and it begins at a node's lowest
 * hotpluggable region. The start is rounded up to the largest free page.
 * (Documentation/admin-guide/kernel-parameters.txt;
 * find_zone_movable_pfns_for_nodes)
 */
#include <string.h>

#include "state.h"

/**
 * struct spread - the spreading of kernelcore, in pages
 * @usable: first pfn that may become movable
 * @needed: kernel memory that no node has given yet
 * @share: of one node in this round
 * @left: of the share
 * @nodes: that still take part
 */
struct spread {
	struct ref_plan *plan;
	u64 usable, needed, share, left;
	u32 nodes;
};

/* Memory that touches, of one node and kind, is one piece of memory */
static bool joins(const struct ref_region *a, const struct ref_region *b)
{
	return a->end == b->start && a->nid == b->nid && a->flags == b->flags;
}

/* Only whole pages count */
static void plan_ranges(struct ref_plan *p, u32 shift,
			const struct ref_machine *m)
{
	const struct ref_region *r = m->region, *last = r + m->nr_regions - 1;

	for (; r <= last; r++) {
		struct ref_range *to = &p->range[p->nr_ranges];

		REF_ASSERT(r->start < r->end);
		to->pages.start = ref_up(r->start, 1ull << shift) >> shift;
		to->nid = r->nid;
		while (r < last && joins(r, r + 1))
			r++;
		to->pages.end = r->end >> shift;
		if (to->pages.start >= to->pages.end)
			continue;
		if (!p->node[to->nid].end)
			p->node[to->nid].start = to->pages.start;
		p->node[to->nid].end = to->pages.end;
		p->nr_ranges++;
	}
	REF_ASSERT(p->nr_ranges > 0);
	REF_ASSERT(p->nr_ranges <= REF_MAX_REGIONS);
}

/* A zone starts where the one below ends; NORMAL takes all that is above */
static void plan_limits(struct ref_plan *p, u32 shift,
			const struct ref_machine *m)
{
	u64 last = m->region[m->nr_regions - 1].end >> shift;
	const u64 end[] = { m->dma_end >> shift, m->dma32_end >> shift, last };
	u64 at = m->region[0].start >> shift;

	for (u32 z = REF_ZONE_DMA; z <= REF_ZONE_NORMAL; z++) {
		p->limit[z].start = at;
		at = ref_max(at, ref_min(end[z], last));
		p->limit[z].end = at;
	}
	REF_ASSERT(m->nr_regions > 0);
	REF_ASSERT(at >= last);
}

/* Pages of kernel memory that are asked for, 0: there is no ZONE_MOVABLE */
static u64 kernel_pages(const struct ref_plan *p, const struct ref_geometry *g,
			const struct ref_machine *m)
{
	u64 kernel = m->kernelcore >> g->page_shift, total = 0;
	u64 movable = ref_up(m->movablecore >> g->page_shift,
			     1ull << g->max_order);

	for (u32 n = 0; n < p->nr_ranges; n++)
		total += p->range[n].pages.end - p->range[n].pages.start;
	REF_ASSERT(total > 0);
	REF_ASSERT(g->max_order < 32);
	if (movable)
		kernel = ref_max(kernel, total - ref_min(total, movable));
	return kernel < total ? kernel : 0;
}

/*
 * Kernel memory takes what lies below @usable, and the rest of the node's
 * share above it. Return: the share is met, ZONE_MOVABLE begins here.
 */
static bool spread_range(struct spread *s, const struct ref_range *r)
{
	u64 *at = &s->plan->movable[r->nid];
	u64 start = ref_max(r->pages.start, *at), end = r->pages.end;
	u64 low = start < s->usable ? ref_min(end, s->usable) - start : 0;
	u64 high;

	REF_ASSERT(r->pages.start < end);
	REF_ASSERT(s->nodes > 0);
	if (start >= end)
		return false;
	s->left -= ref_min(low, s->left);
	high = ref_min(end - start - low, s->left);
	s->left -= high;
	s->needed -= ref_min(low + high, s->needed);
	*at = start + low + high;
	return start + low < end && !s->left;
}

/* Each round counts on one node less: there are at most as many as nodes */
static void spread_all(struct ref_plan *p, u64 needed)
{
	struct spread s = { .plan = p, .needed = needed };

	for (u32 z = REF_ZONE_DMA; z <= REF_ZONE_NORMAL; z++)
		if (p->limit[z].start < p->limit[z].end)
			s.usable = p->limit[z].start;
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++) {
		s.nodes += p->node[nid].end > 0;
		p->movable[nid] = p->node[nid].end ? 0 : REF_NO_PFN;
	}
	REF_ASSERT(s.nodes > 0);
	do {
		s.share = s.needed / s.nodes;
		for (u32 nid = 0; nid < REF_MAX_NODES; nid++) {
			bool done = !p->node[nid].end;

			if (!done && s.needed < s.share)
				s.share = s.needed / s.nodes;
			s.left = s.share;
			for (u32 n = 0; !done && n < p->nr_ranges; n++)
				done = p->range[n].nid == nid &&
					spread_range(&s, &p->range[n]);
		}
		s.nodes--;
	} while (s.nodes && s.needed > s.nodes);
	REF_ASSERT(s.nodes < REF_MAX_NODES);
}

/*
 * The lowest hotpluggable region. The quirks: a start of 0 is none, and 6.1
 * takes the page that the region begins in.
 */
static u64 movable_regions(struct ref_plan *p, u32 shift,
			   const struct ref_machine *m, u64 quirks)
{
	u64 fired = 0;

	for (u32 n = 0; n < m->nr_regions; n++) {
		const struct ref_region *r = &m->region[n];
		u64 pfn = r->start >> shift, up = pfn << shift < r->start;

		REF_ASSERT(r->nid < REF_MAX_NODES);
		if (!(r->flags & REF_REGION_HOTPLUG) ||
		    p->movable[r->nid] != REF_NO_PFN || (n && joins(r - 1, r)))
			continue;
		if (up && quirks & REF_Q(MOVABLE_PAGE_DOWN))
			fired |= REF_Q(MOVABLE_PAGE_DOWN);
		else
			pfn += up;
		if (!pfn && quirks & REF_Q(MOVABLE_ZERO))
			fired |= REF_Q(MOVABLE_ZERO);
		else
			p->movable[r->nid] = pfn;
	}
	REF_ASSERT((fired & quirks) == fired);
	return fired;
}

/* Round up, within the node; more quirks */
static u64 movable_round(struct ref_plan *p, u64 to, u32 nid, u64 quirks)
{
	u64 *at = &p->movable[nid];

	REF_ASSERT(nid < REF_MAX_NODES);
	if (*at != REF_NO_PFN)
		*at = ref_up(*at, to);
	if (*at >= p->node[nid].end) {
		*at = REF_NO_PFN;
	} else if (!*at && quirks & REF_Q(MOVABLE_ZERO)) {
		*at = REF_NO_PFN;
		return REF_Q(MOVABLE_ZERO);
	} else if (*at < p->node[nid].start &&
		   quirks & REF_Q(MOVABLE_ABSENT)) {
		p->lost[nid] = p->node[nid].start - *at;
		return REF_Q(MOVABLE_ABSENT);
	}
	REF_ASSERT(!p->lost[nid]);
	return 0;
}

static struct ref_span plan_zone(const struct ref_plan *p, u32 nid, u32 z)
{
	struct ref_span s = p->node[nid];

	REF_ASSERT(nid < REF_MAX_NODES);
	REF_ASSERT(z < REF_NR_ZONES);
	if (z == REF_ZONE_MOVABLE) {
		s.start = ref_max(s.start, p->movable[nid]);
	} else {
		s = ref_cut(s, p->limit[z]);
		s.end = ref_min(s.end, p->movable[nid]);
	}
	return s.start < s.end ? s : ref_span(0, 0);
}

u64 ref_plan_init(struct ref_plan *plan, const struct ref_geometry *g,
		  const struct ref_machine *m, u64 quirks)
{
	u64 fired = 0, needed;

	memset(plan, 0, sizeof(*plan));
	memset(plan->movable, 0xff, sizeof(plan->movable));
	plan_ranges(plan, g->page_shift, m);
	plan_limits(plan, g->page_shift, m);
	needed = kernel_pages(plan, g, m);
	if (m->movable_node)
		fired = movable_regions(plan, g->page_shift, m, quirks);
	else if (needed)
		spread_all(plan, needed);
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		fired |= movable_round(plan, 1ull << g->max_order, nid,
				       quirks);
	for (u32 key = 0; key < REF_NR_KEYS; key++)
		plan->zone[key] = plan_zone(plan, key / REF_NR_ZONES,
					    key % REF_NR_ZONES);
	REF_ASSERT((fired & quirks) == fired);
	return fired;
}
