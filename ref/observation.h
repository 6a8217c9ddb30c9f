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
#include "geometry.h"

#define REF_MAX_WATCH		1024
#define REF_SUBMAP_WORDS	4	/* 256 subsections in a section */

/**
 * struct ref_layout - what of this scenario is observed
 * @nr_blocks: memory blocks that regions or operations touch
 * @nr_sections: sections of those blocks
 * @nr_watch: pfns whose node and zone are observed
 * @nr_nodes: nodes 0 to @nr_nodes - 1 are observed (highest possible node)
 * @block: block ids (start / block size), ascending
 * @section: section numbers, ascending
 * @watch: pfns, ascending: both sides of every point at which node or zone
 *	can change: edges of regions, zones, sections, and the subsections
 *	and pageblocks around them
 */
struct ref_layout {
	u32 nr_blocks;
	u32 nr_sections;
	u32 nr_watch;
	u32 nr_nodes;
	u64 block[REF_MAX_BLOCKS];
	u64 section[REF_MAX_SECTIONS];
	u64 watch[REF_MAX_WATCH];
};

struct ref_obs_zone {
	u64 start;		/* zone_start_pfn */
	u64 spanned;		/* spanned_pages */
	u64 present;		/* present_pages */
	u64 present_early;	/* present_early_pages */
	u8 contiguous;		/* 0 or 1 */
	u8 initialized;		/* 0 or 1 */
	u8 pad[6];
};

struct ref_obs_node {
	u64 start;		/* node_start_pfn */
	u64 spanned;		/* node_spanned_pages */
	u64 present;		/* node_present_pages */
	u8 nr_zones;
	u8 online;		/* in N_ONLINE */
	u8 memory;		/* in N_MEMORY */
	u8 normal_memory;	/* in N_NORMAL_MEMORY */
	u8 device;		/* node device registered */
	u8 pad[3];
	struct ref_obs_zone zone[REF_NR_ZONES];
};

enum ref_block_state {
	REF_BLOCK_ABSENT,	/* no device */
	REF_BLOCK_OFFLINE,
	REF_BLOCK_ONLINE,
	REF_BLOCK_OTHER,	/* going offline, or nothing known */
};

struct ref_obs_block {
	u8 state;		/* enum ref_block_state */
	s8 nid;			/* block's own node id, -1: none, or absent */
	u8 zone;		/* enum ref_zone; REF_ZONE_NONE: none */
	u8 pad;
};

enum ref_section_flags {
	REF_SECTION_PRESENT = 1,
	REF_SECTION_HAS_MEM_MAP = 2,
	REF_SECTION_ONLINE = 4,
	REF_SECTION_EARLY = 8,
};

struct ref_obs_section {
	u64 submap[REF_SUBMAP_WORDS];	/* bit n: subsection n; 0 if absent */
	u8 flags;
	u8 pad[7];
};

/* Link of a pfn: node and zone in struct page, if the pfn is online */
#define REF_LINK_OFFLINE	0xffff
#define REF_LINK(nid, zone)	((u16)((nid) << 8 | (zone)))

/* What became of an operation */
enum ref_outcome {
	REF_DONE,		/* it returned */
	REF_REFUSED,		/* never reached the kernel, see struct ref_op */
	REF_HANG,		/* budget of steps used up */
	REF_BUG,		/* BUG() or panic() */
	REF_CRASH,		/* invalid access */
};

/**
 * struct ref_obs - one observation, after boot or after an operation
 * @err: 0 or a negative errno: what the caller, or the write to sysfs, gets
 * @outcome: enum ref_outcome
 * @fired: the injected fault was met
 * @locked: the memory-hotplug lock was taken (mem_hotplug_begin)
 * @lock_imbalance: locks held afterwards, or released once too often
 * @warns: WARNs that fired
 */
struct ref_obs {
	s32 err;
	u8 outcome;
	u8 fired;
	u8 locked;
	u8 lock_imbalance;
	u32 warns;
	u32 pad;
	struct ref_obs_node node[REF_MAX_NODES];
	struct ref_obs_block block[REF_MAX_BLOCKS];
	struct ref_obs_section section[REF_MAX_SECTIONS];
	u16 link[REF_MAX_WATCH];
};

#endif
