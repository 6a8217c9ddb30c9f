// SPDX-License-Identifier: GPL-2.0-only
/*
 * The state right after boot.
 */
#include <string.h>

#include "state.h"

const size_t ref_model_size = sizeof(struct ref_model);

/*
 * Pages up to @end name one zone: cut at blocks, so that each block has its
 * own. With any memory in it a section is present, and a subsection populated.
 * (memmap_init)
 */
static void place(struct ref_model *m, u64 end, u8 key, bool memory, bool shown)
{
	u64 unit = m->unit_pages, section = m->section_pages;
	u32 b = ref_lower(m->l->block, m->l->nr_blocks, m->at / m->block_pages);

	REF_ASSERTS(key < REF_NR_KEYS + REF_MAX_NODES, m->plan.nr_memory > 0);
	for (; b < m->l->nr_blocks && m->block[b].start < end; b++) {
		struct ref_span s = cut(m->block[b], span(m->at, end));

		if (s.start >= s.end)
			continue;
		if (!m->first[b])
			m->first[b] = ++m->nr_pieces;
		REF_ASSERT(m->nr_pieces + 1 < REF_MAX_PIECES);
		m->piece[m->nr_pieces++] =
			(struct ref_piece){ s, key, memory, shown };
		m->piece[m->nr_pieces] = (struct ref_piece){ 0 };
		m->s->block[b].split |= !memory;
		for (s.start = down(s.start, unit); memory && s.start < s.end;
		     s.start += unit) {
			u64 n = s.start % section / unit;
			u64 nr = b * m->each + s.start / section % m->each;
			u64 *word = &m->obs->section[nr].submap[n / 64];

			*word |= m->vmemmap * (1ull << n % 64);
			m->obs->section[nr].flags = REF_SECTION_BOOT;
			m->s->keeps[nr] = REF_KEEPS_TABLE | REF_KEEPS_USAGE;
			m->obs->block[b].state = REF_BLOCK_ONLINE;
		}
	}
	m->at = max(m->at, end);
}

/* A hole: what shares a unit with the memory around it is online with that */
static void place_hole(struct ref_model *m, u64 end, u8 key)
{
	u64 low = up(m->at, m->unit_pages);
	u64 high = max(low, down(end, m->unit_pages));

	REF_ASSERTS(low <= high, key < REF_NR_KEYS);
	while (m->at < end) {
		bool shown = m->at < low || m->at >= high;
		struct ref_span s = { m->at, m->at < low ? min(end, low) :
				      shown ? end : high };
		u8 late = ref_late_key(m, key, &s);

		place(m, s.end, late, false, shown);
	}
}

static void boot_node(struct ref_model *m, u32 nid)
{
	struct ref_obs_node *node = &m->obs->node[nid];

	REF_ASSERTS(nid < m->l->nr_nodes, m->numa || !nid);
	for (u32 z = 0; z < REF_NR_ZONES; z++) {
		struct ref_span s = m->plan.zone[REF_KEY(nid, z)];
		u64 present = m->plan.present[REF_KEY(nid, z)];

		node->zone[z] = (struct ref_obs_zone){ .start = s.start,
			.spanned = s.end - s.start, .present = present,
			.present_early = present, .initialized = s.end > 0 };
		node->nr_zones = s.end ? (u8)(z + 1) : node->nr_zones;
		node->present += present;
	}
	node->start = m->plan.node[nid].start;
	node->spanned = m->plan.node[nid].end - node->start;
	node->memory = node->present > 0 || !m->numa;
	node->normal_memory = !m->numa ||
		node->present != node->zone[REF_ZONE_MOVABLE].present;
	node->online = m->machine.node[nid] & REF_NODE_CPU || !m->numa;
	ref_each_region(r, m)
		node->online |= r->nid == nid;
	node->device = node->online && m->numa;
	m->lowest = node->online ? nid : m->lowest;
}

