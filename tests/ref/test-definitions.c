// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is right, worked out by hand: the definitions, and the smallest
 * scenarios of fifteen bugs of the past. No kernel and no quirk is involved.
 *
 * ppc64: pages of 64K; a subsection of 2M is 0x20 pages, a section of 16M
 * 0x100, and so is the largest free page.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../fuzz/codec.h"
#include "../../fuzz/layout.h"
#include "../../fuzz/geometry.h"
#include "../../fuzz/judge.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define MAX_WANTED	12

/* After step @step (0: boot) the field has this value */
struct wanted {
	u32 step;
	const char *field;
	s64 value;
};

/* @rest: of a scenario's text, after geometry, configuration and memmap */
struct row {
	const char *name;
	const char *rest;
	struct wanted wanted[MAX_WANTED];
};

enum { DMA, DMA32, NORMAL, MOVABLE, DEVICE, NONE };

static const struct row rows[] = {
	{ "a span is cut at limits, memory or not",
	  "block 16M\nzone dma32 32M\nnode 0\n"
	  "memory 0 - 24M node 0\nmemory 40M - 64M node 0\n",
	  { { 0, "node0.DMA32.start", 0 },
	    { 0, "node0.DMA32.spanned", 0x200 },
	    { 0, "node0.DMA32.present", 0x180 },
	    { 0, "node0.NORMAL.start", 0x200 },
	    { 0, "node0.NORMAL.spanned", 0x200 },
	    { 0, "node0.NORMAL.present", 0x180 },
	    { 0, "node0.present", 0x300 },
	    { 0, "node0.spanned", 0x400 },
	    { 0, "node0.nr_zones", 3 },
	    { 0, "node0.DMA.initialized", 0 },
	    { 0, "block 1.zone", DMA32 } } },
	{ "a hole names what is above, the last one what is below",
	  "block 16M\nzone dma32 32M\nnode 0\nnode 1\n"
	  "memory 0 - 0x1810000 node 0\nmemory 40M - 0x2810000 node 1\n",
	  { { 0, "pfn 0x180.zone", DMA32 },
	    { 0, "pfn 0x180.node", 0 },
	    { 0, "pfn 0x181.zone", NORMAL },
	    { 0, "pfn 0x181.node", 1 },
	    { 0, "pfn 0x19f.zone", NORMAL },
	    { 0, "pfn 0x1a0.zone", 0xff },
	    { 0, "pfn 0x1ff.zone", 0xff },
	    { 0, "pfn 0x281.node", 1 },
	    { 0, "pfn 0x29f.zone", NORMAL },
	    { 0, "pfn 0x2a0.zone", 0xff } } },
	{ "three kinds of holes: only the first leaves a zone contiguous",
	  "block 16M\nnode 0\nnode 1\nnode 2\n"
	  "memory 0 - 64K node 0\nmemory 128K - 16M node 0\n"
	  "memory 16M - 18M node 1\nmemory 20M - 32M node 1\n"
	  "memory 32M - 48M node 2\nmemory 64M - 80M node 2\n",
	  { { 0, "node0.NORMAL.contiguous", 1 },
	    { 0, "node0.NORMAL.present", 0xff },
	    { 0, "node1.NORMAL.contiguous", 0 },
	    { 0, "node2.NORMAL.contiguous", 0 },
	    { 0, "section 1.submap[0]", 0xfd } } },
	{ "a block of two nodes has no zone and stays",
	  "block 16M\nnode 0\nnode 1\n"
	  "memory 0 - 8M node 1\nmemory 8M - 16M node 0\n"
	  "memory 16M - 32M node 0\noffline 0\noffline 16M\n",
	  { { 0, "block 0.nid", 0 },
	    { 0, "block 0.zone", NONE },
	    { 0, "block 1.nid", 0 },
	    { 0, "block 1.zone", NORMAL },
	    { 1, "err", -22 },
	    { 1, "locked", 0 },
	    { 1, "block 0.state", REF_BLOCK_ONLINE },
	    { 2, "err", 0 },
	    { 2, "node0.NORMAL.start", 0x80 },
	    { 2, "node0.NORMAL.spanned", 0x80 } } },
	{ "a block of one zone with a hole names it, and stays",
	  "block 16M\nnode 0\nmemory 0 - 15M node 0\noffline 0\n",
	  { { 0, "block 0.zone", NORMAL },
	    { 1, "err", -22 },
	    { 1, "locked", 1 },
	    { 1, "node0.present", 0xf0 } } },
	{ "the edge that was a hole stays",
	  "block 16M\nzone dma32 64M\nnode 0\nnode 1\n"
	  "memory 0 - 48M node 0\nmemory 80M - 96M node 0\n"
	  "memory 96M - 112M node 1\noffline 0\noffline 32M\n",
	  { { 0, "node0.DMA32.spanned", 0x400 },
	    { 1, "node0.DMA32.start", 0x100 },
	    { 1, "node0.DMA32.spanned", 0x300 },
	    { 2, "node0.DMA32.start", 0x100 },
	    { 2, "node0.DMA32.spanned", 0x300 },
	    { 2, "node0.spanned", 0x500 } } },
	{ "a vetoed online leaves what it may",
	  "block 16M\nnode 0\nnode 1\nmemory 0 - 16M node 0\n"
	  "add 32M 16M node 1\nonline 32M movable fail notify\n",
	  { { 1, "node1.online", 1 },
	    { 1, "node1.device", 1 },
	    { 1, "node1.memory", 0 },
	    { 1, "section 2.flags", 3 },
	    { 2, "err", -1 },
	    { 2, "fired", 1 },
	    { 2, "node1.MOVABLE.spanned", 0 },
	    { 2, "node1.MOVABLE.contiguous", 0 },
	    { 2, "node1.MOVABLE.initialized", 1 },
	    { 2, "node1.nr_zones", 4 },
	    { 2, "block 2.state", REF_BLOCK_OFFLINE } } },
	{ "present early follows a boot block into another zone",
	  "block 16M\nnode 0\nmemory 0 - 32M node 0\n"
	  "offline 16M\nonline 16M movable\n",
	  { { 1, "node0.NORMAL.present_early", 0x100 },
	    { 2, "node0.MOVABLE.present_early", 0x100 },
	    { 2, "node0.MOVABLE.start", 0x100 },
	    { 2, "node0.MOVABLE.contiguous", 1 },
	    { 2, "section 1.flags", 15 },
	    { 2, "pfn 0x100.zone", MOVABLE } } },
	{ "why memory cannot be added",
	  "block 16M\nnode 0\nmemory 0 - 16M node 0\n"
	  "add 33M 16M node 0\nadd 0 16M node 0\n"
	  "add 0x3ffffff000000 32M node 0\nadd 32M 16M node 5\n"
	  "remove 32M 16M\n",
	  { { 1, "err", -22 },
	    { 2, "err", -17 },
	    { 3, "err", -7 },
	    { 4, "err", -22 },
	    { 4, "warns", 1 },
	    { 4, "locked", 0 },
	    { 5, "err", -19 },
	    { 5, "outcome", REF_REFUSED } } },
	{ "online what is online, offline what is offline, remove neither",
	  "block 16M\nnode 0\nmemory 0 - 32M node 0\n"
	  "online 16M\nremove 16M 16M\noffline 16M\noffline 16M\n"
	  "remove 16M 16M\n",
	  { { 1, "err", -22 },
	    { 2, "err", -16 },
	    { 3, "err", 0 },
	    { 4, "err", -22 },
	    { 5, "err", 0 },
	    { 5, "block 1.state", REF_BLOCK_ABSENT },
	    { 5, "block 1.nid", -1 },
	    { 5, "section 1.flags", 0 } } },
	{ "where plain online goes",
	  "block 16M\nnode 0\nmemory 0 - 32M node 0\nmemory 48M - 64M node 0\n"
	  "add 32M 16M node 0\nadd 64M 32M node 0\nonline 64M movable\n"
	  "online 80M\nonline 32M\n",
	  { { 3, "block 4.zone", MOVABLE },
	    { 4, "block 5.zone", NORMAL },
	    { 5, "block 2.zone", NORMAL } } },
	{ "a node goes offline with its last block, if it has no CPU",
	  "block 16M\nnode 0\nnode 1\nnode 2 cpu\nmemory 0 - 16M node 0\n"
	  "add 32M 16M node 1\nadd 48M 16M node 2\n"
	  "remove 32M 16M\nremove 48M 16M\n",
	  { { 0, "node1.online", 0 },
	    { 0, "node2.online", 1 },
	    { 2, "node1.device", 1 },
	    { 3, "node1.online", 0 },
	    { 3, "node1.device", 0 },
	    { 4, "node2.online", 1 } } },
	{ "kernelcore is spread, and the rest is movable",
	  "block 16M\nkernelcore 64M\nnode 0\nnode 1\n"
	  "memory 0 - 64M node 0\nmemory 64M - 128M node 1\n",
	  { { 0, "node0.NORMAL.spanned", 0x200 },
	    { 0, "node0.MOVABLE.start", 0x200 },
	    { 0, "node0.MOVABLE.spanned", 0x200 },
	    { 0, "node1.NORMAL.spanned", 0x200 },
	    { 0, "node1.MOVABLE.start", 0x600 },
	    { 0, "block 2.zone", MOVABLE } } },
	{ "what a node cannot give the others do",
	  "block 16M\nkernelcore 64M\nnode 0\nnode 1\n"
	  "memory 0 - 16M node 0\nmemory 64M - 128M node 1\n",
	  { { 0, "node0.NORMAL.spanned", 0x100 },
	    { 0, "node0.MOVABLE.spanned", 0 },
	    { 0, "node1.NORMAL.spanned", 0x300 },
	    { 0, "node1.MOVABLE.start", 0x700 } } },

	/* Fifteen bugs of the past */
	{ "node-span-start-zero",
	  "block 16M\nnode 0\nmemory 16M - 64M node 0\noffline 48M\n",
	  { { 1, "node0.start", 0x100 },
	    { 1, "node0.spanned", 0x200 } } },
	{ "zone-span-stale-memmap",
	  "block 16M\nnode 0\nmemory 0 - 64M node 0\n"
	  "offline 32M\noffline 48M\n",
	  { { 1, "node0.NORMAL.spanned", 0x400 },
	    { 2, "node0.NORMAL.start", 0 },
	    { 2, "node0.NORMAL.spanned", 0x200 } } },
	{ "nr-zones-decrease",
	  "block 16M\nnode 0\nnode 1\nmemory 0 - 16M node 0\n"
	  "add 32M 32M node 1\nonline 32M movable\nonline 48M kernel\n",
	  { { 2, "node1.nr_zones", 4 },
	    { 3, "node1.nr_zones", 4 } } },
	{ "first-section-only-online",
	  "block 32M\nnode 0\nmemory 0 - 32M node 0\n"
	  "add 32M 32M node 0\nonline 32M\n",
	  { { 1, "section 3.flags", 3 },
	    { 2, "section 2.flags", 7 },
	    { 2, "section 3.flags", 7 },
	    { 2, "pfn 0x3ff.zone", NORMAL } } },
	{ "first-section-only-offline",
	  "block 32M\nnode 0\nmemory 0 - 64M node 0\noffline 32M\n",
	  { { 1, "section 1.flags", 15 },
	    { 1, "section 2.flags", 11 },
	    { 1, "section 3.flags", 11 },
	    { 1, "pfn 0x3ff.zone", 0xff } } },
	{ "contiguous-over-offline-hole",
	  "block 16M\nnode 0\nmemory 0 - 48M node 0\noffline 16M\n"
	  "online 16M\n",
	  { { 0, "node0.NORMAL.contiguous", 1 },
	    { 1, "node0.NORMAL.contiguous", 0 },
	    { 2, "node0.NORMAL.contiguous", 1 } } },
	{ "kernel-zone-always-normal",
	  "block 16M\nzone dma32 48M\nnode 0\nmemory 0 - 64M node 0\n"
	  "offline 16M\nonline 16M kernel\n",
	  { { 2, "block 1.zone", DMA32 } } },
	{ "boot-interleaved-node-links",
	  "block 16M\nnode 0\nnode 1\nmemory 0 - 16M node 0\n"
	  "memory 16M - 32M node 1\nmemory 32M - 48M node 0\n",
	  { { 0, "block 0.nid", 0 },
	    { 0, "block 1.nid", 1 },
	    { 0, "block 2.nid", 0 },
	    { 0, "block 1.zone", NORMAL },
	    { 0, "node0.NORMAL.contiguous", 0 },
	    { 0, "node1.NORMAL.contiguous", 1 } } },
	{ "hole-pages-zone0-node0",
	  "block 16M\nnode 0\nnode 1\nmemory 0 - 16M node 0\n"
	  "memory 0x1020000 - 32M node 1\n",
	  { { 0, "pfn 0x100.node", 1 },
	    { 0, "pfn 0x101.zone", NORMAL },
	    { 0, "node1.NORMAL.start", 0x102 } } },
	{ "descending-nodes-overwrite",
	  "block 16M\nnode 0\nnode 1\nmemory 0 - 8M node 1\n"
	  "memory 8M - 32M node 0\n",
	  { { 0, "pfn 0x0.node", 1 },
	    { 0, "pfn 0x7f.node", 1 },
	    { 0, "pfn 0x80.node", 0 } } },
	{ "movable-beyond-node-end",
	  "block 16M\nkernelcore 40M\nnode 0\nmemory 0 - 47M node 0\n",
	  { { 0, "node0.MOVABLE.spanned", 0 },
	    { 0, "node0.NORMAL.spanned", 0x2f0 } } },
	{ "movable-node-double-span",
	  "block 16M\nkernelcore 32M\nnode 0\nmemory 0 - 64M node 0\n",
	  { { 0, "node0.NORMAL.spanned", 0x200 },
	    { 0, "node0.MOVABLE.start", 0x200 },
	    { 0, "node0.spanned", 0x400 } } },
	{ "try-offline-node-ignores-blocks",
	  "block 16M\nnode 0\nnode 1\nmemory 0 - 16M node 0\n"
	  "add 32M 16M node 1\nadd 48M 16M node 1\nremove 32M 16M\n"
	  "remove 48M 16M\n",
	  { { 3, "node1.online", 1 },
	    { 4, "node1.online", 0 } } },
	{ "section-flags-not-reset",
	  "block 16M\nnode 0\nmemory 0 - 32M node 0\n"
	  "offline 16M\nremove 16M 16M\nadd 16M 16M node 0\nonline 16M\n",
	  { { 2, "section 1.flags", 0 },
	    { 3, "section 1.flags", 3 },
	    { 4, "section 1.flags", 7 },
	    { 4, "node0.NORMAL.present", 0x200 },
	    { 4, "node0.NORMAL.present_early", 0x100 } } },
	{ "zone-for-pfn-32bit",
	  "block 16M\nzone dma32 32M\nnode 0\nmemory 0 - 48M node 0\n"
	  "add 0x1000001000000 16M node 0\nonline 0x1000001000000 kernel\n",
	  { { 2, "block 16777217.zone", NORMAL },
	    { 2, "node0.DMA32.spanned", 0x200 },
	    { 2, "node0.NORMAL.spanned", 0x100000000 } } },
};

