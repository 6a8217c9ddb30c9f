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
	s.start = max(start >> l->m->shift, l->m->plan.late[l->paged][nid]);
	s.end = up(end, 1ull << l->m->shift) >> l->m->shift;
	paint(l, s, wide ? REF_NR_KEYS + nid : REF_KEY(nid, 0));
	for (u32 key = REF_KEY(nid, 0); key < REF_KEY(nid + 1, 0); key++)
		paint(l, cut(s, l->m->plan.zone[key]), key);
}

/*
 * A part of what is reserved is of one node: that of its region, or else that
 * of the page in which it begins, or else the first. 6.1 goes by pages.
 * (memmap_init_reserved_pages)
 */
static void make_range(struct late *l, u64 at, u64 last)
{
	u64 page = 1ull << l->m->shift, end;

	REF_ASSERTS(page, at <= last);
	for (at = l->paged ? down(at, page) : at; at < last; at = end) {
		u64 first = down(at, page);
		u32 nid = l->m->lowest;

		end = last;
		ref_each_region(r, l->m) {
			bool in = r->start <= at && at < r->end;

			if (in || (r->start <= first && first < r->end))
				nid = r->nid;
			if (at < r->end)
				end = min(end, in ? r->end : r->start);
		}
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
static u32 shared(struct ref_model *m, bool paged, struct ref_span *s, u32 key)
{
	const struct ref_plan *p = &m->plan;
	struct ref_cover c = ref_cover(m, span(s->start, s->start + 1), 1);
	u64 node_end = p->node[c.nid].end;
	bool past = s->start >= node_end;

	REF_ASSERTS(s->start < s->end, m->machine.nr_regions > 0);
	ref_each_region(r, m)
		if (r->end >> m->shift > s->start)
			s->end = min(s->end, r->end >> m->shift);
	for (u32 n = 0; n < m->machine.nr_reserved; n++)
		c.gaps |= common(c.bytes, m->machine.reserved[n]);
	if (c.gaps || c.nodes & (c.nodes - 1) ||
	    s->start < p->late[paged][c.nid] ||
	    s->start >= up(node_end, m->section_pages) ||
	    (past && !REF_QUIRK(m, LATE_PAST_END, true)))
		return key;
	s->end = s->start + 1;
	for (key = REF_KEY(c.nid, 0); p->zone[key].end != node_end;)
		key++;
	return key;
}

u8 ref_late_key(struct ref_model *m, u8 key, struct ref_span *s)
{
	struct late l = { m, *s, key, false }, paged = l;
	u32 last;

	REF_ASSERTS(s->start < s->end, key < REF_NR_KEYS);
	if (!(m->profile.features & REF_CONF_DEFERRED))
		return key;
	paged.paged = REF_HAS(m, RESERVED_BY_PAGE);
	if (REF_HAS(m, RESERVED_LATE))
		REF_QUIRK(m, RESERVED_BY_PAGE,
			  make_reserved(&paged) != make_reserved(&l));
	REF_QUIRK(m, RESERVED_LATE, paged.key != key);
	s->end = min(l.s.end, paged.s.end);
	last = paged.key;
	if (REF_HAS(m, SHARED_LATE))
		last = shared(m, paged.paged, s, last);
	REF_QUIRK(m, SHARED_LATE, last != paged.key);
	return (u8)last;
}

/*
 * The first page of each node that is made late: of its last zone, the first
 * of a section after as many pages as a section has. Quirk: 6.1 counts anew
 * when it has seen another zone, of which there is nothing to count.
 * (defer_init)
 */
void ref_plan_late(struct ref_model *m, bool paged)
{
	struct ref_plan *p = &m->plan;
	u64 all = m->section_pages, nr = 0, end = 0, first;

	REF_ASSERTS(all, p->nr_memory > 0);
	memset(p->late[paged], 0xff, sizeof(p->late[paged]));
	for (u32 n = 0; n < p->nr_memory; n++) {
		struct ref_span s = p->memory[n].pages;
		u32 key = p->memory[n].key, nid = key / REF_NR_ZONES;
		u64 *late = &p->late[paged][nid];
		bool more = p->zone[key].end == p->node[nid].end &&
			*late == REF_NO_PFN;

		if (!p->memory[n].memory || !(more || paged))
			continue;
		nr = p->zone[key].end == end ? nr : 0;
		end = p->zone[key].end;
		first = up(s.start + all - min(nr, all), all);
		if (more && first < s.end)
			*late = first;
		nr += more ? s.end - s.start : 0;
	}
}
