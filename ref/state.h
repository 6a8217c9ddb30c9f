/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the model, shared by the files of this folder.
 *
 * What a kernel shows is kept as an observation; beside it stands only what
 * cannot be seen: links of pages, as ranges, and what memory a zone has.
 */
#ifndef REF_STATE_H
#define REF_STATE_H

#include "model.h"

/* On in every build: a wrong oracle is worse than a dead one */
#define REF_ASSERT(x)	(__builtin_expect(!(x), 0) ? __builtin_trap() : (void)0)
#define REF_ASSERTS(x, y)	(REF_ASSERT(x), REF_ASSERT(y))

#define REF_NO_PFN	(~0ull)

/* errno values, as every kernel of the three geometries has them */
enum { EPERM = 1, EINTR = 4, E2BIG = 7, ENOMEM = 12, EBUSY = 16, EEXIST = 17,
	ENODEV = 19, EINVAL = 22 };

/* A zone of a node as one number, and as a bit in a set of zones */
#define REF_KEY(nid, zone)	((nid) * REF_NR_ZONES + (zone))

/*
 * Memory; holes in three parts, cut at
 * each block, and where what is reserved has other links; ends
 */
#define REF_MAX_PIECES	(REF_MAX_MEMORY * 4 + REF_MAX_BLOCKS * 3 + \
	REF_MAX_REGIONS * 4 + REF_MAX_RESERVED * 2 + REF_NR_KEYS * 2)

/* What is shown of a block that is not there */
#define REF_NO_BLOCK	((struct ref_obs_block){ 0, -1, REF_ZONE_NONE, 0, \
	{ REF_ZONE_NONE, REF_ZONE_NONE, REF_ZONE_NONE }, 0, 0 })

/* Room for parts of regions between blocks that have gone, adds, and maps */
#define REF_MAX_TAKEN	(REF_MAX_REGIONS + REF_MAX_BLOCKS + REF_MAX_MAPS)

/* Addresses in bytes that are System RAM, or mapped as ZONE_DEVICE */
struct ref_taken {
	struct ref_span bytes;
	bool device;
};

/*
 * What is warned of: each time; a block that ends in another zone; blocks of
 * which some hold their memmap; a memmap that is left on memory that is not
 */
enum ref_warned { REF_WARN_ALWAYS, REF_WARN_SPLIT = 1, REF_WARN_MIXED = 2,
	REF_WARN_LEFT = 4 };

/*
 * Of a section: a table with it stays, or its usage map, which is of boot;
 * some of it was mapped as ZONE_DEVICE
 */
enum ref_keeps {
	REF_KEEPS_TABLE = 1, REF_KEEPS_USAGE = 2, REF_KEEPS_DEVICE = 4,
};

/**
 * struct ref_block - what is not shown of a memory block
 * @full: every page of it is System RAM, so that it can go offline
 * @split: but not every page is memory: one that two regions share is not
 * @holds: it holds its own memmap
 * @own: one more than the key of the zone that it was brought online in, as a
 *	whole; 0: its pages have the links of boot
 */
struct ref_block {
	bool full, split, holds;
	u8 own;
};

/**
 * struct ref_state - all that an operation can change
 * @contiguous: zones that are contiguous by definition
 * @counted: bit n: node n has the per-cpu counters that its first add makes
 * @params: as they are set now
 * @warned: enum ref_warned, of what the kernel has warned, once
 * @keeps: enum ref_keeps of each section
 * @left: some map that failed left subsections
 * @memory: from a zone's first online memory to its last
 * @obs: what is seen
 * @taken: disjoint; what touches at boot, or comes as one, is one
 */
struct ref_state {
	u64 contiguous;
	u32 counted, warned, left, nr_taken;
	struct ref_params params;
	u8 keeps[REF_MAX_SECTIONS];
	struct ref_block block[REF_MAX_BLOCKS];
	struct ref_span memory[REF_NR_KEYS];
	struct ref_obs obs;
	struct ref_taken taken[REF_MAX_TAKEN];
};

