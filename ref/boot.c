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
 * populated. Watched pages show their zone if they are online. (memmap_init)
 */
static void put_pages(struct ref_model *m, u64 *at, u64 end, u8 key,
		      bool memory, bool shown)
{
	const struct ref_layout *l = m->facts.layout;
	u64 sub = m->unit_pages, section = m->section_pages;
	u32 b = ref_lower(l->block, l->nr_blocks, *at / m->block_pages);

	REF_ASSERTS(key < REF_NR_KEYS + REF_MAX_NODES,
		    m->nr_pieces < REF_MAX_PIECES);
	for (; b < l->nr_blocks && m->block[b].pages.start < end; b++) {
		struct ref_block *blk = &m->block[b];
		struct ref_piece *p = &m->piece[m->nr_pieces];
		struct ref_span s = ref_cut(blk->pages, ref_span(*at, end));

		if (s.start >= s.end)
			continue;
		*p = (struct ref_piece){ s, key, memory, shown };
		blk->piece = blk->nr_pieces++ ? blk->piece : p;
		m->nr_pieces++;
		for (u64 x = s.start; memory && x < s.end;
		     x = ref_down(x, sub) + sub) {
			u64 n = x % section / sub;
			struct ref_obs_section *o = &m->obs->section[b *
					m->each + x / section % m->each];

			o->flags = REF_SECTION_BOOT;
			o->submap[n / 64] |= m->vmemmap * (1ull << n % 64);
			m->obs->block[b].state = REF_BLOCK_ONLINE;
		}
		for (u32 w = blk->watch; w < blk->watch + blk->nr_watch; w++)
			if (shown && l->watch[w] >= s.start &&
			    l->watch[w] < s.end)
				m->obs->link[w] = ref_key_link(key);
	}
	*at = ref_max(*at, end);
}

/* A hole: what shares a unit with the memory around it is online with that */
static void put_hole(struct ref_model *m, const struct ref_plan *plan, u64 *at,
		     u64 end, u8 key)
{
	u64 low = ref_up(*at, m->unit_pages);
	u64 high = ref_max(low, ref_down(end, m->unit_pages));

	REF_ASSERTS(low <= high, key < REF_NR_KEYS);
	while (*at < end) {
		bool shown = *at < low || *at >= high;
		struct ref_span s = { *at, ref_min(end, *at < low ? low :
						   shown ? end : high) };
		u8 late = ref_late_key(m, plan, key, &s);

		put_pages(m, at, s.end, late, false, shown);
	}
}

static void boot_node(struct ref_model *m, const struct ref_plan *plan,
		      u32 nid)
{
	struct ref_obs_node *node = &m->obs->node[nid];

	REF_ASSERTS(nid < m->nr_nodes, m->numa || !nid);
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
	for (u32 n = 0; n < m->machine.nr_regions; n++)
		node->online |= m->machine.region[n].nid == nid;
	node->device = node->online && m->numa;
}

/*
 * A block of a set of nodes is linked with them, names one, and its one
 * populated zone that meets the block, if there are no others
 */
static void show_block(struct ref_model *m, u32 b, u32 nodes, u32 nid)
{
	const struct ref_obs_zone *zone = m->obs->node[nid].zone;
	struct ref_obs_block *o = &m->obs->block[b];
	u32 zones = 0;

	REF_ASSERTS(nodes >> nid & 1, o->state == REF_BLOCK_ONLINE);
	for (u32 z = 0; z < REF_NR_ZONES; z++)
		zones |= (zone[z].present && ref_meets(ref_zone_span(&zone[z]),
			  m->block[b].pages)) << z;
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
	const struct ref_region *r = m->machine.region;
	const struct ref_region *last = r + m->machine.nr_regions;
	u64 start = m->block[b].pages.start << m->shift;
	u64 end = start + m->machine.block_size;
	u32 nodes = 0;

	REF_ASSERTS(b < m->nr_blocks, start < end);
	for (; r < last && r->start < end; r++) {
		if (r->end <= start)
			continue;
		nodes |= 1u << r->nid;
		*nid = r->nid;
		if (r->start <= start && !(r->flags & REF_REGION_NOMAP))
			start = ref_min(r->end, end);
	}
	if (nodes)
		m->s->taken[b] = b && m->s->taken[b - 1] ?
			m->s->taken[b - 1] : (u16)(b + 1);
	m->s->full[b] = start == end;
	return nodes;
}

/*
 * Pages of [start, end) that are of no region; nodes of those that are: by the
 * address at which a page begins
 */
