// SPDX-License-Identifier: GPL-2.0-only
/*
 * Places: addresses at which something may be decided, and lengths.
 */
#include "geometry.h"
#include "places.h"
#include "shape.h"

/* Machines are kept this small, in bytes of memmap to be walked at boot */
#define MAX_PAGES_LOG2	19	/* x86_64: 16 sections; ppc64: 2048 */
#define MAX_SECTIONS	24
#define NEAR_SECTIONS	96	/* extent of a machine that is not far */

static const struct ref_geometry *geometry(const struct ref_scenario *s)
{
	return geometry_by_index(s->machine.geometry);
}

static u64 page_bytes(const struct ref_scenario *s, u64 pages)
{
	return pages << geometry(s)->page_shift;
}

u64 place_sections(const struct ref_scenario *s)
{
	u64 section = shape_section(s);
	u64 most = page_bytes(s, 1ull << MAX_PAGES_LOG2) / section;
	u64 block = s->machine.block_size / section;

	if (most > MAX_SECTIONS)
		most = MAX_SECTIONS;
	return most < 2 * block ? 2 * block : most;
}

static u64 near_end(const struct ref_scenario *s)
{
	return NEAR_SECTIONS * shape_section(s) + 4 * s->machine.block_size;
}

static u64 top(const struct ref_scenario *s)
{
	const struct ref_machine *m = &s->machine;

	return m->nr_regions ? m->region[m->nr_regions - 1].end : 0;
}

bool place_is_far(const struct ref_scenario *s)
{
	return top(s) > near_end(s);
}

bool place_op_is_far(const struct ref_scenario *s, const struct ref_op *op)
{
	return op->kind != REF_OP_QUERY && op->start > top(s) + near_end(s);
}

u64 place_limit(const struct ref_scenario *s)
{
	u64 phys_end = 1ull << geometry(s)->phys_bits;
	u64 end = top(s) + 64 * shape_section(s);

	if (!place_is_far(s))
		end = near_end(s);
	return end < phys_end ? end : phys_end;
}

u64 place_far(const struct ref_scenario *s, struct rng *rng)
{
	u64 far = page_bytes(s, 1ull << (31 + rng_below(rng, 2)));
	u64 phys_end = 1ull << geometry(s)->phys_bits;

	while (far + near_end(s) > phys_end)
		far /= 2;
	return far - rng_below(rng, 3) * s->machine.block_size;
}

u64 place_alias(const struct ref_scenario *s, u64 x, struct rng *rng)
{
	u64 far = page_bytes(s, 1ull << (31 + rng_below(rng, 2)));
	u64 phys_end = 1ull << geometry(s)->phys_bits;

	return far < phys_end && x < phys_end - far ? x + far : x;
}

void place_pull_near(struct ref_scenario *s, struct rng *rng)
{
	const struct ref_machine *m = &s->machine;
	u64 before = 0, gap;

	(void)rng;
	for (u32 n = 0; n < m->nr_regions; n++) {
		gap = m->region[n].start - before;
		gap -= gap % m->block_size;
		if (gap > 64 * shape_section(s))
			shape_move(s, m->region[n].start, -gap);
		before = m->region[n].end;
	}
}

/* A unit of the geometry, in bytes: what edges are aligned to */
static u64 unit(const struct ref_scenario *s, struct rng *rng)
{
	const struct ref_geometry *g = geometry(s);

	switch (rng_below(rng, 8)) {
	case 0:
		return page_bytes(s, 1);
	case 1:
		return 1ull << g->subsection_shift;
	case 2:
		return page_bytes(s, 1ull << g->pageblock_order);
	case 3:
		return page_bytes(s, 1ull << g->max_order);
	case 4:
		return s->machine.block_size;
	default:
		return shape_section(s);
	}
}

/* Mostly nothing; else a page up or down; rarely less than a page */
static u64 odd(const struct ref_scenario *s, u64 x, struct rng *rng)
{
	u64 page = shape_page(s);

	switch (rng_below(rng, 12)) {
	case 0:
		return x + page;
	case 1:
		return x >= page ? x - page : x;
	case 2:
		return rng_once_in(rng, 16) ? x + rng_below(rng, page) : x;
	default:
		return x;
	}
}

u64 place_near(const struct ref_scenario *s, u64 x, struct rng *rng)
{
	u64 u = unit(s, rng);
	u64 by = u * rng_below(rng, 4);

	if (rng_once_in(rng, 2))
		x -= x % u;
	if (rng_once_in(rng, 2))
		x += by;
	else
		x -= x < by ? x : by;
	return odd(s, x, rng);
}

static u64 some_edge(const struct ref_scenario *s, struct rng *rng)
{
	const struct ref_machine *m = &s->machine;
	const struct ref_region *r;

	switch (rng_below(rng, 8)) {
	case 0:
		return m->dma_end;
	case 1:
		return m->dma32_end;
	case 2:
		return rng_below(rng, place_sections(s)) * shape_section(s);
	case 3:
		return top(s) + rng_below(rng, 4) * m->block_size;
	}
	if (!m->nr_regions)
		return 0;
	r = &m->region[rng_below(rng, m->nr_regions)];
	return rng_once_in(rng, 2) ? r->start : r->end;
}

u64 place_edge(const struct ref_scenario *s, struct rng *rng)
{
	return place_near(s, some_edge(s, rng), rng);
}

u64 place_within(const struct ref_scenario *s, u64 start, u64 end,
		 struct rng *rng)
{
	u64 u = unit(s, rng);
	u64 x = start + rng_below(rng, end - start + 1);

	x = odd(s, x - x % u, rng);
	if (x <= start || x >= end)
		x = start + (end - start) / 2 / shape_page(s) * shape_page(s);
	return x;
}

u64 place_length(const struct ref_scenario *s, struct rng *rng)
{
	u64 length = unit(s, rng) * (1 + rng_below(rng, 4));

	return odd(s, length, rng);
}

u64 place_hole(const struct ref_scenario *s, struct rng *rng)
{
	return unit(s, rng) * (1 + rng_below(rng, rng_once_in(rng, 4) ? 8 : 2));
}

static bool is_possible(const struct ref_scenario *s, u32 nid)
{
	return s->machine.node[nid] & REF_NODE_POSSIBLE;
}

u8 place_node(const struct ref_scenario *s, struct rng *rng)
{
	u32 most = rng_once_in(rng, 8) ? REF_MAX_NODES : 3;
	u32 nid = rng_below(rng, most);

	if (!conf_has(s->machine.conf, REF_CONF_NUMA))
		return 0;
	if (!is_possible(s, nid) && !rng_once_in(rng, 4))
		nid = rng_below(rng, most);
	return nid;
}
