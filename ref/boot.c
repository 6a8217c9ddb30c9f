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

static void ref_boot_piece(struct ref_model *m, u64 start, u64 end,
			   u32 nid, u32 zone, bool memory)
{
	struct ref_piece *p = &m->piece[m->nr_pieces];

	REF_ASSERT(m->nr_pieces < REF_MAX_PIECES);
	REF_ASSERT(start <= end);
	if (start == end)
		return;
	*p = (struct ref_piece){
		.start = start, .end = end,
		.nid = (u8)nid, .zone = (u8)zone, .memory = memory,
	};
	m->nr_pieces++;
}

/*
 * Links of pages: memory has its node and zone; a hole those of the memory
 * above it; the hole above all memory those of the last. (memmap_init)
 */
static void ref_boot_pieces(struct ref_model *m, const struct ref_plan *plan)
{
	const struct ref_range *r = plan->range;
	u64 at = ref_align_down(r->start, m->block_pages);
	u32 last = REF_ZONE_NORMAL;

	m->nr_pieces = 0;
	REF_ASSERT(plan->nr_ranges > 0);
	for (; r < plan->range + plan->nr_ranges; r++) {
		for (u32 z = 0; z < REF_NR_ZONES; z++) {
			u64 start = ref_max(r->start, plan->start[r->nid][z]);
			u64 end = ref_min(r->end, plan->end[r->nid][z]);

			if (start >= end)
				continue;
			ref_boot_piece(m, at, start, r->nid, z, false);
			ref_boot_piece(m, start, end, r->nid, z, true);
			at = end;
			last = z;
		}
	}
	REF_ASSERT(m->nr_pieces > 0);
	ref_boot_piece(m, at, ref_align_up(at, m->block_pages), r[-1].nid,
		       last, false);
}

static void ref_boot_submap(struct ref_obs_section *s, u32 first, u32 last)
{
	REF_ASSERT(first <= last);
	REF_ASSERT(last < REF_SUBMAP_WORDS * 64);
	for (; first <= last; first++)
		s->submap[first / 64] |= 1ull << (first % 64);
}

/* A section with any memory is present, a subsection likewise */
static void ref_boot_sections(struct ref_model *m, const struct ref_plan *plan)
{
	const struct ref_layout *l = m->layout;
	u64 pages = m->section_pages;

	REF_ASSERT(l->nr_sections <= REF_MAX_SECTIONS);
	REF_ASSERT(plan->nr_ranges <= REF_MAX_REGIONS);
	for (const struct ref_range *r = plan->range;
	     r < plan->range + plan->nr_ranges; r++) {
		u64 nr = r->start / pages;
		u32 s = ref_block_at(m, nr / m->each) * m->each + nr % m->each;

		for (; s < l->nr_sections && l->section[s] * pages < r->end;
		     s++) {
			u64 base = l->section[s] * pages;
			u64 start = ref_max(r->start, base) - base;
			u64 end = ref_min(r->end, base + pages) - base;

			m->obs.section[s].flags = REF_SECTION_PRESENT |
				REF_SECTION_HAS_MEM_MAP | REF_SECTION_ONLINE |
				REF_SECTION_EARLY;
			ref_boot_submap(&m->obs.section[s],
					start / m->sub_pages,
					(end - 1) / m->sub_pages);
		}
	}
}

static void ref_boot_zones(struct ref_model *m, const struct ref_plan *plan)
{
	REF_ASSERT(m->layout->nr_nodes <= REF_MAX_NODES);
	REF_ASSERT(m->nr_pieces > 0);
	for (u32 key = 0; key < m->layout->nr_nodes * REF_NR_ZONES; key++) {
		struct ref_obs_node *node = &m->obs.node[key / REF_NR_ZONES];
		struct ref_obs_zone *zone = ref_zone(m, key);
		u32 z = key % REF_NR_ZONES;

		zone->start = plan->start[key / REF_NR_ZONES][z];
		zone->spanned = plan->end[key / REF_NR_ZONES][z] - zone->start;
		zone->initialized = zone->spanned > 0;
		if (zone->spanned)
			node->nr_zones = (u8)(z + 1);
	}
	for (u32 n = 0; n < m->nr_pieces; n++) {
		const struct ref_piece *p = &m->piece[n];
		struct ref_obs_zone *zone =
			ref_zone(m, REF_KEY(p->nid, p->zone));

		if (p->memory)
			zone->present += p->end - p->start;
		zone->present_early = zone->present;
	}
}

