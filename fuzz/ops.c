// SPDX-License-Identifier: GPL-2.0-only
/*
 * Operations that make sense where they stand, and changes to them.
 */
#include <string.h>

#include "geometry.h"
#include "ops.h"
#include "places.h"
#include "scenario-check.h"
#include "shape.h"

/* Longer ones find nothing that shorter ones do not, but take their time */
#define MANY_OPS	200
/* One add in so many is beyond 31 bits of pfn */
#define FAR_ADDS	(1u << 18)

static struct shape_blocks blocks;

/* A block in @state: the latest or the first of its kind, or any; or NULL */
static const struct shape_block *pick_block(u8 state, struct rng *rng)
{
	u32 from = rng_below(rng, blocks.nr);

	if (rng_once_in(rng, 4))
		from = rng_once_in(rng, 2) ? 0 : blocks.nr - 1;
	for (u32 n = 0; n < blocks.nr; n++) {
		const struct shape_block *b =
			&blocks.block[(from + n) % blocks.nr];

		if (b->state == state)
			return b;
	}
	return NULL;
}

static bool exists(u64 start)
{
	const struct shape_block *b = shape_block(&blocks, start);

	return b && b->state != REF_BLOCK_ABSENT;
}

/* Where nothing is: next to a block, or a little further */
static u64 absent_start(const struct ref_scenario *s, struct rng *rng)
{
	u64 size = s->machine.block_size, x = 0;
	const struct shape_block *b = pick_block(REF_BLOCK_ABSENT, rng);

	if (b && rng_once_in(rng, 2))
		return b->start;
	if (blocks.nr)
		x = blocks.block[rng_below(rng, blocks.nr)].start;
	for (u32 n = 0; n < 8 && exists(x); n++)
		x += size;
	if (rng_once_in(rng, 4))
		x += rng_below(rng, 4) * size;
	return x;
}

/* Hardly ever: walks that reach so far take a second */
static u64 far_start(const struct ref_scenario *s, struct rng *rng)
{
	u64 start = place_far(s, rng);

	return start - start % s->machine.block_size;
}

/* A registered group, or none if there is none */
static u8 pick_group(struct rng *rng)
{
	u32 from = rng_below(rng, REF_MAX_GROUPS);

	for (u32 n = 0; n < REF_MAX_GROUPS; n++) {
		u32 number = (from + n) % REF_MAX_GROUPS + 1;

		if (shape_group(&blocks, number))
			return number;
	}
	return 0;
}

/* A unit of a dynamic group, all of a static one, or a block as before */
static void fit_group(const struct ref_scenario *s, struct ref_op *op,
		      struct rng *rng)
{
	u64 block = s->machine.block_size;
	u64 size = shape_group(&blocks, op->group)->size;

	size -= size % block;
	if (size && size <= 8 * block && rng_once_in(rng, 2))
		op->size = size;
}

static void make_add(struct ref_scenario *s, struct ref_op *op,
		     struct rng *rng)
{
	op->kind = REF_OP_ADD;
	op->start = rng_once_in(rng, FAR_ADDS) ? far_start(s, rng) :
						 absent_start(s, rng);
	op->size = s->machine.block_size;
	if (rng_once_in(rng, 4))
		op->size *= 1 + rng_below(rng, 4);
	op->nid = place_node(s, rng);
	if (rng_once_in(rng, 2))
		op->group = pick_group(rng);
	if (rng_once_in(rng, 2))
		op->flags = REF_OP_MEMMAP_ON_MEMORY;
	if (op->group)
		fit_group(s, op, rng);
	shape_mend_op(s, op);
}

static void make_remove(struct ref_scenario *s, struct ref_op *op,
			struct rng *rng)
{
	const struct shape_block *b = pick_block(REF_BLOCK_OFFLINE, rng);

	op->kind = REF_OP_REMOVE;
	op->start = b ? b->start : absent_start(s, rng);
	op->size = s->machine.block_size;
	if (rng_once_in(rng, 6))
		op->size *= 1 + rng_below(rng, 4);
}

