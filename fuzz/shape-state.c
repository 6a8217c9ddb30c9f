// SPDX-License-Identifier: GPL-2.0-only
/*
 * Blocks, groups and mappings before an operation, as far as they can be told
 * without running anything.
 */
#include <string.h>

#include "shape.h"

struct shape_block *shape_block(struct shape_blocks *blocks, u64 start)
{
	for (u32 n = blocks->nr; n-- > 0;)
		if (blocks->block[n].start == start)
			return &blocks->block[n];
	return NULL;
}

static struct shape_block *open_block(struct shape_blocks *blocks, u64 start)
{
	struct shape_block *b = shape_block(blocks, start);

	if (b || blocks->nr == REF_MAX_BLOCKS)
		return b;
	b = &blocks->block[blocks->nr++];
	*b = (struct shape_block){ .start = start };
	return b;
}

static u64 overlap(u64 a, u64 a_end, u64 b, u64 b_end)
{
	u64 lo = a > b ? a : b, hi = a_end < b_end ? a_end : b_end;

	return lo < hi ? hi - lo : 0;
}

static void boot_block(struct shape_block *b, const struct ref_region *r,
		       u64 size)
{
	bool other = b->covered && b->nid != r->nid;

	if (!(r->flags & REF_REGION_NOMAP))
		b->covered += overlap(b->start, b->start + size,
				      r->start, r->end);
	b->nid = r->nid;
	b->state = other ? REF_BLOCK_OTHER : REF_BLOCK_ONLINE;
}

static void boot_region(struct shape_blocks *blocks, const struct ref_region *r,
			u64 size)
{
	u64 start = r->start - r->start % size;
	struct shape_block *b;

	for (; start < r->end; start += size) {
		b = open_block(blocks, start);
		if (!b)
			return;
		boot_block(b, r, size);
	}
}

static bool cuts(u64 limit, const struct shape_block *b, u64 size)
{
	return limit > b->start && limit < b->start + size;
}

/* Blocks with a hole or of two zones stay as they are for ever */
static void mark_stuck(struct shape_blocks *blocks, const struct ref_machine *m)
{
	for (u32 n = 0; n < blocks->nr; n++) {
		struct shape_block *b = &blocks->block[n];

		if (b->covered != m->block_size ||
		    cuts(m->dma_end, b, m->block_size) ||
		    cuts(m->dma32_end, b, m->block_size))
			b->state = REF_BLOCK_OTHER;
	}
}

const struct shape_group *shape_group(const struct shape_blocks *blocks,
				      u32 number)
{
	if (!number || number > REF_MAX_GROUPS ||
	    !blocks->group[number - 1].type)
		return NULL;
	return &blocks->group[number - 1];
}

/* --- what operations do */

/* Every block that [start, end) touches, up to as many as there can be */
static void set_blocks(struct shape_blocks *blocks, const struct ref_op *op,
		       u64 size, const struct shape_block *like)
{
	u64 start = op->start - op->start % size, end = op->start + op->size;
	struct shape_block *b;

	for (u32 n = 0; n < REF_MAX_BLOCKS && start < end; n++, start += size) {
		b = open_block(blocks, start);
		if (!b)
			continue;
		*b = *like;
		b->start = start;
	}
}

static void apply_add(struct shape_blocks *blocks, const struct ref_op *op,
		      u64 block_size)
{
	u32 type = blocks->params.value[REF_PARAM_AUTO];
	const struct shape_group *group = shape_group(blocks, op->group);
	const struct shape_block like = {
		.state = type ? REF_BLOCK_ONLINE : REF_BLOCK_OFFLINE,
		.movable = type == REF_AUTO_MOVABLE,
		.nid = group ? group->nid : op->nid, .group = op->group,
	};

	set_blocks(blocks, op, block_size, &like);
}

static void apply_remove(struct shape_blocks *blocks, const struct ref_op *op,
			 u64 block_size)
{
	static const struct shape_block absent = { .state = REF_BLOCK_ABSENT };

	set_blocks(blocks, op, block_size, &absent);
}

