// SPDX-License-Identifier: GPL-2.0-only
/*
 * The state right after boot.
 */
#include <string.h>

#include "state.h"

size_t ref_model_size(void)
{
	return sizeof(struct ref_model);
}

/*
 * Pages from @at to @end name one zone: cut at blocks, so that each block has
 * its own. With any memory in it a section is present, and a subsection
 * populated. (memmap_init)
 */
static void put_pages(struct ref_model *m, u64 *at, u64 end, u8 key,
		      bool memory, bool shown)
{
	u64 unit = m->unit_pages, section = m->section_pages;
	u32 b = ref_lower(m->l->block, m->l->nr_blocks, *at / m->block_pages);

	REF_ASSERTS(key < REF_NR_KEYS + REF_MAX_NODES,
		    m->nr_pieces + 2 < REF_MAX_PIECES);
	for (; b < m->l->nr_blocks && m->block[b].start < end; b++) {
		struct ref_span s = cut(m->block[b], span(*at, end));

		if (s.start >= s.end)
			continue;
		if (!m->first[b])
			m->first[b] = ++m->nr_pieces;
		m->piece[m->nr_pieces++] =
			(struct ref_piece){ s, key, memory, shown };
		m->piece[m->nr_pieces] = (struct ref_piece){ 0 };
		m->s->split[b] |= !memory;
		for (s.start = down(s.start, unit); memory && s.start < s.end;
		     s.start += unit) {
			u64 n = s.start % section / unit;
			struct ref_obs_section *o = &m->obs->section[b *
				m->each + s.start / section % m->each];

			o->flags = REF_SECTION_BOOT;
			o->submap[n / 64] |= m->vmemmap * (1ull << n % 64);
			m->obs->block[b].state = REF_BLOCK_ONLINE;
		}
	}
	*at = max(*at, end);
}

/* A hole: what shares a unit with the memory around it is online with that */
static void put_hole(struct ref_model *m, const struct ref_plan *plan, u64 *at,
		     u64 end, u8 key)
{
	u64 low = up(*at, m->unit_pages);
	u64 high = max(low, down(end, m->unit_pages));

	REF_ASSERTS(low <= high, key < REF_NR_KEYS);
	while (*at < end) {
		bool shown = *at < low || *at >= high;
		struct ref_span s = { *at, min(end, *at < low ? low :
					       shown ? end : high) };
		u8 late = ref_late_key(m, plan, key, &s);

		put_pages(m, at, s.end, late, false, shown);
	}
}

static void boot_node(struct ref_model *m, const struct ref_plan *plan,
		      u32 nid)
{
	struct ref_obs_node *node = &m->obs->node[nid];

	REF_ASSERTS(nid < m->l->nr_nodes, m->numa || !nid);
	for (u32 z = 0; z < REF_NR_ZONES; z++) {
		struct ref_span s = plan->zone[REF_KEY(nid, z)];
		u64 present = plan->present[REF_KEY(nid, z)];

		node->zone[z] = (struct ref_obs_zone){ .start = s.start,
			.spanned = s.end - s.start, .present = present,
			.present_early = present, .initialized = s.end > 0 };
		node->nr_zones = s.end ? (u8)(z + 1) : node->nr_zones;
		node->present += present;
	}
	node->start = plan->node[nid].start;
	node->spanned = plan->node[nid].end - node->start;
	node->memory = node->present > 0 || !m->numa;
	node->normal_memory = !m->numa ||
		node->present != node->zone[REF_ZONE_MOVABLE].present;
	node->online = m->machine.node[nid] & REF_NODE_CPU || !m->numa;
	ref_each_region(r, m)
		node->online |= r->nid == nid;
	node->device = node->online && m->numa;
}

/*
 * A block of a set of nodes is linked with them, names one, and its one
 * populated zone that meets the block, if there are no others
 */
static void show_block(struct ref_model *m, u32 b, u32 nodes, u32 nid)
{
	struct ref_obs_zone *zone = m->obs->node[nid].zone;
	struct ref_obs_block *o = &m->obs->block[b];
	u32 zones = 0;

	REF_ASSERTS(nodes >> nid & 1, o->state == REF_BLOCK_ONLINE);
	for (u32 z = 0; z < REF_NR_ZONES; z++)
		zones |= (zone[z].present &&
			  common(zone_span(&zone[z]), m->block[b])) << z;
	o->nid = m->numa ? (s8)nid : -1;
	o->nodes = m->numa ? (u8)nodes : 0;
	o->links = o->nodes;
	o->zone = !zones || zones & (zones - 1) || nodes & (nodes - 1) ?
		REF_ZONE_NONE : (u8)__builtin_ctz(zones);
}

/*
 * What of a block regions cover, in bytes; one that one piece of System RAM
 * covers is full. NOMAP memory is none. Return: nodes with memory in it;
 * @nid: that of the last region. (request_standard_resources)
 */
