// SPDX-License-Identifier: GPL-2.0-only
/*
 * The minimiser: the smallest scenario that still goes wrong the same way.
 *
 * A table of edits, each of which makes a scenario smaller in one way. Every
 * edit is tried at every place until none helps any more.
 */
#include <string.h>

#include "minimizer.h"
#include "scenario-check.h"
#include "shape.h"

enum edit_result {
	EDIT_DONE,
	EDIT_NOTHING,	/* nothing to do at this place */
	EDIT_END,	/* there is no such place */
};

static enum edit_result plain_fault(struct ref_scenario *s, u32 n)
{
	if (n >= s->nr_ops)
		return EDIT_END;
	if (!s->op[n].fault)
		return EDIT_NOTHING;
	s->op[n].fault = REF_FAULT_NONE;
	s->op[n].fault_nr = 0;
	return EDIT_DONE;
}

static enum edit_result smaller_fault_nr(struct ref_scenario *s, u32 n)
{
	if (n >= s->nr_ops)
		return EDIT_END;
	if (!s->op[n].fault_nr)
		return EDIT_NOTHING;
	s->op[n].fault_nr /= 2;
	return EDIT_DONE;
}

static enum edit_result plain_online(struct ref_scenario *s, u32 n)
{
	if (n >= s->nr_ops)
		return EDIT_END;
	if (!s->op[n].online)
		return EDIT_NOTHING;
	s->op[n].online = REF_ONLINE_DEFAULT;
	return EDIT_DONE;
}

static enum edit_result smaller_op(struct ref_scenario *s, u32 n)
{
	u64 half;

	if (n >= s->nr_ops)
		return EDIT_END;
	half = s->op[n].size / 2;
	half -= half % s->machine.block_size;
	if (!half)
		return EDIT_NOTHING;
	s->op[n].size = half;
	return EDIT_DONE;
}

static enum edit_result lower_op_node(struct ref_scenario *s, u32 n)
{
	if (n >= s->nr_ops)
		return EDIT_END;
	if (!s->op[n].nid)
		return EDIT_NOTHING;
	s->op[n].nid--;
	return EDIT_DONE;
}

static enum edit_result plain_group(struct ref_scenario *s, u32 n)
{
	if (n >= s->nr_ops)
		return EDIT_END;
	if (!s->op[n].group || s->op[n].kind == REF_OP_UNREGISTER)
		return EDIT_NOTHING;
	s->op[n].group = 0;
	return EDIT_DONE;
}

static enum edit_result plain_flags(struct ref_scenario *s, u32 n)
{
	if (n >= s->nr_ops)
		return EDIT_END;
	if (!s->op[n].flags)
		return EDIT_NOTHING;
	s->op[n].flags = 0;
	return EDIT_DONE;
}

/* A group that is registered: those after it get lower numbers */
static enum edit_result drop_group(struct ref_scenario *s, u32 n)
{
	if (n >= s->nr_ops)
		return EDIT_END;
	if (s->op[n].kind != REF_OP_REGISTER)
		return EDIT_NOTHING;
	shape_drop_ops(s, n, 1);
	for (; n < s->nr_ops; n++)
		if (s->op[n].group > 1)
			s->op[n].group--;
	return EDIT_DONE;
}

/* Half a ratio; of other parameters, the first that there is */
static enum edit_result smaller_value(struct ref_scenario *s, u32 n)
{
	if (n >= s->nr_ops)
		return EDIT_END;
	if (!s->op[n].value)
		return EDIT_NOTHING;
	s->op[n].value /= 2;
	return EDIT_DONE;
}

static enum edit_result drop_region(struct ref_scenario *s, u32 n)
{
	if (n >= s->machine.nr_regions)
		return EDIT_END;
	shape_drop_region(s, n);
	return EDIT_DONE;
}

static enum edit_result drop_reserved(struct ref_scenario *s, u32 n)
{
	struct ref_machine *m = &s->machine;

	if (n >= m->nr_reserved)
		return EDIT_END;
	m->nr_reserved--;
	memmove(&m->reserved[n], &m->reserved[n + 1],
		(m->nr_reserved - n) * sizeof(m->reserved[0]));
	return EDIT_DONE;
}

static enum edit_result drop_cma(struct ref_scenario *s, u32 n)
{
	struct ref_machine *m = &s->machine;

