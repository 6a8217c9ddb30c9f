// SPDX-License-Identifier: GPL-2.0-only
/*
 * The text form: every wrong line is named by line, column and reason.
 */
#include "common.h"

/* A scenario with a line of every kind */
static const char *const good[] = {
	"mhpref 1",
	"geometry ppc64",
	"conf altmap",
	"block 16M",
	"zone dma 64M",
	"zone dma32 1G",
	"memmap poison",
	"kernelcore 256M",
	"movablecore 128M",
	"movable_node",
	"memmap_on_memory",
	"online_policy auto-movable",
	"auto_movable_ratio 100",
	"auto_movable_numa_aware 0",
	"auto_online online_kernel",
	"node 0 cpu",
	"node 1",
	"memory 0 - 128M node 0",
	"memory 256M - 512M node 1 hotplug",
	"reserved 1M - 2M",
	"add 512M 32M node 1",
	"online 512M movable",
	"offline 512M fail notify",
	"remove 512M 32M",
	"register static 1G node 0",
	"register dynamic 16M node 1 fail alloc 0",
	"add 1G 16M group 2 altmap",
	"unregister group 1",
	"set auto_movable_ratio 4294967295",
	"query online_movable node 0 group 2 2G 64K",
};

/* The place in @good of each kind of line */
enum {
	VERSION, GEOMETRY, CONF, BLOCK, DMA, DMA32, MEMMAP, KERNELCORE,
	MOVABLECORE, MOVABLE_NODE, ON_MEMORY, POLICY, RATIO, NUMA_AWARE, AUTO,
	NODE0, NODE1, MEMORY0, MEMORY1, RESERVED,
	ADD, ONLINE, OFFLINE, REMOVE, STATIC, DYNAMIC, ADD_GROUP, UNREGISTER,
	SET_RATIO, QUERY, NR_LINES,
};

/* @good with one line replaced, or without it if @line is NULL */
static size_t with_line(u32 at, const char *line, char *text, size_t cap)
{
	size_t len = 0;

	for (u32 i = 0; i < NR_LINES; i++) {
		const char *s = i == at ? line : good[i];

		if (s)
			len += snprintf(text + len, cap - len, "%s\n", s);
	}
	return len;
}

#define NUMBER	" in bytes, like 4G, 128M or 0x140000000, below 2^64"
#define LINES								\
	"expected geometry, conf, block, zone, memmap, kernelcore, "	\
	"movablecore, movable_node, memmap_on_memory, online_policy, "	\
	"auto_movable_ratio, auto_movable_numa_aware, auto_online, "	\
	"node, memory, reserved, cma, " OPS
#define OPS								\
	"add, online, offline, remove, register, unregister, set, "	\
	"query, map or unmap"
#define CONFS								\
	"expected default, zone-device, altmap, deferred, cma, "	\
	"discard, classic, no-numa, debug or distro"
#define RATIO_RANGE "expected a number from 0 to 4294967295"
#define AUTOS "expected offline, online, online_kernel or online_movable"
#define GROUP "expected a group from 1 to 16"
#define PARAMS								\
	"expected online_policy, auto_movable_ratio, "			\
	"auto_movable_numa_aware or auto_online"
#define FAULTS								\
	"expected alloc, memmap, notify, node_notify, isolate, "	\
	"unmovable, signal, hugetlb, block_device, node_device or "	\
	"prepare"

/*
 * Lines that are wrong: where a line of @good is replaced, what by, the
 * column that is named, why. @line: lines further down that is named.
 */
