// SPDX-License-Identifier: GPL-2.0-only
/*
 * What makes a scenario valid.
 */
#include <stdarg.h>
#include <stdio.h>

#include "codec-forms.h"
#include "geometry.h"

/* One check in progress: of what, and what is looked at now */
struct check {
	const struct ref_machine *m;
	const struct ref_geometry *g;
	struct scenario_error *err;
	enum scenario_part part;
	u32 index;
};

/* A size as text, to live as long as the call that prints it */
struct size_text {
	char s[24];
};

static struct size_text size_text(u64 bytes)
{
	struct size_text text;

	codec_size_text(bytes, text.s, sizeof(text.s));
	return text;
}

__printf(3, 4)
static int wrong(const struct check *c, enum scenario_field field,
		 const char *fmt, ...)
{
	va_list ap;

	if (!c->err)
		return -1;
	c->err->part = c->part;
	c->err->index = c->index;
	c->err->field = field;
	va_start(ap, fmt);
	vsnprintf(c->err->reason, sizeof(c->err->reason), fmt, ap);
	va_end(ap);
	return -1;
}

static u64 phys_end(const struct check *c)
{
	return 1ull << c->g->phys_bits;
}

static u64 page_size(const struct check *c)
{
	return 1ull << c->g->page_shift;
}

static int check_names(struct check *c)
{
	c->part = SCENARIO_GEOMETRY;
	c->g = geometry_by_index(c->m->geometry);
	if (!c->g)
		return wrong(c, SCENARIO_START,
			     "expected a geometry's number, at most %u",
			     geometry_count() - 1);
	c->part = SCENARIO_CONF;
	if (!conf_name(c->m->conf))
		return wrong(c, SCENARIO_START,
			     "expected a configuration's number, at most %u",
			     conf_count() - 1);
	return 0;
}

static int check_block(struct check *c)
{
	u64 section = 1ull << c->g->section_shift;
	u64 most = section * SCENARIO_BLOCK_SECTIONS;
	u64 size = c->m->block_size;

	c->part = SCENARIO_BLOCK;
	if (size >= section && size <= most && !(size & (size - 1)))
		return 0;
	return wrong(c, SCENARIO_START,
		     "expected a power of two from %s to %s (1 to %u sections)",
		     size_text(section).s, size_text(most).s,
		     SCENARIO_BLOCK_SECTIONS);
}

/* A size or limit: no larger than the physical address space */
static int check_size(struct check *c, enum scenario_part part, u64 bytes)
{
	c->part = part;
	if (bytes <= phys_end(c))
		return 0;
	return wrong(c, SCENARIO_START,
		     "expected at most %s, the end of physical memory",
		     size_text(phys_end(c)).s);
}

static int check_zone(struct check *c, enum scenario_part part, u64 end)
{
	if (check_size(c, part, end))
		return -1;
	if (end % page_size(c))
		return wrong(c, SCENARIO_START,
			     "expected a multiple of a page, %s",
			     size_text(page_size(c)).s);
	return 0;
}

static int check_zones(struct check *c)
{
	u64 dma = c->m->dma_end;
	u64 dma32 = c->m->dma32_end;

	if (check_zone(c, SCENARIO_ZONE_DMA, dma) ||
	    check_zone(c, SCENARIO_ZONE_DMA32, dma32))
		return -1;
	if (dma && dma32 && dma > dma32)
		return wrong(c, SCENARIO_START,
			     "expected at least %s, the end of zone dma",
			     size_text(dma).s);
	return 0;
}

static int check_flag(struct check *c, enum scenario_part part, u8 value)
{
	c->part = part;
	return value <= 1 ? 0 : wrong(c, SCENARIO_START, "expected 0 or 1");
}

/* Only some configurations have what is said to be there */
static int need_feature(const struct check *c, enum ref_conf_feature feature,
			const char *name)
{
	if (conf_has(c->m->conf, feature))
		return 0;
	return wrong(c, SCENARIO_WHOLE,
		     "expected a configuration with %s, %s has none", name,
		     conf_name(c->m->conf));
}

static int need_node(const struct check *c, u32 nid)
{
	return nid ? need_feature(c, REF_CONF_NUMA,
				  "more nodes than node 0") : 0;
}

