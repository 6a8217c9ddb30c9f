// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of rules.
 *
 * In formulas: [lo, hi) is what lies between a zone's first and last online
 * page of memory; start and end are those of the span; p is a pfn.
 */
#include "model.h"

const struct ref_rule ref_rules[REF_NR_RULES] = {
	[REF_R_ZONE_SPAN] = {
		.name = "zone-span",
		.statement =
			"A zone spans at boot what of its node lies within\n"
			"its limits; onlining grows it to cover the block;\n"
			"offlining moves in an edge at which the block lay.",
		.formula =
			"start, end = boot: node cut to limits and to\n"
			"MOVABLE; online: min(start, block), max(end, block\n"
			"end); offline: start = block ? edge(lo) : start,\n"
			"end = block end ? edge(hi) : end; no memory: 0, 0",
		.why =
			"Walkers go through the span and take what they find\n"
			"there; what is outside is never found.",
		.source =
			"include/linux/mmzone.h, struct zone;\n"
			"calculate_node_totalpages, move_pfn_range_to_zone,\n"
			"shrink_zone_span",
	},
	[REF_R_NODE_SPAN] = {
		.name = "node-span",
		.statement =
			"A node spans what its zones span, empty zones left\n"
			"out.",
		.formula =
			"start = min(zone.start), end = max(zone.end) over\n"
			"zones with a span; none: 0, 0",
		.why =
			"A node that spans something is not given up; one\n"
			"that starts at 0 by mistake is walked from there.",
		.source =
			"include/linux/mmzone.h, struct pglist_data;\n"
			"update_pgdat_span",
	},
	[REF_R_ZONE_PRESENT] = {
		.name = "zone-present",
		.statement =
			"Present pages of a zone are its pages of memory\n"
			"that are online.",
		.formula =
			"present = number of p with online(p), memory(p),\n"
			"zone(p) = z",
		.why =
			"Whether a zone is populated, and the policy for\n"
			"movable memory, are decided by it.",
		.source =
			"include/linux/mmzone.h, struct zone;\n"
			"adjust_present_page_count",
	},
	[REF_R_ZONE_PRESENT_EARLY] = {
		.name = "zone-present-early",
		.statement =
			"Present early pages are those in sections that were\n"
			"there at boot.",
		.formula =
			"present_early = number of p counted in present\n"
			"whose section is early",
		.why =
			"auto_movable allows movable memory in proportion to\n"
			"it.",
		.source =
			"include/linux/mmzone.h, struct zone;\n"
			"adjust_present_page_count",
	},
	[REF_R_NODE_PRESENT] = {
		.name = "node-present",
		.statement = "Present pages of a node are those of its zones.",
		.formula = "node.present = sum of zone.present",
		.why = "It decides whether the node has memory at all.",
		.source =
			"include/linux/mmzone.h, struct pglist_data;\n"
			"adjust_present_page_count",
	},
	[REF_R_ONLINE_STATE] = {
		.name = "online-state",
		.statement =
			"Sections are present, early and online, and\n"
			"subsections populated, as their block and the\n"
			"memory at boot say; a block is online if and only\n"
			"if its sections are.",
		.formula =
			"boot: present, early, online if any memory is in\n"
			"the section, bit n of the map if any is in\n"
			"subsection n; add: present, all bits; online,\n"
			"offline: all sections of the block; remove: nothing",
		.why = "Whether a struct page may be looked at hangs on it.",
		.source =
			"include/linux/mmzone.h, struct mem_section;\n"
			"online_mem_sections, fill_subsection_map;\n"
			"Documentation/admin-guide/mm/memory-hotplug.rst",
	},
	[REF_R_PAGE_LINKS] = {
		.name = "page-links",
		.statement =
			"An online page names its node and zone; a hole page\n"
			"those of the memory above it, behind all memory\n"
			"those of the last.",
		.formula =
			"memory at boot: its region's node and the zone\n"
			"whose span holds it; hole: as the next memory;\n"
			"onlined: the block's node and zone",
		.why =
			"Freeing, isolating and migrating take locks and\n"
			"counters from there.",
		.source =
			"memmap_init, init_unavailable_range,\n"
			"memmap_init_range",
	},
	[REF_R_CONTIGUOUS_SOUND] = {
		.name = "contiguous-sound",
		.statement = "A zone that calls itself contiguous is.",
		.formula =
			"contiguous => end > start and for all p in [start,\n"
			"end): online(p) and zone(p) = z",
		.why =
			"Compaction then takes struct pages of the span\n"
			"without a look at whether they are there.",
		.source =
			"pageblock_pfn_to_page; the zone's contiguous flag\n"
			"in mmzone.h",
	},
	[REF_R_CONTIGUOUS_WEAK] = {
		.name = "contiguous-weak",
		.statement =
			"A zone that is contiguous says so; if not, that is\n"
			"allowed, but slow.",
		.formula =
			"weak if not contiguous, although end > start and\n"
			"for all p in [start, end): online(p) and zone(p) =\n"
			"z",
		.why = "Compaction then checks every pageblock.",
		.source = "set_zone_contiguous",
	},
	[REF_R_CONTIGUOUS_EXACT] = {
		.name = "contiguous-exact",
		.statement =
			"A zone's contiguous flag is what a kernel of this\n"
			"profile says.",
		.formula =
			"contiguous = as the quirks contiguous-history,\n"
			"contiguous-empty and contiguous-samples give it",
		.why = "A patch that means to leave it alone has not.",
		.source = "set_zone_contiguous, clear_zone_contiguous",
	},
	[REF_R_SPAN_COVERS] = {
		.name = "span-covers",
		.statement =
			"No online page of memory lies outside its zone's\n"
			"span.",
		.formula =
			"online(p) and memory(p) and zone(p) = z => start <=\n"
			"p < end",
		.why =
			"Such pages are never compacted, and their zone may\n"
			"look empty although it is not.",
		.source = "include/linux/mmzone.h, zone_spans_pfn",
	},
	[REF_R_FAILED_OP] = {
		.name = "failed-op",
		.statement =
			"A failed operation leaves present counts, states of\n"
			"blocks, sections and nodes, and links of online\n"
			"pages as they were.",
		.formula = "err < 0 => field = field before, for all of these",
		.why =
			"Who gets an error tries again or gives up; neither\n"
			"works on half a change.",
		.source =
			"Documentation/core-api/memory-hotplug.rst;\n"
			"add_memory_resource, online_pages, offline_pages",
	},
	[REF_R_ERROR_CODE] = {
		.name = "error-code",
		.statement =
			"An operation fails if and only if it must, and with\n"
			"the error that says why.",
		.formula =
			"add: E2BIG, EEXIST, EINVAL, ENOMEM; online: EINVAL,\n"
			"EPERM; offline: EINVAL, EBUSY, EPERM, EINTR;\n"
			"remove: EBUSY",
		.why = "Drivers decide by it whether to try again.",
		.source =
			"Documentation/admin-guide/mm/memory-hotplug.rst;\n"
			"what each errno means in add_memory_resource,\n"
			"state_store",
	},
	[REF_R_NR_ZONES] = {
		.name = "nr-zones",
		.statement =
			"A node's number of zones reaches to the highest\n"
			"zone that ever had a span since the node was set\n"
			"up, and such zones are initialized.",
		.formula =
			"nr_zones = 1 + highest zone with a span since boot\n"
			"or since the node came online; initialized(z) once\n"
			"z had a span",
		.why = "Zones above the number are never reclaimed from.",
		.source = "init_currently_empty_zone",
	},
	[REF_R_NODE_ONLINE] = {
		.name = "node-online",
		.statement =
			"A node is online, and has a device, with its first\n"
			"memory or CPU until a removal leaves it without a\n"
			"span, block and CPU; it has (normal) memory if it\n"
			"has present pages (in a kernel zone).",
		.formula =
			"removal: offline if span = 0, no block names it, no\n"
			"CPU; memory = present > 0; normal_memory = present\n"
			"of DMA, DMA32, NORMAL > 0",
		.why =
			"Fallback lists, node devices and reclaim threads\n"
			"follow from it.",
		.source = "try_offline_node, online_pages, offline_pages",
	},
	[REF_R_BLOCK_ZONE] = {
		.name = "block-zone",
		.statement =
			"A block names its node, and the zone that all of it\n"
			"is in, if there is one.",
		.formula =
			"boot: nid = node of its highest region; zone = the\n"
			"one populated zone of its only node whose span\n"
			"meets it, else none (without NUMA: nid = -1); add:\n"
			"nid; online: zone; offline: none",
		.why =
			"A block with a zone can go offline; one that seems\n"
			"to be of two nodes can not.",
		.source =
			"memory_block_add_nid_early,\n"
			"early_node_zone_for_memory_block;\n"
			"Documentation/admin-guide/mm/memory-hotplug.rst,\n"
			"valid_zones",
	},
	[REF_R_BLOCK_LINKS] = {
		.name = "block-links",
		.statement =
			"A node and a memory block are linked, in both\n"
			"directions, if and only if memory of the node lies\n"
			"in the block.",
		.formula =
			"boot: linked(n, b) = online(n) and a region of n\n"
			"meets b; add: linked(nid, b); remove: none",
		.why =
			"Who wants a node's memory offline finds its blocks\n"
			"there, and nowhere else.",
		.source =
			"Documentation/ABI/stable/sysfs-devices-node;\n"
			"register_memory_blocks_under_node",
	},
	[REF_R_ZONE_CHOSEN] = {
		.name = "zone-chosen",
		.statement =
			"The zone that memory would go to is the one that\n"
			"the type asked for, the policy, and its ratio\n"
			"allow; valid_zones says so of every block.",
		.formula =
			"K = lowest kernel zone that meets the range, else\n"
			"NORMAL; kernel: K; movable: MOVABLE; contig-zones:\n"
			"the only one of K and MOVABLE that meets it, else\n"
			"K (movable_node: MOVABLE); auto-movable: MOVABLE if\n"
			"early > 0 and mov + n <= ratio * early / 100 over\n"
			"all nodes, and (numa_aware) over its own, else K",
		.why =
			"Too much movable memory, and the kernel has none of\n"
			"its own; too little, and nothing can be unplugged.",
		.source =
			"Documentation/admin-guide/mm/memory-hotplug.rst,\n"
			"Online policy; zone_for_pfn_range",
	},
	[REF_R_GROUPS] = {
		.name = "groups",
		.statement =
			"A memory group counts the pages of its online\n"
			"blocks, in kernel zones and in MOVABLE; it lasts as\n"
			"long as a block names it.",
		.formula =
			"kernel, movable = pages of online blocks with group\n"
			"= g in such zones; unregister: EBUSY while any\n"
			"block has group = g",
		.why =
			"The policy for movable memory counts with them.",
		.source =
			"include/linux/memory.h, struct memory_group;\n"
			"adjust_present_page_count",
	},
	[REF_R_ZONE_CMA] = {
		.name = "zone-cma",
		.statement =
			"CMA pages of a zone are those of the areas given at\n"
			"boot that lie in it.",
		.formula =
			"cma = pages of areas all of whose pages name the\n"
			"zone; an area in several zones is not used",
		.why = "auto_movable counts them as movable.",
		.source =
			"include/linux/mmzone.h, struct zone;\n"
			"init_cma_reserved_pageblock",
		.off = "needs a configuration with CMA",
		.needs = REF_CONF_CMA,
	},
	[REF_R_CACHE_WALK] = {
		.name = "cache-equals-walk",
		.statement =
			"Sums that are kept for auto_movable are those of a\n"
			"walk over all zones.",
		.formula =
			"movable_left = most n with sum(movable) + n <=\n"
			"ratio * sum(early kernel) / 100, sums over zones",
		.why =
			"Memory that was left out of a sum, or counted twice,\n"
			"decides on every zone that is chosen from then on.",
		.source =
			"auto_movable_can_online_movable;\n"
			"Documentation/admin-guide/mm/memory-hotplug.rst",
		.off = "this kernel keeps no sums",
		.needs = REF_CONF_SUMS,
	},
	[REF_R_EXACT] = {
		.name = "exact",
		.statement =
			"Every observed byte is as predicted for this\n"
			"profile.",
		.formula =
			"seen = predicted, for all that no other rule has\n"
			"said",
		.why =
			"That is what shows that model and extraction are\n"
			"faithful.",
		.source = "the design: two kinds of truth, exact prediction",
	},
	[REF_R_HANG] = {
		.name = "hang",
		.statement = "Every operation ends.",
		.formula =
			"steps <= budget, which grows with the subsections\n"
			"of the spans",
		.why = "A hotplug lock is held for ever.",
		.source =
			"design: everything that goes wrong in a slice is a\n"
			"finding",
	},
	[REF_R_CRASH] = {
		.name = "crash",
		.statement = "No operation touches memory that is not there.",
		.formula = "no fault",
		.why = "An oops, with the hotplug lock held.",
		.source =
			"design: everything that goes wrong in a slice is a\n"
			"finding",
	},
	[REF_R_SANITIZER] = {
		.name = "sanitizer",
		.statement =
			"No operation reads the memmap of offline memory,\n"
			"nor does anything undefined.",
		.formula = "no report of ASan or UBSan",
		.why =
			"What is read there is what was there before, or\n"
			"nothing.",
		.source =
			"pfn_to_online_page: only online pages may be looked\n"
			"at",
	},
	[REF_R_WARN] = {
		.name = "warn",
		.statement = "The kernel warns exactly when it must.",
		.formula = "warns = predicted number",
		.why =
			"A WARN is a bug report, and a panic where\n"
			"panic_on_warn is set.",
		.source =
			"WARN in add_memory_resource: a node that is not\n"
			"possible",
	},
	[REF_R_BUG] = {
		.name = "bug",
		.statement = "No operation ends in BUG or panic.",
		.formula = "outcome is not BUG",
		.why = "The machine is gone.",
		.source =
			"design: everything that goes wrong in a slice is a\n"
			"finding",
	},
	[REF_R_LOCKS] = {
		.name = "locks",
		.statement =
			"Every lock that an operation takes it gives back,\n"
			"once.",
		.formula = "lock_imbalance = 0",
		.why = "The next operation never gets it.",
		.source = "mem_hotplug_begin, mem_hotplug_done",
	},
};
