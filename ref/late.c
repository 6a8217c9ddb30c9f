// SPDX-License-Identifier: GPL-2.0-only
/*
 * Struct pages that are made late in boot.
 *
 * With deferred initialisation only the first section or so of what a node has
 * in its last zone is made at first, the rest when memory goes to the buddy.
 * Holes are made at first, all of them, so that nothing is left to do there.
 * Quirks: what is reserved in a hole is made once more, and so are pages that
 * hotpluggable and other memory share, which is one by then.
 */
#include <string.h>

#include "state.h"

/**
 * struct late - what a page of a hole names at last
 * @s: it, and for how many more that holds
 * @key: what it names
 * @paged: as 6.1 does it
 */
struct late {
	const struct ref_model *m;
	const struct ref_plan *p;
	struct ref_span s;
	u8 key;
	bool paged;
};

static void paint(struct late *l, struct ref_span s, u32 key)
{
	REF_ASSERTS(l->s.start < l->s.end, key < REF_NR_KEYS + REF_MAX_NODES);
	if (s.start >= s.end || s.end <= l->s.start)
		return;
	l->s.end = min(l->s.end, s.start > l->s.start ? s.start : s.end);
	if (s.start <= l->s.start)
		l->key = (u8)key;
}

/*
 * What is reserved is made for a node, from its first late page on, and for
 * its zone that spans the page, or for none. That has the number after the
 * last, cut to the bits that there are: 0 if these are but two.
 * (__init_deferred_page)
 */
static void make_part(struct late *l, u64 start, u64 end, u32 nid)
{
	bool wide = l->m->profile.features & REF_CONF_ZONE_DEVICE;
	struct ref_span s;

	REF_ASSERTS(nid < l->m->l->nr_nodes, start < end);
	s.start = max(start >> l->m->shift, l->p->late[l->paged][nid]);
	s.end = up(end, 1ull << l->m->shift) >> l->m->shift;
	paint(l, s, wide ? REF_NR_KEYS + nid : REF_KEY(nid, 0));
	for (u32 key = REF_KEY(nid, 0); key < REF_KEY(nid + 1, 0); key++)
		paint(l, cut(s, l->p->zone[key]), key);
}

/*
 * A part of what is reserved is of one node: that of its region, or else that
 * of the page in which it begins, or else the first. 6.1 goes by pages.
 * (memmap_init_reserved_pages)
 */
static void make_range(struct late *l, u64 at, u64 last)
{
	u64 page = 1ull << l->m->shift, end;

	REF_ASSERTS(l->m->deferred, at <= last);
	for (at = l->paged ? down(at, page) : at; at < last; at = end) {
		const struct ref_region *r = l->m->machine.region;
		u32 n = l->m->machine.nr_regions, nid = 0;
		u64 first = down(at, page);

		while (!l->m->obs->node[nid].online)
			nid++;
		for (end = last; n && r->start <= at; n--, r++) {
			if (r->start <= first && first < r->end)
				nid = r->nid;
			if (r->end > at) {
				nid = r->nid;
				end = min(last, r->end);
			}
		}
		if (n)
			end = min(end, r->start);
		end = l->paged ? up(end, page) : end;
		make_part(l, at, end, nid);
	}
}

/* NOMAP memory, then what is reserved; ranges that touch are one */
static u8 make_reserved(struct late *l)
{
	const struct ref_machine *m = &l->m->machine;

	for (u32 n = 0; n < m->nr_regions; n++)
		if (m->region[n].flags & REF_REGION_NOMAP)
			make_range(l, m->region[n].start, m->region[n].end);
	for (u32 n = 0; n < m->nr_reserved; n++) {
		u64 start = m->reserved[n].start;

		while (n + 1 < m->nr_reserved &&
		       m->reserved[n].end == m->reserved[n + 1].start)
			n++;
		make_range(l, start, m->reserved[n].end);
	}
	REF_ASSERTS(l->s.start < l->s.end, m->nr_regions > 0);
	return l->key;
}

