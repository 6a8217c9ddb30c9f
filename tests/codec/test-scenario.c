// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is valid; both forms say the same; rescaling keeps the shape.
 */
#include <stdarg.h>

#include "../../fuzz/rescale.h"
#include "common.h"

#define NR_RANDOM	20000

/* --- version 1, for ever */

static const char version_1_text[] =
	"mhpref 1\n"
	"geometry ppc64\n"
	"conf default\n"
	"block 16M\n"
	"zone dma 64M\n"
	"zone dma32 1G\n"
	"memmap poison\n"
	"kernelcore 256M\n"
	"movablecore 0x80001\n"
	"movable_node\n"
	"node 0 cpu\n"
	"node 1\n"
	"memory 0 - 128M node 0\n"
	"memory 256M - 512M node 1 hotplug\n"
	"memory 1G - 0x40010000 node 1 hotplug nomap\n"
	"reserved 1M - 2M\n"
	"add 512M 32M node 1\n"
	"online 512M movable\n"
	"online 512M kernel fail signal\n"
	"offline 512M fail notify\n"
	"remove 512M 32M\n"
	"add 1G 16M node 2 fail alloc 3\n";

static const u8 version_1_cbor[] = {
	0xae,
	0x00, 0x01,
	0x01, 0x00,
	0x02, 0x00,
	0x03, 0x1a, 0x01, 0x00, 0x00, 0x00,
	0x04, 0x1a, 0x04, 0x00, 0x00, 0x00,
	0x05, 0x1a, 0x40, 0x00, 0x00, 0x00,
	0x06, 0x01,
	0x07, 0x1a, 0x10, 0x00, 0x00, 0x00,
	0x08, 0x1a, 0x00, 0x08, 0x00, 0x01,
	0x09, 0x01,
	0x0a, 0x82, 0x03, 0x01,
	0x0b, 0x83,
	0x83, 0x00, 0x1a, 0x08, 0x00, 0x00, 0x00, 0x00,
	0x84, 0x1a, 0x10, 0x00, 0x00, 0x00, 0x1a, 0x20, 0x00, 0x00, 0x00,
	0x01, 0x01,
	0x84, 0x1a, 0x40, 0x00, 0x00, 0x00, 0x1a, 0x40, 0x01, 0x00, 0x00,
	0x01, 0x03,
	0x0c, 0x81,
	0x82, 0x1a, 0x00, 0x10, 0x00, 0x00, 0x1a, 0x00, 0x20, 0x00, 0x00,
	0x0d, 0x86,
	0x84, 0x00, 0x1a, 0x20, 0x00, 0x00, 0x00, 0x1a, 0x02, 0x00, 0x00,
	0x00, 0x01,
	0x83, 0x01, 0x1a, 0x20, 0x00, 0x00, 0x00, 0x02,
	0x84, 0x01, 0x1a, 0x20, 0x00, 0x00, 0x00, 0x01, 0x07,
	0x83, 0x02, 0x1a, 0x20, 0x00, 0x00, 0x00, 0x03,
	0x83, 0x03, 0x1a, 0x20, 0x00, 0x00, 0x00, 0x1a, 0x02, 0x00, 0x00,
	0x00,
	0x86, 0x00, 0x1a, 0x40, 0x00, 0x00, 0x00, 0x1a, 0x01, 0x00, 0x00,
	0x00, 0x02, 0x01, 0x03,
};

/* What came to version 1 later */
static const char more_text[] =
	"mhpref 1\n"
	"geometry ppc64\n"
	"conf distro\n"
	"block 16M\n"
	"memmap stale\n"
	"memmap_on_memory\n"
	"online_policy auto-movable\n"
	"auto_movable_ratio 4294967295\n"
	"auto_movable_numa_aware 0\n"
	"auto_online online_movable\n"
	"node 0\n"
	"memory 0 - 128M node 0\n"
	"register static 1G node 0\n"
	"register dynamic 16M node 1 fail alloc 0\n"
	"add 4G 16M group 2\n"
	"add 4G 16M node 1 altmap\n"
	"add 4G 16M group 1 altmap fail notify\n"
	"unregister group 16\n"
	"set online_policy contig-zones\n"
	"set auto_movable_ratio 301\n"
	"query online node 0 4G 64K\n"
	"query online_movable node 7 group 2 4G 64K\n"
	"map 4G 2M node 3 fail alloc 1\n"
	"unmap 4G 2M\n";

