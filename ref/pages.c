// SPDX-License-Identifier: GPL-2.0-only
/*
 * Questions about the online pages of a zone.
 *
 * A page is online if its section is and its subsection is populated. In a
 * block with the links of boot that leaves out the subsections that are holes
 * as a whole; in any other block every page is memory of one zone.
 */
#include "state.h"

/* Index of the block with this id, or the number of blocks */
u32 ref_block_at(const struct ref_model *m, u64 id)
{
	const struct ref_layout *l = m->layout;
	u32 lo = 0, hi = l->nr_blocks;

	REF_ASSERT(hi <= REF_MAX_BLOCKS);
	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (l->block[mid] < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	REF_ASSERT(lo <= l->nr_blocks);
	return lo < l->nr_blocks && l->block[lo] == id ? lo : l->nr_blocks;
}

static bool ref_is_of(u32 nid, u32 zone, u32 key)
{
	REF_ASSERT(zone < REF_NR_ZONES);
	REF_ASSERT(key < REF_NR_KEYS);
	return REF_KEY(nid, zone) == key;
}

/* First memory of the zone in a block, or no pfn */
static u64 ref_block_low(const struct ref_model *m, u32 b, u32 key)
{
	const struct ref_block *blk = &m->block[b];
	const struct ref_piece *p = &m->piece[blk->piece];
	const struct ref_piece *end = p + blk->nr_pieces;

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(end <= m->piece + m->nr_pieces);
	if (blk->links == REF_LINKS_SAME)
		return ref_is_of(blk->nid, blk->zone, key) ? blk->start :
			REF_NO_PFN;
	for (; p < end; p++)
		if (p->memory && ref_is_of(p->nid, p->zone, key))
			return ref_max(p->start, blk->start);
	return REF_NO_PFN;
}

/* Behind the last memory of the zone in a block, or 0 */
static u64 ref_block_high(const struct ref_model *m, u32 b, u32 key)
{
	const struct ref_block *blk = &m->block[b];
	const struct ref_piece *first = &m->piece[blk->piece];
	const struct ref_piece *p = first + blk->nr_pieces;
	u64 end = blk->start + m->block_pages;

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(p <= m->piece + m->nr_pieces);
	if (blk->links == REF_LINKS_SAME)
		return ref_is_of(blk->nid, blk->zone, key) ? end : 0;
	while (p-- > first)
		if (p->memory && ref_is_of(p->nid, p->zone, key))
			return ref_min(p->end, end);
	return 0;
}

/* Find a zone's online memory again */
void ref_bounds_find(struct ref_model *m, u32 key)
{
	struct ref_bounds *bounds = &m->bounds[key];
	u32 n = m->layout->nr_blocks;
	u32 b;

	REF_ASSERT(key < REF_NR_KEYS);
	*bounds = (struct ref_bounds){ REF_NO_PFN, 0 };
	for (b = 0; b < n && bounds->lo == REF_NO_PFN; b++)
		if (ref_is_online(m, b))
			bounds->lo = ref_block_low(m, b, key);
	for (b = n; b-- > 0 && !bounds->hi;)
		if (ref_is_online(m, b))
			bounds->hi = ref_block_high(m, b, key);
	REF_ASSERT((bounds->lo == REF_NO_PFN) == !bounds->hi);
}

/* The piece that a pfn of a block with the links of boot lies in */
static const struct ref_piece *ref_piece_of(const struct ref_model *m,
					    const struct ref_block *blk,
					    u64 pfn)
{
	const struct ref_piece *p = &m->piece[blk->piece];

	REF_ASSERT(blk->links == REF_LINKS_BOOT);
	while (pfn >= p->end)
		p++;
	REF_ASSERT(p->start <= pfn);
	return p;
}

/*
 * Where the zone's span should start: at its first online memory, rounded
 * down to the subsection, but over no page of another zone
 */
u64 ref_low_edge(const struct ref_model *m, u32 key)
{
	u64 lo = m->bounds[key].lo;
	u64 edge = ref_align_down(lo, m->sub_pages);
	u32 b = ref_block_at(m, lo / m->block_pages);
	const struct ref_piece *p;

	REF_ASSERT(lo != REF_NO_PFN);
	REF_ASSERT(b < m->layout->nr_blocks);
	if (m->block[b].links == REF_LINKS_SAME)
		return edge;
	p = ref_piece_of(m, &m->block[b], lo);
	while (p->start > edge && p > m->piece &&
	       ref_is_of(p[-1].nid, p[-1].zone, key))
		p--;
	return ref_max(p->start, edge);
}

/* Where it should end: the same, the other way round */
u64 ref_high_edge(const struct ref_model *m, u32 key)
{
	u64 hi = m->bounds[key].hi;
	u64 edge = ref_align_up(hi, m->sub_pages);
	u32 b = ref_block_at(m, (hi - 1) / m->block_pages);
	const struct ref_piece *p, *last = &m->piece[m->nr_pieces - 1];

	REF_ASSERT(hi > 0);
	REF_ASSERT(b < m->layout->nr_blocks);
	if (m->block[b].links == REF_LINKS_SAME)
		return edge;
	p = ref_piece_of(m, &m->block[b], hi - 1);
	while (p->end < edge && p < last &&
	       ref_is_of(p[1].nid, p[1].zone, key))
		p++;
	return ref_min(p->end, edge);
}

/*
 * The first pfn in [from, to) of a piece that starts a subsection and is
 * online. A hole has it only where memory follows in the same subsection.
 */
static u64 ref_piece_up(const struct ref_model *m, const struct ref_piece *p,
			u64 from, u64 to)
{
	u64 start = ref_max(p->start, from);
	u64 first = ref_align_up(start, m->sub_pages);

	REF_ASSERT(m->sub_pages > 0);
	REF_ASSERT(from <= to);
	if (!p->memory && !(p->end & (m->sub_pages - 1)))
		return REF_NO_PFN;
	if (!p->memory)
		first = ref_align_down(p->end, m->sub_pages);
	if (first < start || first >= ref_min(p->end, to))
		return REF_NO_PFN;
	return first;
}

/* The last pfn in [from, to) of a piece that ends a subsection, likewise */
static u64 ref_piece_down(const struct ref_model *m, const struct ref_piece *p,
			  u64 from, u64 to)
{
	u64 end = ref_min(p->end, to);
	u64 last = ref_align_down(end, m->sub_pages);

	REF_ASSERT(m->sub_pages > 0);
	REF_ASSERT(from <= to);
	if (!p->memory && !(p->start & (m->sub_pages - 1)))
		return REF_NO_PFN;
	if (!p->memory)
		last = ref_align_up(p->start, m->sub_pages);
	if (last > end || last <= ref_max(p->start, from))
		return REF_NO_PFN;
	return last - 1;
}

static u64 ref_block_up(const struct ref_model *m, u32 b, u32 key,
			u64 from, u64 to)
{
	const struct ref_block *blk = &m->block[b];
	const struct ref_piece *p = &m->piece[blk->piece];
	const struct ref_piece *end = p + blk->nr_pieces;
	u64 at = REF_NO_PFN;

	REF_ASSERT(from < to);
	REF_ASSERT(end <= m->piece + m->nr_pieces);
	if (blk->links == REF_LINKS_SAME)
		return ref_is_of(blk->nid, blk->zone, key) ? from : at;
	for (; p < end && at == REF_NO_PFN; p++)
		if (ref_is_of(p->nid, p->zone, key))
			at = ref_piece_up(m, p, from, to);
	return at;
}

static u64 ref_block_down(const struct ref_model *m, u32 b, u32 key,
			  u64 from, u64 to)
{
	const struct ref_block *blk = &m->block[b];
	const struct ref_piece *first = &m->piece[blk->piece];
	const struct ref_piece *p = first + blk->nr_pieces;
	u64 at = REF_NO_PFN;

	REF_ASSERT(from < to);
	REF_ASSERT(p <= m->piece + m->nr_pieces);
	if (blk->links == REF_LINKS_SAME)
		return ref_is_of(blk->nid, blk->zone, key) ? to - 1 : at;
	while (p-- > first && at == REF_NO_PFN)
		if (ref_is_of(p->nid, p->zone, key))
			at = ref_piece_down(m, p, from, to);
	return at;
}

/*
 * Look at the first pfn of each subsection in [from, to), upward, for one
 * that is online and of the zone. Return: it, or no pfn.
 * (find_smallest_section_pfn)
 */
u64 ref_sample_up(const struct ref_model *m, u32 key, u64 from, u64 to)
{
	u64 at = REF_NO_PFN;

	REF_ASSERT(!(from & (m->sub_pages - 1)));
	REF_ASSERT(key < REF_NR_KEYS);
	for (u32 b = 0; b < m->layout->nr_blocks && at == REF_NO_PFN; b++) {
		u64 start = ref_max(from, m->block[b].start);
		u64 end = ref_min(to, m->block[b].start + m->block_pages);

		if (start < end && ref_is_online(m, b))
			at = ref_block_up(m, b, key, start, end);
	}
	return at;
}

/* The last pfn of each, downward (find_biggest_section_pfn) */
u64 ref_sample_down(const struct ref_model *m, u32 key, u64 from, u64 to)
{
	u64 at = REF_NO_PFN;

	REF_ASSERT(!(to & (m->sub_pages - 1)));
	REF_ASSERT(key < REF_NR_KEYS);
	for (u32 b = m->layout->nr_blocks; b-- > 0 && at == REF_NO_PFN;) {
		u64 start = ref_max(from, m->block[b].start);
		u64 end = ref_min(to, m->block[b].start + m->block_pages);

		if (start < end && ref_is_online(m, b))
			at = ref_block_down(m, b, key, start, end);
	}
	return at;
}