	if (n >= m->nr_cma)
		return EDIT_END;
	m->nr_cma--;
	memmove(&m->cma[n], &m->cma[n + 1],
		(m->nr_cma - n) * sizeof(m->cma[0]));
	return EDIT_DONE;
}

static enum edit_result join_regions(struct ref_scenario *s, u32 n)
{
	struct ref_machine *m = &s->machine;

	if (n + 1 >= m->nr_regions)
		return EDIT_END;
	if (m->region[n].nid != m->region[n + 1].nid)
		return EDIT_NOTHING;
	m->region[n].end = m->region[n + 1].end;
	return drop_region(s, n + 1);
}

static enum edit_result plain_region(struct ref_scenario *s, u32 n)
{
	if (n >= s->machine.nr_regions)
		return EDIT_END;
	if (!s->machine.region[n].flags)
		return EDIT_NOTHING;
	s->machine.region[n].flags = 0;
	return EDIT_DONE;
}

static enum edit_result lower_region_node(struct ref_scenario *s, u32 n)
{
	if (n >= s->machine.nr_regions)
		return EDIT_END;
	if (!s->machine.region[n].nid)
		return EDIT_NOTHING;
	s->machine.region[n].nid--;
	return EDIT_DONE;
}

/* The highest multiple of @unit below @x */
static u64 below(u64 x, u64 unit)
{
	return x ? (x - 1) / unit * unit : 0;
}

static enum edit_result lower_region_end(struct ref_scenario *s, u32 n)
{
	struct ref_region *r = &s->machine.region[n];
	u64 end;

	if (n >= s->machine.nr_regions)
		return EDIT_END;
	end = below(r->end, shape_section(s));
	if (end <= r->start)
		return EDIT_NOTHING;
	r->end = end;
	return EDIT_DONE;
}

static enum edit_result higher_region_start(struct ref_scenario *s, u32 n)
{
	struct ref_region *r = &s->machine.region[n];
	u64 start;

	if (n >= s->machine.nr_regions)
		return EDIT_END;
	start = (r->start / shape_section(s) + 1) * shape_section(s);
	if (start >= r->end)
		return EDIT_NOTHING;
	r->start = start;
	return EDIT_DONE;
}

/* Up to whole sections: fewer odd edges */
static enum edit_result rounder_region(struct ref_scenario *s, u32 n)
{
	struct ref_region *r = &s->machine.region[n];
	u64 unit = shape_section(s), end;

	if (n >= s->machine.nr_regions)
		return EDIT_END;
	end = (r->end + unit - 1) / unit * unit;
	if (r->start % unit == 0 && end == r->end)
		return EDIT_NOTHING;
	r->start -= r->start % unit;
	r->end = end;
	return EDIT_DONE;
}

/* Close the hole before region @n, in whole blocks */
static enum edit_result close_hole(struct ref_scenario *s, u32 n)
{
	const struct ref_machine *m = &s->machine;
	u64 before = 0, hole;

	if (n >= m->nr_regions)
		return EDIT_END;
	if (n)
		before = m->region[n - 1].end;
	hole = m->region[n].start - before;
	hole -= hole % m->block_size;
	if (!hole)
		return EDIT_NOTHING;
	shape_move(s, m->region[n].start, -hole);
	return EDIT_DONE;
}

static enum edit_result drop_node(struct ref_scenario *s, u32 n)
{
	if (n >= REF_MAX_NODES)
		return EDIT_END;
	if (!s->machine.node[n])
		return EDIT_NOTHING;
	s->machine.node[n] = 0;
	return EDIT_DONE;
}

static enum edit_result plain_node(struct ref_scenario *s, u32 n)
{
	if (n >= REF_MAX_NODES)
		return EDIT_END;
	if (!(s->machine.node[n] & REF_NODE_CPU))
		return EDIT_NOTHING;
	s->machine.node[n] &= ~REF_NODE_CPU;
	return EDIT_DONE;
}

static enum edit_result zero(u64 *x)
{
	enum edit_result result = *x ? EDIT_DONE : EDIT_NOTHING;

	*x = 0;
	return result;
}

static enum edit_result plain_flag(u8 *x)
{
	enum edit_result result = *x ? EDIT_DONE : EDIT_NOTHING;

	*x = 0;
	return result;
}

static enum edit_result plain_parameter(struct ref_scenario *s, u32 n)
{
	struct ref_machine *m = &s->machine;
	u64 *size[] = { &m->kernelcore, &m->movablecore, &m->dma_end,
			&m->dma32_end };
	u8 *flag[] = { &m->movable_node, &m->memmap_on_memory, &m->memmap };

