// SPDX-License-Identifier: GPL-2.0-only
/*
 * What of a scenario is observed: blocks, sections and pfns.
 */
#include <string.h>

#include "assert.h"
#include "model.h"
#include "plan.h"

/* A layout being worked out */
struct ref_layout_work {
	struct ref_layout *layout;
	const struct ref_geometry *g;
	u64 block_size;
	const char *wrong;
};

/* Index of the first of @n ascending numbers that is not below @x */
static u32 ref_lower(const u64 *array, u32 n, u64 x)
{
	u32 lo = 0, hi = n;

	REF_ASSERT(n <= REF_MAX_WATCH);
	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (array[mid] < x)
			lo = mid + 1;
		else
			hi = mid;
	}
	REF_ASSERT(lo <= n);
	return lo;
}

/* Put @x into a set of ascending numbers; false if it is full */
static bool ref_put(u64 *array, u32 *n, u32 most, u64 x)
{
	u32 at = ref_lower(array, *n, x);

	REF_ASSERT(*n <= most);
	REF_ASSERT(at <= *n);
	if (at < *n && array[at] == x)
		return true;
	if (*n == most)
		return false;
	memmove(&array[at + 1], &array[at], (*n - at) * sizeof(*array));
	array[at] = x;
	++*n;
	return true;
}

/* The blocks that [start, end) touches, in bytes */
static void ref_layout_blocks(struct ref_layout_work *w, u64 start, u64 end)
{
	u64 id = start / w->block_size, last = (end - 1) / w->block_size;

	REF_ASSERT(start < end);
	REF_ASSERT(w->block_size);
	if (end > 1ull << w->g->phys_bits)
		w->wrong = "an address is beyond the physical address space";
	if (last - id >= REF_MAX_BLOCKS)
		w->wrong = "memory touches too many blocks";
	for (; !w->wrong && id <= last; id++)
		if (!ref_put(w->layout->block, &w->layout->nr_blocks,
			     REF_MAX_BLOCKS, id))
			w->wrong = "memory touches too many blocks";
}

/* Only what an add can bring: never beyond the end, never half a block */
static void ref_layout_add(struct ref_layout_work *w, const struct ref_op *op)
{
	u64 end = op->start + op->size;

	REF_ASSERT(op->kind == REF_OP_ADD);
	REF_ASSERT(op->nid < REF_MAX_NODES);
	if (end <= op->start || end > 1ull << w->g->phys_bits ||
	    (op->start | op->size) & (w->block_size - 1))
		return;
	ref_layout_blocks(w, op->start, end);
}

static void ref_layout_sections(struct ref_layout_work *w)
{
	struct ref_layout *l = w->layout;
	u64 each = w->block_size >> w->g->section_shift;

	REF_ASSERT(each > 0);
	REF_ASSERT(l->nr_blocks <= REF_MAX_BLOCKS);
	if (l->nr_blocks * each > REF_MAX_SECTIONS) {
		w->wrong = "memory touches too many sections";
		return;
	}
	for (u32 b = 0; b < l->nr_blocks; b++)
		for (u64 s = 0; s < each; s++)
			l->section[l->nr_sections++] = l->block[b] * each + s;
}

static void ref_watch(struct ref_layout_work *w, u64 pfn)
{
	struct ref_layout *l = w->layout;
	u64 nr = pfn >> (w->g->section_shift - w->g->page_shift);
	u32 at = ref_lower(l->section, l->nr_sections, nr);

	REF_ASSERT(l->nr_sections <= REF_MAX_SECTIONS);
	REF_ASSERT(at <= l->nr_sections);
	if (at == l->nr_sections || l->section[at] != nr)
		return;
	if (!ref_put(l->watch, &l->nr_watch, REF_MAX_WATCH, pfn))
		w->wrong = "too many pfns at which node or zone can change";
}

/* Both sides of @pfn, which may be 0: one below is then far away */
static void ref_watch_sides(struct ref_layout_work *w, u64 pfn)
{
	REF_ASSERT(w->g);
	REF_ASSERT(pfn <= 1ull << (w->g->phys_bits - w->g->page_shift));
	ref_watch(w, pfn - 1);
	ref_watch(w, pfn);
}

/* A point at which node or zone can change, and the units around it */
static void ref_watch_point(struct ref_layout_work *w, u64 pfn)
{
	const u64 unit[] = {
		1, ref_subsection_pages(w->g), ref_pageblock_pages(w->g),
	};

	REF_ASSERT(unit[1] && !(unit[1] & (unit[1] - 1)));
	REF_ASSERT(unit[2] && !(unit[2] & (unit[2] - 1)));
	for (u32 n = 0; n < 3; n++) {
		ref_watch_sides(w, ref_align_down(pfn, unit[n]));
		ref_watch_sides(w, ref_align_up(pfn, unit[n]));
	}
}