/* --- a machine run by the model alone */

static struct ref_scenario scenario;
static struct ref_layout layout;
static struct ref_model *model;

static void start(const char *rest, const struct ref_profile *profile)
{
	static char text[4096];
	static struct codec_error err;
	const struct ref_geometry *g;

	snprintf(text, sizeof(text), "mhpref 1\ngeometry ppc64\n"
		 "conf default\nmemmap stale\n%s", rest);
	cr_assert_eq(codec_read((const u8 *)text, strlen(text), &scenario,
				&err), 0, "line %u: %s\n%s", err.line,
		     err.reason, text);
	g = geometry_by_index(scenario.machine.geometry);
	cr_assert_null(layout_init(&layout, g, &scenario));
	if (!model)
		model = calloc(1, ref_model_size);
	ref_model_boot(model, g, &scenario.machine, &layout, profile);
}

/* --- fields by name */

struct member {
	const char *name;
	size_t offset;
	s32 size;		/* negative: signed */
};

static const struct member members[] = {
	{ "err", offsetof(struct ref_obs, err), -4 },
	{ "outcome", offsetof(struct ref_obs, outcome), 1 },
	{ "fired", offsetof(struct ref_obs, fired), 1 },
	{ "locked", offsetof(struct ref_obs, locked), 1 },
	{ "warns", offsetof(struct ref_obs, warns), 4 },
	{ "chosen", offsetof(struct ref_obs, chosen), 1 },
	{ 0 },
	{ "start", offsetof(struct ref_obs_node, start), 8 },
	{ "spanned", offsetof(struct ref_obs_node, spanned), 8 },
	{ "present", offsetof(struct ref_obs_node, present), 8 },
	{ "nr_zones", offsetof(struct ref_obs_node, nr_zones), 1 },
	{ "online", offsetof(struct ref_obs_node, online), 1 },
	{ "memory", offsetof(struct ref_obs_node, memory), 1 },
	{ "normal_memory", offsetof(struct ref_obs_node, normal_memory), 1 },
	{ "device", offsetof(struct ref_obs_node, device), 1 },
	{ 0 },
	{ "start", offsetof(struct ref_obs_zone, start), 8 },
	{ "spanned", offsetof(struct ref_obs_zone, spanned), 8 },
	{ "present", offsetof(struct ref_obs_zone, present), 8 },
	{ "present_early", offsetof(struct ref_obs_zone, present_early), 8 },
	{ "contiguous", offsetof(struct ref_obs_zone, contiguous), 1 },
	{ "initialized", offsetof(struct ref_obs_zone, initialized), 1 },
	{ 0 },
	{ "state", offsetof(struct ref_obs_block, state), 1 },
	{ "group", offsetof(struct ref_obs_block, group), 1 },
	{ "valid[0]", offsetof(struct ref_obs_block, valid[0]), 1 },
	{ "valid[1]", offsetof(struct ref_obs_block, valid[1]), 1 },
	{ "valid[2]", offsetof(struct ref_obs_block, valid[2]), 1 },
	{ "nodes", offsetof(struct ref_obs_block, nodes), 1 },
	{ "links", offsetof(struct ref_obs_block, links), 1 },
	{ "nid", offsetof(struct ref_obs_block, nid), -1 },
	{ "zone", offsetof(struct ref_obs_block, zone), 1 },
	{ 0 },
	{ "flags", offsetof(struct ref_obs_section, flags), 1 },
	{ "submap[0]", offsetof(struct ref_obs_section, submap[0]), 8 },
	{ 0 },
	{ "zone", 0, 1 },
	{ "node", 1, 1 },
	{ 0 },
};

