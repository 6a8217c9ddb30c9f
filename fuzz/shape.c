// SPDX-License-Identifier: GPL-2.0-only
/*
 * The shape of a scenario: what mutator and minimiser both do to it.
 */
#include <string.h>

#include "geometry.h"
#include "shape.h"

u64 shape_section(const struct ref_scenario *s)
{
	return 1ull << geometry_by_index(s->machine.geometry)->section_shift;
}

u64 shape_page(const struct ref_scenario *s)
{
	return 1ull << geometry_by_index(s->machine.geometry)->page_shift;
}

static void move(u64 *x, u64 from, u64 by)
{
	if (*x >= from)
		*x += by;
}

static void move_limit(u64 *x, u64 from, u64 by)
{
	if (*x)
		move(x, from + 1, by);
}

void shape_move(struct ref_scenario *s, u64 from, u64 by)
{
	struct ref_machine *m = &s->machine;

	for (u32 n = 0; n < m->nr_regions; n++) {
		move(&m->region[n].start, from, by);
		move(&m->region[n].end, from + 1, by);
	}
	for (u32 n = 0; n < m->nr_reserved; n++) {
		move(&m->reserved[n].start, from, by);
		move(&m->reserved[n].end, from + 1, by);
	}
	for (u32 n = 0; n < s->nr_ops; n++)
		move(&s->op[n].start, from, by);
	move_limit(&m->dma_end, from, by);
	move_limit(&m->dma32_end, from, by);
}

void shape_drop_ops(struct ref_scenario *s, u32 at, u32 count)
{
	memmove(&s->op[at], &s->op[at + count],
		(s->nr_ops - at - count) * sizeof(s->op[0]));
	s->nr_ops -= count;
}

void shape_drop_region(struct ref_scenario *s, u32 n)
{
	struct ref_machine *m = &s->machine;

	m->nr_regions--;
	memmove(&m->region[n], &m->region[n + 1],
		(m->nr_regions - n) * sizeof(m->region[0]));
}

bool shape_open_ops(struct ref_scenario *s, u32 at, u32 count)
{
	if (s->nr_ops + count > REF_MAX_OPS)
		return false;
	memmove(&s->op[at + count], &s->op[at],
		(s->nr_ops - at) * sizeof(s->op[0]));
	s->nr_ops += count;
	return true;
}

/* Insertion sort: at most 64, nearly sorted */
static void sort_regions(struct ref_machine *m)
{
	for (u32 n = 1; n < m->nr_regions; n++)
		for (u32 k = n; k && m->region[k].start <
				     m->region[k - 1].start; k--) {
			struct ref_region swap = m->region[k];

			m->region[k] = m->region[k - 1];
			m->region[k - 1] = swap;
		}
}

static void sort_reserved(struct ref_machine *m)
{
	for (u32 n = 1; n < m->nr_reserved; n++)
		for (u32 k = n; k && m->reserved[k].start <
				     m->reserved[k - 1].start; k--) {
			struct ref_reserved swap = m->reserved[k];

			m->reserved[k] = m->reserved[k - 1];
			m->reserved[k - 1] = swap;
		}
}

/* Cut [start, end) to what lies in [before, limit); true if any is left */
static bool cut(u64 *start, u64 *end, u64 before, u64 limit)
{
	if (*start < before)
		*start = before;
	if (*end > limit)
		*end = limit;
	return *start < *end;
}

static void mend_regions(struct ref_machine *m, u64 limit)
{
	u64 before = 0;
	u32 kept = 0;

	sort_regions(m);
	for (u32 n = 0; n < m->nr_regions; n++) {
		struct ref_region r = m->region[n];

		if (!cut(&r.start, &r.end, before, limit))
			continue;
		before = r.end;
		m->node[r.nid] |= REF_NODE_POSSIBLE;
		m->region[kept++] = r;
	}
	m->nr_regions = kept;
}

static void mend_reserved(struct ref_machine *m, u64 limit)
{
	u64 before = 0;
	u32 kept = 0;

	sort_reserved(m);
	for (u32 n = 0; n < m->nr_reserved; n++) {
		struct ref_reserved r = m->reserved[n];

		if (!cut(&r.start, &r.end, before, limit))
			continue;
		before = r.end;
		m->reserved[kept++] = r;
	}
	m->nr_reserved = kept;
}

