// SPDX-License-Identifier: GPL-2.0-only
/*
 * A scenario made valid again after careless changes.
 */
#include <string.h>

#include "geometry.h"
#include "scenario-check.h"
#include "shape.h"

/* Insertion sort: few, and nearly sorted */
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

static void sort_ranges(struct ref_span *range, u32 count)
{
	for (u32 n = 1; n < count; n++)
		for (u32 k = n; k && range[k].start < range[k - 1].start; k--) {
			struct ref_span swap = range[k];

			range[k] = range[k - 1];
			range[k - 1] = swap;
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

static u32 mend_ranges(struct ref_span *range, u32 count, u64 limit)
{
	u64 before = 0;
	u32 kept = 0;

	sort_ranges(range, count);
	for (u32 n = 0; n < count; n++) {
		struct ref_span r = range[n];

		if (!cut(&r.start, &r.end, before, limit))
			continue;
		before = r.end;
		range[kept++] = r;
	}
	return kept;
}

/* Whole pageblocks, and only where there can be a CMA area */
static void mend_cma(struct ref_machine *m, u64 pageblock, u64 limit)
{
	u32 kept = 0;

	for (u32 n = 0; n < m->nr_cma; n++) {
		m->cma[n].start -= m->cma[n].start % pageblock;
		m->cma[n].end -= m->cma[n].end % pageblock;
	}
	m->nr_cma = mend_ranges(m->cma, m->nr_cma, limit);
	for (u32 n = 0; n < m->nr_cma; n++)
		if (scenario_is_cma(m, &m->cma[n]))
			m->cma[kept++] = m->cma[n];
	m->nr_cma = kept;
}

/* Node 0 is the only one */
static void mend_nodes(struct ref_machine *m)
{
	for (u32 n = 0; n < m->nr_regions; n++)
		m->region[n].nid = 0;
	memset(m->node + 1, 0, REF_MAX_NODES - 1);
	m->params.value[REF_PARAM_NUMA_AWARE] = 1;
}

static void mend_features(struct ref_machine *m)
{
	if (!conf_has(m->conf, REF_CONF_NUMA))
		mend_nodes(m);
	if (!conf_has(m->conf, REF_CONF_CMA))
		m->nr_cma = 0;
	if (!conf_has(m->conf, REF_CONF_MEMMAP_ON_MEMORY))
		m->memmap_on_memory = 0;
}

static void mend_limits(struct ref_scenario *s)
{
	struct ref_machine *m = &s->machine;

	m->dma_end -= m->dma_end % shape_page(s);
	m->dma32_end -= m->dma32_end % shape_page(s);
	if (m->dma32_end && m->dma32_end < m->dma_end)
		m->dma32_end = m->dma_end;
}

static void mend_op_features(struct ref_op *op, u32 conf)
{
	if (!conf_has(conf, REF_CONF_NUMA)) {
		op->nid = 0;
		if (op->kind == REF_OP_SET && op->param == REF_PARAM_NUMA_AWARE)
			op->value = 1;
	}
	if (op->kind == REF_OP_ADD &&
	    !conf_has(conf, REF_CONF_MEMMAP_ON_MEMORY))
		op->flags = 0;
}

static void mend_fault(struct ref_op *op)
{
	u32 most;

	if (!scenario_op_forms[op->kind].fault)
		op->fault = REF_FAULT_NONE;
	most = scenario_fault_nr_most(op);
	if (op->fault_nr > most)
		op->fault_nr = most;
}

static void mend_alignment(struct ref_op *op, u64 block_size, u64 page)
{
	if (op->kind == REF_OP_ONLINE || op->kind == REF_OP_OFFLINE)
		op->start -= op->start % block_size;
	if (op->kind != REF_OP_QUERY && op->kind != REF_OP_REGISTER)
		return;
	op->start -= op->start % page;
	op->size -= op->size % page;
	if (!op->size)
		op->size = page;
}

void shape_mend_op(const struct ref_scenario *s, struct ref_op *op)
{
	const struct ref_machine *m = &s->machine;

	for (u32 n = 0; n < SCENARIO_NR_OP_FIELDS; n++)
		if (!scenario_op_has(op->kind, n))
			scenario_op_set(op, n, 0);
	op->flags &= scenario_op_forms[op->kind].flags;
	mend_op_features(op, m->conf);
	mend_alignment(op, m->block_size, shape_page(s));
	if (op->kind == REF_OP_ADD && op->group)
		op->nid = 0;
	if (op->kind == REF_OP_UNREGISTER && !op->group)
		op->group = 1;
	mend_fault(op);
}

void shape_mend(struct ref_scenario *s, u64 end)
{
	const struct ref_geometry *g = geometry_by_index(s->machine.geometry);
	struct ref_machine *m = &s->machine;

	mend_features(m);
	mend_limits(s);
	mend_regions(m, end);
	m->nr_reserved = mend_ranges(m->reserved, m->nr_reserved, end);
	mend_cma(m, shape_page(s) << g->pageblock_order, end);
	for (u32 n = 0; n < s->nr_ops; n++)
		shape_mend_op(s, &s->op[n]);
}
