// SPDX-License-Identifier: GPL-2.0-only
/*
 * What of a scenario is observed: blocks, sections and pfns.
 */
#include <string.h>

#include "state.h"

/* A layout being worked out; @wrong: why it cannot be */
struct work {
	struct ref_layout *l;
	const struct ref_geometry *g;
	u64 block_size;
	const char *wrong;
};

u32 ref_lower(const u64 *array, u32 n, u64 x)
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
	REF_ASSERT(lo == n || array[lo] >= x);
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

/* The blocks that [start, end) touches, in bytes */
static void put_blocks(struct work *w, u64 start, u64 end)
{
	u64 id = start / w->block_size, last = (end - 1) / w->block_size;
	bool fits = last - id < REF_MAX_BLOCKS;

	REF_ASSERT(start < end);
	REF_ASSERT(w->block_size);
	if (end > 1ull << w->g->phys_bits) {
		w->wrong = "memory is beyond the physical address space";
		return;
	}
	while (fits && id <= last)
		fits = put(w->l->block, &w->l->nr_blocks, REF_MAX_BLOCKS,
			   id++);
	if (!fits)
		w->wrong = "memory touches too many blocks";
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
		    !((op->start | op->size) & (w->block_size - 1)))
			put_blocks(w, op->start, op->start + op->size);
}

static void put_sections(struct work *w)
{
	u64 each = w->block_size >> w->g->section_shift;
	struct ref_layout *l = w->l;

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

static void watch(struct work *w, u64 pfn)
{
	struct ref_layout *l = w->l;
	u64 nr = pfn >> (w->g->section_shift - w->g->page_shift);
	u32 at = ref_lower(l->section, l->nr_sections, nr);

	REF_ASSERT(l->nr_sections <= REF_MAX_SECTIONS);
	REF_ASSERT(l->nr_watch <= REF_MAX_WATCH);
	if (at == l->nr_sections || l->section[at] != nr)
		return;
	if (!put(l->watch, &l->nr_watch, REF_MAX_WATCH, pfn))
		w->wrong = "too many pfns at which node or zone can change";
}

/* Both sides of where node or zone can change, and of the units around it */
static void watch_point(struct work *w, u64 pfn)
{
	const u64 unit[] = {
		1, ref_subsection_pages(w->g), ref_pageblock_pages(w->g),
	};

	for (u32 n = 0; n < 3; n++) {
		REF_ASSERT(unit[n] && !(unit[n] & (unit[n] - 1)));
		watch(w, ref_down(pfn, unit[n]) - 1);
		watch(w, ref_down(pfn, unit[n]));
		watch(w, ref_up(pfn, unit[n]) - 1);
		watch(w, ref_up(pfn, unit[n]));
	}
	REF_ASSERT(w->l->nr_watch <= REF_MAX_WATCH);
}

static void watch_regions(struct work *w, const struct ref_machine *m)
{
	u64 page = 1ull << w->g->page_shift;

	REF_ASSERT(m->nr_regions <= REF_MAX_REGIONS);
	for (u32 n = 0; n < m->nr_regions; n++) {
		const struct ref_region *r = &m->region[n];

		REF_ASSERT(r->start < r->end);
		watch_point(w, r->start / page);
		watch_point(w, ref_up(r->start, page) / page);
		watch_point(w, r->end / page);
		watch_point(w, ref_up(r->end, page) / page);
	}
	for (u32 s = 0; s < w->l->nr_sections; s++) {
		watch(w, w->l->section[s] * ref_section_pages(w->g));
		watch(w, (w->l->section[s] + 1) * ref_section_pages(w->g) - 1);
	}
}

/* Limits of zones, and where ZONE_MOVABLE begins: with quirks and without */
static void watch_zones(struct work *w, const struct ref_machine *m,
			u64 quirks)
{
	struct ref_plan plan;

	ref_plan_init(&plan, w->g, m, quirks);
	REF_ASSERT(plan.nr_ranges <= REF_MAX_REGIONS);
	for (u32 key = 0; key < REF_NR_KEYS; key++) {
		const struct ref_span *s = &plan.zone[key];

		REF_ASSERT(s->start <= s->end);
		if (s->end) {
			watch_point(w, s->start);
			watch_point(w, s->end);
		}
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
	u64 pages = ref_section_pages(w->g);

	for (u32 n = 0; n < m->nr_regions; n++)
		calm.region[n].flags &= REF_REGION_NOMAP;
	ref_plan_init(&plan, w->g, m, 0);
	ref_plan_init(&joined, w->g, &calm, 0);
	REF_ASSERT(joined.nr_ranges > 0);
	for (u32 n = 0; n < w->l->nr_sections; n++) {
		u64 start = w->l->section[n] * pages;
		struct ref_span s = { start, start + pages };
		bool has = false, frees = false;

		for (u32 r = 0; r < plan.nr_ranges; r++)
			has |= ref_meets(plan.range[r].pages, s);
		for (u32 r = 0; r < joined.nr_ranges; r++)
			frees |= ref_meets(joined.range[r].pages, s) &&
				!joined.range[r].nomap;
		if (frees && !has)
			w->wrong = "all of a section is a page of two regions";
	}
	REF_ASSERT(calm.nr_regions == m->nr_regions);
}

static u32 layout_nodes(const struct ref_scenario *s)
{
	u32 nr = 1;

	REF_ASSERT(s->nr_ops <= REF_MAX_OPS);
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		if (s->machine.node[nid])
			nr = nid + 1;
	for (u32 n = 0; n < s->machine.nr_regions; n++)
		nr = (u32)ref_max(nr, s->machine.region[n].nid + 1);
	for (u32 n = 0; n < s->nr_ops; n++)
		nr = (u32)ref_max(nr, s->op[n].nid + 1);
	REF_ASSERT(nr <= REF_MAX_NODES);
	return nr;
}

const char *ref_layout_init(struct ref_layout *layout,
			    const struct ref_geometry *geometry,
			    const struct ref_scenario *scenario)
{
	const struct ref_machine *m = &scenario->machine;
	struct work w = {
		.l = layout, .g = geometry, .block_size = m->block_size,
	};

	REF_ASSERT(m->block_size >> geometry->section_shift);
	REF_ASSERT(!(m->block_size & (m->block_size - 1)));
	layout->nr_blocks = 0;
	layout->nr_sections = 0;
	layout->nr_watch = 0;
	layout->nr_nodes = layout_nodes(scenario);
	put_memory(&w, scenario);
	if (!w.wrong)
		put_sections(&w);
	if (w.wrong)
		return w.wrong;
	watch_regions(&w, m);
	watch_zones(&w, m, 0);
	watch_zones(&w, m, ~0ull);
	find_lost_section(&w, m);
	return w.wrong;
}