static const u8 more_cbor[] = {
	0xad,
	0x00, 0x01,
	0x01, 0x00,
	0x02, 0x09,
	0x03, 0x1a, 0x01, 0x00, 0x00, 0x00,
	0x06, 0x00,
	0x0a, 0x81, 0x01,
	0x0b, 0x81,
	0x83, 0x00, 0x1a, 0x08, 0x00, 0x00, 0x00, 0x00,
	0x0d, 0x8c,
	0x84, 0x04, 0x1a, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00,
	0x86, 0x04, 0x1a, 0x01, 0x00, 0x00, 0x00, 0x01, 0x02, 0x01, 0x00,
	0x86, 0x0a, 0x1b, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
	0x1a, 0x01, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00,
	0x86, 0x0a, 0x1b, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
	0x1a, 0x01, 0x00, 0x00, 0x00, 0x01, 0x00, 0x01,
	0x87, 0x0a, 0x1b, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
	0x1a, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01, 0x03,
	0x82, 0x05, 0x10,
	0x83, 0x06, 0x00, 0x00,
	0x83, 0x06, 0x01, 0x19, 0x01, 0x2d,
	0x86, 0x07, 0x1b, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
	0x1a, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00,
	0x86, 0x07, 0x1b, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
	0x1a, 0x00, 0x01, 0x00, 0x00, 0x07, 0x02, 0x02,
	0x86, 0x08, 0x1b, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
	0x1a, 0x00, 0x20, 0x00, 0x00, 0x03, 0x01, 0x01,
	0x83, 0x09, 0x1b, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0x00,
	0x1a, 0x00, 0x20, 0x00, 0x00,
	0x0e, 0x01,
	0x0f, 0x1a, 0xff, 0xff, 0xff, 0xff,
	0x10, 0x00,
	0x11, 0x03,
	0x12, 0x01,
};

static void must_read(const void *bytes, size_t len, struct ref_scenario *s)
{
	struct codec_error err;

	cr_assert_eq(codec_read(bytes, len, s, &err), 0, "%zu: %s", err.offset,
		     err.reason);
}

Test(scenario, version_1)
{
	static struct ref_scenario s, t;
	static u8 cbor[CODEC_CBOR_MAX];
	static char text[CODEC_TEXT_MAX];

	must_read(version_1_text, sizeof(version_1_text) - 1, &s);
	cr_assert_eq(s.machine.nr_regions, 3);
	cr_assert_eq(s.machine.movablecore, 0x80001);
	cr_assert_eq(s.machine.region[2].flags,
		     REF_REGION_HOTPLUG | REF_REGION_NOMAP);
	cr_assert_eq(s.nr_ops, 6);
	cr_assert_eq(s.op[2].fault, REF_FAULT_SIGNAL);
	cr_assert_eq(s.op[5].fault_nr, 3);
	cr_assert_eq(codec_write_cbor(&s, cbor, sizeof(cbor)),
		     sizeof(version_1_cbor));
	cr_assert_eq(memcmp(cbor, version_1_cbor, sizeof(version_1_cbor)), 0);
	must_read(version_1_cbor, sizeof(version_1_cbor), &t);
	cr_assert_eq(memcmp(&s, &t, sizeof(s)), 0);
	cr_assert_eq(codec_write_text(&t, text, sizeof(text)),
		     sizeof(version_1_text) - 1);
	cr_assert_str_eq(text, version_1_text);
}

Test(scenario, version_1_since_groups)
{
	static struct ref_scenario s, t;
	static u8 cbor[CODEC_CBOR_MAX];
	static char text[CODEC_TEXT_MAX];

	must_read(more_text, sizeof(more_text) - 1, &s);
	cr_assert_eq(s.nr_ops, 12);
	cr_assert_eq(s.op[1].flags, REF_OP_DYNAMIC);
	cr_assert_eq(s.op[2].group, 2);
	cr_assert_eq(s.op[4].flags, REF_OP_MEMMAP_ON_MEMORY);
	cr_assert_eq(s.op[9].online, REF_ONLINE_MOVABLE);
	cr_assert_eq(s.machine.params.value[REF_PARAM_RATIO], 0xffffffff);
	cr_assert_eq(codec_write_cbor(&s, cbor, sizeof(cbor)),
		     sizeof(more_cbor));
	cr_assert_eq(memcmp(cbor, more_cbor, sizeof(more_cbor)), 0);
	must_read(more_cbor, sizeof(more_cbor), &t);
	cr_assert_eq(memcmp(&s, &t, sizeof(s)), 0);
	cr_assert_eq(codec_write_text(&t, text, sizeof(text)),
		     sizeof(more_text) - 1);
	cr_assert_str_eq(text, more_text);
}

/* A file from before there were parameters has the usual ones */
Test(scenario, old_files_have_the_usual_parameters)
{
	static const struct ref_params usual = REF_PARAMS;
	static struct ref_scenario s;

	must_read(version_1_cbor, sizeof(version_1_cbor), &s);
	cr_assert_eq(memcmp(&s.machine.params, &usual, sizeof(usual)), 0);
	must_read(version_1_text, sizeof(version_1_text) - 1, &s);
	cr_assert_eq(memcmp(&s.machine.params, &usual, sizeof(usual)), 0);
}

/* Numbers in CBOR files that exist */
Test(scenario, numbers_stay)
{
	static const char *const confs[] = {
		"default", "zone-device", "altmap", "deferred", "cma",
		"discard", "classic", "no-numa", "debug", "distro",
	};

	cr_assert_eq(geometry_index("ppc64"), 0);
	cr_assert_eq(geometry_index("x86_64"), 1);
	cr_assert_eq(geometry_index("arm64-64k"), 2);
	cr_assert_eq(geometry_index("x86"), -1);
	cr_assert_null(geometry_by_name("x86"));
	cr_assert_null(geometry_by_index(geometry_count()));
	cr_assert_eq(geometry_by_name("ppc64")->section_shift, 24);
	cr_assert_eq(geometry_by_name("x86_64")->page_shift, 12);
	cr_assert_eq(geometry_by_name("arm64-64k")->pageblock_order, 13);
	for (u32 i = 0; i < ARRAY_SIZE(confs); i++)
		cr_expect_eq(conf_index(confs[i]), (s32)i, "%s", confs[i]);
	cr_assert_eq(conf_index(""), -1);
	cr_assert_null(conf_name(conf_count()));
	cr_assert_str_eq(conf_name(0), "default");
}