static void ref_boot_node(struct ref_model *m, const struct ref_plan *plan,
			  u32 nid)
{
	struct ref_obs_node *node = &m->obs.node[nid];
	u64 normal = 0;

	REF_ASSERT(nid < m->layout->nr_nodes);
	REF_ASSERT(plan->node_start[nid] <= plan->node_end[nid]);
	node->start = plan->node_start[nid];
	node->spanned = plan->node_end[nid] - node->start;
	for (u32 z = REF_ZONE_DMA; z <= REF_ZONE_NORMAL; z++)
		normal += node->zone[z].present;
	node->present = normal + node->zone[REF_ZONE_MOVABLE].present;
	node->memory = node->present > 0;
	node->normal_memory = normal > 0;
	node->online = !!(m->machine.node[nid] & REF_NODE_CPU);
	for (u32 n = 0; n < m->machine.nr_regions; n++)
		node->online |= m->machine.region[n].nid == nid;
	node->device = node->online;
}

/* The one populated zone of a node whose span meets the block */
static u8 ref_boot_block_zone(const struct ref_model *m, u32 b, u32 nid)
{
	u64 start = m->block[b].start;
	u8 found = REF_ZONE_NONE;

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(nid < REF_MAX_NODES);
	for (u32 z = 0; z < REF_NR_ZONES; z++) {
		const struct ref_obs_zone *zone = &m->obs.node[nid].zone[z];

		if (!zone->present || !ref_meets(start, start + m->block_pages,
						 zone->start,
						 zone->start + zone->spanned))
			continue;
		if (found != REF_ZONE_NONE)
			return REF_ZONE_NONE;
		found = (u8)z;
	}
	return found;
}

/* Nodes with memory in the block, by bytes; @highest: that of the last */
static u32 ref_boot_block_nodes(const struct ref_model *m, u32 b, u32 *highest)
{
	u64 start = m->block[b].start << m->geometry.page_shift;
	u64 end = start + (m->block_pages << m->geometry.page_shift);
	u32 nodes = 0;

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(start < end);
	for (u32 n = 0; n < m->machine.nr_regions; n++) {
		const struct ref_region *r = &m->machine.region[n];

		if (!ref_meets(r->start, r->end, start, end))
			continue;
		nodes |= 1u << r->nid;
		*highest = r->nid;
	}
	return nodes;
}

/* Is any page of the piece, memory or hole, in a present section of it? */
static bool ref_boot_piece_present(const struct ref_model *m, u32 b,
				   const struct ref_piece *p)
{
	const struct ref_block *blk = &m->block[b];
	u64 start = blk->start;

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(p->start < p->end);
	for (u32 s = 0; s < m->each; s++, start += m->section_pages)
		if (m->obs.section[blk->section + s].flags &&
		    ref_meets(p->start, p->end, start,
			      start + m->section_pages))
			return true;
	return false;
}

/*
 * What kernels before 6.17 do: every node that a page of the block names,
 * holes included, if the node's span meets the block; @highest: the highest.
 * (register_mem_block_under_node_early)
 */
static u32 ref_boot_block_walk(const struct ref_model *m, u32 b, u32 *highest)
{
	const struct ref_block *blk = &m->block[b];
	const struct ref_piece *p = &m->piece[blk->piece];
	u32 nodes = 0;

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(blk->links == REF_LINKS_BOOT);
	for (u32 n = 0; n < blk->nr_pieces; n++, p++) {
		const struct ref_obs_node *node = &m->obs.node[p->nid];

		if (ref_meets(blk->start, blk->start + m->block_pages,
			      node->start, node->start + node->spanned) &&
		    ref_boot_piece_present(m, b, p))
			nodes |= 1u << p->nid;
	}
	for (u32 nid = 0; nid < REF_MAX_NODES; nid++)
		if (nodes & 1u << nid)
			*highest = nid;
	return nodes;
}

static void ref_boot_block_state(struct ref_model *m, u32 b)
{
	struct ref_obs_block *o = &m->obs.block[b];

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(m->block[b].section + m->each <= m->layout->nr_sections);
	o->nid = REF_NO_NODE;
	o->zone = REF_ZONE_NONE;
	for (u32 s = 0; s < m->each; s++)
		if (m->obs.section[m->block[b].section + s].flags)
			o->state = REF_BLOCK_ONLINE;
}

static void ref_boot_block_show(struct ref_model *m, struct ref_obs_block *o,
				u32 b, u32 nodes, u32 nid)
{
	REF_ASSERT(nodes & 1u << nid);
	REF_ASSERT(o->state == REF_BLOCK_ONLINE);
	o->nid = (s8)nid;
	o->zone = nodes & (nodes - 1) ? REF_ZONE_NONE :
		ref_boot_block_zone(m, b, nid);
}

