// SPDX-License-Identifier: GPL-2.0-only
/*
 * Questions about the online pages of a zone.
 *
 * A page is online if its section is and its subsection is populated: of the
 * pages that boot has given links to, all but the subsections that are holes
 * as a whole; of a block that was brought online later, all.
 */
#include "state.h"

u32 ref_lower(const u64 *array, u32 n, u64 x)
{
	u32 lo = 0, hi = n;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (array[mid] < x)
			lo = mid + 1;
		else
			hi = mid;
	}
	REF_ASSERTS(lo == n || array[lo] >= x, !lo || array[lo - 1] < x);
	return lo;
}

/* The section of a pfn, which is one of a block of the layout */
struct ref_obs_section *ref_section(const struct ref_model *m, u64 pfn)
{
	u64 nr = pfn / m->section_pages;
	u32 n = ref_lower(m->l->section, m->l->nr_sections, nr);

	REF_ASSERTS(n <= m->l->nr_sections, m->section_pages);
	return &m->obs->section[n];
}

/* Is the unit of a pfn populated, by memory or by a map that failed later? */
static bool unit_online(const struct ref_model *m, u64 pfn)
{
	const struct ref_obs_section *o = ref_section(m, pfn);
	struct ref_span at = span(pfn << m->shift, (pfn + 1) << m->shift);
	u64 bit = pfn % m->section_pages / m->sub_pages;
	bool mapped = false;

	REF_ASSERTS(m->shift, bit < REF_SUBMAP_WORDS * 64);
	for (u32 i = 0; i < m->s->nr_taken; i++)
		mapped |= m->s->taken[i].device &&
			common(m->s->taken[i].bytes, at);
	return !mapped && o->flags & REF_SECTION_ONLINE &&
		(!m->vmemmap || o->submap[bit / 64] >> bit % 64 & 1);
}

/* The first part of a piece from @at on that is not online, if any */
static struct ref_span hidden(const struct ref_model *m,
			      const struct ref_piece *p, u64 at)
{
	u64 sub = m->sub_pages, end = p->pages.end;
	struct ref_span h = span(p->shown ? end : at, end);

	REF_ASSERTS(p->pages.start <= at, at <= end);
	if (!m->s->left || m->machine.memmap == REF_MEMMAP_POISON)
		return h;
	while (h.start < end && unit_online(m, h.start))
		h.start = min(end, down(h.start, sub) + sub);
	h.end = h.start;
	while (h.end < end && !unit_online(m, h.end))
		h.end = min(end, down(h.end, sub) + sub);
	return h;
}

/* Regions cover whole units, from the one in which they begin */
struct ref_cover ref_cover(struct ref_model *m, struct ref_span s, u64 unit)
{
	u64 all = (s.end - s.start) << m->shift;
	struct ref_cover c = { .left = all, .gaps = all };

	REF_ASSERTS(s.start < s.end, m->machine.nr_regions > 0);
	s = span(s.start << m->shift, s.end << m->shift);
	c.bytes = s;
	ref_each_region(r, m) {
		u64 n = common(s, span(up(r->start, unit), up(r->end, unit)));

		c.left -= n;
		c.gaps -= r->flags & REF_REGION_NOMAP ? 0 : n;
		c.nodes |= (u32)(n > 0) << r->nid;
		c.nid = n ? r->nid : c.nid;
	}
	return c;
}

/* Watched pages of a block show the zone that they name, if they are online */
void ref_show_links(struct ref_model *m, u32 b)
{
	u32 n = m->l->nr_watch;
	bool online = m->obs->block[b].state == REF_BLOCK_ONLINE;

	REF_ASSERTS(b < m->l->nr_blocks, n <= REF_MAX_WATCH);
	ref_each_piece(p, m, b) {
		u32 w = ref_lower(m->l->watch, n, p->pages.start);
		u16 link = key_link(p->key);

		if (!p->shown && m->machine.memmap == REF_MEMMAP_POISON)
			link = REF_LINK(REF_MAX_NODES - 1, REF_ZONE_NONE);
		for (; w < n && m->l->watch[w] < p->pages.end; w++)
			m->obs->link[w] = online && (p->shown ||
				unit_online(m, m->l->watch[w])) ?
				link : REF_LINK_OFFLINE;
	}
}