/* The description of the CBOR form says what the code says */
__attribute((format(printf, 2, 3)))
static void expect_in_cddl(const char *cddl, const char *fmt, ...)
{
	char line[128];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	cr_expect(strstr(cddl, line), "scenario.cddl has no \"%s\"", line);
}

static void expect_limits_in_cddl(const char *cddl)
{
	u64 most_block = 0, least_block = ~0ull, phys_end = 0;

	for (u32 i = 0; i < geometry_count(); i++) {
		const struct ref_geometry *g = geometry_by_index(i);
		u64 section = 1ull << g->section_shift;
		u64 block = section * SCENARIO_BLOCK_SECTIONS;

		expect_in_cddl(cddl, "\t%s: %u,", g->name, i);
		least_block = section < least_block ? section : least_block;
		most_block = block > most_block ? block : most_block;
		if (1ull << g->phys_bits > phys_end)
			phys_end = 1ull << g->phys_bits;
	}
	expect_in_cddl(cddl, "block-size = %llu..%llu\n", least_block,
		       most_block);
	expect_in_cddl(cddl, "phys-end = %llu\n", phys_end);
}

Test(scenario, cddl)
{
	static char cddl[16 << 10];
	FILE *file = fopen("fuzz/scenario.cddl", "r");

	cr_assert(file, "expected fuzz/scenario.cddl in this directory");
	cr_assert_gt(fread(cddl, 1, sizeof(cddl) - 1, file), 0);
	fclose(file);
	expect_limits_in_cddl(cddl);
	expect_in_cddl(cddl, "\t0 => %u,", CODEC_VERSION);
	expect_in_cddl(cddl, "[1*%u node]", REF_MAX_NODES);
	expect_in_cddl(cddl, "[1*%u region]", REF_MAX_REGIONS);
	expect_in_cddl(cddl, "[1*%u reserved]", REF_MAX_RESERVED);
	expect_in_cddl(cddl, "[1*%u operation]", REF_MAX_OPS);
	expect_in_cddl(cddl, "[1*%u cma]", REF_MAX_CMA);
	expect_in_cddl(cddl, "nid = 0..%u\n", REF_MAX_NODES - 1);
	expect_in_cddl(cddl, "group = 1..%u\n", REF_MAX_GROUPS);
	expect_in_cddl(cddl, "counts to %u.", SCENARIO_FAULT_NR_LONG);
	expect_in_cddl(cddl, "ratio = 0..%u\t",
		       scenario_param_most(REF_PARAM_RATIO));
	expect_in_cddl(cddl, "numa-aware = 0..%u\t",
		       scenario_param_most(REF_PARAM_NUMA_AWARE));
	expect_in_cddl(cddl, "usually %u", REF_PARAMS.value[REF_PARAM_RATIO]);
	for (u32 i = 0; i < conf_count(); i++)
		if (conf_name(i))
			expect_in_cddl(cddl, "\t%s: %u,", conf_name(i), i);
	expect_in_cddl(cddl, "uint63 = 0..%llu\n", SCENARIO_ADD_MAX - 1);
	expect_in_cddl(cddl, "alloc-nr = (%u, 0..%u)\n", REF_FAULT_ALLOC,
		       SCENARIO_FAULT_NR_MAX);
	expect_in_cddl(cddl, "memmap-nr = (%u, 0..%u)\n", REF_FAULT_MEMMAP,
		       SCENARIO_FAULT_NR_MAX);
	expect_in_cddl(cddl, "block-device-nr = (%u, 0..%u)\n",
		       REF_FAULT_BLOCK_DEVICE, SCENARIO_FAULT_NR_MAX);
	expect_in_cddl(cddl, "node-device: %u,", REF_FAULT_NODE_DEVICE);
	expect_in_cddl(cddl, "default: 0, kernel: %u, movable: %u",
		       REF_ONLINE_KERNEL, REF_ONLINE_MOVABLE);
}

/* --- what is valid */

/* The scenario whose fields are set, one by one */
static struct ref_scenario s;