static void apply_state(struct shape_blocks *blocks, const struct ref_op *op,
			u64 block_size)
{
	struct shape_block *b = shape_block(blocks, op->start);

	(void)block_size;
	if (!b)
		return;
	b->movable = op->online == REF_ONLINE_MOVABLE;
	b->state = op->kind == REF_OP_ONLINE ? REF_BLOCK_ONLINE :
					       REF_BLOCK_OFFLINE;
}

/* Index of the lowest free group, or REF_MAX_GROUPS */
static u32 free_group(const struct shape_blocks *blocks)
{
	u32 n = 0;

	while (n < REF_MAX_GROUPS && blocks->group[n].type)
		n++;
	return n;
}

static void apply_register(struct shape_blocks *blocks, const struct ref_op *op,
			   u64 block_size)
{
	u32 n = free_group(blocks);

	(void)block_size;
	if (n < REF_MAX_GROUPS)
		blocks->group[n] = (struct shape_group){
			.size = op->size, .nid = op->nid,
			.type = op->flags ? REF_GROUP_DYNAMIC :
					    REF_GROUP_STATIC,
		};
}

static void apply_unregister(struct shape_blocks *blocks,
			     const struct ref_op *op, u64 block_size)
{
	(void)block_size;
	if (op->group)
		blocks->group[op->group - 1].type = REF_GROUP_NONE;
}

static void apply_set(struct shape_blocks *blocks, const struct ref_op *op,
		      u64 block_size)
{
	(void)block_size;
	blocks->params.value[op->param] = op->value;
}

static void apply_map(struct shape_blocks *blocks, const struct ref_op *op,
		      u64 block_size)
{
	(void)block_size;
	if (blocks->nr_maps < SHAPE_MAPS)
		blocks->map[blocks->nr_maps++] = (struct ref_span){
			op->start, op->start + op->size,
		};
}

/* Index of the mapping that is exactly this, or nr_maps */
static u32 find_map(const struct shape_blocks *blocks, const struct ref_op *op)
{
	u32 n = 0;

	while (n < blocks->nr_maps &&
	       (blocks->map[n].start != op->start ||
		blocks->map[n].end != op->start + op->size))
		n++;
	return n;
}

static void apply_unmap(struct shape_blocks *blocks, const struct ref_op *op,
			u64 block_size)
{
	u32 n = find_map(blocks, op);

	(void)block_size;
	if (n < blocks->nr_maps)
		blocks->map[n] = blocks->map[--blocks->nr_maps];
}

static void apply_nothing(struct shape_blocks *blocks, const struct ref_op *op,
			  u64 block_size)
{
	(void)blocks;
	(void)op;
	(void)block_size;
}

/* --- whether they can */

static bool all_are(const struct shape_blocks *blocks, u64 start, u64 end,
		    u64 size, u8 state)
{
	const struct shape_block *b;

	if (start % size || end % size || end - start > size * REF_MAX_BLOCKS)
		return false;
	for (; start < end; start += size) {
		b = shape_block((struct shape_blocks *)blocks, start);
		if ((b ? b->state : REF_BLOCK_ABSENT) != state)
			return false;
	}
	return true;
}

static bool is_mapped(const struct shape_blocks *blocks, u64 start, u64 end)
{
	for (u32 n = 0; n < blocks->nr_maps; n++)
		if (overlap(start, end, blocks->map[n].start,
			    blocks->map[n].end))
			return true;
	return false;
}

static bool is_possible(const struct shape_blocks *blocks, u32 nid)
{
	return blocks->nodes >> nid & 1;
}

static bool can_add(const struct shape_blocks *blocks, const struct ref_op *op,
		    u64 block_size)
{
	u64 end = op->start + op->size;

	if (op->group ? !shape_group(blocks, op->group) :
			!is_possible(blocks, op->nid))
		return false;
	return !is_mapped(blocks, op->start, end) &&
	       all_are(blocks, op->start, end, block_size, REF_BLOCK_ABSENT);
}