static int check_param(const struct check *c, u32 param, u32 value)
{
	if (value > scenario_param_most(param))
		return wrong(c, c->part == SCENARIO_OP ? SCENARIO_END :
			     SCENARIO_START, "expected a value from 0 to %u",
			     scenario_param_most(param));
	if (param == REF_PARAM_NUMA_AWARE && !value)
		return need_feature(c, REF_CONF_NUMA, "more nodes than node 0");
	return 0;
}

static int check_params(struct check *c)
{
	for (u32 n = 0; n < REF_NR_PARAMS; n++) {
		c->part = SCENARIO_PARAM + n;
		if (check_param(c, n, c->m->params.value[n]))
			return -1;
	}
	return 0;
}

static int check_parameters(struct check *c)
{
	if (check_flag(c, SCENARIO_MEMMAP, c->m->memmap) ||
	    check_size(c, SCENARIO_KERNELCORE, c->m->kernelcore) ||
	    check_size(c, SCENARIO_MOVABLECORE, c->m->movablecore) ||
	    check_flag(c, SCENARIO_MOVABLE_NODE, c->m->movable_node))
		return -1;
	c->part = SCENARIO_MEMMAP_ON_MEMORY;
	if (c->m->memmap_on_memory > REF_MEMMAP_FORCE)
		return wrong(c, SCENARIO_START, "expected 0, 1 or 2");
	if (c->m->memmap_on_memory &&
	    need_feature(c, REF_CONF_MEMMAP_ON_MEMORY, "memmap_on_memory"))
		return -1;
	return check_params(c);
}

static int check_nodes(struct check *c)
{
	c->part = SCENARIO_NODE;
	for (c->index = 0; c->index < REF_MAX_NODES; c->index++) {
		if (c->m->node[c->index] && need_node(c, c->index))
			return -1;
		switch (c->m->node[c->index]) {
		case 0:
		case REF_NODE_POSSIBLE:
		case REF_NODE_POSSIBLE | REF_NODE_CPU:
			continue;
		}
		return wrong(c, SCENARIO_START,
			     "expected 0 (impossible), 1 or 3 (with CPU)");
	}
	return 0;
}

/* [start, end) follows the range that ended at @before */
static int check_range(const struct check *c, u64 start, u64 end, u64 before)
{
	if (start < before)
		return wrong(c, SCENARIO_START,
			     "expected at least %s, where the last one ends",
			     size_text(before).s);
	if (end <= start)
		return wrong(c, SCENARIO_END,
			     "expected an end above the start, %s",
			     size_text(start).s);
	if (end > phys_end(c))
		return wrong(c, SCENARIO_END,
			     "expected at most %s, the end of physical memory",
			     size_text(phys_end(c)).s);
	return 0;
}

static int check_region(const struct check *c, const struct ref_region *r)
{
	if (r->nid >= REF_MAX_NODES)
		return wrong(c, SCENARIO_NID, "expected a node from 0 to %u",
			     REF_MAX_NODES - 1);
	if (!(c->m->node[r->nid] & REF_NODE_POSSIBLE))
		return wrong(c, SCENARIO_NID,
			     "expected a possible node, node %u is not named",
			     r->nid);
	if (r->flags & ~(REF_REGION_HOTPLUG | REF_REGION_NOMAP))
		return wrong(c, SCENARIO_WHOLE, "expected flags from 0 to 3");
	return 0;
}

/* Is there a page in it that a kernel can use? */
static bool region_is_usable(const struct check *c, const struct ref_region *r)
{
	u64 mask = page_size(c) - 1;

	return !(r->flags & REF_REGION_NOMAP) &&
	       ((r->start + mask) & ~mask) < (r->end & ~mask);
}

static int check_regions(struct check *c)
{
	const struct ref_region *r = c->m->region;
	bool usable = false;
	u64 before = 0;

	c->part = SCENARIO_REGION;
	c->index = REF_MAX_REGIONS;
	if (c->m->nr_regions > REF_MAX_REGIONS)
		return wrong(c, SCENARIO_WHOLE,
			     "expected at most %u ranges of memory",
			     REF_MAX_REGIONS);
	for (c->index = 0; c->index < c->m->nr_regions; c->index++, r++) {
		if (check_range(c, r->start, r->end, before) ||
		    check_region(c, r))
			return -1;
		usable |= region_is_usable(c, r);
		before = r->end;
	}
	c->index = 0;
	if (!usable)
		return wrong(c, SCENARIO_WHOLE,
			     "expected a whole page of memory, %s, mapped",
			     size_text(page_size(c)).s);
	return 0;
}

