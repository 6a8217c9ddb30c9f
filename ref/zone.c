// SPDX-License-Identifier: GPL-2.0-only
/*
 * Questions about the online pages of a zone.
 *
 * A page is online if its section is and its subsection is populated: of the
 * pages that boot has given links to, all but the subsections that are holes
 * as a whole; of a block that was brought online later, all.
 */
#include "state.h"

/* Was this subsection of a hole populated by a map that failed later? */
static bool left_over(const struct ref_model *m, u64 pfn)
{
	const struct ref_obs_section *o = ref_section(m, pfn);
	u64 bit = pfn % m->section_pages / m->sub_pages;
	struct ref_span at = { pfn << m->shift, (pfn + 1) << m->shift };
	bool mapped = false;

	REF_ASSERTS(!(pfn & (m->sub_pages - 1)), m->vmemmap);
	for (u32 i = 0; i < REF_MAX_MAPS; i++)
		mapped |= ref_meets(m->s->map[i], at);
	return !mapped && o->flags & REF_SECTION_ONLINE &&
		o->submap[bit / 64] >> bit % 64 & 1;
}

/* The first part of a piece from @at on that is not online, if any */
static struct ref_span hidden(const struct ref_model *m,
			      const struct ref_piece *p, u64 at)
{
	u64 sub = m->sub_pages, end = p->pages.end;
	struct ref_span h = ref_span(p->shown ? end : at, end);

	REF_ASSERTS(p->pages.start <= at, at <= end);
	if (!m->s->left)
		return h;
	while (h.start < end && left_over(m, ref_down(h.start, sub)))
		h.start = ref_min(end, ref_down(h.start, sub) + sub);
	h.end = h.start;
	while (h.end < end && !left_over(m, ref_down(h.end, sub)))
		h.end = ref_min(end, ref_down(h.end, sub) + sub);
	return h;
}

/* Add a part of a piece that is online to the samples of what was asked for */
static void find_sample(struct ref_found *f, struct ref_span cut, u64 sub)
{
	u64 first = ref_up(cut.start, sub), last = ref_down(cut.end, sub);

	REF_ASSERTS(sub, !(sub & (sub - 1)));
	if (first < cut.end && f->first == REF_NO_PFN)
		f->first = first;
	if (last > cut.start && cut.start < cut.end)
		f->last = last;
}

/* Add a piece of the zone to what was found; pieces come in ascending order */
static void find_piece(const struct ref_model *m, struct ref_found *f,
		       const struct ref_piece *p, struct ref_span asked)
{
	struct ref_span s = p->pages, h;
	u64 sub = m->sub_pages;

	f->run.start = s.start == f->run.end ? f->run.start : s.start;
	f->run.end = s.end;
	if (p->memory) {
		if (!f->memory.end)
			f->rounded.start = ref_max(f->run.start,
						   ref_down(s.start, sub));
		f->memory.start = f->memory.end ? f->memory.start : s.start;
		f->memory.end = s.end;
	}
	if (f->run.start < f->memory.end)
		f->rounded.end = ref_min(s.end, ref_up(f->memory.end, sub));
	for (u64 at = s.start; at < s.end; at = h.end) {
		h = hidden(m, p, at);
		find_sample(f, ref_cut(ref_span(at, h.start), asked), sub);
	}
	REF_ASSERTS(s.start < s.end, f->memory.end <= s.end);
}

/* From here on work on a state, with quirks taking part */
void ref_use_state(struct ref_model *m, struct ref_state *s, u64 quirks)
{
	REF_ASSERTS(s == &m->state[0] || s == &m->state[1],
		    !(quirks & ~m->profile.quirks));
	m->s = s;
	m->obs = &s->obs;
	m->quirks = quirks;
}

/* Links of a block's pages, ascending: of boot, or the whole block's own */
const struct ref_piece *ref_pieces(struct ref_model *m, u32 b, u32 *nr)
{
	u8 own = m->s->own[b];

	REF_ASSERTS(b < m->nr_blocks,
		    own < REF_NR_KEYS || own == REF_BOOT_LINKS);
	m->whole = (struct ref_piece){ m->block[b].pages, own, 1, 1 };
	*nr = own == REF_BOOT_LINKS ? m->block[b].nr_pieces : 1;
	return own == REF_BOOT_LINKS ? m->block[b].piece : &m->whole;
}

/* Go through all that is online of a zone. @asked: for the samples alone */
struct ref_found ref_find(struct ref_model *m, u32 key, struct ref_span asked)
{
	struct ref_found f = { .first = REF_NO_PFN };
	u32 nr;

	REF_ASSERT(key < REF_NR_KEYS);
	for (u32 b = 0; b < m->nr_blocks; b++) {
		const struct ref_piece *p;

		if (m->obs->block[b].state != REF_BLOCK_ONLINE)
			continue;
		for (p = ref_pieces(m, b, &nr); nr; nr--, p++)
			if (p->key == key)
				find_piece(m, &f, p, asked);
	}
	REF_ASSERT(!f.memory.end || f.rounded.end >= f.memory.end);
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
		   u32 key, struct ref_span span, bool sampled)
{
	u64 block = m->pageblock_pages;
	bool own = p->key == key;
	struct ref_span s = p->pages;

	REF_ASSERTS(s.start < s.end, span.start < span.end);
	if (own && p->memory)
		return false;
	if (own)
		s = hidden(m, p, s.start);
	s = ref_cut(s, span);
	if (s.start >= s.end || !sampled)
		return s.start < s.end;
	return s.start == span.start || ref_up(s.start, block) < s.end ||
		(!own && (s.end == span.end ||
			  ref_down(s.end, block) > s.start));
}

/* Is the zone contiguous, by definition or as kernels look? */
static bool contiguous(struct ref_model *m, u32 key, bool sampled)
{
	struct ref_span span = ref_zone_span(ref_zone(m, key));
	u64 at = ref_down(span.start, m->block_pages);
	const struct ref_layout *l = m->facts.layout;
	u32 nr, b = ref_lower(l->block, l->nr_blocks, at / m->block_pages);

	REF_ASSERTS(key < REF_NR_KEYS, span.start <= span.end);
	for (; at < span.end; at += m->block_pages, b++) {
		const struct ref_piece *p;

		if (b >= l->nr_blocks || m->block[b].pages.start != at ||
		    m->obs->block[b].state != REF_BLOCK_ONLINE)
			return false;
		for (p = ref_pieces(m, b, &nr); nr; nr--, p++)
			if (breaks(m, p, key, span, sampled))
				return false;
	}
	return span.start < span.end;
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
	if (says && !is && zone->spanned)
		REF_FIRE(m, CONTIGUOUS_SAMPLES);
	else if (is != says)
		m->facts.fired |= m->quirks & (is ?
			REF_Q(CONTIGUOUS_HISTORY) : REF_Q(CONTIGUOUS_EMPTY));
}

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