static const struct {
	u32 at;
	const char *text;
	u32 column;
	const char *reason;
	u32 line;
} wrong[] = {
	{ VERSION, NULL, 1,
	  "expected \"mhpref VERSION\" on the first line",
	  0 },
	{ VERSION, "mhpreg 1", 1,
	  "expected \"mhpref VERSION\" on the first line",
	  0 },
	{ VERSION, "mhpref", 7, "expected a format version from 1 to 1", 0 },
	{ VERSION, "mhpref 0", 8, "expected a format version from 1 to 1", 0 },
	{ VERSION, "mhpref 2", 8, "expected a format version from 1 to 1", 0 },
	{ VERSION, "mhpref 1 2", 10, "expected the end of the line", 0 },
	{ VERSION, "mhpref 99999999999999999999", 8,
	  "expected a format version from 1 to 1", 0 },
	{ GEOMETRY, "geometry", 9, "expected ppc64, x86_64 or arm64-64k", 0 },
	{ GEOMETRY, "geometry ppc", 10,
	  "expected ppc64, x86_64 or arm64-64k",
	  0 },
	{ GEOMETRY, "geometry ppc64x", 10,
	  "expected ppc64, x86_64 or arm64-64k",
	  0 },
	{ GEOMETRY, "geometry ppc64 x", 16, "expected the end of the line", 0 },
	{ GEOMETRY, NULL, 1, "expected a line \"geometry NAME\"",
	  NR_LINES - 1 - GEOMETRY },
	{ GEOMETRY, "Geometry ppc64", 1, LINES, 0 },
	{ CONF, "conf defaults", 6, CONFS, 0 },
	{ CONF, "conf", 5, CONFS, 0 },
	{ CONF, NULL, 1, "expected a line \"conf NAME\"", NR_LINES - 1 - CONF },
	{ BLOCK, "block", 6, "expected a size" NUMBER, 0 },
	{ BLOCK, "block M", 7, "expected a size" NUMBER, 0 },
	{ BLOCK, "block 16m", 7, "expected a size" NUMBER, 0 },
	{ BLOCK, "block 16MB", 7, "expected a size" NUMBER, 0 },
	{ BLOCK, "block 0x", 7, "expected a size" NUMBER, 0 },
	{ BLOCK, "block 0x1M", 7, "expected a size" NUMBER, 0 },
	{ BLOCK, "block -1", 7, "expected a size" NUMBER, 0 },
	{ BLOCK, "block 18446744073709551616", 7, "expected a size" NUMBER, 0 },
	{ BLOCK, "block 0x10000000000000000", 7, "expected a size" NUMBER, 0 },
	{ BLOCK, "block 16777216T", 7, "expected a size" NUMBER, 0 },
	{ BLOCK, "block 0", 7, "expected a size above 0, or no such line", 0 },
	{ BLOCK, "block 8M", 7,
	  "expected a power of two from 16M to 1G (1 to 64 sections)", 0 },
	{ BLOCK, "block 48M", 7,
	  "expected a power of two from 16M to 1G (1 to 64 sections)", 0 },
	{ BLOCK, "block 2G", 7,
	  "expected a power of two from 16M to 1G (1 to 64 sections)", 0 },
	{ BLOCK, NULL, 1, "expected a line \"block SIZE\"",
	  NR_LINES - 1 - BLOCK },
	{ BLOCK, "geometry ppc64", 1, "expected this line only once", 0 },
	{ DMA, "zone", 5, "expected dma or dma32", 0 },
	{ DMA, "zone normal 1G", 6, "expected dma or dma32", 0 },
	{ DMA, "zone dma 0", 10,
	  "expected the zone's end above 0, or no such line",
	  0 },
	{ DMA, "zone dma", 9, "expected the zone's end" NUMBER, 0 },
	{ DMA, "zone dma 4K", 10, "expected a multiple of a page, 64K", 0 },
	{ DMA, "zone dma 2000T", 10,
	  "expected at most 1024T, the end of physical memory", 0 },
	{ DMA, "zone dma32 1G", 1, "expected this line only once", 1 },
	{ DMA32, "zone dma32 1025T", 12,
	  "expected at most 1024T, the end of physical memory", 0 },
	{ DMA32, "zone dma32 32M", 12,
	  "expected at least 64M, the end of zone dma",
	  0 },
	{ MEMMAP, "memmap fresh", 8, "expected stale or poison", 0 },
	{ MEMMAP, NULL, 1, "expected a line \"memmap stale|poison\"",
	  NR_LINES - 1 - MEMMAP },
	{ KERNELCORE, "kernelcore 50%", 12, "expected a size" NUMBER, 0 },
	{ KERNELCORE, "kernelcore mirror", 12, "expected a size" NUMBER, 0 },
	{ KERNELCORE, "kernelcore 2000T", 12,
	  "expected at most 1024T, the end of physical memory", 0 },
	{ MOVABLECORE, "movablecore 2000T", 13,
	  "expected at most 1024T, the end of physical memory", 0 },
	{ MOVABLECORE, "movablecore", 12, "expected a size" NUMBER, 0 },
	{ MOVABLE_NODE, "movable_node 1", 14,
	  "expected the end of the line",
	  0 },
	{ NODE0, "node", 5, "expected a node from 0 to 7", 0 },
	{ NODE0, "node 8", 6, "expected a node from 0 to 7", 0 },
	{ NODE0, "node 0x1", 6, "expected a node from 0 to 7", 0 },
	{ NODE0, "node 0 gpu", 8, "expected the end of the line", 0 },
	{ NODE0, "node 0 cpu cpu", 12, "expected the end of the line", 0 },
	{ NODE1, "node 0", 6, "expected each node only once", 0 },
	{ NODE1, NULL, 25, "expected a possible node, node 1 is not named", 1 },
	{ MEMORY0, "memory", 7, "expected a first byte" NUMBER, 0 },
	{ MEMORY0, "memory 0", 9, "expected -", 0 },
	{ MEMORY0, "memory 0 128M node 0", 10, "expected -", 0 },
	{ MEMORY0, "memory 0-128M node 0", 8,
	  "expected a first byte" NUMBER, 0 },
	{ MEMORY0, "memory 0 - node 0", 12, "expected an end" NUMBER, 0 },
	{ MEMORY0, "memory 0 - 128M", 16, "expected node", 0 },
	{ MEMORY0, "memory 0 - 128M nid 0", 17, "expected node", 0 },
	{ MEMORY0, "memory 0 - 128M node", 21,
	  "expected a node from 0 to 7",
	  0 },
	{ MEMORY0, "memory 0 - 128M node 9", 22,
	  "expected a node from 0 to 7",
	  0 },
	{ MEMORY0, "memory 0 - 128M node 0 nomap hotplug", 30,
	  "expected the end of the line", 0 },
	{ MEMORY0, "memory 0 - 0 node 0", 12,
	  "expected an end above the start, 0", 0 },
	{ MEMORY0, "memory 2G - 1G node 0", 13,
	  "expected an end above the start, 2G", 0 },
	{ MEMORY1, "memory 64M - 256M node 1", 8,
	  "expected at least 128M, where the last one ends", 0 },
	{ MEMORY1, "memory 256M - 1025T node 1", 15,
	  "expected at most 1024T, the end of physical memory", 0 },
	{ MEMORY1, "memory 256M - 512M node 3", 25,
	  "expected a possible node, node 3 is not named", 0 },
	{ RESERVED, "reserved 2M - 2M", 15,
	  "expected an end above the start, 2M", 0 },
	{ RESERVED, "reserved 2M - 2000T", 15,
	  "expected at most 1024T, the end of physical memory", 0 },
	{ RESERVED, "reserved 2M 3M", 13, "expected -", 0 },
	{ RESERVED, "reserved 2M - 3M node 0", 18,
	  "expected the end of the line",
	  0 },
	{ ADD, "add", 4, "expected a first byte" NUMBER, 0 },
	{ ADD, "add 512M", 9, "expected a size" NUMBER, 0 },
	{ ADD, "add 512M 32M", 13, "expected node or group", 0 },
	{ ADD, "add 512M 32M node 8", 19, "expected a node from 0 to 7", 0 },
	{ ADD, "add 512M 0 node 1", 10,
	  "expected a size above 0 and less than 2^63", 0 },
	{ ADD, "add 0x8000000000000000 16M node 1", 5,
	  "expected less than 2^63",
	  0 },
	{ ADD, "add 512M 32M node 1 fail", 25, FAULTS, 0 },
	{ ADD, "add 512M 32M node 1 fail none", 26, FAULTS, 0 },
	{ ADD, "add 512M 32M node 1 fail alloc", 31,
	  "expected the number of what fails, from 0 to 65535", 0 },
	{ ADD, "add 512M 32M node 1 fail alloc 65536", 32,
	  "expected the number of what fails, from 0 to 65535", 0 },
	{ ADD, "add 512M 32M node 1 fail notify 1", 33,
	  "expected the end of the line", 0 },
	{ ADD, "add 512M 32M node 1 fial", 21,
	  "expected the end of the line",
	  0 },
	{ ADD, "addd 512M 32M node 1", 1, LINES, 0 },
	{ ADD, "\xc3\xa4 dd", 1, "expected printable ASCII", 0 },
	{ ONLINE, "online", 7, "expected a first byte" NUMBER, 0 },
	{ ONLINE, "online 512M normal", 13, "expected the end of the line", 0 },
	{ ONLINE, "online 512M movable kernel", 21,
	  "expected the end of the line",
	  0 },
	{ ONLINE, "online 513M", 8,
	  "expected a block's start, a multiple of 16M", 0 },
	{ ONLINE, "online 1024T", 8,
	  "expected less than 1024T, the end of physical memory", 0 },
	{ ONLINE, "node 2", 1,
	  "expected an operation: lines of the machine come before the first",
	  0 },
	{ ONLINE, "onlin 512M", 1,
	  "expected " OPS, 0 },
	{ OFFLINE, "offline 512M movable", 14,
	  "expected the end of the line",
	  0 },
	{ OFFLINE, "  offline\t520M", 11,
	  "expected a block's start, a multiple of 16M", 0 },
	{ REMOVE, "remove 512M", 12, "expected a size" NUMBER, 0 },
	{ REMOVE, "remove 512M 0", 13,
	  "expected a size from 1 to 0x3ffffe0000000",
	  0 },
	{ REMOVE, "remove 512M 1024T", 13,
	  "expected a size from 1 to 0x3ffffe0000000",
	  0 },
	{ REMOVE, "remove 512M 32M node 1", 17,
	  "expected the end of the line",
	  0 },
	{ REMOVE, "remove 512M 32M\x01", 16, "expected printable ASCII", 0 },
	{ REMOVE, "remove 512M 32M\rx", 16, "expected printable ASCII", 0 },
	{ CONF, "conf default", 1,
	  "expected a configuration with memmap_on_memory, default has none",
	  ON_MEMORY - CONF },
	{ ON_MEMORY, "memmap_on_memory 1", 18,
	  "expected force", 0 },
	{ ON_MEMORY, "movable_node", 1, "expected this line only once", 0 },
	{ POLICY, "online_policy movable", 15,
	  "expected contig-zones or auto-movable", 0 },
	{ POLICY, "online_policy", 14,
	  "expected contig-zones or auto-movable", 0 },
	{ POLICY, "auto_online online", 1, "expected this line only once", 3 },
	{ RATIO, "auto_movable_ratio 50%", 20, RATIO_RANGE, 0 },
	{ RATIO, "auto_movable_ratio -1", 20, RATIO_RANGE, 0 },
	{ RATIO, "auto_movable_ratio 4294967296", 20, RATIO_RANGE, 0 },
	{ RATIO, "auto_movable_ratio 0x64", 20, RATIO_RANGE, 0 },
	{ NUMA_AWARE, "auto_movable_numa_aware yes", 25,
	  "expected a number from 0 to 1", 0 },
	{ NUMA_AWARE, "auto_movable_numa_aware 2", 25,
	  "expected a number from 0 to 1", 0 },
	{ AUTO, "auto_online kernel", 13, AUTOS, 0 },
	{ AUTO, "auto_online", 12, AUTOS, 0 },
	{ RESERVED, "cma 16M - 32M", 1,
	  "expected a configuration with CMA, altmap has none", 0 },
	{ RESERVED, "cma 16M", 8, "expected -", 0 },
	{ STATIC, "register", 9, "expected static or dynamic", 0 },
	{ STATIC, "register 1G node 0", 10, "expected static or dynamic", 0 },
	{ STATIC, "register static", 16, "expected a size" NUMBER, 0 },
	{ STATIC, "register static 1G", 19, "expected node", 0 },
	{ STATIC, "register static 1G node 8", 25,
	  "expected a node from 0 to 7", 0 },
	{ STATIC, "register static 4K node 0", 17,
	  "expected a multiple of a page, 64K", 0 },
	{ STATIC, "register static 1025T node 0", 17,
	  "expected at most 1024T, the end of physical memory", 0 },
	{ STATIC, "register static 1G node 0 group 1", 27,
	  "expected the end of the line", 0 },
	{ DYNAMIC, "register dynamic 16M node 1 fail", 33, FAULTS, 0 },
	{ UNREGISTER, "unregister", 11, "expected group", 0 },
	{ UNREGISTER, "unregister 1", 12, "expected group", 0 },
	{ UNREGISTER, "unregister group 0", 18, GROUP, 0 },
	{ UNREGISTER, "unregister group 17", 18, GROUP, 0 },
	{ UNREGISTER, "unregister group 1 fail alloc 0", 20,
	  "expected the end of the line", 0 },
	{ ADD_GROUP, "add 1G 16M group", 17, GROUP, 0 },
	{ ADD_GROUP, "add 1G 16M group 0", 18, GROUP, 0 },
	{ ADD_GROUP, "add 1G 16M altmap", 12, "expected node or group", 0 },
	{ ADD_GROUP, "add 1G 16M group 2 node 1", 20,
	  "expected the end of the line", 0 },
	{ ADD_GROUP, "add 1G 16M group 2 altmap altmap", 27,
	  "expected the end of the line", 0 },
	{ ADD_GROUP, "add 1024T 16M group 2", 5,
	  "expected less than 1024T, the end of physical memory", 0 },
	{ ADD_GROUP, "add 1G 1024T node 0 altmap", 8,
	  "expected a size from 1 to 0x3ffffc0000000", 0 },
	{ ADD_GROUP, "add 1G 16M group 2 fail alloc 100", 1,
	  "expected a fault that counts to 99 at most", 0 },
	{ SET_RATIO, "set", 4, PARAMS, 0 },
	{ SET_RATIO, "set ratio 100", 5, PARAMS, 0 },
	{ SET_RATIO, "set auto_movable_ratio", 23, RATIO_RANGE, 0 },
	{ SET_RATIO, "set auto_movable_ratio 1T", 24, RATIO_RANGE, 0 },
	{ SET_RATIO, "set auto_movable_numa_aware 2", 29,
	  "expected a number from 0 to 1", 0 },
	{ SET_RATIO, "set online_policy 1", 19,
	  "expected contig-zones or auto-movable", 0 },
	{ SET_RATIO, "set auto_online movable", 17, AUTOS, 0 },
	{ SET_RATIO, "set auto_movable_ratio 1 fail alloc 0", 26,
	  "expected the end of the line", 0 },
	{ QUERY, "query", 6,
	  "expected online, online_kernel or online_movable", 0 },
	{ QUERY, "query offline node 0 2G 64K", 7,
	  "expected online, online_kernel or online_movable", 0 },
	{ QUERY, "query online 2G 64K", 14, "expected node", 0 },
	{ QUERY, "query online node 0 group 17 2G 64K", 27, GROUP, 0 },
	{ QUERY, "query online node 0 group 2 2G", 31,
	  "expected a size" NUMBER, 0 },
	{ QUERY, "query online node 0 group 2 2049 64K", 29,
	  "expected a multiple of a page, 64K", 0 },
	{ QUERY, "query online node 0 group 2 2G 4K", 32,
	  "expected a multiple of a page, 64K", 0 },
	{ QUERY, "query online node 0 2G 0", 24,
	  "expected a size from 1 to 0x3ffff80000000", 0 },
	{ QUERY, "query online node 0 1025T 64K", 21,
	  "expected less than 1024T, the end of physical memory", 0 },
	{ QUERY, "map 4G 16M node 0", 1,
	  "expected a configuration with ZONE_DEVICE, altmap has none", 0 },
	{ QUERY, "map 4G 16M", 11, "expected node", 0 },
	{ QUERY, "unmap 4G 16M", 1,
	  "expected a configuration with ZONE_DEVICE, altmap has none", 0 },
	{ QUERY, "unmap 4G", 9, "expected a size" NUMBER, 0 },
	{ REMOVE, "# 3456789 123456789 123456789 123456789 123456789 "
	  "123456789 123456789 123", 73, "expected at most 72 columns", 0 },
};

