// SPDX-License-Identifier: GPL-2.0-only
/*
 * The shape of a scenario: what mutator and minimiser both do to it.
 */
#include <string.h>

#include "geometry.h"
#include "scenario-check.h"
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
	for (u32 n = 0; n < m->nr_cma; n++) {
		move(&m->cma[n].start, from, by);
		move(&m->cma[n].end, from + 1, by);
	}
	for (u32 n = 0; n < s->nr_ops; n++)
		if (scenario_op_has(s->op[n].kind, SCENARIO_OP_START))
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

u64 shape_sections(const struct ref_scenario *s)
{
	const struct ref_machine *m = &s->machine;
	u64 size = shape_section(s), sum = 0, before = 0;

	for (u32 n = 0; n < m->nr_regions; n++) {
		u64 first = m->region[n].start / size;
		u64 end = (m->region[n].end - 1) / size + 1;

		sum += end - (first > before ? first : before);
		before = end;
	}
	return sum;
}