static void make_online(struct ref_scenario *s, struct ref_op *op,
			struct rng *rng)
{
	const struct shape_block *b = pick_block(REF_BLOCK_OFFLINE, rng);

	op->kind = REF_OP_ONLINE;
	op->online = rng_below(rng, REF_NR_ONLINE);
	op->start = b ? b->start : absent_start(s, rng);
}

static void make_offline(struct ref_scenario *s, struct ref_op *op,
			 struct rng *rng)
{
	const struct shape_block *b = pick_block(REF_BLOCK_ONLINE, rng);

	op->kind = REF_OP_OFFLINE;
	op->start = b ? b->start : absent_start(s, rng);
}

/* As much as may still be movable, or a page more or less */
static u64 limit_size(const struct ref_scenario *s, u32 nid, struct rng *rng)
{
	u64 pages = shape_movable_room(s, &blocks, -1);
	u64 of_node = shape_movable_room(s, &blocks, nid);

	if (blocks.params.value[REF_PARAM_NUMA_AWARE] && of_node < pages)
		pages = of_node;
	return (pages + rng_below(rng, 3) - 1) * shape_page(s);
}

static bool fits(const struct ref_scenario *s, u64 start, u64 size)
{
	const struct ref_geometry *g = geometry_by_index(s->machine.geometry);
	u64 end = 1ull << g->phys_bits;

	return size && start < end && size <= end - start;
}

/* Blocks, as few as drivers take at once; sometimes not even pages */
static void make_register(struct ref_scenario *s, struct ref_op *op,
			  struct rng *rng)
{
	op->kind = REF_OP_REGISTER;
	op->size = s->machine.block_size;
	if (rng_once_in(rng, 2))
		op->flags = REF_OP_DYNAMIC;
	if (op->flags)
		op->size <<= rng_below(rng, 3);
	else
		op->size *= 1 + rng_below(rng, 8);
	op->nid = place_node(s, rng);
	if (rng_once_in(rng, 16))
		op->size = place_length(s, rng);
	else if (!op->flags && rng_once_in(rng, 8))
		op->size = limit_size(s, op->nid, rng);
	if (!fits(s, 0, op->size))
		op->size = s->machine.block_size;
	shape_mend_op(s, op);
}

static void make_unregister(struct ref_scenario *s, struct ref_op *op,
			    struct rng *rng)
{
	(void)s;
	op->kind = REF_OP_UNREGISTER;
	op->group = pick_group(rng);
	if (!op->group || rng_once_in(rng, 16))
		op->group = 1 + rng_below(rng, REF_MAX_GROUPS);
}

u32 ops_param_value(u32 param, struct rng *rng)
{
	static const u32 ratios[] = {
		0, 1, 99, 100, 101, 301, 0x7fffffff, 0x80000000, 0xffffffff,
	};
	u64 most = scenario_param_most(param);

	if (param != REF_PARAM_RATIO)
		return rng_below(rng, most + 1);
	if (rng_once_in(rng, 4))
		return rng_below(rng, 1000);
	return ratios[rng_below(rng, sizeof(ratios) / sizeof(ratios[0]))];
}

static void make_set(struct ref_scenario *s, struct ref_op *op,
		     struct rng *rng)
{
	op->kind = REF_OP_SET;
	op->param = rng_below(rng, REF_NR_PARAMS);
	op->value = ops_param_value(op->param, rng);
	shape_mend_op(s, op);
}

/* At the limit nothing else than the limit should decide */
static void query_limit(const struct ref_scenario *s, struct ref_op *op,
			struct rng *rng)
{
	const struct ref_machine *m = &s->machine;
	u32 nid = m->region[rng_below(rng, m->nr_regions)].nid;
	u64 size = limit_size(s, nid, rng);

	if (!fits(s, op->start, size))
		return;
	op->size = size;
	if (rng_once_in(rng, 8))
		return;
	op->nid = nid;
	op->online = REF_ONLINE_DEFAULT;
	op->group = 0;
}