/*
 * What other configurations want: lines that go in place of "reserved" and of
 * the last operation, and which of them is wrong
 */
static const struct {
	const char *conf;
	const char *machine;
	const char *op;
	u32 column;
	const char *reason;
} wrong_there[] = {
	{ "cma", "cma 16M - 32M\ncma 17M - 48M", "", 5,
	  "expected at least 32M, where the last one ends" },
	{ "cma", "cma 16M - 0x1010000", "", 11,
	  "expected a multiple of a pageblock, 2M" },
	{ "cma", "cma 0x1010000 - 32M", "", 5,
	  "expected a multiple of a pageblock, 2M" },
	{ "cma", "cma 32M - 32M", "", 11,
	  "expected an end above the start, 32M" },
	{ "cma", "cma 96M - 144M", "", 1,
	  "expected memory of one node, without a hole" },
	{ "cma", "reserved 31M - 33M\ncma 16M - 32M", "", 1,
	  "expected memory that is not reserved" },
	{ "cma", "cma 48M - 80M", "", 1, "expected memory of one zone" },
	{ "zone-device", "", "map 0x8000000000000000 16M node 0", 5,
	  "expected less than 2^63" },
	{ "zone-device", "", "map 4G 0 node 0", 8,
	  "expected a size above 0 and less than 2^63" },
	{ "zone-device", "", "map 4G 16M node 8", 17,
	  "expected a node from 0 to 7" },
	{ "zone-device", "", "map 4G 16M group 1", 12, "expected node" },
	{ "zone-device", "", "unmap 4G 1024T", 10,
	  "expected a size from 1 to 0x3ffff00000000" },
	{ "zone-device", "", "unmap 4G 16M node 0", 14,
	  "expected the end of the line" },
	{ "no-numa", "node 1", "", 1,
	  "expected a configuration with more nodes than node 0, no-numa "
	  "has none" },
	{ "no-numa", "auto_movable_numa_aware 0", "", 1,
	  "expected a configuration with more nodes than node 0, no-numa "
	  "has none" },
	{ "no-numa", "", "set auto_movable_numa_aware 0", 1,
	  "expected a configuration with more nodes than node 0, no-numa "
	  "has none" },
	{ "no-numa", "", "add 4G 16M node 1", 1,
	  "expected a configuration with more nodes than node 0, no-numa "
	  "has none" },
};