static bool can_remove(const struct shape_blocks *blocks,
		       const struct ref_op *op, u64 block_size)
{
	return all_are(blocks, op->start, op->start + op->size, block_size,
		       REF_BLOCK_OFFLINE);
}

static bool can_change(const struct shape_blocks *blocks,
		       const struct ref_op *op, u64 block_size)
{
	return all_are(blocks, op->start, op->start + block_size, block_size,
		       op->kind == REF_OP_ONLINE ? REF_BLOCK_OFFLINE :
						   REF_BLOCK_ONLINE);
}

static bool can_register(const struct shape_blocks *blocks,
			 const struct ref_op *op, u64 block_size)
{
	if (free_group(blocks) == REF_MAX_GROUPS || !op->size ||
	    !is_possible(blocks, op->nid))
		return false;
	return !op->flags || (op->size >= block_size &&
			      !(op->size & (op->size - 1)));
}

static bool can_unregister(const struct shape_blocks *blocks,
			   const struct ref_op *op, u64 block_size)
{
	(void)block_size;
	for (u32 n = 0; n < blocks->nr; n++)
		if (blocks->block[n].group == op->group)
			return false;
	return shape_group(blocks, op->group);
}

static bool can_set(const struct shape_blocks *blocks, const struct ref_op *op,
		    u64 block_size)
{
	(void)block_size;
	return blocks->params.value[op->param] != op->value;
}

static bool can_query(const struct shape_blocks *blocks,
		      const struct ref_op *op, u64 block_size)
{
	(void)block_size;
	return is_possible(blocks, op->nid) &&
	       (!op->group || shape_group(blocks, op->group));
}

/* Where no block of memory is but such as have holes */
static bool can_map(const struct shape_blocks *blocks, const struct ref_op *op,
		    u64 block_size)
{
	u64 end = op->start + op->size;

	for (u32 n = 0; n < blocks->nr; n++) {
		const struct shape_block *b = &blocks->block[n];

		if (b->state != REF_BLOCK_ABSENT &&
		    b->state != REF_BLOCK_OTHER &&
		    overlap(b->start, b->start + block_size, op->start, end))
			return false;
	}
	return !is_mapped(blocks, op->start, end);
}

static bool can_unmap(const struct shape_blocks *blocks,
		      const struct ref_op *op, u64 block_size)
{
	(void)block_size;
	return find_map(blocks, op) < blocks->nr_maps;
}

/* By enum ref_op_kind */
static const struct {
	bool (*can)(const struct shape_blocks *blocks, const struct ref_op *op,
		    u64 block_size);
	void (*apply)(struct shape_blocks *blocks, const struct ref_op *op,
		      u64 block_size);
} ops[REF_NR_OPS] = {
	[REF_OP_ADD] = { can_add, apply_add },
	[REF_OP_ONLINE] = { can_change, apply_state },
	[REF_OP_OFFLINE] = { can_change, apply_state },
	[REF_OP_REMOVE] = { can_remove, apply_remove },
	[REF_OP_REGISTER] = { can_register, apply_register },
	[REF_OP_UNREGISTER] = { can_unregister, apply_unregister },
	[REF_OP_SET] = { can_set, apply_set },
	[REF_OP_QUERY] = { can_query, apply_nothing },
	[REF_OP_MAP] = { can_map, apply_map },
	[REF_OP_UNMAP] = { can_unmap, apply_unmap },
};

void shape_apply(struct shape_blocks *blocks, const struct ref_op *op,
		 u64 block_size)
{
	ops[op->kind].apply(blocks, op, block_size);
}

bool shape_makes_sense(const struct shape_blocks *blocks,
		       const struct ref_op *op, u64 block_size)
{
	return ops[op->kind].can(blocks, op, block_size);
}

#define FAULT(name)	(1u << REF_FAULT_##name)