static void ref_watch_regions(struct ref_layout_work *w,
			      const struct ref_machine *m)
{
	u64 page = 1ull << w->g->page_shift;

	REF_ASSERT(m->nr_regions <= REF_MAX_REGIONS);
	REF_ASSERT(page > 1);
	for (u32 n = 0; n < m->nr_regions; n++) {
		const struct ref_region *r = &m->region[n];

		ref_watch_point(w, r->start / page);
		ref_watch_point(w, (r->start + page - 1) / page);
		ref_watch_point(w, r->end / page);
		ref_watch_point(w, (r->end + page - 1) / page);
	}
}

/* Limits of zones, and where ZONE_MOVABLE begins, with quirks and without */
static void ref_watch_zones(struct ref_layout_work *w,
			    const struct ref_machine *m, u64 quirks)
{
	struct ref_plan plan;

	ref_plan_init(&plan, w->g, m, quirks);
	REF_ASSERT(plan.nr_ranges <= REF_MAX_REGIONS);
	for (u32 z = REF_ZONE_DMA; z <= REF_ZONE_NORMAL; z++) {
		REF_ASSERT(plan.low[z] <= plan.high[z]);
		if (plan.low[z] < plan.high[z])
			ref_watch_point(w, plan.low[z]);
	}
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		if (plan.movable[nid] != REF_NO_PFN)
			ref_watch_point(w, plan.movable[nid]);
}

static void ref_watch_sections(struct ref_layout_work *w)
{
	u64 pages = ref_section_pages(w->g);

	REF_ASSERT(pages > 0);
	REF_ASSERT(w->layout->nr_sections <= REF_MAX_SECTIONS);
	for (u32 n = 0; n < w->layout->nr_sections; n++) {
		ref_watch(w, w->layout->section[n] * pages);
		ref_watch(w, (w->layout->section[n] + 1) * pages - 1);
	}
}

static u32 ref_layout_nodes(const struct ref_scenario *s)
{
	u32 nr = 1;

	REF_ASSERT(s->nr_ops <= REF_MAX_OPS);
	REF_ASSERT(s->machine.nr_regions <= REF_MAX_REGIONS);
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		if (s->machine.node[nid])
			nr = nid + 1;
	for (u32 n = 0; n < s->machine.nr_regions; n++)
		nr = ref_max(nr, s->machine.region[n].nid + 1u);
	for (u32 n = 0; n < s->nr_ops; n++)
		nr = ref_max(nr, s->op[n].nid + 1u);
	return nr;
}

static void ref_layout_memory(struct ref_layout_work *w,
			      const struct ref_scenario *s)
{
	const struct ref_machine *m = &s->machine;

	REF_ASSERT(m->nr_regions <= REF_MAX_REGIONS);
	REF_ASSERT(s->nr_ops <= REF_MAX_OPS);
	for (u32 n = 0; !w->wrong && n < m->nr_regions; n++)
		ref_layout_blocks(w, m->region[n].start, m->region[n].end);
	for (u32 n = 0; !w->wrong && n < s->nr_ops; n++)
		if (s->op[n].kind == REF_OP_ADD)
			ref_layout_add(w, &s->op[n]);
	if (!w->wrong)
		ref_layout_sections(w);
}

const char *ref_layout_init(struct ref_layout *layout,
			    const struct ref_geometry *geometry,
			    const struct ref_scenario *scenario)
{
	const struct ref_machine *m = &scenario->machine;
	struct ref_layout_work w = {
		.layout = layout, .g = geometry, .block_size = m->block_size,
	};

	REF_ASSERT(m->block_size >> geometry->section_shift);
	REF_ASSERT(!(m->block_size & (m->block_size - 1)));
	layout->nr_blocks = 0;
	layout->nr_sections = 0;
	layout->nr_watch = 0;
	layout->nr_nodes = ref_layout_nodes(scenario);
	if (!m->nr_regions)
		return "there is no memory to boot from";
	ref_layout_memory(&w, scenario);
	if (w.wrong)
		return w.wrong;
	ref_watch_regions(&w, m);
	ref_watch_zones(&w, m, 0);
	if (m->movable_node || m->kernelcore || m->movablecore)
		ref_watch_zones(&w, m, ~0ull);
	ref_watch_sections(&w);
	return w.wrong;
}