static size_t there(const char *conf, const char *machine, const char *op,
		    char *text, size_t cap)
{
	return snprintf(text, cap, "mhpref 1\ngeometry ppc64\nconf %s\n"
			"block 16M\nzone dma 64M\nmemmap stale\nnode 0\n"
			"memory 0 - 128M node 0\n%s\n%s\n",
			conf, machine, op);
}

static u32 lines_of(const char *text)
{
	u32 n = *text != 0;

	while ((text = strchr(text, '\n')) && text++)
		n++;
	return n;
}

static void expect_error(const char *text, size_t len, u32 line, u32 column,
			 const char *reason)
{
	static struct ref_scenario s;
	char got[256], want[256];
	struct codec_error err;

	cr_expect_eq(codec_read((const u8 *)text, len, &s, &err), -1,
		     "accepted, want %u:%u: %s", line, column, reason);
	codec_error_text(&err, "FILE", got, sizeof(got));
	snprintf(want, sizeof(want), "FILE:%u:%u: %s", line, column, reason);
	cr_expect_str_eq(got, want, "\ngot  %s\nwant %s\n%s", got, want, text);
}

Test(text, every_wrong_line)
{
	char text[2048];

	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
		size_t len = with_line(wrong[i].at, wrong[i].text, text,
				       sizeof(text));

		expect_error(text, len, 1 + wrong[i].at + wrong[i].line,
			     wrong[i].column, wrong[i].reason);
	}
}

