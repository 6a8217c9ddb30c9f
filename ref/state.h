/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of the model, shared by the files of this folder.
 *
 * What a kernel shows is kept as an observation, @obs; beside it stands only
 * what cannot be seen: links of pages as ranges, and what memory a zone has.
 */
#ifndef REF_STATE_H
#define REF_STATE_H

#include "assert.h"
#include "model.h"
#include "plan.h"

/* Memory of up to four zones and a hole for each range, and a last hole */
#define REF_MAX_PIECES	(REF_MAX_REGIONS * 5 + 1)

/* errno values, as every kernel of the three geometries has them */
#define REF_EPERM	1
#define REF_EINTR	4
#define REF_E2BIG	7
#define REF_ENOMEM	12
#define REF_EBUSY	16
#define REF_EEXIST	17
#define REF_ENODEV	19
#define REF_EINVAL	22

/* A zone of a node as a number; as a bit in a set of zones */
#define REF_KEY(nid, zone)	((nid) * REF_NR_ZONES + (zone))
#define REF_NR_KEYS		(REF_MAX_NODES * REF_NR_ZONES)

/**
 * struct ref_piece - pages [start, end) with the links that boot gave them
 * @nid: node in struct page
 * @zone: zone in struct page
 * @memory: it is memory; else a hole, of which only what lies in present
 *	sections has a struct page
 */
struct ref_piece {
	u64 start;
	u64 end;
	u8 nid;
	u8 zone;
	u8 memory;
	u8 pad[5];
};

/* Where the links of a block's pages come from */
enum ref_links {
	REF_LINKS_BOOT,		/* the pieces */
	REF_LINKS_SAME,		/* one node and zone for the whole block */
};

/* Who has taken a block's addresses */
enum ref_taken {
	REF_TAKEN_FREE,
	REF_TAKEN_BOOT,		/* what regions cover */
	REF_TAKEN_WHOLE,	/* all of it */
};

/**
 * struct ref_block - what is known of a block beside its observation
 * @start: first pfn
 * @section: first section, an index into the layout
 * @watch: first watched pfn in it, likewise
 * @nr_watch: of them
 * @piece: first piece in it
 * @nr_pieces: of them
 * @links: enum ref_links
 * @nid: of all pages, if the links are REF_LINKS_SAME
 * @zone: likewise
 * @full: every page of it is System RAM, so that it can go offline
 * @taken: enum ref_taken
 */
struct ref_block {
	u64 start;
	u16 section;
	u16 watch;
	u16 nr_watch;
	u16 piece;
	u16 nr_pieces;
	u8 links;
	u8 nid;
	u8 zone;
	u8 full;
	u8 taken;
	u8 pad;
};

/* Online memory of a zone lies in [lo, hi), lo and hi - 1 are memory */
struct ref_bounds {
	u64 lo;
	u64 hi;
};

/**
 * struct ref_model - a machine, as a kernel of the profile shows it
 * @obs: what the kernel shows
 * @right: what it should show, if @diverged; else the same as @obs
 * @diverged: a quirk made a difference in the last step
 * @fired: which quirks did
 * @contiguous: zones that are contiguous by definition
 * @said: zones that @obs calls contiguous
 * @covered: zones that have online memory
 * @uncovered: those of them with memory outside their span
 * @bounds: online memory of each zone
 * @block_pages: pages in a block
 * @section_pages: pages in a section
 * @sub_pages: pages in a subsection
 * @pageblock_pages: pages in a pageblock
 * @each: sections in a block
 */
struct ref_model {
	struct ref_obs obs;
	struct ref_obs right;
	bool diverged;
	u64 fired;
	u64 contiguous;
	u64 said;
	u64 covered;
	u64 uncovered;
	struct ref_bounds bounds[REF_NR_KEYS];
	struct ref_profile profile;
	struct ref_geometry geometry;
	const struct ref_layout *layout;
	u64 block_pages;
	u64 section_pages;
	u64 sub_pages;
	u64 pageblock_pages;
	u32 each;
	u32 nr_pieces;
	struct ref_machine machine;
	struct ref_block block[REF_MAX_BLOCKS];
	struct ref_piece piece[REF_MAX_PIECES];
};

static inline bool ref_has(const struct ref_model *m, u64 quirk)
{
	return m->profile.quirks & quirk;
}

static inline struct ref_obs_zone *ref_zone(struct ref_model *m, u32 key)
{
	REF_ASSERT(key < REF_NR_KEYS);
	return &m->obs.node[key / REF_NR_ZONES].zone[key % REF_NR_ZONES];
}

static inline bool ref_is_online(const struct ref_model *m, u32 b)
{
	return m->obs.block[b].state == REF_BLOCK_ONLINE;
}

static inline bool ref_meets(u64 a, u64 a_end, u64 b, u64 b_end)
{
	return a < b_end && b < a_end;
}

/* pages.c: questions about online pages */
u32 ref_block_at(const struct ref_model *m, u64 id);
u64 ref_low_edge(const struct ref_model *m, u32 key);
u64 ref_high_edge(const struct ref_model *m, u32 key);
u64 ref_sample_up(const struct ref_model *m, u32 key, u64 from, u64 to);
u64 ref_sample_down(const struct ref_model *m, u32 key, u64 from, u64 to);
void ref_bounds_find(struct ref_model *m, u32 key);

/* contiguous.c */
bool ref_contiguous(const struct ref_model *m, u32 key);
bool ref_contiguous_sampled(const struct ref_model *m, u32 key);
void ref_contiguous_update(struct ref_model *m, u32 key);
void ref_contiguous_say(struct ref_model *m, u32 key, bool say);

/* ops.c */
void ref_diverge(struct ref_model *m, u64 quirk);

#endif