static u32 block_regions(struct ref_model *m, u32 b, u32 *nid)
{
	u64 start = m->block[b].start << m->shift, at = start;
	u64 end = m->block[b].end << m->shift;
	u32 nodes = 0;

	REF_ASSERTS(b < m->l->nr_blocks, start < end);
	ref_each_region(r, m) {
		if (r->end <= start || r->start >= end)
			continue;
		nodes |= 1u << r->nid;
		*nid = r->nid;
		if (r->start <= at && !(r->flags & REF_REGION_NOMAP))
			at = min(r->end, end);
	}
	if (nodes)
		m->s->taken[b] = b && m->s->taken[b - 1] ?
			m->s->taken[b - 1] : (u16)(b + 1);
	m->s->full[b] = at == end;
	return nodes;
}

/*
 * Pages that are of no region; nodes of those that are: by the address at
 * which a page begins
 */
static u64 search_regions(const struct ref_model *m, struct ref_span s,
			  u32 *nodes)
{
	u64 page = 1ull << m->shift, left = s.end - s.start;

	REF_ASSERTS(s.start < s.end, m->machine.nr_regions > 0);
	ref_each_region(r, m) {
		u64 n = common(s, span(up(r->start, page) >> m->shift,
				       up(r->end, page) >> m->shift));

		*nodes |= (u32)(n > 0) << r->nid;
		left -= n;
	}
	return left;
}

/*
 * What kernels before 6.17 do: a block is of every node that a page of it
 * names, holes in present sections included, if the node's span meets it, and
 * names the highest. With deferred initialisation pages do not name any yet:
 * memblock does, and for holes it is the first node that is online.
 * (register_mem_block_under_node_early)
 */
static u32 block_walk(struct ref_model *m, u32 b, u32 *nid)
{
	u32 nodes = 0, first = 0, all = 0;

	while (!m->obs->node[first].online)
		first++;
	for (u32 n = 0; n < m->each; n++) {
		u64 at = m->block[b].start + n * m->section_pages;
		struct ref_span s = span(at, at + m->section_pages);

		if (!m->obs->section[b * m->each + n].flags)
			continue;
		if (m->deferred && search_regions(m, s, &all))
			all |= 1u << first;
		else if (!m->deferred)
			ref_each_piece(p, m, b)
				all |= (common(p->pages, s) > 0) <<
					p->key / REF_NR_ZONES;
	}
	for (u32 n = 0; n < m->l->nr_nodes; n++) {
		u64 at = m->obs->node[n].start;

		nodes |= all & (common(m->block[b], span(at, at +
				m->obs->node[n].spanned)) > 0) << n;
	}
	REF_ASSERTS(nodes, first < m->l->nr_nodes);
	*nid = 31 - (u32)__builtin_clz(nodes);
	return nodes;
}

static void boot_block(struct ref_model *m, u32 b)
{
	struct ref_obs_block *o = &m->obs->block[b], right;
	u32 nid = 0, nodes = block_regions(m, b, &nid);

	if (o->state != REF_BLOCK_ONLINE)
		return;
	show_block(m, b, nodes, nid);
	if (REF_HAS(m, BLOCK_NODE_WALK)) {
		right = *o;
		nodes = block_walk(m, b, &nid);
		show_block(m, b, nodes, nid);
		REF_QUIRK(m, BLOCK_NODE_WALK, memcmp(&right, o, sizeof(*o)));
	}
	REF_ASSERTS(nodes, nid < m->l->nr_nodes);
}

/*
 * Areas of CMA count in the zone that their pages name, if it is one. Quirk:
 * also only if they lie in the span of no other.
 */
static void boot_cma(struct ref_model *m)
{
	for (u32 n = 0; n < m->machine.nr_cma; n++) {
		struct ref_span s = span(m->machine.cma[n].start >> m->shift,
					 m->machine.cma[n].end >> m->shift);
		u64 zones = 0, spans = 0;

		for (u32 i = 0; i < m->nr_pieces; i++)
			if (common(m->piece[i].pages, s))
				zones |= 1ull << m->piece[i].key;
		for (u32 key = 0; key < m->l->nr_nodes * REF_NR_ZONES; key++)
			if (common(zone_span(ref_zone(m, key)), s))
				spans |= 1ull << key;
		REF_ASSERTS(zones, s.start < s.end);
		if (!(zones & (zones - 1)) &&
		    !REF_QUIRK(m, CMA_ONE_SPAN, spans & (spans - 1)))
			ref_zone(m, (u32)__builtin_ctzll(zones))->cma +=
				s.end - s.start;
	}
}

/*
 * A crash at boot, where a page that hotpluggable and other memory share is
 * all that its section has: for the memmap the regions are two, neither has a
 * whole page, and the section gets none; when free pages are given to the
 * buddy they are one. (memblock_clear_hotplug, memblock_free_all)
 */