Test(text, every_wrong_line_there)
{
	char text[1024];

	for (size_t i = 0; i < ARRAY_SIZE(wrong_there); i++) {
		size_t len = there(wrong_there[i].conf, wrong_there[i].machine,
				   wrong_there[i].op, text, sizeof(text));
		u32 line = *wrong_there[i].op ? 10 :
			   8 + lines_of(wrong_there[i].machine);

		expect_error(text, len, line, wrong_there[i].column,
			     wrong_there[i].reason);
	}
}

/* What is right there, and refused elsewhere */
static const struct {
	const char *conf;
	const char *machine;
	const char *op;
} right_there[] = {
	{ "cma", "cma 0 - 2M\ncma 2M - 64M\ncma 64M - 128M", "" },
	{ "zone-device", "", "map 0x7fffffffffffffff 1 node 7" },
	{ "zone-device", "", "map 4G 16M node 0 fail alloc 3" },
	{ "zone-device", "", "unmap 4G 16M fail notify" },
	{ "altmap", "memmap_on_memory", "add 4G 16M node 1 altmap" },
	{ "distro", "memmap_on_memory", "map 4G 2M node 0" },
};

Test(text, every_right_line_there)
{
	static struct ref_scenario s;
	struct codec_error err;
	char text[1024];

	for (size_t i = 0; i < ARRAY_SIZE(right_there); i++) {
		size_t len = there(right_there[i].conf, right_there[i].machine,
				   right_there[i].op, text, sizeof(text));

		cr_expect_eq(codec_read((u8 *)text, len, &s, &err), 0, "%s: %s",
			     text, err.reason);
		len = there("default", right_there[i].machine,
			    right_there[i].op, text, sizeof(text));
		cr_expect_eq(codec_read((u8 *)text, len, &s, &err), -1, "%s",
			     text);
	}
}