/* A block's own node and zone; all else must be there already */
static void ref_boot_block_nid(struct ref_model *m, u32 b)
{
	u32 nid = 0, nodes, seen_nid = 0, seen;

	REF_ASSERT(b < m->layout->nr_blocks);
	if (m->obs.block[b].state != REF_BLOCK_ONLINE)
		return;
	nodes = ref_boot_block_nodes(m, b, &nid);
	REF_ASSERT(nodes);
	ref_boot_block_show(m, &m->obs.block[b], b, nodes, nid);
	if (!ref_has(m, REF_Q(BLOCK_NODE_WALK)))
		return;
	seen = ref_boot_block_walk(m, b, &seen_nid);
	if (seen == nodes && seen_nid == nid)
		return;
	ref_diverge(m, REF_Q(BLOCK_NODE_WALK));
	ref_boot_block_show(m, &m->obs.block[b], b, seen, seen_nid);
}

/* Behind the System RAM that begins with region @n: [start, end) of bytes */
static u64 ref_boot_ram_end(const struct ref_machine *mach, u32 *n)
{
	const struct ref_region *r = mach->region;
	u64 end = r[*n].end;

	REF_ASSERT(*n < mach->nr_regions);
	REF_ASSERT(!(r[*n].flags & REF_REGION_NOMAP));
	while (*n + 1 < mach->nr_regions && r[*n + 1].start == end &&
	       !(r[*n + 1].flags & REF_REGION_NOMAP))
		end = r[++*n].end;
	return end;
}

/* Is all of it System RAM? NOMAP memory is not (request_standard_resources) */
static bool ref_boot_block_full(const struct ref_model *m, u32 b)
{
	const struct ref_machine *mach = &m->machine;
	u64 start = m->block[b].start << m->geometry.page_shift;
	u64 size = m->block_pages << m->geometry.page_shift;

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(mach->nr_regions <= REF_MAX_REGIONS);
	for (u32 n = 0; n < mach->nr_regions; n++) {
		u64 first = mach->region[n].start;

		if (mach->region[n].flags & REF_REGION_NOMAP)
			continue;
		if (first <= start &&
		    ref_boot_ram_end(mach, &n) >= start + size)
			return true;
	}
	return false;
}

static bool ref_boot_block_taken(const struct ref_model *m, u32 b)
{
	u32 nid = 0;

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(m->machine.nr_regions > 0);
	return ref_boot_block_nodes(m, b, &nid) != 0;
}

/* What of the watched pfns and of the pieces lies in the block */
static void ref_boot_block(struct ref_model *m, u32 b, u32 *watch, u32 *piece)
{
	const struct ref_layout *l = m->layout;
	struct ref_block *blk = &m->block[b];
	u64 end = l->block[b] * m->block_pages + m->block_pages;

	REF_ASSERT(b < l->nr_blocks);
	REF_ASSERT(*watch <= l->nr_watch);
	memset(blk, 0, sizeof(*blk));
	blk->start = end - m->block_pages;
	blk->section = (u16)(b * m->each);
	blk->watch = (u16)*watch;
	while (*watch < l->nr_watch && l->watch[*watch] < end)
		++*watch;
	blk->nr_watch = (u16)(*watch - blk->watch);
	while (*piece < m->nr_pieces && m->piece[*piece].end <= blk->start)
		++*piece;
	blk->piece = (u16)*piece;
	while (blk->piece + blk->nr_pieces < (int)m->nr_pieces &&
	       m->piece[blk->piece + blk->nr_pieces].start < end)
		blk->nr_pieces++;
	if (ref_boot_block_taken(m, b))
		blk->taken = REF_TAKEN_BOOT;
	blk->full = ref_boot_block_full(m, b);
}

static u16 ref_boot_link(const struct ref_model *m, u32 b, u64 pfn)
{
	const struct ref_block *blk = &m->block[b];
	const struct ref_piece *p = &m->piece[blk->piece];
	u64 off = pfn - blk->start;
	u32 sub = off % m->section_pages / m->sub_pages;
	u32 s = blk->section + off / m->section_pages;

	REF_ASSERT(off < m->block_pages);
	REF_ASSERT(s < m->layout->nr_sections);
	if (!(m->obs.section[s].submap[sub / 64] >> (sub % 64) & 1))
		return REF_LINK_OFFLINE;
	while (pfn >= p->end)
		p++;
	return REF_LINK(p->nid, p->zone);
}

