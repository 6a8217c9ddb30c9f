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

/* Pages that name one zone; cut at blocks, so that each block has its own */
static void put_piece(struct ref_model *m, u64 *at, u64 end, u32 key,
		      bool memory)
{
	const struct ref_layout *l = m->layout;
	u32 b = ref_lower(l->block, l->nr_blocks, *at / m->pages.block);

	REF_ASSERT(key < REF_NR_KEYS);
	for (; b < l->nr_blocks && m->block[b].start < end; b++) {
		struct ref_piece *p = &m->piece[m->nr_pieces];

		p->pages = ref_cut(ref_block_span(m, b),
				   (struct ref_span){ *at, end });
		if (p->pages.start >= p->pages.end)
			continue;
		p->key = (u8)key;
		p->memory = memory;
		if (!m->block[b].nr_pieces++)
			m->block[b].piece = p;
		m->nr_pieces++;
	}
	*at = ref_max(*at, end);
	REF_ASSERT(m->nr_pieces < REF_MAX_PIECES);
}

static void boot_present(struct ref_model *m, const struct ref_plan *plan)
{
	REF_ASSERT(plan->nr_ranges > 0);
	for (u32 n = 0; n < plan->nr_ranges * REF_NR_ZONES; n++) {
		const struct ref_range *r = &plan->range[n / REF_NR_ZONES];
		u32 key = REF_KEY(r->nid, n % REF_NR_ZONES);
		struct ref_span s = ref_cut(r->pages, plan->zone[key]);

		if (s.start < s.end)
			ref_zone(&m->obs, key)->present += s.end - s.start;
	}
	for (u32 nid = 0; nid < m->layout->nr_nodes; nid++)
		m->obs.node[nid].zone[REF_ZONE_MOVABLE].present -=
			plan->lost[nid];
	REF_ASSERT(m->layout->nr_nodes <= REF_MAX_NODES);
}

/*
 * Links of pages: memory names its node and zone; a hole those of the memory
 * above it; the hole above all memory those of the last. (memmap_init)
 */
static void boot_pieces(struct ref_model *m, const struct ref_plan *plan)
{
	const struct ref_range *r = plan->range;
	u64 at = ref_down(r->pages.start, m->pages.block);
	u64 end = plan->range[plan->nr_ranges - 1].pages.end;
	u32 last = 0;

	REF_ASSERT(plan->nr_ranges > 0);
	for (; r < plan->range + plan->nr_ranges; r++)
		for (u32 z = 0; z < REF_NR_ZONES; z++) {
			u32 key = REF_KEY(r->nid, z);
			struct ref_span s = ref_cut(r->pages, plan->zone[key]);

			if (!ref_zone(&m->obs, key)->present)
				continue;
			last = z;
			if (s.start >= s.end)
				continue;
			put_piece(m, &at, s.start, key, false);
			put_piece(m, &at, s.end, key, true);
		}
	put_piece(m, &at, ref_up(end, m->pages.block),
		  REF_KEY(r[-1].nid, last), false);
	REF_ASSERT(m->nr_pieces > 0);
}

/* A section with any memory is present, a subsection likewise */
static void boot_range(struct ref_model *m, struct ref_span r)
{
	const struct ref_layout *l = m->layout;
	u64 pages = m->pages.section, sub = m->pages.sub;
	u32 s = ref_lower(l->section, l->nr_sections, r.start / pages);

	REF_ASSERT(r.start < r.end);
	for (; s < l->nr_sections && l->section[s] * pages < r.end; s++) {
		u64 base = l->section[s] * pages;
		struct ref_span cut = ref_cut(r, (struct ref_span){
			base, base + pages });
		struct ref_obs_section *o = &m->obs.section[s];

		REF_ASSERT(cut.start < cut.end);
		for (u64 n = (cut.start - base) / sub;
		     n <= (cut.end - 1 - base) / sub; n++)
			o->submap[n / 64] |= 1ull << (n % 64);
		o->flags = REF_SECTION_PRESENT | REF_SECTION_HAS_MEM_MAP |
			REF_SECTION_ONLINE | REF_SECTION_EARLY;
		m->boot_sections[s / 64] |= 1ull << (s % 64);
		m->obs.block[s / m->each].state = REF_BLOCK_ONLINE;
		m->block[s / m->each].rooted = 1;
	}
}

static void boot_node(struct ref_model *m, const struct ref_plan *plan,
		      u32 nid)
{
	struct ref_obs_node *node = &m->obs.node[nid];
	u64 normal = 0;

	REF_ASSERT(nid < m->layout->nr_nodes);
	node->start = plan->node[nid].start;
	node->spanned = plan->node[nid].end - node->start;
	for (u32 z = 0; z < REF_NR_ZONES; z++) {
		struct ref_span s = plan->zone[REF_KEY(nid, z)];
		struct ref_obs_zone *zone = &node->zone[z];

		zone->start = s.start;
		zone->spanned = s.end - s.start;
		zone->present_early = zone->present;
		zone->initialized = s.end > 0;
		node->nr_zones = s.end ? (u8)(z + 1) : node->nr_zones;
		node->present += zone->present;
		normal += z <= REF_ZONE_NORMAL ? zone->present : 0;
	}
	node->memory = node->present > 0;
	node->normal_memory = normal > 0;
	node->online = !!(m->machine.node[nid] & REF_NODE_CPU);
	for (u32 n = 0; n < m->machine.nr_regions; n++)
		node->online |= m->machine.region[n].nid == nid;
	node->device = node->online;
	REF_ASSERT(node->online || !node->spanned);
}