/* Members of a part: 0 operation, 1 node, 2 zone, 3 block, 4 section, 5 link */
static const struct member *member(u32 part, const char *name)
{
	const struct member *m = members;

	for (; part; m++)
		part -= !m->name;
	while (m->name && strcmp(m->name, name))
		m++;
	cr_assert(m->name, "no member %s", name);
	return m;
}

static u32 index_of(const u64 *array, u32 n, u64 x, const char *field)
{
	u32 i = 0;

	while (i < n && array[i] != x)
		i++;
	cr_assert(i < n, "%s is not observed", field);
	return i;
}

static u32 zone_of(const char *name)
{
	static const char *const names[] = { "DMA", "DMA32", "NORMAL",
		"MOVABLE", "DEVICE" };
	u32 z = 0;

	while (z < ARRAY_SIZE(names) && strcmp(names[z], name))
		z++;
	cr_assert(z < ARRAY_SIZE(names), "no zone %s", name);
	return z;
}

/* Where a field's part begins; its number and @name are cut from @field */
static const void *part_of(const struct ref_obs *o, const char *field,
			   u32 *part, char *name)
{
	char zone[16];
	unsigned long long x;

	if (sscanf(field, "pfn 0x%llx.%23s", &x, name) == 2) {
		*part = 5;
		return &o->link[index_of(layout.watch, layout.nr_watch, x,
					 field)];
	}
	if (sscanf(field, "block %llu.%23s", &x, name) == 2) {
		*part = 3;
		return &o->block[index_of(layout.block, layout.nr_blocks, x,
					  field)];
	}
	if (sscanf(field, "section %llu.%23s", &x, name) == 2) {
		*part = 4;
		return &o->section[index_of(layout.section,
					    layout.nr_sections, x, field)];
	}
	if (sscanf(field, "node%llu.%15[A-Z0-9].%23s", &x, zone, name) == 3) {
		*part = 2;
		return &o->node[x].zone[zone_of(zone)];
	}
	*part = sscanf(field, "node%llu.%23s", &x, name) == 2;
	if (*part)
		return &o->node[x];
	snprintf(name, 24, "%s", field);
	return o;
}