static void ref_boot_links(struct ref_model *m)
{
	REF_ASSERT(m->layout->nr_watch <= REF_MAX_WATCH);
	REF_ASSERT(m->layout->nr_blocks <= REF_MAX_BLOCKS);
	for (u32 b = 0; b < m->layout->nr_blocks; b++)
		for (u32 n = 0; n < m->block[b].nr_watch; n++) {
			u32 w = m->block[b].watch + n;

			m->obs.link[w] = ref_boot_link(m, b,
						       m->layout->watch[w]);
		}
}

/* Populated zones are asked whether they are contiguous, once */
static void ref_boot_contiguous(struct ref_model *m)
{
	REF_ASSERT(m->layout->nr_nodes <= REF_MAX_NODES);
	REF_ASSERT(m->nr_pieces > 0);
	m->contiguous = 0;
	m->said = 0;
	m->covered = 0;
	m->uncovered = 0;
	for (u32 key = 0; key < m->layout->nr_nodes * REF_NR_ZONES; key++) {
		struct ref_obs_zone *zone = ref_zone(m, key);

		ref_bounds_find(m, key);
		ref_contiguous_update(m, key);
		ref_contiguous_say(m, key, zone->present &&
				   ref_contiguous_sampled(m, key));
	}
}

/* Only what the layout names is ever looked at, so only that is cleared */
static void ref_boot_clear(struct ref_model *m)
{
	const struct ref_layout *l = m->layout;
	struct ref_obs *o = &m->obs;

	REF_ASSERT(l->nr_nodes <= REF_MAX_NODES);
	REF_ASSERT(l->nr_sections <= REF_MAX_SECTIONS);
	memset(o, 0, offsetof(struct ref_obs, node));
	memset(o->node, 0, l->nr_nodes * sizeof(o->node[0]));
	memset(o->block, 0, l->nr_blocks * sizeof(o->block[0]));
	memset(o->section, 0, l->nr_sections * sizeof(o->section[0]));
}

/* Boot once. Return: quirks that changed the plan */
static u64 ref_boot(struct ref_model *m, u64 quirks)
{
	struct ref_plan plan;
	u64 fired = ref_plan_init(&plan, &m->geometry, &m->machine, quirks);
	u32 watch = 0, piece = 0;

	REF_ASSERT(m->layout->nr_blocks <= REF_MAX_BLOCKS);
	REF_ASSERT(m->machine.nr_regions > 0);
	ref_boot_clear(m);
	ref_boot_pieces(m, &plan);
	for (u32 b = 0; b < m->layout->nr_blocks; b++)
		ref_boot_block(m, b, &watch, &piece);
	ref_boot_sections(m, &plan);
	ref_boot_zones(m, &plan);
	for (u32 nid = 0; nid < m->layout->nr_nodes; nid++)
		ref_boot_node(m, &plan, nid);
	for (u32 b = 0; b < m->layout->nr_blocks; b++)
		ref_boot_block_state(m, b);
	ref_boot_links(m);
	ref_boot_contiguous(m);
	for (u32 b = 0; b < m->layout->nr_blocks; b++)
		ref_boot_block_nid(m, b);
	return fired;
}

/* Sizes of units in pages */
static void ref_boot_sizes(struct ref_model *m)
{
	const struct ref_geometry *g = &m->geometry;

	m->section_pages = ref_section_pages(g);
	m->sub_pages = ref_subsection_pages(g);
	m->pageblock_pages = ref_pageblock_pages(g);
	m->block_pages = m->machine.block_size >> g->page_shift;
	m->each = (u32)(m->block_pages / m->section_pages);
	REF_ASSERT(m->each > 0);
	REF_ASSERT(m->section_pages / m->sub_pages <= REF_SUBMAP_WORDS * 64);
	REF_ASSERT(m->pageblock_pages <= m->section_pages);
}

void ref_model_boot(struct ref_model *model,
		    const struct ref_geometry *geometry,
		    const struct ref_machine *machine,
		    const struct ref_layout *layout,
		    const struct ref_profile *profile)
{
	u64 fired;

	REF_ASSERT(machine->nr_regions > 0);
	REF_ASSERT(layout->nr_blocks <= REF_MAX_BLOCKS);
	model->geometry = *geometry;
	model->machine = *machine;
	model->layout = layout;
	model->profile = *profile;
	model->fired = 0;
	model->diverged = false;
	ref_boot_sizes(model);
	fired = ref_boot(model, profile->quirks);
	if (!fired)
		return;
	/* The plan is not the right one: boot as is right, then again so */
	model->profile.quirks = 0;
	model->diverged = false;
	ref_boot(model, 0);
	model->profile.quirks = profile->quirks;
	ref_diverge(model, fired);
	ref_boot(model, profile->quirks);
}