static void make_query(struct ref_scenario *s, struct ref_op *op,
		       struct rng *rng)
{
	const struct shape_block *b = pick_block(REF_BLOCK_OFFLINE, rng);

	op->kind = REF_OP_QUERY;
	op->online = rng_below(rng, REF_NR_ONLINE);
	op->nid = place_node(s, rng);
	if (rng_once_in(rng, 2))
		op->group = pick_group(rng);
	op->start = b && rng_once_in(rng, 2) ? b->start : absent_start(s, rng);
	op->size = s->machine.block_size * (1 + rng_below(rng, 4));
	if (blocks.params.value[REF_PARAM_POLICY] && !rng_once_in(rng, 4))
		query_limit(s, op, rng);
	if (rng_once_in(rng, 16))
		op->start = place_edge(s, rng);
	if (rng_once_in(rng, 16))
		op->start = place_alias(s, place_edge(s, rng), rng);
	shape_mend_op(s, op);
}

/* Where nothing is, mostly in whole subsections */
static void make_map(struct ref_scenario *s, struct ref_op *op,
		     struct rng *rng)
{
	if (!conf_has(s->machine.conf, REF_CONF_ZONE_DEVICE)) {
		make_add(s, op, rng);
		return;
	}
	op->kind = REF_OP_MAP;
	op->start = absent_start(s, rng);
	op->size = shape_section(s);
	if (rng_once_in(rng, 3))
		op->start = place_edge(s, rng);
	if (rng_once_in(rng, 2))
		op->size = place_length(s, rng);
	op->nid = place_node(s, rng);
}

static void make_unmap(struct ref_scenario *s, struct ref_op *op,
		       struct rng *rng)
{
	const struct ref_span *map;

	if (!blocks.nr_maps) {
		make_map(s, op, rng);
		return;
	}
	map = &blocks.map[rng_below(rng, blocks.nr_maps)];
	op->kind = REF_OP_UNMAP;
	op->start = map->start;
	op->size = map->end - map->start;
}

/* What hardly ever makes sense: any kind at any place */
static void make_nonsense(struct ref_scenario *s, struct ref_op *op,
			  struct rng *rng)
{
	bool device = conf_has(s->machine.conf, REF_CONF_ZONE_DEVICE);

	memset(op, 0, sizeof(*op));
	op->kind = rng_below(rng, device ? REF_NR_OPS : REF_OP_MAP);
	op->start = place_edge(s, rng);
	op->size = place_length(s, rng);
	op->nid = rng_below(rng, REF_MAX_NODES);
	op->online = rng_below(rng, REF_NR_ONLINE);
	op->group = rng_below(rng, REF_MAX_GROUPS + 1);
	op->flags = rng_below(rng, 4);
	op->param = rng_below(rng, REF_NR_PARAMS);
	op->value = ops_param_value(op->param, rng);
	shape_mend_op(s, op);
}

static void pick_fault(struct ref_op *op, struct rng *rng)
{
	u32 most, tries = 4;

	op->fault_nr = 0;
	op->fault = rng_below(rng, REF_NR_FAULTS);
	while (tries-- && !shape_may_fail(op))
		op->fault = rng_below(rng, REF_NR_FAULTS);
	if (!scenario_fault_counts(op->fault))
		return;
	most = op->fault == REF_FAULT_ALLOC ? 40 : 4;
	op->fault_nr = rng_below(rng, rng_once_in(rng, 2) ? most : 4);
}

static void (* const makers[])(struct ref_scenario *s, struct ref_op *op,
			       struct rng *rng) = {
	make_add, make_add, make_add, make_add,
	make_online, make_online, make_online, make_online, make_online,
	make_online,
	make_offline, make_offline, make_offline, make_offline,
	make_remove, make_remove,
	make_register,
	make_unregister,
	make_set,
	make_query,
	make_map, make_unmap,
};