/* A field of @s, what it is set to, what is then wrong */
#define SET(field, v, p, i, f, why) {					\
	&(field), sizeof(field), (v),					\
	{ SCENARIO_##p, SCENARIO_##f, (i), "expected " why } }

static const struct invalid {
	void *field;
	size_t size;
	u64 value;
	struct {
		enum scenario_part part;
		enum scenario_field field;
		u32 index;
		const char *reason;
	} want;
} invalid[] = {
	SET(s.machine.geometry, 3, GEOMETRY, 0, START,
	    "a geometry's number, at most 2"),
	SET(s.machine.conf, 10, CONF, 0, START,
	    "a configuration's number, at most 9"),
	SET(s.machine.block_size, 0, BLOCK, 0, START,
	    "a power of two from 16M to 1G (1 to 64 sections)"),
	SET(s.machine.block_size, 0x1000001, BLOCK, 0, START,
	    "a power of two from 16M to 1G (1 to 64 sections)"),
	SET(s.machine.dma_end, 1, ZONE_DMA, 0, START,
	    "a multiple of a page, 64K"),
	SET(s.machine.dma_end, 2ull << 30, ZONE_DMA32, 0, START,
	    "at least 2G, the end of zone dma"),
	SET(s.machine.dma32_end, 1ull << 51, ZONE_DMA32, 0, START,
	    "at most 1024T, the end of physical memory"),
	SET(s.machine.memmap, 2, MEMMAP, 0, START, "0 or 1"),
	SET(s.machine.kernelcore, ~0ull, KERNELCORE, 0, START,
	    "at most 1024T, the end of physical memory"),
	SET(s.machine.movablecore, 1ull << 51, MOVABLECORE, 0, START,
	    "at most 1024T, the end of physical memory"),
	SET(s.machine.movable_node, 2, MOVABLE_NODE, 0, START, "0 or 1"),
	SET(s.machine.node[5], 2, NODE, 5, START,
	    "0 (impossible), 1 or 3 (with CPU)"),
	SET(s.machine.node[7], 4, NODE, 7, START,
	    "0 (impossible), 1 or 3 (with CPU)"),
	SET(s.machine.node[1], 0, REGION, 1, NID,
	    "a possible node, node 1 is not named"),
	SET(s.machine.nr_regions, 161, REGION, 160, WHOLE,
	    "at most 160 ranges of memory"),
	SET(s.machine.nr_regions, 0, REGION, 0, WHOLE,
	    "a whole page of memory, 64K, mapped"),
	SET(s.machine.region[0].nid, 8, REGION, 0, NID, "a node from 0 to 7"),
	SET(s.machine.region[0].flags, 4, REGION, 0, WHOLE,
	    "flags from 0 to 3"),
	SET(s.machine.region[0].end, 0, REGION, 0, END,
	    "an end above the start, 0"),
	SET(s.machine.region[1].start, 64ull << 20, REGION, 1, START,
	    "at least 128M, where the last one ends"),
	SET(s.machine.region[2].end, (1ull << 50) + 1, REGION, 2, END,
	    "at most 1024T, the end of physical memory"),
	SET(s.machine.nr_reserved, 17, RESERVED, 16, WHOLE,
	    "at most 16 reserved ranges"),
	SET(s.machine.reserved[0].end, 1 << 20, RESERVED, 0, END,
	    "an end above the start, 1M"),
	SET(s.nr_ops, 513, OP, 512, WHOLE, "at most 512 operations"),
	SET(s.op[0].kind, 10, OP, 0, WHOLE,
	    "an operation's number, at most 9"),
	SET(s.op[0].online, 1, OP, 0, WHOLE,
	    "0 in what the operation has not"),
	SET(s.op[0].nid, 8, OP, 0, NID, "a node from 0 to 7"),
	SET(s.op[0].start, 1ull << 63, OP, 0, START, "less than 2^63"),
	SET(s.op[0].size, 1ull << 63, OP, 0, END,
	    "a size above 0 and less than 2^63"),
	SET(s.op[0].size, 0, OP, 0, END, "a size above 0 and less than 2^63"),
	SET(s.op[0].fault, 12, OP, 0, WHOLE, "a fault's number, at most 11"),
	SET(s.op[0].fault_nr, 1, OP, 0, WHOLE,
	    "a fault that counts to 0 at most"),
	SET(s.op[1].online, 3, OP, 1, ONLINE, "a way to online from 0 to 2"),
	SET(s.op[1].size, 1, OP, 1, WHOLE,
	    "0 in what the operation has not"),
	SET(s.op[1].start, 1ull << 50, OP, 1, START,
	    "less than 1024T, the end of physical memory"),
	SET(s.op[3].nid, 1, OP, 3, WHOLE,
	    "0 in what the operation has not"),
	SET(s.op[3].start, 8 << 20, OP, 3, START,
	    "a block's start, a multiple of 16M"),
	SET(s.op[4].size, 0, OP, 4, END,
	    "a size from 1 to 0x3ffffe0000000"),
	SET(s.op[4].start, ~0ull, OP, 4, START,
	    "less than 1024T, the end of physical memory"),
	SET(s.op[5].fault_nr, 65536, OP, 5, WHOLE,
	    "a fault that counts to 65535 at most"),
	SET(s.machine.memmap_on_memory, 1, MEMMAP_ON_MEMORY, 0, WHOLE,
	    "a configuration with memmap_on_memory, default has none"),
	SET(s.machine.nr_cma, 1, CMA, 0, WHOLE,
	    "a configuration with CMA, default has none"),
	SET(s.op[0].group, 1, OP, 0, NID,
	    "node 0: the group has a node"),
	SET(s.op[0].group, 17, OP, 0, GROUP, "a group from 0 to 16"),
	SET(s.op[0].flags, REF_OP_MEMMAP_ON_MEMORY, OP, 0, WHOLE,
	    "a configuration with memmap_on_memory, default has none"),
	SET(s.op[0].flags, REF_OP_DYNAMIC, OP, 0, WHOLE, "flags 0 or 1"),
	SET(s.op[3].value, 1, OP, 3, WHOLE, "0 in what the operation has not"),
	SET(s.op[3].param, 1, OP, 3, WHOLE, "0 in what the operation has not"),
	SET(s.op[3].group, 1, OP, 3, WHOLE, "0 in what the operation has not"),
	SET(s.op[3].kind, REF_OP_UNMAP, OP, 3, WHOLE,
	    "a configuration with ZONE_DEVICE, default has none"),
};

/* The same in what came later */
static const struct invalid invalid_more[] = {
	SET(s.machine.memmap_on_memory, 3, MEMMAP_ON_MEMORY, 0, START,
	    "0, 1 or 2"),
	SET(s.machine.nr_cma, 9, CMA, 8, WHOLE, "at most 8 CMA areas"),
	SET(s.machine.params.value[REF_PARAM_POLICY], 2, POLICY, 0, START,
	    "a value from 0 to 1"),
	SET(s.machine.params.value[REF_PARAM_NUMA_AWARE], 2, NUMA_AWARE, 0,
	    START, "a value from 0 to 1"),
	SET(s.machine.params.value[REF_PARAM_AUTO], 4, AUTO, 0, START,
	    "a value from 0 to 3"),
	SET(s.op[0].flags, 1, OP, 0, WHOLE, "flags 0 or 2"),
	SET(s.op[0].size, 1, OP, 0, END, "a multiple of a page, 64K"),
	SET(s.op[0].start, 1, OP, 0, WHOLE, "0 in what the operation has not"),
	SET(s.op[2].start, 1ull << 50, OP, 2, START,
	    "less than 1024T, the end of physical memory"),
	SET(s.op[3].size, 1ull << 50, OP, 3, END,
	    "a size from 1 to 0x3ffff00000000"),
	SET(s.op[5].group, 0, OP, 5, GROUP, "a group from 1 to 16"),
	SET(s.op[5].group, 17, OP, 5, GROUP, "a group from 1 to 16"),
	SET(s.op[5].fault, 1, OP, 5, WHOLE,
	    "no fault: nothing of this can fail"),
	SET(s.op[6].param, 4, OP, 6, START, "a parameter from 0 to 3"),
	SET(s.op[6].value, 2, OP, 6, END, "a value from 0 to 1"),
	SET(s.op[8].online, 3, OP, 8, ONLINE, "a way to online from 0 to 2"),
	SET(s.op[8].start, 1, OP, 8, START, "a multiple of a page, 64K"),
	SET(s.op[8].size, 1, OP, 8, END, "a multiple of a page, 64K"),
	SET(s.op[8].size, 0, OP, 8, END, "a size from 1 to 0x3ffff00000000"),
	SET(s.op[10].start, 1ull << 63, OP, 10, START, "less than 2^63"),
	SET(s.op[10].nid, 8, OP, 10, NID, "a node from 0 to 7"),
	SET(s.op[11].size, 0, OP, 11, END, "a size from 1 to 0x3ffff00000000"),
};

static void expect_invalid(const struct ref_scenario *good,
			   const struct invalid *row)
{
	static char buf[CODEC_TEXT_MAX];
	struct scenario_error err;

	s = *good;
	/* Little-endian, as all that this runs on */
	memcpy(row->field, &row->value, row->size);
	cr_expect_eq(scenario_check(&s, &err), -1, "accepted: %s",
		     row->want.reason);
	cr_expect_str_eq(err.reason, row->want.reason);
	cr_expect(err.part == row->want.part && err.field == row->want.field &&
		  err.index == row->want.index, "%s %u, field %u: %s",
		  scenario_part_name(err.part), err.index, err.field,
		  err.reason);
	cr_expect_eq(scenario_check(&s, NULL), -1);
	cr_expect_eq(codec_write_text(&s, buf, sizeof(buf)), 0);
	cr_expect_eq(codec_write_cbor(&s, (u8 *)buf, sizeof(buf)), 0);
}

Test(scenario, each_invalid_field)
{
	static struct ref_scenario good;

	must_read(version_1_text, sizeof(version_1_text) - 1, &good);
	for (size_t i = 0; i < ARRAY_SIZE(invalid); i++)
		expect_invalid(&good, &invalid[i]);
	must_read(more_text, sizeof(more_text) - 1, &good);
	for (size_t i = 0; i < ARRAY_SIZE(invalid_more); i++)
		expect_invalid(&good, &invalid_more[i]);
}

/* What must not be refused: the edges of what may be */
static const struct {
	void *field;
	size_t size;
	u64 value;
} valid[] = {
#define EDGE(field, v)	{ &(field), sizeof(field), (v) }
	EDGE(s.machine.block_size, 1 << 24),
	EDGE(s.machine.dma_end, 1 << 16),
	EDGE(s.machine.dma_end, 1 << 30),
	EDGE(s.machine.dma32_end, 1ull << 50),
	EDGE(s.machine.dma32_end, 0),
	EDGE(s.machine.kernelcore, 1),
	EDGE(s.machine.region[0].start, 1),
	EDGE(s.machine.region[0].end, 256 << 20),
	EDGE(s.machine.region[2].end, 1ull << 50),
	EDGE(s.machine.region[1].flags, REF_REGION_NOMAP),
	EDGE(s.op[0].start, (1ull << 63) - 1),
	EDGE(s.op[0].size, (1ull << 63) - 1),
	EDGE(s.op[0].start, 3),
	EDGE(s.op[0].nid, 7),
	EDGE(s.op[3].start, (1ull << 50) - (1 << 24)),
	EDGE(s.op[4].size, (1ull << 50) - (512 << 20)),
	EDGE(s.op[4].size, 1),
	EDGE(s.op[5].fault_nr, 65535),
};

Test(scenario, edges_are_valid)
{
	static struct ref_scenario good;
	struct scenario_error err;

	must_read(version_1_text, sizeof(version_1_text) - 1, &good);
	for (size_t i = 0; i < ARRAY_SIZE(valid); i++) {
		s = good;
		memcpy(valid[i].field, &valid[i].value, valid[i].size);
		cr_expect_eq(scenario_check(&s, &err), 0, "edge %zu: %s", i,
			     err.reason);
	}
}

/* --- both forms say the same */

static void expect_round_trip(const struct ref_scenario *s)
{
	static char text[CODEC_TEXT_MAX], text_again[CODEC_TEXT_MAX];
	static u8 cbor[CODEC_CBOR_MAX], cbor_again[CODEC_CBOR_MAX];
	static struct ref_scenario from_cbor, from_text;
	size_t cbor_len = codec_write_cbor(s, cbor, sizeof(cbor));
	size_t text_len = codec_write_text(s, text, sizeof(text));

	cr_assert_gt(cbor_len, 0);
	cr_assert_gt(text_len, 0);
	cr_assert_eq(text_len, strlen(text));
	must_read(cbor, cbor_len, &from_cbor);
	must_read(text, text_len, &from_text);
	cr_assert_eq(memcmp(s, &from_cbor, sizeof(*s)), 0);
	cr_assert_eq(memcmp(s, &from_text, sizeof(*s)), 0);
	cr_assert_eq(codec_write_cbor(&from_text, cbor_again,
				      sizeof(cbor_again)), cbor_len);
	cr_assert_eq(memcmp(cbor, cbor_again, cbor_len), 0);
	cr_assert_eq(codec_write_text(&from_cbor, text_again,
				      sizeof(text_again)), text_len);
	cr_assert_str_eq(text, text_again);
}

Test(scenario, seeds_round_trip)
{
	static struct ref_scenario seeds[NR_SEEDS];

	read_seeds(seeds);
	for (u32 i = 0; i < NR_SEEDS; i++)
		expect_round_trip(&seeds[i]);
}

Test(scenario, random_round_trips, .timeout = 60)
{
	static struct ref_scenario s;
	struct scenario_error err;
	u64 state = 1;

	for (u32 i = 0; i < NR_RANDOM; i++) {
		random_scenario(&state, &s);
		cr_assert_eq(scenario_check(&s, &err), 0, "%u: %s %u: %s", i,
			     scenario_part_name(err.part), err.index,
			     err.reason);
		expect_round_trip(&s);
	}
}

/* As large as any: longest numbers, all lists full */
static void largest_scenario(struct ref_scenario *s)
{
	const u64 top = 1ull << 50;
	struct ref_machine *m = &s->machine;

	memset(s, 0, sizeof(*s));
	m->block_size = 1 << 24;
	m->dma_end = top - (1 << 16);
	m->dma32_end = m->dma_end;
	m->kernelcore = top - 1;
	m->movablecore = m->kernelcore;
	m->movable_node = 1;
	m->memmap = REF_MEMMAP_POISON;
	memset(m->node, REF_NODE_POSSIBLE | REF_NODE_CPU, REF_MAX_NODES);
	m->nr_regions = REF_MAX_REGIONS;
	for (u32 i = 0; i < REF_MAX_REGIONS; i++)
		m->region[i] = (struct ref_region){
			.start = top - 1 - (160 - i) * (1ull << 33),
			.end = top - 3 - (159 - i) * (1ull << 33),
			.nid = 7, .flags = i ? 3 : 1,
		};
	m->nr_reserved = REF_MAX_RESERVED;
	for (u32 i = 0; i < REF_MAX_RESERVED; i++)
		m->reserved[i] = (struct ref_span){
			.start = top - 40 + 2 * i, .end = top - 39 + 2 * i,
		};
	s->nr_ops = REF_MAX_OPS;
	for (u32 i = 0; i < REF_MAX_OPS; i++)
		s->op[i] = (struct ref_op){
			.kind = REF_OP_ADD, .nid = 7,
			.start = SCENARIO_ADD_MAX - 1,
			.size = SCENARIO_ADD_MAX - 1,
			.fault = REF_FAULT_BLOCK_DEVICE,
			.fault_nr = SCENARIO_FAULT_NR_MAX,
		};
}

static void expect_columns(const char *text)
{
	for (const char *line = text; *line; line = strchr(line, '\n') + 1)
		cr_assert_leq(strchr(line, '\n') - line, CODEC_COLUMNS,
			      "%.80s", line);
}

Test(scenario, largest)
{
	static char text[CODEC_TEXT_MAX];
	static u8 cbor[CODEC_CBOR_MAX];
	static struct ref_scenario s;
	size_t len;

	largest_scenario(&s);
	expect_round_trip(&s);
	len = codec_write_text(&s, text, sizeof(text));
	expect_columns(text);
	/* A byte less is too little, exactly as much is enough */
	for (size_t cap = 0; cap < len; cap += 137)
		cr_assert_eq(codec_write_text(&s, text, cap), 0);
	cr_assert_eq(codec_write_text(&s, text, len), 0);
	cr_assert_eq(codec_write_text(&s, text, len + 1), len);
	len = codec_write_cbor(&s, cbor, sizeof(cbor));
	for (size_t cap = 0; cap < len; cap += 37)
		cr_assert_eq(codec_write_cbor(&s, cbor, cap), 0);
	cr_assert_eq(codec_write_cbor(&s, cbor, len - 1), 0);
	cr_assert_eq(codec_write_cbor(&s, cbor, len), len);
}

static const struct {
	u64 bytes;
	const char *text;
} sizes[] = {
	{ 0, "0" },
	{ 1, "0x1" },
	{ 1024, "1K" },
	{ 4095, "0xfff" },
	{ 65536, "64K" },
	{ 99999ull << 10, "99999K" },
	{ 100001ull << 10, "0x61a8400" },
	{ 16 << 20, "16M" },
	{ 1536 << 20, "1536M" },
	{ 1ull << 30, "1G" },
	{ 1ull << 40, "1T" },
	{ 1ull << 50, "1024T" },
	{ 1ull << 63, "0x8000000000000000" },
	{ (1ull << 48) + (1 << 24), "0x1000001000000" },
};

Test(scenario, sizes)
{
	char text[24];

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		cr_expect_eq(codec_size_text(sizes[i].bytes, text,
					     sizeof(text)),
			     strlen(sizes[i].text));
		cr_expect_str_eq(text, sizes[i].text);
	}
}

