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

/*
 * Kernel memory takes what lies below @usable, and the rest of the node's
 * share above it. Return: the share is met, ZONE_MOVABLE begins here.
 */
static bool spread_range(struct ref_plan *p, const struct ref_piece *r)
{
	u64 *at = &p->movable[r->key], low, taken;
	u64 start = max(r->pages.start, *at), end = r->pages.end;

	REF_ASSERTS(r->pages.start < end, p->left <= p->share);
	if (start >= end)
		return false;
	low = start < p->usable ? min(end, p->usable) - start : 0;
	taken = max(low, min(end - start, p->left));
	p->left -= min(taken, p->left);
	p->needed -= min(taken, p->needed);
	*at = start + taken;
	return start + low < end && !p->left;
}

/* Each round counts on one node less: there are at most as many as nodes */
static void spread_all(struct ref_plan *p, u64 needed)
{
	u32 nodes = 0;

	for (u32 z = REF_ZONE_DMA; z <= REF_ZONE_NORMAL; z++)
		if (p->limit[z].start < p->limit[z].end)
			p->usable = p->limit[z].start;
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++) {
		nodes += p->node[nid].end > 0;
		p->movable[nid] = p->node[nid].end ? 0 : REF_NO_PFN;
	}
	REF_ASSERTS(nodes > 0, needed > 0);
	p->needed = needed;
	for (; nodes && p->needed > 0; nodes--) {
		p->share = p->needed / nodes;
		for (u32 nid = 0; nid < REF_MAX_NODES; nid++) {
			bool done = !p->node[nid].end;

			if (!done && p->needed < p->share)
				p->share = p->needed / nodes;
			p->left = p->share;
			for (u32 n = 0; !done && n < p->nr_ranges; n++)
				done = p->range[n].key == nid &&
					spread_range(p, &p->range[n]);
		}
		if (p->needed < nodes)
			break;
	}
}

/*
 * ZONE_MOVABLE begins at a node's lowest hotpluggable region. Quirks: a start
 * of 0 is none; 6.1 takes the page that the region begins in.
 */
static void movable_start(struct ref_plan *p, const struct ref_region *r)
{
	u64 pfn = up(r->start, 1ull << p->shift) >> p->shift;

	REF_ASSERTS(r->nid < REF_MAX_NODES, r->start < r->end);
	if (!(r->flags & REF_REGION_HOTPLUG) ||
	    p->movable[r->nid] != REF_NO_PFN)
		return;
	pfn -= REF_QUIRK(p, MOVABLE_PAGE_DOWN, pfn << p->shift > r->start);
	if (!REF_QUIRK(p, MOVABLE_ZERO, !pfn))
		p->movable[r->nid] = pfn;
}

/*
 * Where ZONE_MOVABLE starts on a node, and its zones. Quirks: a start of 0 is
 * none; 6.1 subtracts from present what lies between its start and the node's
 * first whole page.
 */
static void plan_node(struct ref_plan *p, u64 to, u32 nid)
{
	struct ref_span node = p->node[nid];
	u64 at = p->movable[nid];

	REF_ASSERTS(nid < REF_MAX_NODES, node.start <= node.end);
	if (at != REF_NO_PFN)
		at = up(at, to);
	if (REF_QUIRK(p, MOVABLE_PAGE_DOWN, at && at < node.start))
		p->present[REF_KEY(nid, REF_ZONE_MOVABLE)] = at - node.start;
	if (REF_QUIRK(p, MOVABLE_ZERO, !at) || at >= node.end)
		at = REF_NO_PFN;
	p->limit[REF_ZONE_MOVABLE] = span(at, REF_NO_PFN);
	for (u32 z = 0; z < REF_NR_ZONES; z++) {
		struct ref_span s = cut(node, p->limit[z]);

		if (z != REF_ZONE_MOVABLE)
			s.end = min(s.end, at);
		if (s.start < s.end)
			p->zone[REF_KEY(nid, z)] = s;
	}
}

/*
 * Cut memory where zones meet. Where 6.1 has a zone without present pages, its
 * pages name the zone of the memory above, or the last of all.
 */
static void plan_memory(struct ref_plan *p)
{
	u32 z = 0, last;

	for (u32 n = 0; n < p->nr_ranges * REF_NR_ZONES; n++) {
		const struct ref_piece *of = &p->range[n / REF_NR_ZONES];
		u32 key = REF_KEY(of->key, n % REF_NR_ZONES);
		struct ref_span s = cut(of->pages, p->zone[key]);

		if (s.start >= s.end)
			continue;
		p->memory[p->nr_memory++] = (struct ref_piece){ s, key, 1, 1 };
		p->present[key] += s.end - s.start;
	}
	for (u32 n = 0; n < p->nr_memory; n++)
		if (p->present[p->memory[n].key])
			z = p->memory[n].key % REF_NR_ZONES;
	last = REF_KEY(p->range[p->nr_ranges - 1].key, z);
	for (u32 n = p->nr_memory; n-- > 0;) {
		struct ref_piece *piece = &p->memory[n];

		piece->memory = p->present[piece->key] > 0;
		last = piece->memory ? piece->key : last;
		piece->key = (u8)last;
	}
	REF_ASSERTS(p->nr_ranges > 0, p->nr_memory > 0);
}

void ref_plan_init(struct ref_plan *plan, const struct ref_geometry *g,
		   const struct ref_machine *m, u64 quirks)
{
	u32 shift = g->page_shift;
	u64 block = 1ull << g->max_order, at = m->region[0].start >> shift;
	const struct ref_region *r = m->region, *end = r + m->nr_regions;
	const u64 limit[] = { m->dma_end, m->dma32_end, ~0ull };
	u64 kernel = m->kernelcore >> shift, total = 0;
	u64 movable = up(m->movablecore >> shift, block);

	memset(plan, 0, sizeof(*plan));
	memset(plan->movable, 0xff, sizeof(plan->movable));
	plan->quirks = quirks;
	plan->shift = shift;
	/*
	 * Memory that touches, of one node and kind, is one range; only whole
	 * pages are of it
	 */
	for (; r < end; r++) {
		struct ref_span s;

		if (m->movable_node)
			movable_start(plan, r);
		s.start = up(r->start, 1ull << shift) >> shift;
		while (r + 1 < end && r[1].start == r->end &&
		       r[1].nid == r->nid && r[1].flags == r->flags)
			r++;
		s.end = r->end >> shift;
		plan->nr_joined++;
		if (s.start >= s.end)
			continue;
		plan->node[r->nid] = grow(plan->node[r->nid], s);
		total += s.end - s.start;
		plan->range[plan->nr_ranges++] =
			(struct ref_piece){ s, r->nid, 1, 1 };
	}
	/* A zone starts where the one below ends; NORMAL takes all above */
	for (u32 z = REF_ZONE_DMA; z <= REF_ZONE_NORMAL; z++) {
		u64 top = max(at, min(limit[z], end[-1].end) >> shift);

		plan->limit[z] = span(at, top);
		at = top;
	}
	if (movable)
		kernel = max(kernel, total - min(total, movable));
	if (!m->movable_node && kernel && kernel < total)
		spread_all(plan, kernel);
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		plan_node(plan, block, nid);
	plan_memory(plan);
	REF_ASSERTS(!(plan->fired & ~quirks), total > 0);
}