static u64 search_regions(const struct ref_model *m, struct ref_span s,
			  u32 *nodes)
{
	u64 page = 1ull << m->shift, left = s.end - s.start;

	REF_ASSERTS(s.start < s.end, m->machine.nr_regions > 0);
	for (u32 n = 0; n < m->machine.nr_regions; n++) {
		const struct ref_region *r = &m->machine.region[n];
		u64 start = ref_up(r->start, page) >> m->shift;
		u64 end = ref_up(r->end, page) >> m->shift;
		struct ref_span cut = ref_cut(s, ref_span(start, end));

		if (cut.start >= cut.end)
			continue;
		*nodes |= 1u << r->nid;
		left -= cut.end - cut.start;
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
	const struct ref_block *blk = &m->block[b];
	u64 pages = m->section_pages;
	u32 nodes = 0, first = 0, all = 0;

	while (!m->obs->node[first].online)
		first++;
	for (u32 s = 0; s < m->each; s++) {
		u64 at = blk->pages.start + s * pages;
		struct ref_span in = ref_span(at, at + pages);

		if (!m->obs->section[b * m->each + s].flags)
			continue;
		if (m->deferred && search_regions(m, in, &all))
			all |= 1u << first;
		for (u32 n = 0; !m->deferred && n < blk->nr_pieces; n++)
			if (ref_meets(blk->piece[n].pages, in))
				all |= 1u << blk->piece[n].key / REF_NR_ZONES;
	}
	for (u32 n = 0; n < m->nr_nodes; n++) {
		u64 at = m->obs->node[n].start;

		nodes |= all & 1u << n && ref_meets(blk->pages, ref_span(at,
				at + m->obs->node[n].spanned)) ? 1u << n : 0;
	}
	REF_ASSERTS(nodes, first < m->nr_nodes);
	*nid = 31 - (u32)__builtin_clz(nodes);
	return nodes;
}

static void boot_block(struct ref_model *m, u32 b)
{
	struct ref_obs_block *o = &m->obs->block[b], right;
	u32 nid = 0, nodes = block_regions(m, b, &nid);

	for (u32 n = 0; n < m->block[b].nr_pieces; n++)
		m->s->split[b] |= !m->block[b].piece[n].memory;
	if (o->state != REF_BLOCK_ONLINE)
		return;
	show_block(m, b, nodes, nid);
	if (!REF_HAS(m, BLOCK_NODE_WALK))
		return;
	right = *o;
	nodes = block_walk(m, b, &nid);
	show_block(m, b, nodes, nid);
	if (memcmp(&right, o, sizeof(*o)))
		REF_FIRE(m, BLOCK_NODE_WALK);
	REF_ASSERTS(nodes, nid < m->nr_nodes);
}

/*
 * Areas of CMA count in the zone that their pages name, if it is one. Quirk:
 * also only if they lie in the span of no other.
 */
static void boot_cma(struct ref_model *m)
{
	for (u32 n = 0; n < m->machine.nr_cma; n++) {
		struct ref_span s = ref_span(m->machine.cma[n].start >>
				m->shift, m->machine.cma[n].end >> m->shift);
		u64 zones = 0, spans = 0;

		for (u32 i = 0; i < m->nr_pieces; i++)
			if (ref_meets(m->piece[i].pages, s))
				zones |= 1ull << m->piece[i].key;
		for (u32 key = 0; key < m->nr_nodes * REF_NR_ZONES; key++)
			if (ref_meets(ref_zone_span(ref_zone(m, key)), s))
				spans |= 1ull << key;
		REF_ASSERTS(zones, s.start < s.end);
		if (zones & (zones - 1))
			continue;
		if (spans & (spans - 1))
			REF_FIRE(m, CMA_ONE_SPAN);
		if (!(spans & (spans - 1)) || !REF_HAS(m, CMA_ONE_SPAN))
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
	u64 section = 1ull << m->geometry.section_shift, lost = 0;

	REF_ASSERTS(plan->nr_ranges > 0, m->machine.nr_regions > 0);
	for (u32 i = 1; i < m->machine.nr_regions && !lost; i++) {
		const struct ref_region *r = &m->machine.region[i - 1];
		u64 start = ref_down(r->end, section) >> m->shift;

		lost = r[1].start == r->end && r[1].nid == r->nid &&
			r->end % (1ull << m->shift) &&
			!((r->flags | r[1].flags) & REF_REGION_NOMAP);
		for (u32 n = 0; lost && n < plan->nr_ranges; n++)
			lost = !ref_meets(plan->range[n].pages,
				ref_span(start, start + m->section_pages));
	}
	return lost;
}

/*
 * Boot once: a hole names the zone of the memory above it, the one above all
 * memory that of the last.
 */
static void boot(struct ref_model *m, struct ref_state *s, u64 quirks)
{
	const struct ref_layout *l = m->facts.layout;
	struct ref_plan plan;
	u64 at;
	u32 w = 0;

	ref_use_state(m, s, quirks);
	m->facts.fired |= ref_plan_init(&plan, &m->geometry, &m->machine,
					quirks);
	if (loses_page(m, &plan))
		REF_FIRE(m, BOOT_LOSES_PAGE);
	/* memblock's first array has 128; splitting one region takes two */
	if (plan.nr_joined > 126 &&
	    !(m->profile.features & REF_CONF_KEEP_MEMBLOCK))
		REF_FIRE(m, BOOT_READS_FREED);
	m->nr_pieces = 0;
	memset(s, 0, sizeof(*s));
	memset(s->obs.link, 0xff, sizeof(s->obs.link));
	memset(s->own, REF_BOOT_LINKS, sizeof(s->own));
	s->obs.chosen = REF_ZONE_NONE;
	s->params = m->machine.params;
	for (u32 b = 0; b < l->nr_blocks; b++) {
		at = l->block[b] * m->block_pages;
		s->obs.block[b] = REF_NO_BLOCK;
		m->block[b] = (struct ref_block){ .watch = w,
			.pages = ref_span(at, at + m->block_pages) };
		while (w < l->nr_watch && l->watch[w] < at + m->block_pages)
			w++;
		m->block[b].nr_watch = w - m->block[b].watch;
	}
	REF_ASSERTS(w == l->nr_watch, l->nr_blocks <= REF_MAX_BLOCKS);
	for (u32 nid = 0; nid < l->nr_nodes; nid++)
		boot_node(m, &plan, nid);
	for (u32 paged = 0; paged < 2; paged++)
		ref_plan_late(m, &plan, paged);
	at = ref_down(plan.memory[0].pages.start, m->block_pages);
	for (u32 n = 0; n < plan.nr_memory; n++) {
		const struct ref_piece *p = &plan.memory[n];

		put_hole(m, &plan, &at, p->pages.start, p->key);
		put_pages(m, &at, p->pages.end, p->key, true, true);
	}
	put_hole(m, &plan, &at, ref_up(at, m->block_pages),
		 plan.memory[plan.nr_memory - 1].key);
	for (u32 key = 0; key < l->nr_nodes * REF_NR_ZONES; key++) {
		s->memory[key] = ref_find(m, key, ref_span(0, 0)).memory;
		ref_zone_settle(m, key, ref_zone(m, key)->present > 0);
	}
	boot_cma(m);
	for (u32 b = 0; b < l->nr_blocks; b++)
		boot_block(m, b);
	ref_show_valid(m);
}

void ref_model_boot(struct ref_model *model,
		    const struct ref_geometry *geometry,
		    const struct ref_machine *machine,
		    const struct ref_layout *layout,
		    const struct ref_profile *profile)
{
	struct ref_state *shown = &model->state[0], *spare = &model->state[1];

	model->geometry = *geometry;
	model->machine = *machine;
	model->profile = *profile;
	model->section_pages = ref_section_pages(geometry);
	model->sub_pages = ref_subsection_pages(geometry);
	model->pageblock_pages = ref_pageblock_pages(geometry);
	model->block_pages = machine->block_size >> geometry->page_shift;
	model->each = (u32)(model->block_pages / model->section_pages);
	model->shift = geometry->page_shift;
	model->numa = profile->features & REF_CONF_NUMA;
	model->vmemmap = profile->features & REF_CONF_VMEMMAP;
	model->deferred = profile->features & REF_CONF_DEFERRED;
	model->unit_pages = model->vmemmap ? model->sub_pages :
		model->section_pages;
	model->nr_blocks = layout->nr_blocks;
	model->nr_nodes = layout->nr_nodes;
	REF_ASSERTS(model->pageblock_pages <= model->section_pages,
		    machine->nr_regions > 0);
	model->facts = (struct ref_facts){ .layout = layout,
		.shown = &shown->obs, .right = &shown->obs,
		.memory = shown->memory };
	model->shown = shown;
	model->spare = spare;
	model->tried.kind = REF_NR_OPS;
	boot(model, shown, profile->quirks);
	if (model->facts.fired & ~REF_ABOUT_CONTIGUOUS) {
		boot(model, spare, 0);
		boot(model, shown, profile->quirks);
		model->facts.right = &spare->obs;
	}
	model->facts.contiguous = shown->contiguous;
}