Test(scenario, op_text)
{
	static struct ref_scenario s;
	char line[CODEC_COLUMNS + 1];

	must_read(version_1_text, sizeof(version_1_text) - 1, &s);
	codec_op_text(&s.op[2], line, sizeof(line));
	cr_assert_str_eq(line, "online 512M kernel fail signal");
	cr_assert_eq(codec_op_text(&s.op[2], line, 5), 0);
}

/* --- rescaling */

/* In ppc64: 16M sections of 8 subsections of 32 pages of 64K */
static const struct {
	const char *to;
	u64 in;
	u64 out;		/* 0: there is no like */
} addresses[] = {
	{ "ppc64", 0x1010001, 0x1010001 },
	/* x86_64: 128M sections of 64 subsections of 512 pages of 4K */
	{ "x86_64", 1 << 24, 1 << 27 },
	{ "x86_64", 3 << 24, 3 << 27 },
	{ "x86_64", (1 << 24) + (1 << 16), (1 << 27) + (1 << 12) },
	{ "x86_64", (1 << 24) - (1 << 16), (1 << 27) - (1 << 12) },
	{ "x86_64", (1 << 24) + (1 << 21), (1 << 27) + (1 << 21) },
	{ "x86_64", (1 << 24) - (1 << 21), (1 << 27) - (1 << 21) },
	{ "x86_64", (1 << 24) - 3 * (1 << 16), (1 << 27) - 3 * (1 << 12) },
	{ "x86_64", (1 << 24) + (1 << 23), (1 << 27) + (1 << 26) },
	{ "x86_64", (1 << 24) + 1, (1 << 27) + 1 },
	{ "x86_64", (1 << 24) - 1, (1 << 27) - 1 },
	{ "x86_64", (1 << 24) + (1 << 15), (1 << 27) + (1 << 11) },
	{ "x86_64", (1 << 24) + 3000, 0 },
	/* x86_64 addresses 2^19 sections */
	{ "x86_64", 1ull << 43, 1ull << 46 },
	{ "x86_64", (1ull << 43) + (1 << 24), 0 },
	/* arm64-64k: 512M sections of 256 subsections of 32 pages of 64K */
	{ "arm64-64k", (1 << 24) - (1 << 16), (1 << 29) - (1 << 16) },
	{ "arm64-64k", (1 << 24) + (3 << 21), (1 << 29) + (3 << 21) },
	{ "arm64-64k", 5 << 24, 5ull << 29 },
};