	if (n < 4)
		return zero(size[n]);
	return n < 7 ? plain_flag(flag[n - 4]) : EDIT_END;
}

static enum edit_result usual_param(struct ref_scenario *s, u32 n)
{
	static const struct ref_params usual = REF_PARAMS;
	u32 *value = s->machine.params.value;

	if (n >= REF_NR_PARAMS)
		return EDIT_END;
	if (value[n] == usual.value[n])
		return EDIT_NOTHING;
	value[n] = usual.value[n];
	return EDIT_DONE;
}

static enum edit_result smaller_block(struct ref_scenario *s, u32 n)
{
	if (n)
		return EDIT_END;
	if (s->machine.block_size <= shape_section(s))
		return EDIT_NOTHING;
	s->machine.block_size /= 2;
	return EDIT_DONE;
}

/* Edits at place n of s; in the order of what counts as smaller */
static enum edit_result (* const edits[])(struct ref_scenario *s, u32 n) = {
	drop_region,
	drop_reserved,
	drop_cma,
	join_regions,
	drop_node,
	plain_parameter,
	usual_param,
	plain_fault,
	smaller_fault_nr,
	plain_online,
	plain_group,
	plain_flags,
	drop_group,
	smaller_value,
	lower_op_node,
	lower_region_node,
	smaller_op,
	smaller_block,
	plain_region,
	plain_node,
	rounder_region,
	lower_region_end,
	higher_region_start,
	close_hole,
};

static bool accept(struct minimizer *min, struct ref_scenario *s,
		   const struct ref_scenario *candidate)
{
	if (!min->budget || scenario_check(candidate, NULL))
		return false;
	min->budget--;
	if (!min->same(candidate, min->data))
		return false;
	*s = *candidate;
	return true;
}

/* Leave out @count operations wherever that changes nothing */
static bool drop_runs(struct minimizer *min, struct ref_scenario *s, u32 count)
{
	static struct ref_scenario candidate;
	bool better = false;
	u32 end = s->nr_ops;

	while (end >= count && min->budget) {
		candidate = *s;
		shape_drop_ops(&candidate, end - count, count);
		better |= accept(min, s, &candidate);
		end -= count;
	}
	return better;
}

/* Large pieces first (Zeller and Hildebrandt's ddmin, without complements) */
static bool fewest_ops(struct minimizer *min, struct ref_scenario *s)
{
	bool better = false;

	for (u32 count = s->nr_ops; count; count /= 2)
		better |= drop_runs(min, s, count);
	return better;
}

/* Add and remove, online and offline: a pair goes only together */
static bool drop_pairs(struct minimizer *min, struct ref_scenario *s)
{
	static struct ref_scenario candidate;
	bool better = false;

	for (u32 a = s->nr_ops; a-- > 0;)
		for (u32 b = s->nr_ops; b-- > a + 1 && min->budget;) {
			candidate = *s;
			shape_drop_ops(&candidate, b, 1);
			shape_drop_ops(&candidate, a, 1);
			if (!accept(min, s, &candidate))
				continue;
			better = true;
			break;
		}
	return better;
}

static bool edit_everywhere(struct minimizer *min, struct ref_scenario *s,
			    enum edit_result (*edit)(struct ref_scenario *s,
						     u32 n))
{
	static struct ref_scenario candidate;
	enum edit_result result;
	bool better = false;
	u32 n = 0;

	while (min->budget) {
		candidate = *s;
		result = edit(&candidate, n);
		if (result == EDIT_END)
			break;
		if (result == EDIT_DONE && accept(min, s, &candidate))
			better = true;	/* once more at the same place */
		else
			n++;
	}
	return better;
}

static bool smallest_machine(struct minimizer *min, struct ref_scenario *s)
{
	bool better = false;

	for (u32 n = 0; n < sizeof(edits) / sizeof(edits[0]); n++)
		better |= edit_everywhere(min, s, edits[n]);
	return better;
}

void minimize(struct minimizer *min, struct ref_scenario *scenario)
{
	bool better = true;

	while (better && min->budget) {
		better = fewest_ops(min, scenario);
		if (scenario->nr_ops <= 16)
			better |= drop_pairs(min, scenario);
		better |= smallest_machine(min, scenario);
	}
}
