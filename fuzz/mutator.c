// SPDX-License-Identifier: GPL-2.0-only
/*
 * The mutator: changes scenarios, for libFuzzer and AFL++ alike.
 *
 * A change is made carelessly, then the scenario is mended (shape_mend) and
 * checked; if it still is not valid or costs too much, it is dropped.
 */
#include <string.h>

#include "../ref/model.h"

#include "codec.h"
#include "geometry.h"
#include "layout.h"
#include "mutator.h"
#include "ops.h"
#include "places.h"
#include "scenario-check.h"
#include "shape.h"

#define TRIES	8
/* Each costs time */
#define MANY_REGIONS	32

static void pick_block_size(struct ref_scenario *s, struct rng *rng)
{
	u64 sections = 1;

	if (rng_once_in(rng, 3))
		sections <<= rng_below(rng, rng_once_in(rng, 32) ? 7 : 3);
	s->machine.block_size = sections * shape_section(s);
}

static void change_block_size(struct ref_scenario *s, struct rng *rng)
{
	pick_block_size(s, rng);
}

static void add_region(struct ref_scenario *s, struct rng *rng)
{
	struct ref_machine *m = &s->machine;
	struct ref_region *r = &m->region[m->nr_regions];

	if (m->nr_regions == REF_MAX_REGIONS)
		return;
	r->start = place_edge(s, rng);
	r->end = r->start + place_length(s, rng);
	r->nid = place_node(s, rng);
	r->flags = rng_once_in(rng, 8) ? rng_below(rng, 4) : 0;
	m->nr_regions++;
}

static void drop_region(struct ref_scenario *s, struct rng *rng)
{
	if (s->machine.nr_regions > 1)
		shape_drop_region(s, rng_below(rng, s->machine.nr_regions));
}

static struct ref_region *any_region(struct ref_scenario *s, struct rng *rng)
{
	return &s->machine.region[rng_below(rng, s->machine.nr_regions)];
}

static void move_start(struct ref_scenario *s, struct rng *rng)
{
	struct ref_region *r = any_region(s, rng);

	r->start = place_near(s, r->start, rng);
}

static void move_end(struct ref_scenario *s, struct rng *rng)
{
	struct ref_region *r = any_region(s, rng);

	r->end = place_near(s, r->end, rng);
}

/* The border between two regions, where they touch; maybe within a page */
static void move_border(struct ref_scenario *s, struct rng *rng)
{
	struct ref_region *r = any_region(s, rng);

	if (r == &s->machine.region[0])
		return;
	r->start = place_near(s, r->start, rng);
	if (rng_once_in(rng, 8))
		r->start += rng_below(rng, shape_page(s));
	r[-1].end = r->start;
}

static void move_region(struct ref_scenario *s, struct rng *rng)
{
	struct ref_region *r = any_region(s, rng);
	u64 length = r->end - r->start;

	r->start = place_near(s, r->start, rng);
	r->end = r->start + length;
}

static void resize_region(struct ref_scenario *s, struct rng *rng)
{
	struct ref_region *r = any_region(s, rng);

	r->end = r->start + place_length(s, rng);
}

/* Two regions with a hole between them, or none but another node */
static void split_region(struct ref_scenario *s, struct rng *rng)
{
	struct ref_machine *m = &s->machine;
	struct ref_region *r = any_region(s, rng);
	struct ref_region *upper = &m->region[m->nr_regions];
	u64 at = place_within(s, r->start, r->end, rng);

	if (m->nr_regions == REF_MAX_REGIONS)
		return;
	*upper = *r;
	upper->start = at;
	if (rng_once_in(rng, 2))
		upper->start += place_hole(s, rng);
	else
		upper->nid = place_node(s, rng);
	r->end = at;
	m->nr_regions++;
}

static void swap_nodes(struct ref_scenario *s, struct rng *rng)
{
	struct ref_region *a = any_region(s, rng), *b = any_region(s, rng);
	u8 nid = a->nid;

	a->nid = b->nid;
	b->nid = nid;
}

static void change_region_node(struct ref_scenario *s, struct rng *rng)
{
	any_region(s, rng)->nid = place_node(s, rng);
}

static void change_region_flags(struct ref_scenario *s, struct rng *rng)
{
	any_region(s, rng)->flags ^= 1 << rng_below(rng, 2);
}