static bool loses_page(const struct ref_model *m, const struct ref_plan *plan)
{
	bool lost = false;

	REF_ASSERTS(plan->nr_ranges > 0, m->machine.nr_regions > 0);
	for (u32 i = 1; i < m->machine.nr_regions && !lost; i++) {
		const struct ref_region *r = &m->machine.region[i - 1];
		u64 start = down(r->end >> m->shift, m->section_pages);

		lost = r[1].start == r->end && r[1].nid == r->nid &&
			r->end & ((1ull << m->shift) - 1) &&
			!((r->flags | r[1].flags) & REF_REGION_NOMAP);
		for (u32 n = 0; lost && n < plan->nr_ranges; n++)
			lost = !common(plan->range[n].pages,
				       span(start, start + m->section_pages));
	}
	return lost;
}

/* Nothing is there yet: no piece, no block, no link */
static void clear(struct ref_model *m, struct ref_state *s)
{
	const struct ref_layout *l = m->l;

	REF_ASSERTS(l->nr_blocks > 0, l->nr_blocks <= REF_MAX_BLOCKS);
	m->nr_pieces = 0;
	m->piece[0] = (struct ref_piece){ 0 };
	memset(m->first, 0, sizeof(m->first));
	memset(s, 0, sizeof(*s));
	memset(s->obs.link, 0xff, sizeof(s->obs.link));
	memset(s->own, REF_BOOT_LINKS, sizeof(s->own));
	s->obs.chosen = REF_ZONE_NONE;
	s->params = m->machine.params;
	for (u32 b = 0; b < l->nr_blocks; b++) {
		s->obs.block[b] = REF_NO_BLOCK;
		m->block[b] = span(l->block[b] * m->block_pages,
				   (l->block[b] + 1) * m->block_pages);
	}
}

/*
 * Boot once: a hole names the zone of the memory above it, the one above all
 * memory that of the last.
 */
static void boot(struct ref_model *m, struct ref_state *s, u64 quirks)
{
	struct ref_plan plan;
	const struct ref_piece *p = plan.memory;
	u64 at;

	ref_use_state(m, s, quirks);
	clear(m, s);
	ref_plan_init(&plan, &m->geometry, &m->machine, quirks);
	m->quirks = plan.quirks;
	REF_QUIRK(m, BOOT_LOSES_PAGE, loses_page(m, &plan));
	/* memblock's first array has 128; splitting one region takes two */
	REF_QUIRK(m, BOOT_READS_FREED, plan.nr_joined > 126 &&
		  !(m->profile.features & REF_CONF_KEEP_MEMBLOCK));
	for (u32 nid = 0; nid < m->l->nr_nodes; nid++)
		boot_node(m, &plan, nid);
	for (u32 paged = 0; paged < 2; paged++)
		ref_plan_late(m, &plan, paged);
	at = down(p->pages.start, m->block_pages);
	for (; p < plan.memory + plan.nr_memory; p++) {
		put_hole(m, &plan, &at, p->pages.start, p->key);
		put_pages(m, &at, p->pages.end, p->key, true, true);
	}
	put_hole(m, &plan, &at, up(at, m->block_pages), p[-1].key);
	for (u32 key = 0; key < m->l->nr_nodes * REF_NR_ZONES; key++) {
		s->memory[key] = ref_find(m, key, span(0, 0)).memory;
		ref_zone_settle(m, key, ref_zone(m, key)->present > 0);
	}
	boot_cma(m);
	for (u32 b = 0; b < m->l->nr_blocks; b++) {
		boot_block(m, b);
		ref_show_links(m, b);
	}
	ref_show_valid(m);
	if (m->l->sums)
		m->obs->movable_left = ref_movable_left(m);
}

void ref_model_boot(struct ref_model *m, const struct ref_geometry *geometry,
		    const struct ref_machine *machine,
		    const struct ref_layout *layout,
		    const struct ref_profile *profile)
{
	struct ref_state *shown = &m->state[0], *right = &m->state[1];

	m->geometry = *geometry;
	m->machine = *machine;
	m->l = layout;
	m->profile = *profile;
	m->section_pages = ref_section_pages(geometry);
	m->sub_pages = ref_subsection_pages(geometry);
	m->pageblock_pages = ref_pageblock_pages(geometry);
	m->block_pages = machine->block_size >> geometry->page_shift;
	m->each = (u32)(m->block_pages / m->section_pages);
	m->shift = geometry->page_shift;
	m->numa = profile->features & REF_CONF_NUMA;
	m->vmemmap = profile->features & REF_CONF_VMEMMAP;
	m->deferred = profile->features & REF_CONF_DEFERRED;
	m->unit_pages = m->vmemmap ? m->sub_pages : m->section_pages;
	REF_ASSERTS(m->pageblock_pages <= m->section_pages,
		    machine->nr_regions > 0);
	m->shown = shown;
	m->spare = right;
	m->tried.kind = REF_NR_OPS;
	boot(m, shown, profile->quirks);
	m->facts = (struct ref_facts){ layout, &shown->obs, &shown->obs,
		.fired = m->quirks.fired, .memory = shown->memory };
	if (m->quirks.fired & ~REF_ABOUT_CONTIGUOUS) {
		boot(m, right, 0);
		boot(m, shown, profile->quirks);
		m->facts.right = &right->obs;
	}
	m->facts.contiguous = shown->contiguous;
}
