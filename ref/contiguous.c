// SPDX-License-Identifier: GPL-2.0-only
/*
 * Is a zone contiguous?
 *
 * By definition it is if its span is not empty and every pfn in it is online
 * and of the zone. Kernels look at the first and last pfn of each pageblock
 * only: the first must be online, the last valid, both of the zone.
 * (set_zone_contiguous, __pageblock_pfn_to_page)
 */
#include "state.h"

/* Part of a zone's span, within one block */
struct ref_part {
	const struct ref_model *m;
	u64 start;
	u64 end;
	u64 span_start;
	u64 span_end;
};

/* Is there the first pfn of a pageblock of the span in [start, end)? */
static bool ref_has_first(const struct ref_part *t, u64 start, u64 end)
{
	start = ref_max(start, t->start);
	end = ref_min(end, t->end);
	REF_ASSERT(t->start < t->end);
	REF_ASSERT(t->m->pageblock_pages > 0);
	return start < end && (start == t->span_start ||
		ref_align_up(start, t->m->pageblock_pages) < end);
}

/* Or the last one? */
static bool ref_has_last(const struct ref_part *t, u64 start, u64 end)
{
	start = ref_max(start, t->start);
	end = ref_min(end, t->end);
	REF_ASSERT(t->start < t->end);
	REF_ASSERT(t->m->pageblock_pages > 0);
	return start < end && (end == t->span_end ||
		ref_align_down(end, t->m->pageblock_pages) > start);
}

/* Does what the kernel looks at in this piece show that there is a hole? */
static bool ref_piece_breaks_seen(const struct ref_part *t,
				  const struct ref_piece *p, bool own)
{
	u64 sub = t->m->sub_pages;

	REF_ASSERT(p->start < p->end);
	REF_ASSERT(sub > 0);
	if (!own)
		return ref_has_first(t, p->start, p->end) ||
			ref_has_last(t, p->start, p->end);
	return !p->memory && ref_has_first(t, ref_align_up(p->start, sub),
					   ref_align_down(p->end, sub));
}

/* Does the piece have a pfn that is not online, or of another zone? */
static bool ref_piece_breaks(const struct ref_part *t,
			     const struct ref_piece *p, bool own)
{
	u64 start = ref_align_up(p->start, t->m->sub_pages);
	u64 end = ref_align_down(p->end, t->m->sub_pages);

	REF_ASSERT(p->start < p->end);
	REF_ASSERT(t->start < t->end);
	if (!own || p->memory)
		return !own;
	return ref_max(start, t->start) < ref_min(end, t->end);
}

static bool ref_part_breaks(const struct ref_part *t, u32 b, u32 key,
			    bool sampled)
{
	const struct ref_block *blk = &t->m->block[b];
	const struct ref_piece *p = &t->m->piece[blk->piece];
	const struct ref_piece *end = p + blk->nr_pieces;

	REF_ASSERT(b < t->m->layout->nr_blocks);
	REF_ASSERT(t->start < t->end);
	if (blk->links == REF_LINKS_SAME)
		return (u32)REF_KEY(blk->nid, blk->zone) != key;
	for (; p < end; p++) {
		bool own = (u32)REF_KEY(p->nid, p->zone) == key;

		if (!ref_meets(p->start, p->end, t->start, t->end))
			continue;
		if (sampled ? ref_piece_breaks_seen(t, p, own) :
			      ref_piece_breaks(t, p, own))
			return true;
	}
	return false;
}

/* Go through the blocks of the span until one is not there or breaks it */
static bool ref_span_holds(const struct ref_model *m, u32 key, bool sampled)
{
	const struct ref_obs_zone *z =
		&m->obs.node[key / REF_NR_ZONES].zone[key % REF_NR_ZONES];
	u64 end = z->start + z->spanned, id = z->start / m->block_pages;
	u32 b = ref_block_at(m, id);
	struct ref_part t = {
		.m = m, .span_start = z->start, .span_end = end,
	};

	REF_ASSERT(key < REF_NR_KEYS);
	for (; id * m->block_pages < end; id++, b++) {
		if (b >= m->layout->nr_blocks || m->layout->block[b] != id ||
		    !ref_is_online(m, b))
			return false;
		t.start = ref_max(m->block[b].start, z->start);
		t.end = ref_min(m->block[b].start + m->block_pages, end);
		if (ref_part_breaks(&t, b, key, sampled))
			return false;
	}
	REF_ASSERT(b <= m->layout->nr_blocks);
	return true;
}

/* By definition */
bool ref_contiguous(const struct ref_model *m, u32 key)
{
	const struct ref_obs_zone *z =
		&m->obs.node[key / REF_NR_ZONES].zone[key % REF_NR_ZONES];

	REF_ASSERT(key < REF_NR_KEYS);
	REF_ASSERT(m->block_pages > 0);
	return z->spanned && ref_span_holds(m, key, false);
}

/* As kernels look: an empty span has nothing that could break it */
bool ref_contiguous_sampled(const struct ref_model *m, u32 key)
{
	const struct ref_obs_zone *z =
		&m->obs.node[key / REF_NR_ZONES].zone[key % REF_NR_ZONES];

	REF_ASSERT(key < REF_NR_KEYS);
	REF_ASSERT(m->block_pages > 0);
	if (!z->spanned)
		return ref_has(m, REF_Q(CONTIGUOUS_EMPTY));
	return ref_span_holds(m, key, ref_has(m, REF_Q(CONTIGUOUS_SAMPLES)));
}

/* The span or the pages of a zone have changed: what is right now? */
void ref_contiguous_update(struct ref_model *m, u32 key)
{
	const struct ref_obs_zone *z = ref_zone(m, key);
	const struct ref_bounds *b = &m->bounds[key];
	u64 bit = 1ull << key;

	REF_ASSERT(key < REF_NR_KEYS);
	m->contiguous &= ~bit;
	m->covered &= ~bit;
	m->uncovered &= ~bit;
	if (b->hi)
		m->covered |= bit;
	if (ref_contiguous(m, key))
		m->contiguous |= bit;
	if (b->hi && (b->lo < z->start || b->hi > z->start + z->spanned))
		m->uncovered |= bit;
	REF_ASSERT(!(m->contiguous & bit) || z->spanned);
}

/* What the kernel says, whether it is right or not */
void ref_contiguous_say(struct ref_model *m, u32 key, bool say)
{
	u64 bit = 1ull << key;

	REF_ASSERT(key < REF_NR_KEYS);
	m->said = (m->said & ~bit) | (say ? bit : 0);
	ref_zone(m, key)->contiguous = say;
	REF_ASSERT(!!(m->said & bit) == say);
}