static void change_node(struct ref_scenario *s, struct rng *rng)
{
	static const u8 flags[] = { 0, REF_NODE_POSSIBLE,
				    REF_NODE_POSSIBLE | REF_NODE_CPU };
	u32 nid = place_node(s, rng);

	s->machine.node[nid] = flags[rng_below(rng, 3)];
}

static void add_reserved(struct ref_scenario *s, struct rng *rng)
{
	struct ref_machine *m = &s->machine;
	struct ref_span *r = &m->reserved[m->nr_reserved];

	if (m->nr_reserved == REF_MAX_RESERVED)
		return;
	r->start = place_edge(s, rng);
	r->end = r->start + place_hole(s, rng);
	m->nr_reserved++;
}

static void drop_reserved(struct ref_scenario *s, struct rng *rng)
{
	struct ref_machine *m = &s->machine;

	if (m->nr_reserved)
		m->reserved[rng_below(rng, m->nr_reserved)] =
			m->reserved[--m->nr_reserved];
}

static void change_dma(struct ref_scenario *s, struct rng *rng)
{
	s->machine.dma_end = rng_once_in(rng, 3) ? 0 : place_edge(s, rng);
}

static void change_dma32(struct ref_scenario *s, struct rng *rng)
{
	s->machine.dma32_end = rng_once_in(rng, 3) ? 0 : place_edge(s, rng);
}

static void change_kernelcore(struct ref_scenario *s, struct rng *rng)
{
	s->machine.movablecore = 0;
	s->machine.kernelcore =
		rng_once_in(rng, 3) ? 0 : place_length(s, rng);
}

static void change_movablecore(struct ref_scenario *s, struct rng *rng)
{
	if (!rng_once_in(rng, 8))
		s->machine.kernelcore = 0;
	s->machine.movablecore =
		rng_once_in(rng, 3) ? 0 : place_length(s, rng);
}

static void change_movable_node(struct ref_scenario *s, struct rng *rng)
{
	s->machine.movable_node ^= 1;
	if (s->machine.movable_node && rng_once_in(rng, 2))
		any_region(s, rng)->flags |= REF_REGION_HOTPLUG;
}

static void change_memmap(struct ref_scenario *s, struct rng *rng)
{
	(void)rng;
	s->machine.memmap ^= 1;
}

static void change_param(struct ref_scenario *s, struct rng *rng)
{
	static const struct ref_params usual = REF_PARAMS;
	u32 param = rng_below(rng, REF_NR_PARAMS);

	s->machine.params.value[param] =
		rng_once_in(rng, 4) ? usual.value[param] :
				      ops_param_value(param, rng);
}

static void change_memmap_on_memory(struct ref_scenario *s, struct rng *rng)
{
	s->machine.memmap_on_memory = rng_below(rng, REF_MEMMAP_FORCE + 1);
}

static void add_cma(struct ref_scenario *s, struct rng *rng)
{
	const struct ref_geometry *g = geometry_by_index(s->machine.geometry);
	u64 pageblock = shape_page(s) << g->pageblock_order;
	struct ref_machine *m = &s->machine;
	struct ref_span *r = &m->cma[m->nr_cma];

	if (m->nr_cma == REF_MAX_CMA)
		return;
	r->start = place_edge(s, rng);
	r->end = r->start + pageblock * (1 + rng_below(rng, 4));
	m->nr_cma++;
}

static void drop_cma(struct ref_scenario *s, struct rng *rng)
{
	struct ref_machine *m = &s->machine;

	if (m->nr_cma)
		m->cma[rng_below(rng, m->nr_cma)] = m->cma[--m->nr_cma];
}

/*
 * More regions than memblock's first array holds: one in many pieces, which
 * have holes between them or belong to two nodes in turn. Hardly ever, since
 * every piece costs time.
 */