#define NR_MAKERS	(sizeof(makers) / sizeof(makers[0]))

/* An operation of a random kind that can succeed, if that is easily found */
static void make_sensible(struct ref_scenario *s, struct ref_op *op,
			  struct rng *rng)
{
	for (u32 tries = 0; tries < 6; tries++) {
		memset(op, 0, sizeof(*op));
		makers[rng_below(rng, NR_MAKERS)](s, op, rng);
		if (shape_makes_sense(&blocks, op, s->machine.block_size))
			return;
	}
}

static void make_op(struct ref_scenario *s, struct ref_op *op,
		    struct rng *rng)
{
	make_sensible(s, op, rng);
	if (rng_once_in(rng, 64))
		make_nonsense(s, op, rng);
	if (scenario_op_forms[op->kind].fault && rng_once_in(rng, 12))
		pick_fault(op, rng);
}

void ops_insert(struct ref_scenario *s, u32 at, struct rng *rng)
{
	shape_blocks(s, at, &blocks);
	if (shape_open_ops(s, at, 1))
		make_op(s, &s->op[at], rng);
}

/* Another operation in its place, or the same at a better place */
static void make_better(struct ref_scenario *s, struct ref_op *op,
			struct rng *rng)
{
	const struct shape_block *b = shape_block(&blocks, op->start);

	if (op->kind == REF_OP_ONLINE && b && b->state == REF_BLOCK_ONLINE)
		op->kind = REF_OP_OFFLINE;
	else if (op->kind == REF_OP_OFFLINE && b &&
		 b->state == REF_BLOCK_OFFLINE)
		op->kind = REF_OP_ONLINE;
	else
		make_sensible(s, op, rng);
}

/* Changes leave many operations that can only fail: mend most of those */
void ops_mend(struct ref_scenario *s, struct rng *rng)
{
	u64 size = s->machine.block_size;

	shape_blocks(s, 0, &blocks);
	for (u32 n = 0; n < s->nr_ops; n++) {
		struct ref_op *op = &s->op[n];

		if (!shape_makes_sense(&blocks, op, size) &&
		    !rng_once_in(rng, 16))
			make_better(s, op, rng);
		if (!shape_may_fail(op) && shape_makes_sense(&blocks, op, size))
			shape_apply(&blocks, op, size);
	}
}

static void insert_one(struct ref_scenario *s, struct rng *rng)
{
	ops_insert(s, rng_below(rng, s->nr_ops + 1), rng);
}

static void insert_many(struct ref_scenario *s, struct rng *rng)
{
	u32 at = rng_once_in(rng, 2) ? s->nr_ops :
				       rng_below(rng, s->nr_ops + 1);
	u32 count = 2 + rng_below(rng, 16);

	while (count-- && s->nr_ops < MANY_OPS)
		ops_insert(s, at++, rng);
}

static void drop(struct ref_scenario *s, struct rng *rng)
{
	u32 at = rng_below(rng, s->nr_ops);
	u32 count = rng_once_in(rng, 4) ? 1 + rng_below(rng, 16) : 1;

	if (count > s->nr_ops - at)
		count = s->nr_ops - at;
	shape_drop_ops(s, at, count);
}

static void swap(struct ref_scenario *s, struct rng *rng)
{
	struct ref_op *a, *b, c;

	if (!s->nr_ops)
		return;
	a = &s->op[rng_below(rng, s->nr_ops)];
	b = &s->op[rng_below(rng, s->nr_ops)];
	c = *a;
	*a = *b;
	*b = c;
}

/* Copy a run of operations to another place */
static void splice(struct ref_scenario *s, struct rng *rng)
{
	static struct ref_op copy[16];
	u32 from = rng_below(rng, s->nr_ops);
	u32 to = rng_below(rng, s->nr_ops + 1);
	u32 count = 1 + rng_below(rng, 16);

	if (count > s->nr_ops - from)
		count = s->nr_ops - from;
	if (s->nr_ops + count > MANY_OPS)
		return;
	memcpy(copy, &s->op[from], count * sizeof(copy[0]));
	if (shape_open_ops(s, to, count))
		memcpy(&s->op[to], copy, count * sizeof(copy[0]));
}