/*
 * What kernels before 6.17 do: a block is of every node that a page of it
 * names, holes in present sections included, if the node's span meets it, and
 * names the highest. With deferred initialisation pages do not name any yet:
 * memblock does, by where a page begins, and for holes it is the first node
 * that is online. (register_mem_block_under_node_early)
 */
static u32 block_walk(struct ref_model *m, u32 b)
{
	u32 nodes = 0, all = 0;

	for (u32 n = 0; n < m->each; n++) {
		u64 at = m->block[b].start + n * m->section_pages;
		struct ref_span s = span(at, at + m->section_pages);

		if (!m->obs->section[b * m->each + n].flags)
			continue;
		if (m->profile.features & REF_CONF_DEFERRED) {
			struct ref_cover c = ref_cover(m, s, 1ull << m->shift);

			all |= c.nodes | (u32)(c.left > 0) << m->lowest;
			continue;
		}
		ref_each_piece(p, m, b)
			all |= (common(p->pages, s) > 0) <<
				p->key / REF_NR_ZONES;
	}
	for (u32 n = 0; n < m->l->nr_nodes; n++)
		nodes |= all & (common(m->block[b], m->plan.node[n]) > 0) << n;
	REF_ASSERTS(nodes, m->lowest < m->l->nr_nodes);
	return nodes;
}

/*
 * A block is linked with the nodes that have memory in it, names that of the
 * last region, and its one populated zone that meets the block, if there are
 * no others
 */