Test(text, no_lines)
{
	expect_error("", 0, 1, 1,
		     "expected \"mhpref VERSION\" on the first line");
	expect_error("# a\n\n", 5, 3, 1,
		     "expected \"mhpref VERSION\" on the first line");
}

/* @count more lines in place of line @at, then the error */
static void expect_too_many(u32 at, u32 count, const char *fmt, u32 step,
			    const char *reason)
{
	static char text[64 << 10];
	static char lines[60 << 10];
	size_t len = 0;

	for (u32 i = 0; i < count; i++) {
		u64 start = 512 + i * step;

		len += snprintf(lines + len, sizeof(lines) - len, fmt, start,
				start + step);
	}
	lines[len - 1] = 0;
	len = with_line(at, lines, text, sizeof(text));
	expect_error(text, len, at + count, 1, reason);
}

Test(text, too_many_lines)
{
	expect_too_many(MEMORY1, REF_MAX_REGIONS,
			"memory %lluM - %lluM node 1\n", 16,
			"expected at most 160 ranges of memory");
	expect_too_many(RESERVED, REF_MAX_RESERVED + 1,
			"reserved %lluM - %lluM\n", 16,
			"expected at most 16 reserved ranges");
	expect_too_many(ADD, REF_MAX_OPS + 1, "add %lluM %lluM node 1\n", 16,
			"expected at most 512 operations");
}