static s64 value_of(const struct ref_obs *o, const char *field)
{
	char name[24];
	u32 part;
	const void *at = part_of(o, field, &part, name);
	const struct member *m = member(part, name);
	s64 value = 0;

	memcpy(&value, (const char *)at + m->offset, abs(m->size));
	if (m->size == -1)
		value = (s8)value;
	if (m->size == -4)
		value = (s32)value;
	return value;
}

static void check_step(const struct row *row, u32 step, u32 *checked)
{
	const struct wanted *w = row->wanted;

	for (; w < row->wanted + MAX_WANTED && w->field; w++) {
		if (w->step != step)
			continue;
		++*checked;
		cr_expect_eq(value_of(ref_model_facts(model)->shown, w->field),
			     w->value, "%s, step %u: %s is %#llx, not %#llx",
			     row->name, step, w->field,
			     value_of(ref_model_facts(model)->shown, w->field),
			     w->value);
	}
}

static void check_row(const struct row *row)
{
	const struct ref_profile profile = { .faults = ~0u, .features = ~0u };
	u32 checked = 0, wanted = 0;

	while (wanted < MAX_WANTED && row->wanted[wanted].field)
		wanted++;
	start(row->rest, &profile);
	check_step(row, 0, &checked);
	for (u32 n = 0; n < scenario.nr_ops; n++) {
		cr_assert_eq(ref_model_stops(model, &scenario.op[n]), 0);
		ref_model_apply(model, &scenario.op[n], false);
		check_step(row, n + 1, &checked);
	}
	cr_expect(checked, "%s checks nothing", row->name);
	cr_expect_eq(checked, wanted, "%s: %u of %u steps are not there",
		     row->name, wanted - checked, wanted);
}