/*
 * The zone of a page that regions of one node share, and which is free: the
 * node's last one, as far as it goes; since 7.2 to the end of the section.
 * (deferred_init_memmap)
 */
static u32 shared_key(struct ref_model *m, const struct ref_plan *p, bool paged,
		      struct ref_span *s, u32 key)
{
	const struct ref_region *r = m->machine.region;
	struct ref_span page = { s->start << m->shift,
				 (s->start + 1) << m->shift };
	u64 at = page.start;
	u32 nid = r->nid;
	bool past;

	REF_ASSERTS(s->start < s->end, m->machine.nr_regions > 0);
	for (u32 n = m->machine.nr_regions; n; n--, r++) {
		if (r->end > page.end)
			s->end = min(s->end, r->end >> m->shift);
		if (r->start > at || r->end <= at ||
		    r->flags & REF_REGION_NOMAP ||
		    (at > page.start && r->nid != nid))
			continue;
		nid = r->nid;
		at = r->end;
	}
	for (u32 n = 0; n < m->machine.nr_reserved; n++)
		if (common(page, span(m->machine.reserved[n].start,
				      m->machine.reserved[n].end)))
			at = page.start;
	past = s->start >= p->node[nid].end;
	if (at < page.end || s->start < p->late[paged][nid] ||
	    (past && !REF_HAS(m, LATE_PAST_END)) ||
	    s->start >= up(p->node[nid].end, m->section_pages))
		return key;
	s->end = s->start + 1;
	REF_QUIRK(m, LATE_PAST_END, past);
	for (key = REF_KEY(nid, 0); p->zone[key].end != p->node[nid].end;)
		key++;
	return key;
}

u8 ref_late_key(struct ref_model *m, const struct ref_plan *p, u8 key,
		struct ref_span *s)
{
	struct late l = { m, p, *s, key, false }, paged = l;
	u32 shared;

	REF_ASSERTS(s->start < s->end, key < REF_NR_KEYS);
	if (!m->deferred)
		return key;
	paged.paged = REF_HAS(m, RESERVED_BY_PAGE);
	if (REF_HAS(m, RESERVED_LATE))
		REF_QUIRK(m, RESERVED_BY_PAGE,
			  make_reserved(&paged) != make_reserved(&l));
	REF_QUIRK(m, RESERVED_LATE, paged.key != key);
	s->end = min(l.s.end, paged.s.end);
	shared = paged.key;
	if (REF_HAS(m, SHARED_LATE))
		shared = shared_key(m, p, paged.paged, s, shared);
	REF_QUIRK(m, SHARED_LATE, shared != paged.key);
	return (u8)shared;
}

/*
 * The first page of each node that is made late: of its last zone, the first
 * of a section after as many pages as a section has. Quirk: 6.1 counts anew
 * when it has seen another zone, of which there is nothing to count.
 * (defer_init)
 */
void ref_plan_late(const struct ref_model *m, struct ref_plan *p, bool paged)
{
	u64 all = m->section_pages, nr = 0, end = 0, first;

	REF_ASSERTS(all, p->nr_ranges > 0);
	memset(p->late[paged], 0xff, sizeof(p->late[paged]));
	for (u32 n = 0; n < p->nr_ranges * REF_NR_ZONES; n++) {
		const struct ref_piece *of = &p->range[n / REF_NR_ZONES];
		u32 key = REF_KEY(of->key, n % REF_NR_ZONES);
		struct ref_span s = cut(of->pages, p->zone[key]);
		u64 *late = &p->late[paged][of->key];
		bool more = p->zone[key].end == p->node[of->key].end &&
			*late == REF_NO_PFN;

		if (s.start >= s.end || !p->present[key] || !(more || paged))
			continue;
		nr = p->zone[key].end == end ? nr : 0;
		end = p->zone[key].end;
		first = up(s.start + all - min(nr, all), all);
		if (more && first < s.end)
			*late = first;
		nr += more ? s.end - s.start : 0;
	}
}