bool shape_may_fail(const struct ref_op *op)
{
	static const u32 met[REF_NR_OPS] = {
		[REF_OP_ADD] = FAULT(ALLOC) | FAULT(MEMMAP) |
			FAULT(BLOCK_DEVICE) | FAULT(NODE_DEVICE) |
			FAULT(NOTIFY) | FAULT(NODE_NOTIFY) | FAULT(PREPARE),
		[REF_OP_ONLINE] = FAULT(ALLOC) | FAULT(NOTIFY) |
			FAULT(NODE_NOTIFY) | FAULT(PREPARE),
		[REF_OP_OFFLINE] = FAULT(ALLOC) | FAULT(NOTIFY) |
			FAULT(NODE_NOTIFY) | FAULT(ISOLATE) |
			FAULT(UNMOVABLE) | FAULT(SIGNAL) | FAULT(HUGETLB),
		[REF_OP_REGISTER] = FAULT(ALLOC),
		[REF_OP_MAP] = FAULT(ALLOC) | FAULT(MEMMAP),
	};

	return met[op->kind] >> op->fault & 1;
}

void shape_blocks(const struct ref_scenario *s, u32 at,
		  struct shape_blocks *blocks)
{
	const struct ref_machine *m = &s->machine;

	blocks->nr = 0;
	blocks->nr_maps = 0;
	blocks->nodes = 0;
	for (u32 n = 0; n < REF_MAX_NODES; n++)
		if (m->node[n] & REF_NODE_POSSIBLE)
			blocks->nodes |= 1u << n;
	blocks->params = m->params;
	memset(blocks->group, 0, sizeof(blocks->group));
	for (u32 n = 0; n < m->nr_regions; n++)
		boot_region(blocks, &m->region[n], m->block_size);
	mark_stuck(blocks, m);
	for (u32 n = 0; n < at; n++)
		if (!shape_may_fail(&s->op[n]) &&
		    shape_makes_sense(blocks, &s->op[n], m->block_size))
			shape_apply(blocks, &s->op[n], m->block_size);
}

/* --- how much may be movable */

static bool counts(u32 nid, s32 wanted)
{
	return wanted < 0 || (s32)nid == wanted;
}

static u64 sum_or_none(u64 all, u64 less)
{
	return all > less ? all - less : 0;
}

/* Early pages of kernel zones, as far as can be told without running */
static u64 early_bytes(const struct ref_machine *m, s32 nid)
{
	u64 bytes = 0;

	for (u32 n = 0; n < m->nr_regions; n++)
		if (counts(m->region[n].nid, nid) &&
		    !(m->region[n].flags & REF_REGION_NOMAP))
			bytes += m->region[n].end - m->region[n].start;
	if (m->kernelcore && m->kernelcore < bytes)
		return m->kernelcore;
	return sum_or_none(bytes, m->movablecore);
}

static u64 cma_bytes(const struct ref_machine *m)
{
	u64 bytes = 0;

	for (u32 n = 0; n < m->nr_cma; n++)
		bytes += m->cma[n].end - m->cma[n].start;
	return bytes;
}

u64 shape_movable_room(const struct ref_scenario *s,
		       const struct shape_blocks *blocks, s32 nid)
{
	u64 ratio = blocks->params.value[REF_PARAM_RATIO];
	u64 cma = cma_bytes(&s->machine), page = shape_page(s);
	u64 early = sum_or_none(early_bytes(&s->machine, nid), cma);
	u64 movable = cma;

	for (u32 n = 0; n < blocks->nr; n++) {
		const struct shape_block *b = &blocks->block[n];

		if (!b->movable || b->state != REF_BLOCK_ONLINE ||
		    !counts(b->nid, nid))
			continue;
		movable += s->machine.block_size;
		early = sum_or_none(early, b->covered);
	}
	/* The product of a ratio of 32 bits and these fits 64 */
	early = (early / page) & 0x7fffffff;
	return sum_or_none(ratio * early / 100, movable / page);
}