Test(definitions, by_hand)
{
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		check_row(&rows[i]);
}

/* --- what cannot be observed is refused with a reason */

static const struct {
	const char *rest;
	const char *why;
} refused[] = {
	{ "block 16M\nnode 0\nmemory 0 - 8G node 0\n",
	  "memory touches too many blocks or sections" },
	{ "block 1G\nnode 0\nmemory 0 - 5G node 0\n",
	  "memory touches too many blocks or sections" },
};

Test(definitions, refusals)
{
	static char text[1024];
	static struct codec_error err;
	const char *why;

	for (size_t i = 0; i < ARRAY_SIZE(refused); i++) {
		snprintf(text, sizeof(text), "mhpref 1\ngeometry ppc64\n"
			 "conf default\nmemmap stale\n%s", refused[i].rest);
		cr_assert_eq(codec_read((const u8 *)text, strlen(text),
					&scenario, &err), 0, "%s", err.reason);
		why = layout_init(&layout, geometry_by_index(0), &scenario);
		cr_expect(why && !strcmp(why, refused[i].why), "row %zu: %s",
			  i, why ? why : "not refused");
	}
}

/* --- nothing of the scenario before is left in the model */

Test(model, boots_afresh)
{
	const struct ref_profile profile = { .faults = ~0u, .features = ~0u,
		.quirks = (1ull << REF_NR_QUIRKS) - 1 };
	static struct ref_obs alone;
	struct ref_result result;

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		for (size_t j = 0; j < ARRAY_SIZE(rows); j++) {
			free(model);
			model = NULL;
			start(rows[j].rest, &profile);
			alone = *ref_model_facts(model)->shown;
			start(rows[i].rest, &profile);
			for (u32 n = 0; n < scenario.nr_ops; n++)
				ref_model_apply(model, &scenario.op[n], false);
			start(rows[j].rest, &profile);
			cr_assert(judge(ref_model_facts(model), &alone,
					~0ull, &result), "%s after %s",
				  rows[j].name, rows[i].name);
		}
}