/* Texts that say the same as @good, each in its way */
static const struct {
	u32 at;
	const char *text;
} same[] = {
	{ VERSION, "# first a comment\n\n  mhpref\t1   # the version" },
	{ BLOCK, "block 0x1000000" },
	{ BLOCK, "block 16777216\r" },
	{ BLOCK, "block 16384K#" },
	{ BLOCK, "# \xc3\xa4 in a comment\nblock 16M" },
	{ DMA, "zone   dma   65536K" },
	{ MEMORY0, "memory 0x0 - 0x8000000 node 0" },
	{ REMOVE, "remove 512M 32M # 9 123456789 123456789 123456789 "
	  "123456789 123456789 12\r" },
};

static void expect_same(const char *text, size_t len)
{
	static struct ref_scenario want, got;
	struct codec_error err;
	char usual[1024];
	size_t usual_len = with_line(NR_LINES, NULL, usual, sizeof(usual));

	cr_assert_eq(codec_read((u8 *)usual, usual_len, &want, &err), 0, "%s",
		     err.reason);
	cr_expect_eq(codec_read((const u8 *)text, len, &got, &err), 0,
		     "%u:%u: %s", err.line, err.column, err.reason);
	cr_expect_eq(memcmp(&want, &got, sizeof(got)), 0, "%s", text);
}