static void shatter(struct ref_scenario *s, struct rng *rng)
{
	struct ref_region *from = any_region(s, rng), whole = *from;
	bool holes = rng_once_in(rng, 2), odd = rng_once_in(rng, 4);
	u32 pieces = REF_MAX_REGIONS - 8 - rng_below(rng, 24);
	u64 step = (whole.end - whole.start) / (pieces + 1);
	struct ref_machine *m = &s->machine;

	if (!odd)
		step -= step % shape_page(s);
	if (!rng_once_in(rng, 16) || m->nr_regions > 8 ||
	    step < 2 * shape_page(s))
		return;
	from->start += pieces * step;
	for (u32 n = 0; n < pieces; n++) {
		struct ref_region *r = &m->region[m->nr_regions++];

		*r = whole;
		r->start = whole.start + n * step;
		r->end = r->start + step - (holes ? shape_page(s) : 0);
		r->nid = holes ? whole.nid : n % 2;
	}
}

/* And back: few of its descendants have as many */
static void thin_out(struct ref_scenario *s, struct rng *rng)
{
	u32 most = 1 + rng_below(rng, 8);

	while (s->machine.nr_regions > most)
		shape_drop_region(s, rng_below(rng, s->machine.nr_regions));
}

/* Everything from a region on goes to where pfns need more than 31 bits */
static void go_far(struct ref_scenario *s, struct rng *rng)
{
	u64 from = any_region(s, rng)->start;

	if (!rng_once_in(rng, 4096) || place_is_far(s))
		return;
	shape_move(s, from, place_far(s, rng));
}

static const struct {
	void (*apply)(struct ref_scenario *s, struct rng *rng);
	u32 weight;
} machine_mutations[] = {
	{ add_region, 6 },
	{ drop_region, 4 },
	{ move_start, 6 },
	{ move_end, 6 },
	{ move_border, 6 },
	{ move_region, 4 },
	{ resize_region, 4 },
	{ split_region, 8 },
	{ swap_nodes, 3 },
	{ change_region_node, 4 },
	{ change_region_flags, 3 },
	{ change_node, 4 },
	{ add_reserved, 2 },
	{ drop_reserved, 2 },
	{ change_dma, 4 },
	{ change_dma32, 4 },
	{ change_kernelcore, 4 },
	{ change_movablecore, 4 },
	{ change_movable_node, 2 },
	{ change_memmap, 3 },
	{ change_block_size, 3 },
	{ change_param, 8 },
	{ change_memmap_on_memory, 2 },
	{ add_cma, 4 },
	{ drop_cma, 2 },
	{ shatter, 4 },
	{ go_far, 4 },
};

#define NR_MACHINE_MUTATIONS \
	(sizeof(machine_mutations) / sizeof(machine_mutations[0]))

static void mutate_machine(struct ref_scenario *s, struct rng *rng)
{
	u64 sum = 0, pick;
	u32 n;

	for (n = 0; n < NR_MACHINE_MUTATIONS; n++)
		sum += machine_mutations[n].weight;
	pick = rng_below(rng, sum);
	for (n = 0; pick >= machine_mutations[n].weight; n++)
		pick -= machine_mutations[n].weight;
	machine_mutations[n].apply(s, rng);
}

static bool is_good(const struct ref_scenario *s)
{
	static struct ref_layout layout;
	const struct ref_geometry *g;

	if (scenario_check(s, NULL) || shape_sections(s) > place_sections(s))
		return false;
	g = geometry_by_index(s->machine.geometry);
	return !layout_init(&layout, g, s);
}

/* Take the change or leave it */
static bool try_change(struct ref_scenario *s, struct rng *rng,
		       void (*change)(struct ref_scenario *s, struct rng *rng))
{
	static struct ref_scenario candidate;

	candidate = *s;
	change(&candidate, rng);
	shape_mend(&candidate, place_limit(&candidate));
	if (!is_good(&candidate))
		return false;
	*s = candidate;
	return true;
}

static void change_once(struct ref_scenario *s, struct rng *rng)
{
	bool machine = rng_once_in(rng, 3);
	u32 tries = TRIES;

	while (tries-- && !try_change(s, rng, machine ? mutate_machine :
							ops_mutate))
		;
}

/* Walks over a far machine are long: few of its descendants stay far */
static void drop_far_ops(struct ref_scenario *s, struct rng *rng)
{
	(void)rng;
	for (u32 n = s->nr_ops; n-- > 0;)
		if (place_op_is_far(s, &s->op[n]))
			shape_drop_ops(s, n, 1);
}

