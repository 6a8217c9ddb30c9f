// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where ZONE_MOVABLE begins on each node.
 *
 * kernelcore= is spread evenly over the nodes that have memory; a node that
 * has too little gives what it has, and the rest is spread over the others.
 * movablecore= is the same seen from the other side. With movable_node both
 * are ignored, and ZONE_MOVABLE begins at a node's lowest hotpluggable
 * region. The start is rounded up to the largest free page. (Documentation/
 * admin-guide/kernel-parameters.txt; find_zone_movable_pfns_for_nodes)
 */
#include "assert.h"
#include "plan.h"

/* The spreading of kernelcore: all in pages */
struct ref_spread {
	struct ref_plan *plan;
	u64 usable;		/* first pfn that may become movable */
	u64 needed;		/* kernel memory that no node has given yet */
	u64 share;		/* of one node in this round */
	u64 left;		/* of the node's share */
	u32 nodes;		/* that still take part */
};

static u64 ref_pages_of(const struct ref_plan *p, u32 *nodes)
{
	u64 pages = 0;

	*nodes = 0;
	for (u32 n = 0; n < p->nr_ranges; n++)
		pages += p->range[n].end - p->range[n].start;
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		*nodes += p->node_end[nid] != 0;
	REF_ASSERT(*nodes > 0);
	REF_ASSERT(pages > 0);
	return pages;
}

/* Pages of kernel memory that are asked for, 0: no ZONE_MOVABLE at all */
static u64 ref_kernel_pages(const struct ref_plan *p,
			    const struct ref_geometry *g,
			    const struct ref_machine *m)
{
	u32 nodes;
	u64 total = ref_pages_of(p, &nodes);
	u64 kernel = m->kernelcore >> g->page_shift;
	u64 movable = m->movablecore >> g->page_shift;

	REF_ASSERT(g->max_order < 32);
	REF_ASSERT(nodes <= REF_MAX_NODES);
	movable = ref_align_up(movable, 1ull << g->max_order);
	if (movable)
		kernel = ref_max(kernel, total - ref_min(total, movable));
	return kernel < total ? kernel : 0;
}

/*
 * Kernel memory takes what lies below @usable, and the rest of the node's
 * share above it. Return: the share is met, ZONE_MOVABLE begins here.
 */
static bool ref_spread_range(struct ref_spread *s, const struct ref_range *r)
{
	u64 *at = &s->plan->movable[r->nid];
	u64 start = ref_max(r->start, *at);
	u64 low = 0, high;

	REF_ASSERT(r->start < r->end);
	REF_ASSERT(s->nodes > 0);
	if (start >= r->end)
		return false;
	if (start < s->usable)
		low = ref_min(r->end, s->usable) - start;
	s->left -= ref_min(low, s->left);
	start += low;
	high = ref_min(r->end - start, s->left);
	*at = start + high;
	s->left -= high;
	s->needed -= ref_min(s->needed, low + high);
	return start < r->end && !s->left;
}

static void ref_spread_node(struct ref_spread *s, u32 nid)
{
	const struct ref_range *r = s->plan->range;
	const struct ref_range *end = r + s->plan->nr_ranges;

	REF_ASSERT(nid < REF_MAX_NODES);
	REF_ASSERT(s->nodes > 0);
	if (s->needed < s->share)
		s->share = s->needed / s->nodes;
	s->left = s->share;
	for (; r < end; r++)
		if (r->nid == nid && ref_spread_range(s, r))
			break;
}

/* Each round counts on one node less: at most as many rounds as nodes */
static void ref_spread_all(struct ref_spread *s)
{
	REF_ASSERT(s->nodes > 0);
	REF_ASSERT(s->nodes <= REF_MAX_NODES);
	do {
		s->share = s->needed / s->nodes;
		for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
			if (s->plan->node_end[nid])
				ref_spread_node(s, nid);
		s->nodes--;
	} while (s->nodes && s->needed > s->nodes);
}

static bool ref_movable_spread(struct ref_plan *plan,
			       const struct ref_geometry *g,
			       const struct ref_machine *m)
{
	struct ref_spread s = { .plan = plan };

	REF_ASSERT(!m->movable_node);
	REF_ASSERT(plan->nr_ranges <= REF_MAX_REGIONS);
	s.needed = ref_kernel_pages(plan, g, m);
	if (!s.needed)
		return false;
	ref_pages_of(plan, &s.nodes);
	for (u32 z = REF_ZONE_DMA; z <= REF_ZONE_NORMAL; z++)
		if (plan->low[z] < plan->high[z])
			s.usable = plan->low[z];
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		if (plan->node_end[nid])
			plan->movable[nid] = 0;
	ref_spread_all(&s);
	return true;
}

/* The lowest hotpluggable region; the quirks: pfn 0 counts as none, and 6.1
 * takes the page that the region begins in
 */
static u64 ref_movable_regions(struct ref_plan *plan,
			       const struct ref_geometry *g,
			       const struct ref_machine *m, u64 quirks)
{
	u64 page = 1ull << g->page_shift;
	u64 fired = 0;

	REF_ASSERT(m->movable_node);
	REF_ASSERT(m->nr_regions <= REF_MAX_REGIONS);
	for (const struct ref_region *r = m->region;
	     r < m->region + m->nr_regions; r++) {
		u64 pfn = ref_align_up(r->start, page) >> g->page_shift;

		if (!(r->flags & REF_REGION_HOTPLUG) ||
		    plan->movable[r->nid] != REF_NO_PFN)
			continue;
		if ((quirks & REF_Q(MOVABLE_PAGE_DOWN)) && r->start % page) {
			fired |= REF_Q(MOVABLE_PAGE_DOWN);
			pfn--;
		}
		if ((quirks & REF_Q(MOVABLE_ZERO)) && !pfn)
			fired |= REF_Q(MOVABLE_ZERO);
		else
			plan->movable[r->nid] = pfn;
	}
	return fired;
}

/* Round up, but never to where the node has nothing any more */
static u64 ref_movable_round(struct ref_plan *plan,
			     const struct ref_geometry *g, u32 nid, u64 quirks)
{
	u64 *at = &plan->movable[nid];

	REF_ASSERT(nid < REF_MAX_NODES);
	REF_ASSERT(g->max_order < 32);
	if (*at == REF_NO_PFN)
		return 0;
	*at = ref_align_up(*at, 1ull << g->max_order);
	if (*at >= plan->node_end[nid])
		*at = REF_NO_PFN;
	if (*at || !(quirks & REF_Q(MOVABLE_ZERO)))
		return 0;
	*at = REF_NO_PFN;
	return REF_Q(MOVABLE_ZERO);
}

u64 ref_plan_movable(struct ref_plan *plan, const struct ref_geometry *g,
		     const struct ref_machine *m, u64 quirks)
{
	u64 fired = 0;

	REF_ASSERT(plan->nr_ranges <= REF_MAX_REGIONS);
	REF_ASSERT(g->page_shift < 32);
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		plan->movable[nid] = REF_NO_PFN;
	if (!plan->nr_ranges)
		return 0;
	if (m->movable_node)
		fired = ref_movable_regions(plan, g, m, quirks);
	else if (!ref_movable_spread(plan, g, m))
		return 0;
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		fired |= ref_movable_round(plan, g, nid, quirks);
	return fired;
}