/* --- an operation that is skipped leaves the model as it was */

Test(model, skips)
{
	const struct ref_profile profile = { .faults = ~0u, .features = ~0u,
		.quirks = (1ull << REF_NR_QUIRKS) - 1 };
	static struct ref_obs before;

	start("block 16M\nnode 0\nnode 1\nmemory 0 - 64K node 0\n"
	      "memory 64K - 16M node 1\nmemory 16M - 32M node 0\n"
	      "offline 16M\n", &profile);
	before = *ref_model_facts(model)->shown;
	cr_assert_eq(ref_model_stops(model, &scenario.op[0]),
		     1ull << quirk_find("span-wraps"));
	cr_assert_arr_eq(&before, ref_model_facts(model)->shown,
			 sizeof(before));
}

/* --- the tables say all that they must */

Test(tables, are_complete)
{
	for (u32 n = 0; n < REF_NR_RULES; n++) {
		const struct ref_rule *r = &ref_rules[n];

		cr_assert_eq(rule_find(r->name), (int)n);
		cr_expect(r->statement && r->formula && r->why && r->source,
			  "%s", r->name);
	}
	for (u32 n = 0; n < REF_NR_QUIRKS; n++) {
		const struct ref_quirk *q = &ref_quirks[n];

		cr_assert_eq(quirk_find(q->name), (int)n);
		cr_expect(q->statement && q->formula && q->versions &&
			  q->verdict && q->source, "%s", q->name);
		cr_expect_geq(rule_find(q->rule), 0, "%s", q->name);
	}
	cr_assert_eq(rule_find("no such rule"), -1);
	cr_assert_eq(quirk_find(""), -1);
	cr_assert_leq(REF_NR_RULES, 64);
	cr_assert_leq(REF_NR_QUIRKS, 64);
}