static void come_near(struct ref_scenario *s, struct rng *rng)
{
	if (rng_once_in(rng, 16))
		return;
	if (place_is_far(s))
		try_change(s, rng, place_pull_near);
	for (u32 n = 0; n < s->nr_ops; n++)
		if (place_op_is_far(s, &s->op[n])) {
			try_change(s, rng, drop_far_ops);
			return;
		}
}

/* One to a few random changes */
static void mutate(struct ref_scenario *s, struct rng *rng)
{
	u32 changes = 1;

	while (changes < 8 && rng_once_in(rng, 2))
		changes++;
	come_near(s, rng);
	if (s->machine.nr_regions > MANY_REGIONS && !rng_once_in(rng, 4))
		try_change(s, rng, thin_out);
	while (changes--)
		change_once(s, rng);
	if (!rng_once_in(rng, 8))
		try_change(s, rng, ops_mend);
}

static void append_ops(struct ref_scenario *s, u32 count, struct rng *rng)
{
	while (count-- && s->nr_ops < REF_MAX_OPS)
		ops_insert(s, s->nr_ops, rng);
}

void mutator_ops(struct ref_scenario *s, u32 count, struct rng *rng)
{
	static struct ref_scenario before;

	for (; count--; ) {
		before = *s;
		append_ops(s, 1, rng);
		if (!is_good(s))
			*s = before;
	}
}

static void first_region(struct ref_scenario *s, struct rng *rng)
{
	struct ref_region *r = &s->machine.region[0];

	r->start = rng_below(rng, 3) * shape_section(s);
	r->end = r->start + (1 + rng_below(rng, 4)) * shape_section(s);
	r->nid = rng_once_in(rng, 4) ? rng_below(rng, 3) : 0;
	s->machine.nr_regions = 1;
}

void mutator_machine(struct ref_scenario *s, u8 geometry, u8 conf,
		     struct rng *rng)
{
	u32 changes = rng_below(rng, 12);

	memset(s, 0, sizeof(*s));
	s->machine.geometry = geometry;
	s->machine.conf = conf;
	s->machine.memmap = rng_below(rng, 2);
	s->machine.params = REF_PARAMS;
	s->machine.params.value[REF_PARAM_POLICY] = rng_below(rng, 2);
	s->machine.node[0] = REF_NODE_POSSIBLE | REF_NODE_CPU;
	s->machine.node[1] = REF_NODE_POSSIBLE;
	pick_block_size(s, rng);
	first_region(s, rng);
	shape_mend(s, place_limit(s));
	while (changes--)
		try_change(s, rng, mutate_machine);
}

/* Machine and first operations of one, the rest of another */
static void cross(struct ref_scenario *s, const struct ref_scenario *other,
		  struct rng *rng)
{
	static struct ref_scenario child;
	u32 at = rng_below(rng, s->nr_ops + 1);
	u32 from = rng_below(rng, other->nr_ops + 1);
	u32 count = rng_below(rng, other->nr_ops - from + 1);

	child = *s;
	if (!shape_open_ops(&child, at, count))
		return;
	memcpy(&child.op[at], &other->op[from], count * sizeof(child.op[0]));
	shape_mend(&child, place_limit(&child));
	if (is_good(&child))
		*s = child;
}

static bool read(const u8 *in, size_t len, u8 geometry, u8 conf,
		 struct ref_scenario *s)
{
	struct codec_error err;

	return len && !codec_read(in, len, s, &err) &&
	       s->machine.geometry == geometry && s->machine.conf == conf &&
	       is_good(s);
}

static void start_anew(struct ref_scenario *s, u8 geometry, u8 conf,
		       struct rng *rng)
{
	mutator_machine(s, geometry, conf, rng);
	mutator_ops(s, 1 + rng_below(rng, 32), rng);
}

size_t mutator_bytes(const u8 *in, size_t len, const u8 *add, size_t add_len,
		     u8 *out, u8 geometry, u8 conf, bool fresh, u64 seed)
{
	static struct ref_scenario s, other;
	struct rng rng = { seed };

	if (fresh || !read(in, len, geometry, conf, &s))
		start_anew(&s, geometry, conf, &rng);
	else if (add && read(add, add_len, geometry, conf, &other))
		cross(&s, &other, &rng);
	else
		mutate(&s, &rng);
	return codec_write_cbor(&s, out, CODEC_CBOR_MAX);
}