/* Add a piece of the zone to what was found; pieces come in ascending order */
static void find_piece(const struct ref_model *m, struct ref_found *f,
		       const struct ref_piece *p, struct ref_span asked)
{
	struct ref_span s = p->pages, h;
	u64 sub = m->sub_pages;

	f->run = span(s.start == f->run.end ? f->run.start : s.start, s.end);
	if (p->memory && !f->memory.end)
		f->rounded.start = max(f->run.start, down(s.start, sub));
	if (p->memory)
		f->memory = grow(f->memory, s);
	if (f->run.start < f->memory.end)
		f->rounded.end = min(s.end, up(f->memory.end, sub));
	for (u64 at = s.start; at < s.end; at = h.end) {
		struct ref_span on;

		h = hidden(m, p, at);
		on = cut(span(at, h.start), asked);
		if (up(on.start, sub) < on.end)
			f->seen.start = min(f->seen.start, up(on.start, sub));
		if (on.start < on.end && down(on.end, sub) > on.start)
			f->seen.end = down(on.end, sub);
	}
	REF_ASSERTS(s.start < s.end, f->memory.end <= s.end);
}

/*
 * Links of a block's pages, ascending, up to an empty piece: of boot, or the
 * whole block's own
 */
const struct ref_piece *ref_pieces(struct ref_model *m, u32 b)
{
	u8 own = m->s->block[b].own;

	REF_ASSERTS(b < m->l->nr_blocks, own <= REF_NR_KEYS);
	m->whole[0] = (struct ref_piece){ m->block[b], own - 1, 1, 1 };
	return own ? m->whole : &m->piece[m->first[b]];
}

/* Go through all that is online of a zone. @asked: for the samples alone */
struct ref_found ref_find(struct ref_model *m, u32 key, struct ref_span asked)
{
	struct ref_found f = { .seen.start = REF_NO_PFN };

	for (u32 b = 0; b < m->l->nr_blocks; b++) {
		if (m->obs->block[b].state != REF_BLOCK_ONLINE)
			continue;
		ref_each_piece(p, m, b)
			if (p->key == key)
				find_piece(m, &f, p, asked);
	}
	REF_ASSERTS(key < REF_NR_KEYS, f.rounded.end >= f.memory.end);
	return f;
}

/*
 * Does a piece that lies in a zone's span show that it is not contiguous?
 * By definition it does if any page of it is of another zone, or not online,
 * which is a subsection that is a hole as a whole. Kernels look at the first
 * and last pfn of each pageblock of the span only: the first must be online,
 * the last have a memmap, both must be of the zone.
 * (set_zone_contiguous, __pageblock_pfn_to_page)
 */
static bool breaks(const struct ref_model *m, const struct ref_piece *p,
		   u32 key, struct ref_span zone, bool sampled)
{
	bool own = p->key == key;
	struct ref_span s = cut(own ? hidden(m, p, p->pages.start) : p->pages,
				zone);
	u64 block = m->pageblock_pages;

	REF_ASSERTS(p->pages.start < p->pages.end, zone.start < zone.end);
	if (s.start >= s.end || !sampled)
		return s.start < s.end;
	return s.start == zone.start || up(s.start, block) < s.end ||
		(!own && (s.end == zone.end || down(s.end, block) > s.start));
}

/* Is the zone contiguous, by definition or as kernels look? */
static bool contiguous(struct ref_model *m, u32 key, bool sampled)
{
	struct ref_span zone = zone_span(ref_zone(m, key));
	u64 at = down(zone.start, m->block_pages);
	u32 b = ref_lower(m->l->block, m->l->nr_blocks, at / m->block_pages);

	REF_ASSERTS(key < REF_NR_KEYS, zone.start <= zone.end);
	for (; at < zone.end; at += m->block_pages, b++) {
		if (b >= m->l->nr_blocks || m->block[b].start != at ||
		    m->obs->block[b].state != REF_BLOCK_ONLINE)
			return false;
		ref_each_piece(p, m, b)
			if (breaks(m, p, key, zone, sampled))
				return false;
	}
	return zone.start < zone.end;
}

/*
 * A zone's span or its online pages have changed: what holds of it now, and
 * what does the kernel say? @ask: it looks; else it says no.
 */
void ref_zone_settle(struct ref_model *m, u32 key, bool ask)
{
	struct ref_obs_zone *zone = ref_zone(m, key);
	u64 bit = 1ull << key;
	bool is = contiguous(m, key, false);
	bool says = ask && (zone->spanned ?
		contiguous(m, key, REF_HAS(m, CONTIGUOUS_SAMPLES)) :
		REF_HAS(m, CONTIGUOUS_EMPTY));

	REF_ASSERTS(key < REF_NR_KEYS, says || !ask || !is);
	m->s->contiguous = (m->s->contiguous & ~bit) | (is ? bit : 0);
	zone->contiguous = says;
	REF_QUIRK(m, CONTIGUOUS_SAMPLES, says && !is && zone->spanned);
	REF_QUIRK(m, CONTIGUOUS_EMPTY, says && !is && !zone->spanned);
	REF_QUIRK(m, CONTIGUOUS_HISTORY, is && !says);
}
