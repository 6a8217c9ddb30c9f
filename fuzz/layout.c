// SPDX-License-Identifier: GPL-2.0-only
/*
 * What of a scenario is observed: blocks, sections and pfns.
 */
#include <string.h>

#include "geometry.h"
#include "layout.h"

/* A layout being worked out; @wrong: why it cannot be; sizes in bytes */
struct work {
	struct ref_layout *l;
	const struct ref_geometry *g;
	u64 block, section, page;
	const char *wrong;
};

static u64 down(u64 x, u64 to)
{
	return x & ~(to - 1);
}

static u64 up(u64 x, u64 to)
{
	return down(x + to - 1, to);
}

/* Index of the first of n ascending numbers that is not below x */
static u32 lower(const u64 *array, u32 n, u64 x)
{
	u32 lo = 0, hi = n;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (array[mid] < x)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* Put @x into a set of ascending numbers; false if it is full */
static bool put(u64 *array, u32 *n, u32 most, u64 x)
{
	u32 at = *n && array[*n - 1] < x ? *n : lower(array, *n, x);

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
	struct ref_layout *l = w->l;
	bool fits = end <= 1ull << w->g->phys_bits;

	start = down(start, w->block);
	end = up(end, w->block);
	for (; fits && start < end; start += w->section)
		fits = put(l->block, &l->nr_blocks, REF_MAX_BLOCKS,
			   start / w->block) &&
			put(l->section, &l->nr_sections, REF_MAX_SECTIONS,
			    start / w->section);
	if (!fits)
		w->wrong = "memory touches too many blocks or sections";
}

static void watch_page(struct work *w, u64 addr)
{
	struct ref_layout *l = w->l;
	u64 section = addr >> w->g->section_shift;
	u32 at = lower(l->section, l->nr_sections, section);

	if (at < l->nr_sections && l->section[at] == section &&
	    !put(l->watch, &l->nr_watch, REF_MAX_WATCH,
		 addr >> w->g->page_shift))
		w->wrong = "too many pfns where zones can change";
}

/* The page at an address, and the one before */
static void watch_sides(struct work *w, u64 addr)
{
	watch_page(w, addr - 1);
	watch_page(w, addr);
}

/*
 * Watch both sides of an address at which node or zone can change, and of the
 * units around it, as far as there are sections
 */
static void watch(struct work *w, u64 addr)
{
	const u64 unit[] = { w->page, 1ull << w->g->subsection_shift,
		w->page << w->g->pageblock_order };

	/* All units begin where a section does */
	if (!(addr & (w->section - 1))) {
		watch_sides(w, addr);
		return;
	}
	for (u32 n = 0; n < 3; n++) {
		watch_sides(w, down(addr, unit[n]));
		watch_sides(w, up(addr, unit[n]));
	}
}

/* Both ends of every section; one may be the next one's other end */
static void watch_sections(struct work *w)
{
	const struct ref_layout *l = w->l;

	for (u32 n = 0; !w->wrong && n < l->nr_sections; n++) {
		watch_sides(w, l->section[n] << w->g->section_shift);
		if (n + 1 == l->nr_sections ||
		    l->section[n + 1] != l->section[n] + 1)
			watch_sides(w, (l->section[n] + 1) <<
				    w->g->section_shift);
	}
}

/* Where nodes and zones meet at boot */
static void watch_boot(struct work *w, const struct ref_machine *m, u64 quirks)
{
	struct ref_plan plan;

	ref_plan_init(&plan, w->g, m, quirks);
	for (u32 n = 0; n < plan.nr_memory; n++) {
		watch(w, plan.memory[n].pages.start << w->g->page_shift);
		watch(w, plan.memory[n].pages.end << w->g->page_shift);
	}
}

const char *layout_init(struct ref_layout *layout,
			const struct ref_geometry *geometry,
			const struct ref_scenario *scenario)
{
	const struct ref_machine *m = &scenario->machine;
	const struct ref_op *op = scenario->op;
	const u64 unit[REF_NR_OPS] = {
		[REF_OP_ADD] = m->block_size,
		[REF_OP_MAP] = 1ull << geometry->subsection_shift,
	};
	struct work w = {
		.l = layout, .g = geometry, .block = m->block_size,
		.section = 1ull << geometry->section_shift,
		.page = 1ull << geometry->page_shift,
	};

	/* Not the arrays: of them only what is counted is there */
	layout->nr_blocks = 0;
	layout->nr_sections = 0;
	layout->nr_watch = 0;
	layout->nr_nodes = 1;
	layout->sums = 0;
	layout->pad = 0;
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		if (m->node[nid])
			layout->nr_nodes = nid + 1;
	for (u32 n = 0; !w.wrong && n < m->nr_regions; n++)
		put_blocks(&w, m->region[n].start, m->region[n].end);
	/* What an add or a map can bring: whole units, within reach */
	for (; !w.wrong && op < scenario->op + scenario->nr_ops; op++) {
		layout->nr_nodes = op->nid >= layout->nr_nodes ? op->nid + 1u :
			layout->nr_nodes;
		if ((op->kind == REF_OP_ADD || op->kind == REF_OP_MAP) &&
		    op->size &&
		    op->start + op->size <= 1ull << geometry->phys_bits &&
		    !((op->start | op->size) & (unit[op->kind] - 1)))
			put_blocks(&w, op->start, op->start + op->size);
	}
	watch_sections(&w);
	if (!w.wrong) {
		watch_boot(&w, m, 0);
		watch_boot(&w, m, ~0ull);
	}
	for (u32 n = 0; n < m->nr_reserved &&
	     conf_has(m->conf, REF_CONF_DEFERRED); n++) {
		watch(&w, m->reserved[n].start);
		watch(&w, m->reserved[n].end);
	}
	return w.wrong;
}