/* Nodes with memory in the block, by bytes; @nid: that of the last region */
static u32 block_nodes(const struct ref_model *m, struct ref_span block,
		       u32 *nid)
{
	const struct ref_region *r = m->machine.region;
	u32 nodes = 0;

	REF_ASSERT(block.start < block.end);
	for (; r < m->machine.region + m->machine.nr_regions; r++) {
		if (r->start >= block.end << m->geometry.page_shift ||
		    r->end <= block.start << m->geometry.page_shift)
			continue;
		nodes |= 1u << r->nid;
		*nid = r->nid;
	}
	REF_ASSERT(!nodes || nodes >> *nid & 1);
	return nodes;
}

/*
 * What kernels before 6.17 do: every node that a page of the block names,
 * holes in present sections included, if the node's span meets the block;
 * @nid: the highest. (register_mem_block_under_node_early)
 */
static u32 block_walk(const struct ref_model *m, u32 b, u32 *nid)
{
	const struct ref_block *blk = &m->block[b];
	u32 nodes = 0;

	REF_ASSERT(b < m->layout->nr_blocks);
	for (u32 n = 0; n < blk->nr_pieces * m->each; n++) {
		const struct ref_piece *p = &blk->piece[n / m->each];
		u64 start = blk->start + n % m->each * m->pages.section;
		u32 of = p->key / REF_NR_ZONES;
		const struct ref_obs_node *node = &m->obs.node[of];

		if (m->obs.section[b * m->each + n % m->each].flags &&
		    ref_meets(p->pages, (struct ref_span){
				start, start + m->pages.section }) &&
		    ref_meets(ref_block_span(m, b), (struct ref_span){
				node->start, node->start + node->spanned }))
			nodes |= 1u << of;
	}
	REF_ASSERT(nodes);
	*nid = 31 - (u32)__builtin_clz(nodes);
	return nodes;
}

/* A block's own node, and the one populated zone of it that meets the block */
static void show_block(struct ref_model *m, u32 b, u32 nodes, u32 nid)
{
	struct ref_obs_block *o = &m->obs.block[b];
	struct ref_obs_zone *zone = m->obs.node[nid].zone;
	u32 found = 0;

	REF_ASSERT(nodes >> nid & 1);
	o->nid = (s8)nid;
	o->zone = REF_ZONE_NONE;
	for (u32 z = 0; z < REF_NR_ZONES; z++)
		if (zone[z].present &&
		    ref_meets(ref_span_of(&zone[z]), ref_block_span(m, b))) {
			found++;
			o->zone = (u8)z;
		}
	if (found != 1 || nodes & (nodes - 1))
		o->zone = REF_ZONE_NONE;
	REF_ASSERT(o->state == REF_BLOCK_ONLINE);
}

/* Quirks of the plan: with one of them, all of what is right is there before */
#define PLAN_QUIRKS	(REF_Q(MOVABLE_ZERO) | REF_Q(MOVABLE_PAGE_DOWN) | \
			 REF_Q(MOVABLE_ABSENT))

/* All else must be there already */
static void boot_block(struct ref_model *m, u32 b)
{
	u32 nid = 0, walk_nid = 0, walk, nodes;

	REF_ASSERT(b < m->layout->nr_blocks);
	if (m->obs.block[b].state != REF_BLOCK_ONLINE)
		return;
	nodes = block_nodes(m, ref_block_span(m, b), &nid);
	REF_ASSERT(nodes);
	show_block(m, b, nodes, nid);
	if (m->diverged && !(m->fired & PLAN_QUIRKS))
		m->right.block[b] = m->obs.block[b];
	if (!ref_has(m, REF_Q(BLOCK_NODE_WALK)))
		return;
	walk = block_walk(m, b, &walk_nid);
	if (walk == nodes && walk_nid == nid)
		return;
	ref_diverge(m, REF_Q(BLOCK_NODE_WALK));
	show_block(m, b, walk, walk_nid);
}

/*
 * What regions cover of blocks; a block that one piece of System RAM covers
 * is full. NOMAP memory is none. (request_standard_resources)
 */
static void boot_taken(struct ref_model *m, u32 b)
{
	const struct ref_region *r = m->machine.region;
	const struct ref_region *end = r + m->machine.nr_regions;
	u64 start = m->block[b].start << m->geometry.page_shift;
	u64 to = start + m->machine.block_size;

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(start < to);
	for (; r < end && r->start < to; r++) {
		if (r->end <= start)
			continue;
		m->block[b].taken = REF_TAKEN_BOOT;
		if (r->start > start || r->flags & REF_REGION_NOMAP)
			return;
		start = r->end;
		m->block[b].full = start >= to;
	}
}