static void mend_op(struct ref_op *op, u64 block_size)
{
	if (op->kind != REF_OP_ONLINE)
		op->online = 0;
	if (op->kind != REF_OP_ADD)
		op->nid = 0;
	if (op->kind == REF_OP_ONLINE || op->kind == REF_OP_OFFLINE) {
		op->start -= op->start % block_size;
		op->size = 0;
	}
}

static void mend_limits(struct ref_scenario *s)
{
	struct ref_machine *m = &s->machine;

	m->dma_end -= m->dma_end % shape_page(s);
	m->dma32_end -= m->dma32_end % shape_page(s);
	if (m->dma32_end && m->dma32_end < m->dma_end)
		m->dma32_end = m->dma_end;
}

void shape_mend(struct ref_scenario *s, u64 end)
{
	mend_limits(s);
	mend_regions(&s->machine, end);
	mend_reserved(&s->machine, end);
	for (u32 n = 0; n < s->nr_ops; n++)
		mend_op(&s->op[n], s->machine.block_size);
}

u64 shape_sections(const struct ref_scenario *s)
{
	const struct ref_machine *m = &s->machine;
	u64 size = shape_section(s), sum = 0;

	for (u32 n = 0; n < m->nr_regions; n++)
		sum += (m->region[n].end - 1) / size -
		       m->region[n].start / size + 1;
	return sum;
}

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

/* Every block that [start, end) touches, up to as many as there can be */
static void set_blocks(struct shape_blocks *blocks, u64 start, u64 end,
		       u64 size, u8 state)
{
	struct shape_block *b;

	start -= start % size;
	for (u32 n = 0; n < REF_MAX_BLOCKS && start < end; n++, start += size) {
		b = open_block(blocks, start);
		if (b)
			b->state = state;
	}
}

static void change_block(struct shape_blocks *blocks, u64 start, u8 state)
{
	struct shape_block *b = shape_block(blocks, start);

	if (b)
		b->state = state;
}

void shape_apply(struct shape_blocks *blocks, const struct ref_op *op,
		 u64 block_size)
{
	u64 end = op->start + op->size;

	if (op->kind == REF_OP_ADD)
		set_blocks(blocks, op->start, end, block_size,
			   REF_BLOCK_OFFLINE);
	else if (op->kind == REF_OP_REMOVE)
		set_blocks(blocks, op->start, end, block_size,
			   REF_BLOCK_ABSENT);
	else if (op->kind == REF_OP_ONLINE)
		change_block(blocks, op->start, REF_BLOCK_ONLINE);
	else
		change_block(blocks, op->start, REF_BLOCK_OFFLINE);
}

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

bool shape_makes_sense(const struct shape_blocks *blocks,
		       const struct ref_op *op, u64 block_size)
{
	u64 end = op->start + op->size;

	switch (op->kind) {
	case REF_OP_ADD:
		return all_are(blocks, op->start, end, block_size,
			       REF_BLOCK_ABSENT);
	case REF_OP_REMOVE:
		return all_are(blocks, op->start, end, block_size,
			       REF_BLOCK_OFFLINE);
	case REF_OP_ONLINE:
		return all_are(blocks, op->start, op->start + block_size,
			       block_size, REF_BLOCK_OFFLINE);
	}
	return all_are(blocks, op->start, op->start + block_size, block_size,
		       REF_BLOCK_ONLINE);
}

void shape_blocks(const struct ref_scenario *s, u32 at,
		  struct shape_blocks *blocks)
{
	const struct ref_machine *m = &s->machine;

	blocks->nr = 0;
	for (u32 n = 0; n < m->nr_regions; n++)
		boot_region(blocks, &m->region[n], m->block_size);
	mark_stuck(blocks, m);
	for (u32 n = 0; n < at; n++)
		if (!s->op[n].fault &&
		    shape_makes_sense(blocks, &s->op[n], m->block_size))
			shape_apply(blocks, &s->op[n], m->block_size);
}
