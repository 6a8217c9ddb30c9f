/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What can be seen of a machine: the same for the model and every kernel.
 *
 * Arrays hold entities in the order of struct ref_layout, which is worked
 * out once from the scenario. Spans, starts and counts are in pages. Every
 * byte is written by observe(), padding is explicit, so that two
 * observations of one layout are equal if and only if their bytes are.
 */
#ifndef REF_OBSERVATION_H
#define REF_OBSERVATION_H

#include "scenario.h"

#define REF_MAX_WATCH		4096
#define REF_SUBMAP_WORDS	4	/* 256 subsections in a section */

/**
 * struct ref_layout - what of this scenario is observed
 * @nr_blocks: memory blocks that regions or operations touch
 * @nr_sections: sections of those blocks
 * @nr_watch: pfns whose node and zone are observed
 * @nr_nodes: nodes 0 to @nr_nodes - 1 are observed (highest possible node)
 * @sums: so is what is left for movable memory: the kernel keeps sums for it
 * @block: block ids (start / block size), ascending
 * @section: section numbers, ascending
 * @watch: pfns, ascending: both sides of every point at which node or zone
 *	can change: edges of regions, zones, sections, and the subsections
 *	and pageblocks around them
 */
struct ref_layout {
	u32 nr_blocks, nr_sections, nr_watch, nr_nodes, sums, pad;
	u64 block[REF_MAX_BLOCKS];
	u64 section[REF_MAX_SECTIONS];
	u64 watch[REF_MAX_WATCH];
};

/**
 * struct ref_obs_zone - a zone of a node
 * @start: zone_start_pfn
 * @spanned: spanned_pages
 * @present: present_pages
 * @present_early: present_early_pages
 * @cma: cma_pages
 * @contiguous: 0 or 1
 * @initialized: 0 or 1
 */
struct ref_obs_zone {
	u64 start, spanned, present, present_early, cma;
	u8 contiguous, initialized, pad[6];
};

/**
 * struct ref_obs_node - a node
 * @start: node_start_pfn
 * @spanned: node_spanned_pages
 * @present: node_present_pages
 * @nr_zones: nr_zones
 * @online: it is in N_ONLINE
 * @memory: in N_MEMORY
 * @normal_memory: in N_NORMAL_MEMORY
 * @device: its device is registered
 * @zone: its zones
 */
struct ref_obs_node {
	u64 start, spanned, present;
	u8 nr_zones, online, memory, normal_memory, device, pad[3];
	struct ref_obs_zone zone[REF_NR_ZONES];
};

/* No device; ...; going offline, or nothing known */
enum ref_block_state {
	REF_BLOCK_ABSENT, REF_BLOCK_OFFLINE, REF_BLOCK_ONLINE, REF_BLOCK_OTHER,
};

/**
 * struct ref_obs_block - a memory block
 * @state: enum ref_block_state
 * @nid: its own node id, -1: none, or absent
 * @zone: enum ref_zone; REF_ZONE_NONE: none
 * @group: number of its memory group, 0: none
 * @valid: what valid_zones prints, in order; REF_ZONE_NONE: no (further) one
 * @nodes: bit n: there is a link from it to node n
 * @links: bit n: there is a link from node n to it
 */
struct ref_obs_block {
	u8 state;
	s8 nid;
	u8 zone, group, valid[3], nodes, links;
};

/* Node and zone as one number, for sets of zones */
#define REF_NR_KEYS	(REF_MAX_NODES * REF_NR_ZONES)

enum ref_group_type { REF_GROUP_NONE, REF_GROUP_STATIC, REF_GROUP_DYNAMIC };

/**
 * struct ref_obs_group - a memory group
 * @size: pages: a static one's most, a dynamic one's unit
 * @kernel: present_kernel_pages
 * @movable: present_movable_pages
 * @type: enum ref_group_type; NONE: not registered, and all else is 0
 * @nid: its node
 */
struct ref_obs_group {
	u64 size, kernel, movable;
	u8 type, nid, pad[6];
};

/*
 * DEVICE: some of it is of ZONE_DEVICE (taint). ADDED: as hotplug makes it;
 * BOOT: as boot does
 */
enum ref_section_flags {
	REF_SECTION_PRESENT = 1, REF_SECTION_HAS_MEM_MAP = 2,
	REF_SECTION_ONLINE = 4, REF_SECTION_EARLY = 8,
	REF_SECTION_DEVICE = 16,
	REF_SECTION_ADDED = 3, REF_SECTION_BOOT = 15,
};

/* In @submap bit n stands for subsection n; all 0 if the section is absent */
struct ref_obs_section {
	u64 submap[REF_SUBMAP_WORDS];
	u8 flags, pad[7];
};

/* Link of a pfn: node and zone in struct page, if the pfn is online */
#define REF_LINK_OFFLINE	0xffff
#define REF_LINK(nid, zone)	((u16)((nid) << 8 | (zone)))

/*
 * What became of an operation: it returned; it never reached the kernel, see
 * struct ref_op; the budget of steps was used up; BUG() or panic(); an invalid
 * access
 */
#define REF_LEFT_MOST	(1ull << 31)

enum ref_outcome { REF_DONE, REF_REFUSED, REF_HANG, REF_BUG, REF_CRASH };

/**
 * struct ref_obs - one observation, after boot or after an operation
 * @err: 0 or a negative errno: what the caller, or the write to sysfs, gets
 * @outcome: enum ref_outcome
 * @fired: the injected fault was met
 * @locked: the memory-hotplug lock was taken (mem_hotplug_begin)
 * @lock_imbalance: locks held afterwards, or released once too often
 * @warns: WARNs that fired
 * @chosen: enum ref_zone, the answer to a query, else REF_ZONE_NONE
 * @movable_left: pages of no group that auto-movable would still let go to
 *	MOVABLE, seen from all nodes: sum of the powers of two, from
 *	REF_LEFT_MOST down, each of which may be added; 0: not observed
 * @group: group n has the number n + 1
 */
struct ref_obs {
	s32 err;
	u8 outcome, fired, locked, lock_imbalance;
	u32 warns;
	u8 chosen, pad[3];
	u64 movable_left;
	struct ref_obs_group group[REF_MAX_GROUPS];
	struct ref_obs_node node[REF_MAX_NODES];
	struct ref_obs_block block[REF_MAX_BLOCKS];
	struct ref_obs_section section[REF_MAX_SECTIONS];
	u16 link[REF_MAX_WATCH];
};

#endif