static u16 boot_link(const struct ref_model *m, u32 w)
{
	u64 pfn = m->layout->watch[w];
	u32 b = ref_block_at(m, pfn / m->pages.block);
	const struct ref_piece *p = m->block[b].piece;
	u64 off = pfn - m->block[b].start;
	u64 sub = off % m->pages.section / m->pages.sub;
	const struct ref_obs_section *s =
		&m->obs.section[b * m->each + off / m->pages.section];

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(sub / 64 < REF_SUBMAP_WORDS);
	if (!(s->submap[sub / 64] >> (sub % 64) & 1))
		return REF_LINK_OFFLINE;
	while (pfn >= p->pages.end)
		p++;
	return REF_LINK(p->key / REF_NR_ZONES, p->key % REF_NR_ZONES);
}

/* Only what the layout names is ever looked at, so only that is set */
static void boot_clear(struct ref_model *m)
{
	const struct ref_layout *l = m->layout;
	struct ref_obs *o = &m->obs;
	u32 w = 0;

	REF_ASSERT(l->nr_nodes <= REF_MAX_NODES);
	memset(o, 0, offsetof(struct ref_obs, node));
	memset(o->node, 0, l->nr_nodes * sizeof(o->node[0]));
	memset(o->section, 0, l->nr_sections * sizeof(o->section[0]));
	memset(m->memory, 0, sizeof(m->memory));
	memset(m->boot_sections, 0, sizeof(m->boot_sections));
	m->nr_pieces = 0;
	for (u32 b = 0; b < l->nr_blocks; b++) {
		u64 start = l->block[b] * m->pages.block;

		o->block[b] = (struct ref_obs_block){
			.nid = REF_NO_NODE, .zone = REF_ZONE_NONE };
		m->block[b] = (struct ref_block){
			.start = start, .watch = (u16)w };
		while (w < l->nr_watch &&
		       l->watch[w] < start + m->pages.block)
			w++;
		m->block[b].nr_watch = (u16)(w - m->block[b].watch);
		boot_taken(m, b);
	}
	REF_ASSERT(w == l->nr_watch);
}

/* Populated zones are asked once whether they are contiguous */
static void boot_zone(struct ref_model *m, u32 key)
{
	struct ref_obs_zone *zone = ref_zone(&m->obs, key);

	REF_ASSERT(key < REF_NR_KEYS);
	m->memory[key] = ref_find(m, key, (struct ref_span){ 0, 0 }).memory;
	ref_zone_update(m, key);
	ref_zone_say(m, key, zone->present &&
		     ref_contiguous(m, key,
				    ref_has(m, REF_Q(CONTIGUOUS_SAMPLES))));
	REF_ASSERT(!zone->present || m->memory[key].end);
}

/* Boot once. Return: quirks that changed the plan */
static u64 boot(struct ref_model *m, u64 quirks)
{
	const struct ref_layout *l = m->layout;
	struct ref_plan plan;
	u64 fired = ref_plan_init(&plan, &m->geometry, &m->machine, quirks);

	REF_ASSERT(l->nr_blocks <= REF_MAX_BLOCKS);
	m->profile.quirks = quirks;
	boot_clear(m);
	boot_present(m, &plan);
	boot_pieces(m, &plan);
	for (u32 n = 0; n < plan.nr_ranges; n++)
		boot_range(m, plan.range[n].pages);
	for (u32 nid = 0; nid < l->nr_nodes; nid++)
		boot_node(m, &plan, nid);
	for (u32 w = 0; w < l->nr_watch; w++)
		m->obs.link[w] = boot_link(m, w);
	for (u32 key = 0; key < l->nr_nodes * REF_NR_ZONES; key++)
		boot_zone(m, key);
	for (u32 b = 0; b < l->nr_blocks; b++)
		boot_block(m, b);
	REF_ASSERT(m->nr_pieces > 0);
	return fired;
}

void ref_model_boot(struct ref_model *model,
		    const struct ref_geometry *geometry,
		    const struct ref_machine *machine,
		    const struct ref_layout *layout,
		    const struct ref_profile *profile)
{
	u64 fired;

	REF_ASSERT(machine->nr_regions > 0);
	REF_ASSERT(geometry->pageblock_order + geometry->page_shift <=
		   geometry->section_shift);
	model->geometry = *geometry;
	model->machine = *machine;
	model->layout = layout;
	model->profile = *profile;
	model->pages.section = ref_section_pages(geometry);
	model->pages.sub = ref_subsection_pages(geometry);
	model->pages.pageblock = ref_pageblock_pages(geometry);
	model->pages.block = machine->block_size >> geometry->page_shift;
	model->each = (u32)(model->pages.block / model->pages.section);
	model->fired = 0;
	model->contiguous = 0;
	model->said = 0;
	model->covered = 0;
	model->uncovered = 0;
	model->counted = 0;
	model->diverged = false;
	fired = boot(model, profile->quirks);
	if (!fired)
		return;
	/* The plan is not the right one: once more as is right, then so */
	model->diverged = false;
	boot(model, 0);
	model->profile = *profile;
	ref_diverge(model, fired);
	boot(model, profile->quirks);
}