/**
 * struct ref_model - a machine, and the operation on it
 * @facts: what others see of it
 * @l: layout of the observations
 * @s: the state being worked on
 * @obs: the observation in it
 * @shown: as a kernel of the profile shows it
 * @spare: the other one: what an operation is tried on; after it, what is right
 * @state: both
 * @quirks: those that take part now
 * @fired: those of them that have made a difference
 * @block_pages: pages in a block
 * @section_pages: pages in a section
 * @sub_pages: pages in a subsection
 * @unit_pages: pages that are populated together: that, or a section
 * @pageblock_pages: pages in a pageblock
 * @each: sections in a block
 * @shift: log2 of bytes in a page
 * @at: where at boot pages do not name a zone yet
 * @lowest: first node that is online at boot
 * @plan: where everything lies at boot
 * @numa: there are nodes
 * @vmemmap: there are subsections
 * @block: pages of each block
 * @first: its first piece of boot, 0: none
 * @piece: links that boot gives pages; an empty one ends those of a block
 * @whole: links of a block that ref_pieces() was last asked for
 * @op: what happens, or was tried; of no kind: nothing
 * @bytes: that it names
 * @pages: whole pages of that
 * @fault: what is injected, if the kernel offers it
 * @alloc_failed: one of its allocations fails: the first of an add is for the
 *	resource, then come the counters of a new node, then blocks
 * @b: the block at work, at first the first
 * @nr: number of blocks
 * @nid: the node at work
 * @key: zone that a block joins or leaves
 * @o: that block
 * @more: what of it is not shown
 * @node: the node of that zone
 * @zone: the zone
 *
 * It points into itself: it must not be moved.
 */
struct ref_model {
	struct ref_facts facts;
	const struct ref_layout *l;
	struct ref_state *s, *shown, *spare, state[2];
	struct ref_obs *obs;
	struct ref_profile profile;
	struct ref_geometry geometry;
	u64 quirks, fired, at;
	u64 block_pages, section_pages, sub_pages, unit_pages, pageblock_pages;
	u32 each, nr_pieces, shift, lowest, first[REF_MAX_BLOCKS];
	struct ref_plan plan;
	bool numa, vmemmap, alloc_failed;
	struct ref_machine machine;
	struct ref_piece piece[REF_MAX_PIECES], whole[2];
	struct ref_op op;
	struct ref_span bytes, pages, block[REF_MAX_BLOCKS];
	u32 fault, b, nr, nid, key;
	struct ref_obs_block *o;
	struct ref_block *more;
	struct ref_obs_node *node;
	struct ref_obs_zone *zone;
};

/**
 * struct ref_found - online pages of a zone
 * @memory: from its first page of memory to its last
 * @rounded: the same, rounded outward to subsections, but over no page that
 *	is offline or of another zone
 * @run: pieces that touch each other, up to the last
 * @seen: from the first pfn that starts a subsection of the range that was
 *	asked for and is online and of the zone, or REF_NO_PFN; to one behind
 *	the last that ends a subsection, likewise, or 0
 */
struct ref_found {
	struct ref_span memory, rounded, run, seen;
};

/**
 * struct ref_cover - what regions cover of a range
 * @bytes: the range
 * @left: bytes that no region covers
 * @gaps: bytes that are no System RAM: NOMAP memory is none
 * @nodes: that have memory in it
 * @nid: of the last region
 */
struct ref_cover {
	struct ref_span bytes;
	u64 left, gaps;
	u32 nodes, nid;
};

static inline u64 down(u64 x, u64 to)
{
	return x & ~(to - 1);
}

static inline u64 up(u64 x, u64 to)
{
	return (x + to - 1) & ~(to - 1);
}

static inline u64 min(u64 a, u64 b)
{
	return a < b ? a : b;
}

static inline u64 max(u64 a, u64 b)
{
	return a > b ? a : b;
}