static void boot_block(struct ref_model *m, u32 b)
{
	struct ref_obs_block *o = &m->obs->block[b];
	struct ref_cover c = ref_cover(m, m->block[b], 1), walk = c;
	u32 zones = 0;

	m->s->block[b].full = !c.gaps;
	if (o->state != REF_BLOCK_ONLINE)
		return;
	if (REF_HAS(m, BLOCK_NODE_WALK))
		walk.nodes = block_walk(m, b);
	walk.nid = 31 - (u32)__builtin_clz(walk.nodes);
	if (REF_QUIRK(m, BLOCK_NODE_WALK, walk.nodes != c.nodes ||
		      walk.nid != c.nid))
		c = walk;
	REF_ASSERTS(c.nodes >> c.nid & 1, c.nid < m->l->nr_nodes);
	for (u32 key = REF_KEY(c.nid, 0); key < REF_KEY(c.nid + 1, 0); key++)
		zones |= (m->plan.present[key] && common(m->plan.zone[key],
			  m->block[b])) << key % REF_NR_ZONES;
	o->nid = m->numa ? (s8)c.nid : -1;
	o->nodes = m->numa ? (u8)c.nodes : 0;
	o->links = o->nodes;
	o->zone = !zones || zones & (zones - 1) || c.nodes & (c.nodes - 1) ?
		REF_ZONE_NONE : (u8)__builtin_ctz(zones);
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
			spans += common(zone_span(ref_zone(m, key)), s) > 0;
		REF_ASSERTS(zones, s.start < s.end);
		if (!(zones & (zones - 1)) &&
		    !REF_QUIRK(m, CMA_ONE_SPAN, spans > 1))
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
static bool loses_page(const struct ref_model *m)
{
	u64 page = 1ull << m->shift;
	bool lost = false;

	REF_ASSERTS(m->plan.nr_ranges > 0, m->machine.nr_regions > 0);
	ref_each_region(r, m)
		lost |= r > m->machine.region && r[-1].end == r->start &&
			r[-1].nid == r->nid && r->start & (page - 1) &&
			!((r[-1].flags | r->flags) & REF_REGION_NOMAP) &&
			!ref_section(m, r->start >> m->shift)->flags;
	return lost;
}

/* Nothing is there yet but addresses: no piece, no block, no link */
static void clear(struct ref_model *m, struct ref_state *s)
{
	const struct ref_layout *l = m->l;
	struct ref_taken *t = s->taken;

	REF_ASSERTS(l->nr_blocks > 0, l->nr_blocks <= REF_MAX_BLOCKS);
	m->nr_pieces = 0;
	m->piece[0] = (struct ref_piece){ 0 };
	memset(m->first, 0, sizeof(m->first));
	memset(s, 0, sizeof(*s));
	memset(s->obs.link, 0xff, sizeof(s->obs.link));
	s->obs.chosen = REF_ZONE_NONE;
	s->params = m->machine.params;
	for (u32 b = 0; b < l->nr_blocks; b++) {
		s->obs.block[b] = REF_NO_BLOCK;
		m->block[b] = span(l->block[b] * m->block_pages,
				   (l->block[b] + 1) * m->block_pages);
	}
	ref_each_region(r, m) {
		t += t->bytes.end && t->bytes.end != r->start;
		t->bytes = grow(t->bytes, span(r->start, r->end));
	}
	s->nr_taken = (u32)(t - s->taken) + 1;
}

/*
 * Boot once: a hole names the zone of the memory above it, the one above all
 * memory that of the last.
 */
static void boot(struct ref_model *m, struct ref_state *s, u64 quirks)
{
	struct ref_plan *plan = &m->plan;
	const struct ref_piece *p = plan->memory;

	m->s = s;
	m->obs = &s->obs;
	clear(m, s);
	ref_plan_init(plan, &m->geometry, &m->machine, quirks);
	m->quirks = quirks;
	m->fired = plan->fired;
	REF_ASSERTS(!(quirks & ~m->profile.quirks), plan->nr_memory > 0);
	/* memblock's first array has 128; splitting one region takes two */
	REF_QUIRK(m, BOOT_READS_FREED, plan->nr_joined > 126 &&
		  !(m->profile.features & REF_CONF_KEEP_MEMBLOCK));
	for (u32 nid = m->l->nr_nodes; nid-- > 0;)
		boot_node(m, nid);
	ref_plan_late(m, false);
	ref_plan_late(m, true);
	m->at = down(p->pages.start, m->block_pages);
	for (; p < plan->memory + plan->nr_memory; p++) {
		place_hole(m, p->pages.start, p->key);
		place(m, p->pages.end, p->key, true, true);
	}
	place_hole(m, up(m->at, m->block_pages), p[-1].key);
	REF_QUIRK(m, BOOT_LOSES_PAGE, loses_page(m));
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
	ref_show_left(m);
}

void ref_model_boot(struct ref_model *m, const struct ref_geometry *g,
		    const struct ref_machine *boots, const struct ref_layout *l,
		    const struct ref_profile *profile)
{
	m->geometry = *g;
	m->machine = *boots;
	m->l = l;
	m->profile = *profile;
	m->shift = g->page_shift;
	m->section_pages = 1ull << (g->section_shift - m->shift);
	m->sub_pages = 1ull << (g->subsection_shift - m->shift);
	m->pageblock_pages = 1ull << g->pageblock_order;
	m->block_pages = boots->block_size >> m->shift;
	m->each = (u32)(m->block_pages / m->section_pages);
	m->numa = profile->features & REF_CONF_NUMA;
	m->vmemmap = profile->features & REF_CONF_VMEMMAP;
	m->unit_pages = m->vmemmap ? m->sub_pages : m->section_pages;
	REF_ASSERTS(m->each > 0, boots->nr_regions > 0);
	m->shown = &m->state[0];
	m->spare = &m->state[1];
	m->op.kind = REF_NR_OPS;
	boot(m, m->shown, profile->quirks);
	m->facts = (struct ref_facts){ l, &m->shown->obs, &m->shown->obs,
		m->fired, m->shown->contiguous, m->shown->memory };
	if (m->fired & ~REF_ABOUT_CONTIGUOUS) {
		boot(m, m->spare, 0);
		boot(m, m->shown, profile->quirks);
		m->facts.right = &m->spare->obs;
	}
}