/* A machine with memory from 0 to @end */
static void one_region(struct ref_scenario *s, u32 geometry, u64 end)
{
	u64 section = 1ull << geometry_by_index(geometry)->section_shift;

	memset(s, 0, sizeof(*s));
	s->machine.geometry = geometry;
	s->machine.block_size = section;
	s->machine.node[0] = REF_NODE_POSSIBLE;
	s->machine.nr_regions = 1;
	s->machine.region[0].end = end;
}

Test(rescale, addresses)
{
	static struct ref_scenario s, t;
	struct scenario_error err;

	for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
		int ret;

		one_region(&s, 0, addresses[i].in);
		ret = rescale(&s, geometry_index(addresses[i].to), &t, &err);
		if (!addresses[i].out) {
			cr_expect_eq(ret, -1, "%llx", addresses[i].in);
			cr_expect_eq(err.part, SCENARIO_REGION);
			continue;
		}
		cr_expect_eq(ret, 0, "%llx: %s", addresses[i].in, err.reason);
		cr_expect_eq(t.machine.region[0].end, addresses[i].out,
			     "%llx: got %llx, want %llx", addresses[i].in,
			     t.machine.region[0].end, addresses[i].out);
	}
}

/* Back from a large section to a small one: near the edges or half way */
Test(rescale, no_room)
{
	static const char want[] =
		"expected room in ppc64, 138M is 5 subsections from an edge";
	static struct ref_scenario s, t;
	struct scenario_error err;

	one_region(&s, 1, (1 << 27) + (5 << 21));
	cr_assert_eq(rescale(&s, 0, &t, &err), -1);
	cr_assert_eq(err.part, SCENARIO_REGION);
	cr_assert_eq(err.index, 0);
	cr_assert_str_eq(err.reason, want);
	one_region(&s, 1, (1 << 27) + (3 << 21));
	cr_assert_eq(rescale(&s, 0, &t, &err), 0, "%s", err.reason);
	cr_assert_eq(t.machine.region[0].end, (1 << 24) + (3 << 21));
	cr_assert_eq(rescale(&s, 3, &t, &err), -1);
	cr_assert_eq(err.part, SCENARIO_GEOMETRY);
	s.machine.nr_regions = 0;
	cr_assert_eq(rescale(&s, 0, &t, &err), -1);
	cr_assert_eq(err.part, SCENARIO_REGION);
}