static int check_reserved(struct check *c)
{
	const struct ref_span *r = c->m->reserved;
	u64 before = 0;

	c->part = SCENARIO_RESERVED;
	c->index = REF_MAX_RESERVED;
	if (c->m->nr_reserved > REF_MAX_RESERVED)
		return wrong(c, SCENARIO_WHOLE,
			     "expected at most %u reserved ranges",
			     REF_MAX_RESERVED);
	for (c->index = 0; c->index < c->m->nr_reserved; c->index++, r++) {
		if (check_range(c, r->start, r->end, before))
			return -1;
		before = r->end;
	}
	return 0;
}

static int check_pageblocks(const struct check *c, const struct ref_span *r)
{
	u64 size = page_size(c) << c->g->pageblock_order;

	if (r->start % size || r->end % size)
		return wrong(c, r->start % size ? SCENARIO_START : SCENARIO_END,
			     "expected a multiple of a pageblock, %s",
			     size_text(size).s);
	return 0;
}

/* Does mapped memory of one node cover it? */
static bool is_memory(const struct ref_machine *m, const struct ref_span *r)
{
	const struct ref_region *first = NULL;
	u64 at = r->start;

	for (u32 n = 0; n < m->nr_regions && at < r->end; n++) {
		const struct ref_region *region = &m->region[n];

		if (region->start > at || region->end <= at)
			continue;
		first = first ? first : region;
		if (region->nid != first->nid ||
		    region->flags & REF_REGION_NOMAP)
			return false;
		at = region->end;
	}
	return at >= r->end;
}

static bool is_reserved(const struct ref_machine *m,
			const struct ref_span *r)
{
	for (u32 n = 0; n < m->nr_reserved; n++)
		if (m->reserved[n].start < r->end &&
		    m->reserved[n].end > r->start)
			return true;
	return false;
}

static bool is_within(u64 limit, const struct ref_span *r)
{
	return limit > r->start && limit < r->end;
}

static int check_area(const struct check *c, const struct ref_span *r)
{
	if (check_pageblocks(c, r))
		return -1;
	if (!is_memory(c->m, r))
		return wrong(c, SCENARIO_WHOLE,
			     "expected memory of one node, without a hole");
	if (is_reserved(c->m, r))
		return wrong(c, SCENARIO_WHOLE,
			     "expected memory that is not reserved");
	if (is_within(c->m->dma_end, r) || is_within(c->m->dma32_end, r))
		return wrong(c, SCENARIO_WHOLE, "expected memory of one zone");
	return 0;
}

bool scenario_is_cma(const struct ref_machine *m,
		     const struct ref_span *range)
{
	const struct check c = {
		.m = m, .g = geometry_by_index(m->geometry),
	};

	return !check_area(&c, range);
}

static int check_cma(struct check *c)
{
	const struct ref_span *r = c->m->cma;
	u64 before = 0;

	c->part = SCENARIO_CMA;
	c->index = REF_MAX_CMA;
	if (c->m->nr_cma > REF_MAX_CMA)
		return wrong(c, SCENARIO_WHOLE, "expected at most %u CMA areas",
			     REF_MAX_CMA);
	c->index = 0;
	if (c->m->nr_cma && need_feature(c, REF_CONF_CMA, "CMA"))
		return -1;
	for (c->index = 0; c->index < c->m->nr_cma; c->index++, r++) {
		if (check_range(c, r->start, r->end, before) ||
		    check_area(c, r))
			return -1;
		before = r->end;
	}
	return 0;
}

static int check_start(const struct check *c, const struct ref_op *op)
{
	if (op->start < phys_end(c))
		return 0;
	return wrong(c, SCENARIO_START,
		     "expected less than %s, the end of physical memory",
		     size_text(phys_end(c)).s);
}

