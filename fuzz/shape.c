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

static struct shape_block *find_block(struct shape_blocks *blocks, u64 start)
{
	for (u32 n = blocks->nr; n-- > 0;)
		if (blocks->block[n].start == start)
			return &blocks->block[n];
	return NULL;
}

static void set_block(struct shape_blocks *blocks, u64 start, u8 state, u8 boot)
{
	struct shape_block *b = find_block(blocks, start);

	if (!b) {
		if (blocks->nr == REF_MAX_BLOCKS)
			return;
		b = &blocks->block[blocks->nr++];
		b->start = start;
		b->boot = boot;
	}
	b->state = state;
}

/* Every block that [start, end) touches, up to as many as there can be */
static void set_blocks(struct shape_blocks *blocks, u64 start, u64 end,
		       u64 size, u8 state)
{
	start -= start % size;
	for (u32 n = 0; n < REF_MAX_BLOCKS && start < end; n++, start += size)
		set_block(blocks, start, state, state == REF_BLOCK_ONLINE);
}

static void change_block(struct shape_blocks *blocks, u64 start, u8 state)
{
	struct shape_block *b = find_block(blocks, start);

	if (b && b->state != REF_BLOCK_ABSENT)
		b->state = state;
}

static void apply_op(struct shape_blocks *blocks, const struct ref_op *op,
		     u64 size)
{
	u64 end = op->start + op->size;

	if (op->fault)
		return;
	if (op->kind == REF_OP_ADD)
		set_blocks(blocks, op->start, end, size, REF_BLOCK_OFFLINE);
	else if (op->kind == REF_OP_REMOVE)
		set_blocks(blocks, op->start, end, size, REF_BLOCK_ABSENT);
	else if (op->kind == REF_OP_ONLINE)
		change_block(blocks, op->start, REF_BLOCK_ONLINE);
	else
		change_block(blocks, op->start, REF_BLOCK_OFFLINE);
}

void shape_blocks(const struct ref_scenario *s, u32 at,
		  struct shape_blocks *blocks)
{
	const struct ref_machine *m = &s->machine;

	blocks->nr = 0;
	for (u32 n = 0; n < m->nr_regions; n++)
		set_blocks(blocks, m->region[n].start, m->region[n].end,
			   m->block_size, REF_BLOCK_ONLINE);
	for (u32 n = 0; n < at; n++)
		apply_op(blocks, &s->op[n], m->block_size);
}
