// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of quirks: how released kernels depart from the rules.
 */
#include "model.h"

#define REF_ALL_KNOWN	"6.1 6.12 7.2 7.3"

const struct ref_quirk ref_quirks[REF_NR_QUIRKS] = {
	[REF_Q_CONTIGUOUS_HISTORY] = {
		.name = "contiguous-history",
		.rule = "contiguous-weak",
		.statement =
			"A zone is asked whether it is contiguous while a\n"
			"block that joins it is not online yet, so that it\n"
			"says no after every online until the next offline.",
		.formula = "after online: contiguous = 0",
		.versions = REF_ALL_KNOWN,
		.verdict = "accepted",
		.source = "mm/memory_hotplug.c, move_pfn_range_to_zone",
	},
	[REF_Q_CONTIGUOUS_EMPTY] = {
		.name = "contiguous-empty",
		.rule = "contiguous-sound",
		.statement =
			"A zone that loses its last block calls itself\n"
			"contiguous.",
		.formula =
			"after offline or vetoed online: spanned = 0 =>\n"
			"contiguous = 1",
		.versions = REF_ALL_KNOWN,
		.verdict = "bug",
		.source =
			"mm/mm_init.c (6.1: mm/page_alloc.c),\n"
			"set_zone_contiguous",
	},
	[REF_Q_CONTIGUOUS_SAMPLES] = {
		.name = "contiguous-samples",
		.rule = "contiguous-sound",
		.statement =
			"Only the first and last pfn of each pageblock are\n"
			"looked at, so that holes and pages of other zones\n"
			"between them go unseen.",
		.formula =
			"contiguous = for each pageblock [a, b) of the span:\n"
			"online(a) and valid(b - 1) and zone(a) = zone(b -\n"
			"1) = z",
		.versions = REF_ALL_KNOWN,
		.verdict = "bug",
		.source =
			"mm/page_alloc.c (7.x: mm/mm_init.c),\n"
			"__pageblock_pfn_to_page",
	},
	[REF_Q_SPAN_SAMPLES] = {
		.name = "span-samples",
		.rule = "zone-span",
		.statement =
			"The new edge of a span is found by looking at one\n"
			"pfn of each subsection, memory or hole, so that\n"
			"memory is left outside or a hole keeps the span;\n"
			"and only one edge moves, the start if the block lay\n"
			"there.",
		.formula =
			"block at start: start = first subsection's first p\n"
			">= block end with online(p), zone(p) = z; else at\n"
			"end: end = 1 + last subsection's last p < block\n"
			"with the same; none: 0, 0",
		.versions = REF_ALL_KNOWN,
		.verdict = "bug",
		.source =
			"mm/memory_hotplug.c, find_smallest_section_pfn,\n"
			"find_biggest_section_pfn, shrink_zone_span",
	},
	[REF_Q_SPAN_WRAPS] = {
		.name = "span-wraps",
		.rule = "hang",
		.statement =
			"Looking downward for the new end of a span that\n"
			"begins in the first subsection of all runs past pfn\n"
			"0 and on from the highest number there is.",
		.formula =
			"block at end, not at start; start < pages of a\n"
			"subsection; no p looked at is online and of the\n"
			"zone",
		.versions = REF_ALL_KNOWN,
		.verdict = "bug",
		.source = "mm/memory_hotplug.c, find_biggest_section_pfn",
		.stops = true,
	},
	[REF_Q_BLOCK_NODE_WALK] = {
		.name = "block-node-walk",
		.rule = "block-zone",
		.statement =
			"A boot block is of every node that one of its pages\n"
			"names, holes included, as long as that node's span\n"
			"meets it, and names the highest of them.",
		.formula =
			"nodes = those of all pages in present sections of\n"
			"the block whose node span meets it; nid =\n"
			"max(nodes); zone = none if there are several",
		.versions = "6.1 6.12",
		.verdict =
			"fixed in 6.17, by a walk of memblock instead of\n"
			"pages",
		.source =
			"drivers/base/node.c,\n"
			"register_mem_block_under_node_early",
	},
	[REF_Q_ADD_LEAVES_SECTIONS] = {
		.name = "add-leaves-sections",
		.rule = "failed-op",
		.statement =
			"When adding memory fails at a section, those added\n"
			"before it stay present, and adding the range again\n"
			"fails with EEXIST for ever. Left in a section of\n"
			"boot they count as online.",
		.formula = "failure at section n: sections [0, n) stay present",
		.versions = REF_ALL_KNOWN,
		.verdict = "bug",
		.source = "mm/memory_hotplug.c, __add_pages",
	},
	[REF_Q_REMOVE_ONE_NODE] = {
		.name = "remove-one-node",
		.rule = "node-online",
		.statement =
			"Removing a range with blocks of several nodes looks\n"
			"at the node of the last block only; the others stay\n"
			"online although they are empty.",
		.formula =
			"offline = nodes that are empty and name the last\n"
			"block",
		.versions = REF_ALL_KNOWN,
		.verdict = "accepted",
		.source = "mm/memory_hotplug.c, try_remove_memory",
	},
	[REF_Q_MOVABLE_ZERO] = {
		.name = "movable-zero",
		.rule = "zone-span",
		.statement =
			"A ZONE_MOVABLE that would begin at pfn 0 is taken\n"
			"for none.",
		.formula =
			"movable start = 0 => no ZONE_MOVABLE on the node;\n"
			"movable_node: the next hotpluggable region's start",
		.versions = REF_ALL_KNOWN,
		.verdict = "accepted",
		.source =
			"mm/mm_init.c (6.1: mm/page_alloc.c),\n"
			"find_zone_movable_pfns_for_nodes",
	},
	[REF_Q_MOVABLE_PAGE_DOWN] = {
		.name = "movable-page-down",
		.rule = "zone-span",
		.statement =
			"With movable_node, the start of a hotpluggable\n"
			"region inside a page is rounded down; a start of\n"
			"ZONE_MOVABLE before the node's first whole page has\n"
			"what lies between subtracted from present, and a\n"
			"zone with none left does not name its pages.",
		.formula =
			"movable start = start of the page in which the\n"
			"region begins; present(MOVABLE) -= node start -\n"
			"movable start, if that is positive",
		.versions = "6.1",
		.verdict = "fixed in 6.12",
		.source =
			"mm/page_alloc.c, find_zone_movable_pfns_for_nodes,\n"
			"zone_absent_pages_in_node",
	},
	[REF_Q_ALLOC_EEXIST] = {
		.name = "alloc-eexist",
		.rule = "error-code",
		.statement =
			"When there is no memory for the resource, adding\n"
			"fails with EEXIST.",
		.formula = "allocation of the resource fails: EEXIST",
		.versions = REF_ALL_KNOWN,
		.verdict = "accepted",
		.source = "mm/memory_hotplug.c, register_memory_resource",
	},
	[REF_Q_NODE_FORGETS] = {
		.name = "node-forgets",
		.rule = "block-links",
		.statement =
			"A node that goes offline although it has memory,\n"
			"since its span was lost, leaves links to it behind;\n"
			"when it comes back, links from it are missing, and\n"
			"it has no pages present. In between auto-movable\n"
			"does not count its memory.",
		.formula =
			"node goes offline: links from blocks stay; add to an\n"
			"offline node: links to blocks stay away, present = 0\n"
			"in the node and its zones; auto-movable over all\n"
			"nodes: over online ones",
		.versions = REF_ALL_KNOWN,
		.verdict = "bug, follows from span-samples",
		.source =
			"mm/mm_init.c (6.1: mm/page_alloc.c),\n"
			"free_area_init_core_hotplug",
	},
	[REF_Q_OFFLINE_SPLIT_PAGE] = {
		.name = "offline-split-page",
		.rule = "error-code",
		.statement =
			"A page that two regions share counts as System RAM,\n"
			"but for no zone, so that its block is taken for one\n"
			"without holes, goes offline, and takes more pages\n"
			"from present than were counted.",
		.formula =
			"offline of a block that System RAM covers in one\n"
			"piece, but not whole pages of regions: present -=\n"
			"pages of the block; EINVAL and a warning, once, if\n"
			"its first or last page names another zone",
		.versions = REF_ALL_KNOWN,
		.verdict = "accepted",
		.source =
			"mm/memory_hotplug.c, offline_pages,\n"
			"count_system_ram_pages_cb",
	},
	[REF_Q_NORMAL_MEMORY_SUM] = {
		.name = "normal-memory-sum",
		.rule = "exact",
		.statement =
			"A node keeps N_NORMAL_MEMORY unless the present\n"
			"pages of its kernel zones are 0 after an offline;\n"
			"where more were taken than counted they are not.",
		.formula =
			"offline from a kernel zone: normal_memory = 0 if\n"
			"and only if the sum of present is 0 afterwards",
		.versions = "7.2 7.3",
		.verdict = "accepted",
		.source = "mm/memory_hotplug.c, offline_pages",
	},
	[REF_Q_AUTO_MOVABLE_RANGE] = {
		.name = "auto-movable-range",
		.rule = "zone-chosen",
		.statement =
			"When auto-movable refuses, the kernel zone is\n"
			"chosen for another range than the one that is to be\n"
			"onlined: it begins where the unit was last looked\n"
			"at, or is as long as what the group lacks.",
		.formula =
			"static group: K of [start, start + size - movable);\n"
			"dynamic: K of [unit end, unit end + what of it is\n"
			"offline), or of a range that begins at the unit's\n"
			"first kernel section",
		.versions = REF_ALL_KNOWN,
		.verdict = "bug",
		.source = "mm/memory_hotplug.c, auto_movable_zone_for_pfn",
	},
	[REF_Q_AUTO_MOVABLE_WRAPS] = {
		.name = "auto-movable-wraps",
		.rule = "zone-chosen",
		.statement =
			"Pages are counted in unsigned longs: less than\n"
			"nothing is more than anything, and what a group has\n"
			"beyond its size makes room for more.",
		.formula =
			"mov + n <= ratio * early / 100 modulo 2^64, with\n"
			"early, mov, n modulo 2^64; static group: n = size -\n"
			"movable, also if that is negative",
		.versions = REF_ALL_KNOWN,
		.verdict = "bug",
		.source =
			"mm/memory_hotplug.c,\n"
			"auto_movable_can_online_movable",
	},
	[REF_Q_BOOT_LOSES_PAGE] = {
		.name = "boot-loses-page",
		.rule = "crash",
		.statement =
			"Where a page that hotpluggable and other memory\n"
			"share is all that its section has, the section gets\n"
			"no memmap, but the page is given to the buddy.",
		.formula =
			"regions [a, b) and [b, c) of one node, b inside a\n"
			"page, one of them hotpluggable, no whole page of\n"
			"memory in the section of b",
		.versions = REF_ALL_KNOWN,
		.verdict = "accepted",
		.source =
			"mm/memblock.c, memblock_clear_hotplug,\n"
			"memblock_free_all",
		.stops = true,
	},
	[REF_Q_ADD_NAMES_NO_NODE] = {
		.name = "add-names-no-node",
		.rule = "block-zone",
		.statement =
			"Without NUMA an added block names no node, not even\n"
			"node 0.",
		.formula = "no NUMA: add: nid = -1",
		.versions = "6.1 6.12",
		.verdict = "accepted",
		.source = "drivers/base/memory.c, add_memory_block",
	},
	[REF_Q_BOOT_READS_FREED] = {
		.name = "boot-reads-freed",
		.rule = "crash",
		.statement =
			"Where memblock is not kept, blocks are linked with\n"
			"nodes by walking its regions after their array was\n"
			"given back, if it had outgrown the first one.",
		.formula =
			"memblock not kept, more than 126 regions after\n"
			"those that touch and are alike are joined",
		.versions = "7.2 7.3",
		.verdict = "bug",
		.source =
			"mm/memblock.c, memblock_discard;\n"
			"drivers/base/node.c,\n"
			"register_memory_blocks_under_nodes",
		.stops = true,
	},
	[REF_Q_FREES_GARBAGE] = {
		.name = "frees-garbage",
		.rule = "bug",
		.statement =
			"Without vmemmap, when a section that is added gets\n"
			"no memmap, what would be its memmap is freed all\n"
			"the same: the address is made of nothing.",
		.formula =
			"no vmemmap: the memmap of a section is not to be\n"
			"had, and nothing else was missing before: BUG",
		.versions = "6.1 6.12",
		.verdict = "bug",
		.source =
			"mm/sparse.c, section_activate,\n"
			"depopulate_section_memmap",
		.stops = true,
	},
	[REF_Q_MAP_LEAVES_POISON] = {
		.name = "map-leaves-poison",
		.rule = "sanitizer",
		.statement =
			"A map that fails leaves subsections in a section of\n"
			"boot that is online. Their pages count as online,\n"
			"but no one has made them: whoever walks the zone\n"
			"reads poison.",
		.formula =
			"memmap poison: add-leaves-sections in a section that\n"
			"is online: a read of offline memmap, sooner or later",
		.versions = "6.1 6.12 7.2 7.3",
		.verdict = "bug",
		.source =
			"mm/memory_hotplug.c, __add_pages;\n"
			"mm/memremap.c, pagemap_range;\n"
			"mm/sparse*.c, sparse_add_section",
		.stops = true,
	},
	[REF_Q_MAP_LEAVES_DEVICE] = {
		.name = "map-leaves-device",
		.rule = "failed-op",
		.statement =
			"The same where offline memmap is stale, and some of\n"
			"the section was mapped before: pages that count as\n"
			"online are still of ZONE_DEVICE.",
		.formula =
			"memmap stale: add-leaves-sections in a section that\n"
			"is online and had ZONE_DEVICE: not predicted",
		.versions = "6.1 6.12 7.2 7.3",
		.verdict = "bug",
		.source =
			"mm/memory_hotplug.c, __add_pages;\n"
			"mm/memremap.c, pageunmap_range",
		.stops = true,
	},
	[REF_Q_CMA_ONE_SPAN] = {
		.name = "cma-one-span",
		.rule = "zone-cma",
		.statement =
			"An area of CMA that lies in one zone is not used if\n"
			"the span of another zone or node meets it.",
		.formula = "several spans meet the area: cma counts none of it",
		.versions = "7.2 7.3",
		.verdict = "accepted",
		.source = "mm/cma.c, cma_validate_zones",
	},
	[REF_Q_ALTMAP_ALONE] = {
		.name = "altmap-alone",
		.rule = "error-code",
		.statement =
			"Only a block that is added alone holds its memmap,\n"
			"and it is only removed alone; force is not known.",
		.formula =
			"add of several blocks, or force: none holds it;\n"
			"remove of several, one of which does: EINVAL",
		.versions = "6.1",
		.verdict = "fixed in 6b8f0798b85a (6.8)",
		.source = "mm/memory_hotplug.c, try_remove_memory",
	},
	[REF_Q_ALTMAP_LEFT] = {
		.name = "altmap-left",
		.rule = "warn",
		.statement =
			"When sections of a block that is to hold its memmap\n"
			"stay after a failure, it warns, once: their memmap\n"
			"is in memory that is not there.",
		.formula = "add-leaves-sections in such a block: warns",
		.versions = "7.2 7.3",
		.verdict = "bug, follows from add-leaves-sections",
		.source =
			"mm/memory_hotplug.c, create_altmaps_and_memory_blocks",
	},
	[REF_Q_RESERVED_LATE] = {
		.name = "reserved-late",
		.rule = "page-links",
		.statement =
			"With deferred initialisation pages that are reserved\n"
			"in a hole are made once more, for another node, and\n"
			"for no zone if none of that node spans them.",
		.formula =
			"n = node of the reserved part's first page, or the\n"
			"first online one; p >= first deferred page of n:\n"
			"node(p) = n, zone(p) = that of n which spans p, else\n"
			"MAX_NR_ZONES, cut to its bits",
		.versions = REF_ALL_KNOWN,
		.verdict = "bug",
		.source =
			"mm/memblock.c, memmap_init_reserved_pages;\n"
			"mm/mm_init.c (6.1: mm/page_alloc.c),\n"
			"__init_deferred_page (6.x: init_reserved_page)",
	},
	[REF_Q_RESERVED_BY_PAGE] = {
		.name = "reserved-by-page",
		.rule = "exact",
		.statement =
			"In reserved-late a node is found for each page, and\n"
			"what is deferred begins later where zones alternate.",
		.formula =
			"n = node of the first byte of p, or the first online\n"
			"one; pages before the first deferred one are counted\n"
			"anew after pages of any other zone",
		.versions = "6.1",
		.verdict = "follows from reserved-late",
		.source =
			"mm/page_alloc.c, init_reserved_page, defer_init",
	},
	[REF_Q_SHARED_LATE] = {
		.name = "shared-late",
		.rule = "page-links",
		.statement =
			"With deferred initialisation a page that is half\n"
			"hotpluggable memory, half other, is made once more\n"
			"when the difference between the two is forgotten.",
		.formula =
			"p is memory of node n, but no whole page of one\n"
			"region, free, at or past the first deferred page of\n"
			"n: p is of n's last zone, if that spans p",
		.versions = REF_ALL_KNOWN,
		.verdict = "accepted",
		.source =
			"mm/mm_init.c (6.1: mm/page_alloc.c),\n"
			"deferred_init_memmap",
	},
	[REF_Q_LATE_PAST_END] = {
		.name = "late-past-end",
		.rule = "page-links",
		.statement =
			"In shared-late a page just past the end of the last\n"
			"zone becomes one of it as well.",
		.formula =
			"shared-late, also if p lies between the end of the\n"
			"zone and that of its last section",
		.versions = "7.2 7.3",
		.verdict = "accepted",
		.source = "mm/mm_init.c, deferred_init_memmap",
	},
};