/* A range in the physical address space */
static int check_inside(const struct check *c, const struct ref_op *op)
{
	if (check_start(c, op))
		return -1;
	if (!op->size || op->size > phys_end(c) - op->start)
		return wrong(c, SCENARIO_END,
			     "expected a size from 1 to %s",
			     size_text(phys_end(c) - op->start).s);
	return 0;
}

/* Firmware and drivers can name any range; what is wrong is for add to see */
static int check_anywhere(const struct check *c, const struct ref_op *op)
{
	if (op->start >= SCENARIO_ADD_MAX)
		return wrong(c, SCENARIO_START, "expected less than 2^63");
	if (!op->size || op->size >= SCENARIO_ADD_MAX)
		return wrong(c, SCENARIO_END,
			     "expected a size above 0 and less than 2^63");
	return 0;
}

static int check_add(const struct check *c, const struct ref_op *op)
{
	if (op->group && op->nid)
		return wrong(c, SCENARIO_NID,
			     "expected node 0: the group has a node");
	if (op->flags &&
	    need_feature(c, REF_CONF_MEMMAP_ON_MEMORY, "memmap_on_memory"))
		return -1;
	return op->group || op->flags ? check_inside(c, op) :
					check_anywhere(c, op);
}

static int check_block_op(const struct check *c, const struct ref_op *op)
{
	if (check_start(c, op))
		return -1;
	if (op->start % c->m->block_size)
		return wrong(c, SCENARIO_START,
			     "expected a block's start, a multiple of %s",
			     size_text(c->m->block_size).s);
	return 0;
}

static int check_pages(const struct check *c, enum scenario_field field,
		       u64 bytes)
{
	if (!(bytes % page_size(c)))
		return 0;
	return wrong(c, field, "expected a multiple of a page, %s",
		     size_text(page_size(c)).s);
}

/* A size of 0 and units that are no power of two are for the kernel to see */
static int check_register(const struct check *c, const struct ref_op *op)
{
	if (op->size > phys_end(c))
		return wrong(c, SCENARIO_END,
			     "expected at most %s, the end of physical memory",
			     size_text(phys_end(c)).s);
	return check_pages(c, SCENARIO_END, op->size);
}

static int check_unregister(const struct check *c, const struct ref_op *op)
{
	if (op->group)
		return 0;
	return wrong(c, SCENARIO_GROUP, "expected a group from 1 to %u",
		     REF_MAX_GROUPS);
}

static int check_set(const struct check *c, const struct ref_op *op)
{
	if (op->param >= REF_NR_PARAMS)
		return wrong(c, SCENARIO_START,
			     "expected a parameter from 0 to %u",
			     REF_NR_PARAMS - 1);
	return check_param(c, op->param, op->value);
}

static int check_query(const struct check *c, const struct ref_op *op)
{
	if (check_inside(c, op) || check_pages(c, SCENARIO_START, op->start))
		return -1;
	return check_pages(c, SCENARIO_END, op->size);
}

static int check_map(const struct check *c, const struct ref_op *op)
{
	if (need_feature(c, REF_CONF_ZONE_DEVICE, "ZONE_DEVICE"))
		return -1;
	return op->kind == REF_OP_MAP ? check_anywhere(c, op) :
					check_inside(c, op);
}

static int (*const op_checks[REF_NR_OPS])(const struct check *c,
					  const struct ref_op *op) = {
	[REF_OP_ADD] = check_add,
	[REF_OP_ONLINE] = check_block_op,
	[REF_OP_OFFLINE] = check_block_op,
	[REF_OP_REMOVE] = check_inside,
	[REF_OP_REGISTER] = check_register,
	[REF_OP_UNREGISTER] = check_unregister,
	[REF_OP_SET] = check_set,
	[REF_OP_QUERY] = check_query,
	[REF_OP_MAP] = check_map,
	[REF_OP_UNMAP] = check_map,
};

static int check_fault(const struct check *c, const struct ref_op *op)
{
	u32 most = scenario_fault_nr_most(op);

	if (op->fault && !scenario_op_forms[op->kind].fault)
		return wrong(c, SCENARIO_WHOLE,
			     "expected no fault: nothing of this can fail");
	if (op->fault >= REF_NR_FAULTS)
		return wrong(c, SCENARIO_WHOLE,
			     "expected a fault's number, at most %u",
			     REF_NR_FAULTS - 1);
	if (op->fault_nr > most)
		return wrong(c, SCENARIO_WHOLE,
			     "expected a fault that counts to %u at most",
			     most);
	return 0;
}