Test(text, other_ways_to_write)
{
	char text[1024];

	for (size_t i = 0; i < ARRAY_SIZE(same); i++) {
		size_t len = with_line(same[i].at, same[i].text, text,
				       sizeof(text));

		expect_same(text, len);
	}
}

/* Lines of the machine may stand in any order, and need no newline last */
Test(text, other_orders)
{
	static const u8 order[NR_LINES] = {
		VERSION, RESERVED, MEMORY0, NODE1, MEMORY1, NODE0, MEMMAP,
		MOVABLE_NODE, DMA32, DMA, BLOCK, CONF, MOVABLECORE, KERNELCORE,
		AUTO, NUMA_AWARE, RATIO, POLICY, ON_MEMORY, GEOMETRY, ADD,
		ONLINE, OFFLINE, REMOVE, STATIC, DYNAMIC, ADD_GROUP,
		UNREGISTER, SET_RATIO, QUERY,
	};
	char text[1024];
	size_t len = 0;

	for (u32 i = 0; i < NR_LINES; i++)
		len += snprintf(text + len, sizeof(text) - len, "%s\n",
				good[order[i]]);
	expect_same(text, len);
	text[len - 1] = 0;
	expect_same(text, len - 1);
}

Test(text, every_truncation)
{
	static struct ref_scenario seeds[NR_SEEDS], s;
	static char text[CODEC_TEXT_MAX];
	struct codec_error err;

	read_seeds(seeds);
	for (u32 i = 0; i < NR_SEEDS; i++) {
		size_t len = codec_write_text(&seeds[i], text, sizeof(text));

		cr_assert_gt(len, 0);
		for (size_t cut = 0; cut < len; cut++) {
			u8 *copy = malloc(cut);

			memcpy(copy, text, cut);
			if (codec_read(copy, cut, &s, &err)) {
				cr_assert_leq(err.offset, cut);
				cr_assert_geq(err.line, 1);
				cr_assert_geq(err.column, 1);
				cr_assert(!strncmp(err.reason, "expected ", 9));
			}
			free(copy);
		}
	}
}

/* What is accepted survives being written and read again */
static void expect_wrong_or_stable(const u8 *bytes, size_t len, size_t changed)
{
	static char text[CODEC_TEXT_MAX];
	static struct ref_scenario s, again;
	struct codec_error err;

	if (codec_read(bytes, len, &s, &err)) {
		cr_assert_leq(err.offset, len);
		cr_assert(!strncmp(err.reason, "expected ", 9));
		return;
	}
	len = codec_write_text(&s, text, sizeof(text));
	cr_assert_eq(codec_read((u8 *)text, len, &again, &err), 0,
		     "change at %zu: %s", changed, err.reason);
	cr_assert_eq(memcmp(&s, &again, sizeof(s)), 0, "change at %zu",
		     changed);
}

Test(text, every_single_byte_change, .timeout = 240)
{
	static struct ref_scenario seeds[NR_SEEDS];
	static char text[CODEC_TEXT_MAX];

	read_seeds(seeds);
	for (u32 i = 0; i < NR_SEEDS; i++) {
		size_t len = codec_write_text(&seeds[i], text, sizeof(text));

		for (size_t at = 0; at < len; at++) {
			char was = text[at];

			for (u32 change = 1; change < 256; change++) {
				text[at] = was ^ change;
				expect_wrong_or_stable((u8 *)text, len, at);
			}
			text[at] = was;
		}
	}
}