/* There and back is the identity wherever there is a there */
Test(rescale, there_and_back)
{
	static struct ref_scenario s, there, back;
	struct scenario_error err;
	u32 done = 0;
	u64 state = 7;

	for (u32 i = 0; i < NR_RANDOM; i++) {
		u32 to = random_below(&state, geometry_count());

		random_scenario(&state, &s);
		s.machine.geometry = 0;
		s.nr_ops = random_below(&state, 3);
		s.machine.nr_regions = 1 + random_below(&state, 3);
		s.machine.nr_reserved = 0;
		if (scenario_check(&s, NULL) || rescale(&s, to, &there, NULL))
			continue;
		cr_assert_eq(scenario_check(&there, NULL), 0);
		cr_assert_eq(rescale(&there, 0, &back, &err), 0, "%s",
			     err.reason);
		cr_assert_eq(memcmp(&s, &back, sizeof(s)), 0);
		done++;
	}
	cr_assert_gt(done, NR_RANDOM / 100, "only %u could be rescaled", done);
}

/* Sizes of groups and queries, and CMA areas, as all else that is measured */
Test(rescale, groups_queries_and_areas)
{
	static const char text[] =
		"mhpref 1\ngeometry ppc64\nconf cma\nblock 16M\n"
		"memmap stale\nauto_movable_ratio 7\nnode 0\n"
		"memory 0 - 128M node 0\ncma 16M - 18M\n"
		"register static 32M node 0\n"
		"register dynamic 0x10000 node 0\n"
		"query online node 0 group 1 64M 0x1010000\n";
	static struct ref_scenario s, t;
	struct scenario_error err;

	must_read(text, sizeof(text) - 1, &s);
	cr_assert_eq(rescale(&s, geometry_index("x86_64"), &t, &err), 0, "%s",
		     err.reason);
	cr_expect_eq(t.machine.cma[0].start, 128 << 20);
	cr_expect_eq(t.machine.cma[0].end, 130 << 20);
	cr_expect_eq(t.machine.params.value[REF_PARAM_RATIO], 7u);
	cr_expect_eq(t.op[0].size, 256 << 20);
	cr_expect_eq(t.op[1].size, 4096);
	cr_expect_eq(t.op[2].start, 512 << 20);
	cr_expect_eq(t.op[2].size, (128 << 20) + 4096);
}

/* Most seeds fit the other geometries; those that do not say why */
Test(rescale, seeds)
{
	static struct ref_scenario seeds[NR_SEEDS], there, back;
	struct scenario_error err;
	u32 done = 0;

	read_seeds(seeds);
	for (u32 i = 0; i < NR_SEEDS; i++)
		for (u32 to = 1; to < geometry_count(); to++) {
			if (rescale(&seeds[i], to, &there, &err)) {
				cr_expect(!strncmp(err.reason, "expected ", 9));
				continue;
			}
			cr_assert_eq(rescale(&there, 0, &back, &err), 0, "%s",
				     err.reason);
			cr_assert_eq(memcmp(&seeds[i], &back, sizeof(back)), 0);
			done++;
		}
	cr_assert_geq(done, NR_SEEDS);
}