static inline struct ref_span span(u64 start, u64 end)
{
	return (struct ref_span){ start, end };
}

/* What both have in common; end is not above start if that is nothing */
static inline struct ref_span cut(struct ref_span a, struct ref_span b)
{
	return span(max(a.start, b.start), min(a.end, b.end));
}

/* Pages of what both have in common */
static inline u64 common(struct ref_span a, struct ref_span b)
{
	a = cut(a, b);
	return a.start < a.end ? a.end - a.start : 0;
}

static inline struct ref_span grow(struct ref_span a, struct ref_span b)
{
	return a.end ? span(min(a.start, b.start), max(a.end, b.end)) : b;
}

static inline u16 key_link(u32 key)
{
	return key < REF_NR_KEYS ?
		REF_LINK(key / REF_NR_ZONES, key % REF_NR_ZONES) :
		REF_LINK(key - REF_NR_KEYS, REF_ZONE_NONE);
}

static inline struct ref_obs_zone *ref_zone(struct ref_model *m, u32 key)
{
	return &m->obs->node[key / REF_NR_ZONES].zone[key % REF_NR_ZONES];
}

static inline struct ref_span zone_span(const struct ref_obs_zone *z)
{
	return span(z->start, z->start + z->spanned);
}

/* Go through the regions of a machine, or the pieces of a block */
#define ref_each_region(r, m)						\
	for (const struct ref_region *r = (m)->machine.region;		\
	     r < (m)->machine.region + (m)->machine.nr_regions; r++)
#define ref_each_piece(p, m, b)						\
	for (const struct ref_piece *p = ref_pieces(m, b); p->pages.end; p++)

/*
 * A quirk that takes part gives another answer than what is right: where it
 * does it has fired. Return: the answer is the quirk's.
 */
static inline bool ref_quirk(u64 *fired, u64 quirk, bool differs)
{
	quirk = differs ? quirk : 0;
	*fired |= quirk;
	return quirk;
}

#define REF_HAS(m, id)	(!!((m)->quirks & REF_Q(id)))
#define REF_QUIRK(m, id, x) ref_quirk(&(m)->fired, (m)->quirks & REF_Q(id), x)

/* With these a kernel hangs or crashes */
#define REF_STOPS	(REF_Q(SPAN_WRAPS) | REF_Q(FREES_GARBAGE) | \
	REF_Q(BOOT_LOSES_PAGE) | REF_Q(BOOT_READS_FREED) | \
	REF_Q(MAP_LEAVES_POISON) | REF_Q(MAP_LEAVES_DEVICE))

/* These make no other difference than the flag, which has rules of its own */
#define REF_ABOUT_CONTIGUOUS	(REF_Q(CONTIGUOUS_HISTORY) | \
	REF_Q(CONTIGUOUS_EMPTY) | REF_Q(CONTIGUOUS_SAMPLES))

/* late.c: what of a hole ends up with which key, from where a span begins */
u8 ref_late_key(struct ref_model *m, u8 key, struct ref_span *s);
void ref_plan_late(struct ref_model *m, bool paged);

/* zone.c */
struct ref_cover ref_cover(struct ref_model *m, struct ref_span s, u64 unit);
u32 ref_lower(const u64 *array, u32 n, u64 x);
struct ref_obs_section *ref_section(const struct ref_model *m, u64 pfn);
const struct ref_piece *ref_pieces(struct ref_model *m, u32 b);
void ref_show_links(struct ref_model *m, u32 b);
struct ref_found ref_find(struct ref_model *m, u32 key, struct ref_span asked);
void ref_zone_settle(struct ref_model *m, u32 key, bool ask);

/* policy.c */
u32 ref_choose_zone(struct ref_model *m, u32 online, u32 nid, u32 group,
		    struct ref_span pages);
void ref_show_valid(struct ref_model *m);
void ref_show_left(struct ref_model *m);

#endif