static void repeat(struct ref_scenario *s, struct rng *rng)
{
	u32 at = rng_below(rng, s->nr_ops);

	if (s->nr_ops && s->nr_ops < MANY_OPS && shape_open_ops(s, at, 1))
		s->op[at] = s->op[at + 1];
}

static struct ref_op *any_op(struct ref_scenario *s, struct rng *rng)
{
	static struct ref_op none;

	return s->nr_ops ? &s->op[rng_below(rng, s->nr_ops)] : &none;
}

static void change_fault(struct ref_scenario *s, struct rng *rng)
{
	pick_fault(any_op(s, rng), rng);
}

static void drop_faults(struct ref_scenario *s, struct rng *rng)
{
	struct ref_op *op = any_op(s, rng);

	op->fault = REF_FAULT_NONE;
	op->fault_nr = 0;
}

static void change_zone(struct ref_scenario *s, struct rng *rng)
{
	struct ref_op *op = any_op(s, rng);

	if (scenario_op_has(op->kind, SCENARIO_OP_ONLINE))
		op->online = rng_below(rng, REF_NR_ONLINE);
}

static void change_start(struct ref_scenario *s, struct rng *rng)
{
	struct ref_op *op = any_op(s, rng);
	u64 by = s->machine.block_size * (1 + rng_below(rng, 3));

	if (rng_once_in(rng, 16))
		op->start = place_near(s, op->start, rng);
	else if (rng_once_in(rng, 2))
		op->start += by;
	else
		op->start -= op->start < by ? op->start : by;
}

static void change_size(struct ref_scenario *s, struct rng *rng)
{
	struct ref_op *op = any_op(s, rng);

	if (!op->size)
		return;
	op->size = s->machine.block_size * (1 + rng_below(rng, 6));
	if (rng_once_in(rng, 16))
		op->size = place_length(s, rng);
}

static void change_op_node(struct ref_scenario *s, struct rng *rng)
{
	struct ref_op *op = any_op(s, rng);

	if (scenario_op_has(op->kind, SCENARIO_OP_NID))
		op->nid = place_node(s, rng);
}

static void change_group(struct ref_scenario *s, struct rng *rng)
{
	struct ref_op *op = any_op(s, rng);

	op->group = rng_below(rng, rng_once_in(rng, 2) ? 3 :
						       REF_MAX_GROUPS + 1);
}

static void change_flags(struct ref_scenario *s, struct rng *rng)
{
	struct ref_op *op = any_op(s, rng);

	op->flags ^= scenario_op_forms[op->kind].flags;
}

static void change_value(struct ref_scenario *s, struct rng *rng)
{
	struct ref_op *op = any_op(s, rng);

	op->value = ops_param_value(op->param, rng);
}

/* To and fro by a page: where a limit is exact */
static void change_pages(struct ref_scenario *s, struct rng *rng)
{
	struct ref_op *op = any_op(s, rng);

	if (op->kind != REF_OP_QUERY && op->kind != REF_OP_REGISTER)
		return;
	op->size += rng_once_in(rng, 2) ? shape_page(s) : -shape_page(s);
}

static void (* const changes[])(struct ref_scenario *s, struct rng *rng) = {
	insert_one, insert_one, insert_one, insert_one,
	insert_many, insert_many, insert_many, insert_many,
	drop, drop, drop,
	swap,
	splice, splice,
	repeat,
	change_fault,
	drop_faults,
	change_zone,
	change_start, change_start,
	change_size,
	change_op_node,
	change_group,
	change_flags,
	change_value,
	change_pages,
};

void ops_mutate(struct ref_scenario *s, struct rng *rng)
{
	changes[rng_below(rng, sizeof(changes) / sizeof(changes[0]))](s, rng);
}
