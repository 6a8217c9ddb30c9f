// SPDX-License-Identifier: GPL-2.0-only
/*
 * What of a scenario is observed: blocks, sections and pfns.
 */
#include <string.h>

#include "state.h"

/* A layout being worked out; @wrong: why it cannot be; sizes in bytes */
struct work {
	struct ref_layout *l;
	const struct ref_geometry *g;
	u64 block, section, page;
	const char *wrong;
};

u32 ref_lower(const u64 *array, u32 n, u64 x)
{
	u32 lo = 0, hi = n;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (array[mid] < x)
			lo = mid + 1;
		else
			hi = mid;
	}
	REF_ASSERT(lo == n || array[lo] >= x);
	REF_ASSERT(!lo || array[lo - 1] < x);
	return lo;
}

/* Put @x into a set of ascending numbers; false if it is full */
static bool put(u64 *array, u32 *n, u32 most, u64 x)
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

/* The blocks that [start, end) touches, in bytes, and their sections */
static void put_blocks(struct work *w, u64 start, u64 end)
{
	u64 id = start / w->block, last = (end - 1) / w->block;
	u64 each = w->block / w->section;
	struct ref_layout *l = w->l;
	bool fits = last - id < REF_MAX_BLOCKS;

	REF_ASSERT(start < end);
	REF_ASSERT(end <= 1ull << w->g->phys_bits);
	for (; fits && id <= last; id++) {
		fits = put(l->block, &l->nr_blocks, REF_MAX_BLOCKS, id);
		for (u64 s = 0; fits && s < each; s++)
			fits = put(l->section, &l->nr_sections,
				   REF_MAX_SECTIONS, id * each + s);
	}
	if (!fits)
		w->wrong = "memory touches too many blocks or sections";
}

/* Memory of regions, and what an add can bring: whole blocks, within reach */
static void put_memory(struct work *w, const struct ref_scenario *s)
{
	const struct ref_region *r = s->machine.region;
	const struct ref_op *op = s->op;

	REF_ASSERT(s->machine.nr_regions <= REF_MAX_REGIONS);
	REF_ASSERT(s->nr_ops <= REF_MAX_OPS);
	for (; !w->wrong && r < s->machine.region + s->machine.nr_regions; r++)
		put_blocks(w, r->start, r->end);
	for (; !w->wrong && op < s->op + s->nr_ops; op++)
		if (op->kind == REF_OP_ADD && op->size &&
		    op->start + op->size <= 1ull << w->g->phys_bits &&
		    !((op->start | op->size) & (w->block - 1)))
			put_blocks(w, op->start, op->start + op->size);
}

/* Watch the page at an address, if it is in a section */
static void watch(struct work *w, u64 addr)
{
	struct ref_layout *l = w->l;
	u32 at = ref_lower(l->section, l->nr_sections, addr / w->section);

	REF_ASSERT(l->nr_sections <= REF_MAX_SECTIONS);
	REF_ASSERT(l->nr_watch <= REF_MAX_WATCH);
	if (at < l->nr_sections && l->section[at] == addr / w->section &&
	    !put(l->watch, &l->nr_watch, REF_MAX_WATCH, addr / w->page))
		w->wrong = "too many pfns at which node or zone can change";
}

/* Both sides of where node or zone can change, and of the units around it */
static void watch_point(struct work *w, u64 addr)
{
	const u64 unit[] = { w->page, 1ull << w->g->subsection_shift,
		ref_pageblock_pages(w->g) * w->page };

	for (u32 n = 0; n < 3; n++) {
		REF_ASSERT(unit[n] >= w->page);
		watch(w, ref_down(addr, unit[n]) - 1);
		watch(w, ref_down(addr, unit[n]));
		watch(w, ref_up(addr, unit[n]) - 1);
		watch(w, ref_up(addr, unit[n]));
	}
	REF_ASSERT(w->l->nr_watch <= REF_MAX_WATCH);
}

/* Edges of regions and zones, the latter with quirks and without */
static void watch_edges(struct work *w, const struct ref_machine *m)
{
	struct ref_plan plan;

	REF_ASSERT(m->nr_regions <= REF_MAX_REGIONS);
	for (u32 n = 0; n < m->nr_regions; n++) {
		watch_point(w, m->region[n].start);
		watch_point(w, m->region[n].end);
	}
	for (u32 n = 0; n < 2 * REF_NR_KEYS; n++) {
		struct ref_span *s = &plan.zone[n % REF_NR_KEYS];

		if (n % REF_NR_KEYS == 0)
			ref_plan_init(&plan, w->g, m, n ? ~0ull : 0);
		REF_ASSERT(s->start <= s->end);
		if (!s->end)
			continue;
		watch_point(w, s->start * w->page);
		watch_point(w, s->end * w->page);
	}
	for (u32 n = 0; n < w->l->nr_sections; n++) {
		watch(w, w->l->section[n] * w->section);
		watch(w, (w->l->section[n] + 1) * w->section - 1);
	}
}

/*
 * Kernels crash at boot where a page that hotpluggable and other memory share
 * is all that its section has: for the memmap the regions are two, neither
 * has a whole page, and the section gets none; when free pages are given to
 * the buddy they are one. (memblock_clear_hotplug, memblock_free_all)
 */
static void find_lost_section(struct work *w, const struct ref_machine *m)
{
	struct ref_plan plan, joined;
	struct ref_machine calm = *m;

	for (u32 n = 0; n < m->nr_regions; n++)
		if (!(calm.region[n].flags & REF_REGION_NOMAP))
			calm.region[n].flags = 0;
	ref_plan_init(&plan, w->g, m, 0);
	ref_plan_init(&joined, w->g, &calm, 0);
	REF_ASSERT(joined.nr_ranges <= REF_MAX_REGIONS);
	for (u32 n = 0; n < w->l->nr_sections; n++) {
		u64 start = w->l->section[n] * ref_section_pages(w->g);
		struct ref_span s = ref_span(start,
					     start + ref_section_pages(w->g));
		u32 has = 0, frees = 0;

		for (u32 r = 0; r < plan.nr_ranges; r++)
			has += ref_meets(plan.range[r].pages, s);
		for (u32 r = 0; r < joined.nr_ranges; r++)
			frees += ref_meets(joined.range[r].pages, s);
		if (frees && !has)
			w->wrong = "all of a section is a page of two regions";
		REF_ASSERT(frees || !has);
	}
}

const char *ref_layout_init(struct ref_layout *layout,
			    const struct ref_geometry *geometry,
			    const struct ref_scenario *scenario)
{
	const struct ref_machine *m = &scenario->machine;
	struct work w = {
		.l = layout, .g = geometry, .block = m->block_size,
		.section = 1ull << geometry->section_shift,
		.page = 1ull << geometry->page_shift,
	};

	REF_ASSERT(w.block >= w.section && !(w.block & (w.block - 1)));
	layout->nr_blocks = 0;
	layout->nr_sections = 0;
	layout->nr_watch = 0;
	layout->nr_nodes = 1;
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		if (m->node[nid])
			layout->nr_nodes = nid + 1;
	for (u32 n = 0; n < scenario->nr_ops; n++)
		layout->nr_nodes = (u32)ref_max(layout->nr_nodes,
						scenario->op[n].nid + 1);
	put_memory(&w, scenario);
	if (!w.wrong)
		watch_edges(&w, m);
	if (!w.wrong)
		find_lost_section(&w, m);
	REF_ASSERT(layout->nr_nodes <= REF_MAX_NODES);
	return w.wrong;
}