static int check_fields(const struct check *c, const struct ref_op *op)
{
	const struct scenario_op_form *form = &scenario_op_forms[op->kind];

	for (u32 n = 0; n < SCENARIO_NR_OP_FIELDS; n++)
		if (!scenario_op_has(op->kind, n) && scenario_op_get(op, n))
			return wrong(c, SCENARIO_WHOLE,
				     "expected 0 in what the operation "
				     "has not");
	if (op->online >= REF_NR_ONLINE)
		return wrong(c, SCENARIO_ONLINE,
			     "expected a way to online from 0 to %u",
			     REF_NR_ONLINE - 1);
	if (op->flags & ~form->flags)
		return wrong(c, SCENARIO_WHOLE, "expected flags 0 or %u",
			     form->flags);
	if (op->group > REF_MAX_GROUPS)
		return wrong(c, SCENARIO_GROUP,
			     "expected a group from %u to %u",
			     !scenario_op_has(op->kind, SCENARIO_OP_SIZE),
			     REF_MAX_GROUPS);
	if (op->nid >= REF_MAX_NODES)
		return wrong(c, SCENARIO_NID, "expected a node from 0 to %u",
			     REF_MAX_NODES - 1);
	return need_node(c, op->nid);
}

static int check_op(const struct check *c, const struct ref_op *op)
{
	if (op->kind >= REF_NR_OPS)
		return wrong(c, SCENARIO_WHOLE,
			     "expected an operation's number, at most %u",
			     REF_NR_OPS - 1);
	if (check_fields(c, op) || op_checks[op->kind](c, op))
		return -1;
	return check_fault(c, op);
}

static int check_ops(struct check *c, const struct ref_scenario *s)
{
	c->part = SCENARIO_OP;
	c->index = REF_MAX_OPS;
	if (s->nr_ops > REF_MAX_OPS)
		return wrong(c, SCENARIO_WHOLE,
			     "expected at most %u operations", REF_MAX_OPS);
	for (c->index = 0; c->index < s->nr_ops; c->index++)
		if (check_op(c, &s->op[c->index]))
			return -1;
	return 0;
}

int scenario_check(const struct ref_scenario *s, struct scenario_error *err)
{
	struct check c = { .m = &s->machine, .err = err };

	if (check_names(&c) || check_block(&c) || check_zones(&c) ||
	    check_parameters(&c) || check_nodes(&c))
		return -1;
	if (check_regions(&c) || check_reserved(&c) || check_cma(&c) ||
	    check_ops(&c, s))
		return -1;
	return 0;
}

static const char *const part_names[SCENARIO_NR_PARTS] = {
	[SCENARIO_GEOMETRY] = "geometry",
	[SCENARIO_CONF] = "conf",
	[SCENARIO_BLOCK] = "block",
	[SCENARIO_ZONE_DMA] = "zone dma",
	[SCENARIO_ZONE_DMA32] = "zone dma32",
	[SCENARIO_MEMMAP] = "memmap",
	[SCENARIO_KERNELCORE] = "kernelcore",
	[SCENARIO_MOVABLECORE] = "movablecore",
	[SCENARIO_MOVABLE_NODE] = "movable_node",
	[SCENARIO_MEMMAP_ON_MEMORY] = "memmap_on_memory",
	[SCENARIO_POLICY] = "online_policy",
	[SCENARIO_RATIO] = "auto_movable_ratio",
	[SCENARIO_NUMA_AWARE] = "auto_movable_numa_aware",
	[SCENARIO_AUTO] = "auto_online",
	[SCENARIO_NODE] = "node",
	[SCENARIO_REGION] = "memory",
	[SCENARIO_RESERVED] = "reserved",
	[SCENARIO_CMA] = "cma",
	[SCENARIO_OP] = "operation",
};

const char *scenario_part_name(enum scenario_part part)
{
	return part < SCENARIO_NR_PARTS ? part_names[part] : "scenario";
}
