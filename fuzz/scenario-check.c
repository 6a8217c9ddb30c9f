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

static int check_parameters(struct check *c)
{
	if (check_flag(c, SCENARIO_MEMMAP, c->m->memmap) ||
	    check_size(c, SCENARIO_KERNELCORE, c->m->kernelcore) ||
	    check_size(c, SCENARIO_MOVABLECORE, c->m->movablecore) ||
	    check_flag(c, SCENARIO_MOVABLE_NODE, c->m->movable_node))
		return -1;
	return 0;
}

static int check_nodes(struct check *c)
{
	c->part = SCENARIO_NODE;
	for (c->index = 0; c->index < REF_MAX_NODES; c->index++) {
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
	const struct ref_reserved *r = c->m->reserved;
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

/* Firmware and drivers can name any range; what is wrong is for add to see */
static int check_add(const struct check *c, const struct ref_op *op)
{
	if (op->start >= SCENARIO_ADD_MAX)
		return wrong(c, SCENARIO_START, "expected less than 2^63");
	if (!op->size || op->size >= SCENARIO_ADD_MAX)
		return wrong(c, SCENARIO_END,
			     "expected a size above 0 and less than 2^63");
	if (op->nid >= REF_MAX_NODES)
		return wrong(c, SCENARIO_NID, "expected a node from 0 to %u",
			     REF_MAX_NODES - 1);
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

static int check_block_op(const struct check *c, const struct ref_op *op)
{
	if (check_start(c, op))
		return -1;
	if (op->start % c->m->block_size)
		return wrong(c, SCENARIO_START,
			     "expected a block's start, a multiple of %s",
			     size_text(c->m->block_size).s);
	if (op->online >= REF_NR_ONLINE)
		return wrong(c, SCENARIO_END,
			     "expected a way to online from 0 to %u",
			     REF_NR_ONLINE - 1);
	return 0;
}

static int check_remove(const struct check *c, const struct ref_op *op)
{
	if (check_start(c, op))
		return -1;
	if (!op->size || op->size > phys_end(c) - op->start)
		return wrong(c, SCENARIO_END,
			     "expected a size from 1 to %s",
			     size_text(phys_end(c) - op->start).s);
	return 0;
}

const struct scenario_op_form scenario_op_forms[REF_NR_OPS] = {
	[REF_OP_ADD] = { .size = true, .nid = true },
	[REF_OP_ONLINE] = { .online = true },
	[REF_OP_REMOVE] = { .size = true },
};

static int (*const op_checks[REF_NR_OPS])(const struct check *c,
					  const struct ref_op *op) = {
	[REF_OP_ADD] = check_add,
	[REF_OP_ONLINE] = check_block_op,
	[REF_OP_OFFLINE] = check_block_op,
	[REF_OP_REMOVE] = check_remove,
};

bool scenario_fault_counts(u32 fault)
{
	return fault == REF_FAULT_ALLOC || fault == REF_FAULT_MEMMAP ||
	       fault == REF_FAULT_BLOCK_DEVICE;
}

static int check_fault(const struct check *c, const struct ref_op *op)
{
	u32 most = scenario_fault_counts(op->fault) ? SCENARIO_FAULT_NR_MAX : 0;

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

static int check_op(const struct check *c, const struct ref_op *op)
{
	const struct scenario_op_form *form;

	if (op->kind >= REF_NR_OPS)
		return wrong(c, SCENARIO_WHOLE,
			     "expected an operation's number, at most %u",
			     REF_NR_OPS - 1);
	form = &scenario_op_forms[op->kind];
	if ((op->size && !form->size) || (op->nid && !form->nid) ||
	    (op->online && !form->online))
		return wrong(c, SCENARIO_WHOLE,
			     "expected 0 in what the operation has not");
	if (op_checks[op->kind](c, op))
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
	if (check_regions(&c) || check_reserved(&c) || check_ops(&c, s))
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
	[SCENARIO_NODE] = "node",
	[SCENARIO_REGION] = "memory",
	[SCENARIO_RESERVED] = "reserved",
	[SCENARIO_OP] = "operation",
};

const char *scenario_part_name(enum scenario_part part)
{
	return part < SCENARIO_NR_PARTS ? part_names[part] : "scenario";
}
