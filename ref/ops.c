// SPDX-License-Identifier: GPL-2.0-only
/*
 * Operations: what each does to the state, or why it fails.
 *
 * The state follows what a kernel of the profile does. Where a quirk has made
 * a difference, the operation is done once more from where it began, without
 * quirks: that is what would have been right.
 */
#include <string.h>

#include "state.h"

/* The fault is met on occasion @n */
static bool hit(struct ref_model *m, u32 fault, u32 n)
{
	bool is = m->fault == fault && m->op.fault_nr == n;

	REF_ASSERT(fault < REF_NR_FAULTS);
	REF_ASSERT(m->op.kind == REF_OP_ADD || m->op.kind == REF_OP_MAP);
	m->obs->fired |= is;
	return is;
}

/* The kernel warns, of some things only once, and refuses */
static s32 warn(struct ref_model *m, enum ref_warned what)
{
	REF_ASSERTS(!(what & (what - 1)), m->obs);
	m->obs->warns += !(m->s->warned & what);
	m->s->warned |= what;
	return -EINVAL;
}

/* Write a zone's span, and its node's: what its zones span, but empty ones */
static void set_span(struct ref_model *m, struct ref_span s)
{
	struct ref_span all = { 0 };

	REF_ASSERTS(s.start < s.end || !(s.start | s.end), m->node);
	m->zone->start = s.start;
	m->zone->spanned = s.end - s.start;
	for (u32 z = 0; z < REF_NR_ZONES; z++) {
		s = zone_span(&m->node->zone[z]);
		all = s.end ? grow(all, s) : all;
	}
	m->node->start = all.start;
	m->node->spanned = all.end - all.start;
}

/* Pages that the memmap of a block takes if it lies on them */
static u64 memmap_pages(const struct ref_model *m)
{
	u64 pages = up(m->block_pages * 64, 1ull << m->shift) >> m->shift;

	REF_ASSERTS(pages, m->machine.memmap_on_memory <= REF_MEMMAP_FORCE);
	return m->machine.memmap_on_memory == REF_MEMMAP_FORCE ?
		up(pages, m->pageblock_pages) : pages;
}

/*
 * Do the blocks of an add hold their own memmap? If that is asked for, and in
 * whole pageblocks. Quirk: only a block that is added alone, never by force.
 */
static bool holds_memmap(struct ref_model *m)
{
	u64 pages = memmap_pages(m), unit = 1ull << m->geometry.memmap_shift;
	u32 how = m->machine.memmap_on_memory;

	REF_ASSERTS(m->op.kind != REF_OP_MAP || !m->op.flags, unit);
	return how && m->op.flags & REF_OP_MEMMAP_ON_MEMORY &&
		!(m->block_pages * 64 & (unit - 1)) &&
		pages < m->block_pages && !(pages & (m->pageblock_pages - 1)) &&
		!REF_QUIRK(m, ALTMAP_ALONE, how == REF_MEMMAP_FORCE ||
			   m->nr > 1);
}

/* Work on a block; what its node is without NUMA */
static void set_block(struct ref_model *m, u32 b)
{
	REF_ASSERTS(b < m->l->nr_blocks, m->obs);
	m->b = b;
	m->o = &m->obs->block[b];
	m->more = &m->s->block[b];
	m->nid = m->o->nid < 0 ? 0 : (u32)m->o->nid;
}

/* Pages go to a zone, or leave it (init_currently_empty_zone) */
static void set_zone(struct ref_model *m, u32 z)
{
	REF_ASSERTS(m->nid < m->l->nr_nodes, z < REF_NR_ZONES);
	m->key = REF_KEY(m->nid, z);
	m->node = &m->obs->node[m->nid];
	m->zone = &m->node->zone[z];
	m->node->nr_zones = max(m->node->nr_zones, z + 1);
	m->zone->initialized = 1;
}

/*
 * What the zone spans when the block has left it: an edge at which the block
 * lay moves in to the zone's memory, the other stays, and no memory is left
 * outside. Quirks: one edge only, the start first, found by looking at one pfn
 * of each subsection; downward past pfn 0 for ever, also in a block that is
 * all of the zone and holds its memmap, which leaves last. (shrink_zone_span)
 */
static void leave_zone(struct ref_model *m)
{
	struct ref_span s = zone_span(m->zone), b = m->block[m->b];
	struct ref_span right = s, got;
	bool low = s.start == b.start, high = s.end == b.end;
	struct ref_found f = ref_find(m, m->key, low ? span(b.end, s.end) :
				      span(s.start, b.start));

	REF_ASSERTS(f.memory.start <= f.memory.end, s.start <= s.end);
	if (low || f.memory.start < s.start)
		right.start = f.rounded.start;
	if (high || f.memory.end > s.end)
		right.end = f.rounded.end;
	if (!f.memory.end)
		right = f.memory;
	got = low ? span(f.seen.start, s.end) :
		span(s.start, high ? f.seen.end : s.end);
	if (got.start >= got.end)
		got = span(0, 0);
	REF_QUIRK(m, SPAN_WRAPS, high && !f.seen.end &&
		  s.start < m->sub_pages && (!low || (m->more->holds &&
				memmap_pages(m) < m->section_pages)));
	REF_ASSERT(right.start <= right.end);
	if (REF_QUIRK(m, SPAN_SAMPLES, memcmp(&got, &right, sizeof(got))))
		right = got;
	set_span(m, right);
	m->s->memory[m->key] = f.memory;
	ref_zone_settle(m, m->key, true);
}

/*
 * The whole block comes online in the zone, or leaves it: sections, links, and
 * present pages of the zone, its node and the block's group, and with them
 * what the node has. Quirk: kernels that count less than there is take a node
 * without kernel pages for one that has some.
 */
static void set_online(struct ref_model *m, bool online)
{
	struct ref_obs_section *o = &m->obs->section[m->b * m->each];
	struct ref_obs_group *g = &m->obs->group[m->o->group - 1];
	bool movable = m->key % REF_NR_ZONES == REF_ZONE_MOVABLE;
	u64 pages = m->block_pages, *all = &m->node->present;
	u64 kernel = *all - m->node->zone[REF_ZONE_MOVABLE].present;

	REF_ASSERTS(o->flags, online == !(o->flags & REF_SECTION_ONLINE));
	m->o->state = online ? REF_BLOCK_ONLINE : REF_BLOCK_OFFLINE;
	m->o->zone = online ? m->key % REF_NR_ZONES : REF_ZONE_NONE;
	m->more->own = (u8)(m->key + 1);
	m->more->split = false;
	for (u32 n = 0; n < m->each; n++)
		o[n].flags ^= REF_SECTION_ONLINE;
	ref_show_links(m, m->b);
	if (m->numa && (online || *all <= pages))
		m->node->memory = online;
	if (m->numa && !movable && (online || kernel <= pages) &&
	    !REF_QUIRK(m, NORMAL_MEMORY_SUM, !online && kernel < pages))
		m->node->normal_memory = online;
	pages = online ? pages : -pages;
	m->zone->present += pages;
	*all += pages;
	m->zone->present_early += o->flags & REF_SECTION_EARLY ? pages : 0;
	if (m->o->group)
		*(movable ? &g->movable : &g->kernel) += pages;
}

/* What each fault makes of an online or offline that has come so far */
static const u8 faults[REF_NR_FAULTS][2] = {
	[REF_FAULT_NOTIFY] = { EPERM, EPERM },
	[REF_FAULT_NODE_NOTIFY] = { EPERM, EPERM },
	[REF_FAULT_ISOLATE] = { 0, EBUSY },
	[REF_FAULT_UNMOVABLE] = { 0, EBUSY },
	[REF_FAULT_SIGNAL] = { 0, EINTR },
	[REF_FAULT_HUGETLB] = { 0, EBUSY },
	[REF_FAULT_PREPARE] = { EPERM, 0 },
};

/*
 * Why a block cannot go online or offline, 0: it can. A node's notifiers are
 * asked only about its first and last memory; pages of CMA stay. Quirk: a
 * page that two regions share is System RAM, but no memory; at the block's end
 * it may name another zone, of which the kernel warns once.
 */
static s32 state_error(struct ref_model *m, bool online)
{
	const struct ref_obs_node *node = &m->obs->node[m->nid];
	const struct ref_piece *first = ref_pieces(m, m->b), *last = first;
	u32 key = REF_KEY(m->nid, m->o->zone);
	bool split = m->more->split && !online;

	REF_ASSERTS(m->nid < m->l->nr_nodes, m->fault < REF_NR_FAULTS);
	if (m->o->state != (online ? REF_BLOCK_OFFLINE : REF_BLOCK_ONLINE) ||
	    (!online && (m->o->zone == REF_ZONE_NONE || !m->more->full)) ||
	    (split && !REF_QUIRK(m, OFFLINE_SPLIT_PAGE, true)))
		return -EINVAL;
	while (split && last[1].pages.end)
		last++;
	if (split && (first->key != key || last->key != key))
		return warn(m, REF_WARN_SPLIT);
	if (m->fault == REF_FAULT_NODE_NOTIFY &&
	    (online ? node->memory : node->present > m->block_pages))
		return 0;
	return -faults[m->fault][!online];
}

/*
 * The block comes online, or goes offline. It joins the zone before it is
 * online (move_pfn_range_to_zone), and leaves it when that fails, or when it
 * has gone offline (remove_pfn_range_from_zone).
 */
static s32 set_state(struct ref_model *m, u32 type, bool online)
{
	struct ref_span pages = m->block[m->b];
	s32 err = state_error(m, online);

	REF_ASSERTS(err <= 0, type < REF_NR_ONLINE);
	m->obs->locked |= err != -EINVAL ||
		(m->o->zone != REF_ZONE_NONE && !online);
	m->obs->fired |= err && err != -EINVAL;
	if (err && (!online || err == -EINVAL || m->fault == REF_FAULT_PREPARE))
		return err;
	set_zone(m, online ? ref_choose_zone(m, type, m->nid, m->o->group,
					     pages) : m->o->zone);
	if (online)
		set_span(m, grow(zone_span(m->zone), pages));
	if (!err)
		set_online(m, online);
	if (err || !online) {
		leave_zone(m);
		return err;
	}
	m->s->memory[m->key] = grow(m->s->memory[m->key], pages);
	ref_zone_settle(m, m->key, !REF_HAS(m, CONTIGUOUS_HISTORY));
	return 0;
}

static s32 do_state(struct ref_model *m)
{
	REF_ASSERTS(m->nr == 1, m->o->state != REF_BLOCK_ABSENT);
	return set_state(m, m->op.online, m->op.kind == REF_OP_ONLINE);
}

/*
 * A node goes offline although it has memory, or comes back: so do its links.
 * Quirk: those to it stay, those from it stay away.
 */
static void set_links(struct ref_model *m, u32 node, bool online)
{
	REF_ASSERTS(node && !(node & (node - 1)), m->numa);
	for (u32 b = 0; b < m->l->nr_blocks; b++) {
		struct ref_obs_block *o = &m->obs->block[b];

		if (!(o->nodes & node))
			continue;
		o->links &= ~node;
		if (REF_QUIRK(m, NODE_FORGETS, true))
			continue;
		o->links |= online ? node : 0;
		o->nodes &= online ? ~0u : ~node;
	}
}

/* No block names the node any more, and those of @last were the last to */
static void empty_node(struct ref_model *m, u32 nid, u32 last)
{
	struct ref_obs_node *node = &m->obs->node[nid];

	REF_ASSERTS(nid < m->l->nr_nodes, m->numa);
	if (node->spanned || !node->online ||
	    m->machine.node[nid] & REF_NODE_CPU ||
	    REF_QUIRK(m, REMOVE_ONE_NODE, last != 1u << nid))
		return;
	node->online = 0;
	node->device = 0;
	set_links(m, 1u << nid, false);
}

/* From now on the range is taken */
static void take(struct ref_model *m, struct ref_span bytes, bool device)
{
	REF_ASSERTS(m->s->nr_taken < REF_MAX_TAKEN, bytes.start <= bytes.end);
	if (bytes.start < bytes.end)
		m->s->taken[m->s->nr_taken++] =
			(struct ref_taken){ bytes, device };
}

/*
 * A range is free again if it lies in one that is taken. If not, all stays
 * taken. (release_mem_region_adjustable)
 */
static void give_back(struct ref_model *m)
{
	struct ref_taken *t = m->s->taken, *end = t + m->s->nr_taken, old;

	while (t < end && common(t->bytes, m->bytes) < m->op.size)
		t++;
	REF_ASSERTS(m->bytes.start < m->bytes.end, t <= end);
	if (t == end)
		return;
	old = *t;
	*t = m->s->taken[--m->s->nr_taken];
	take(m, span(old.bytes.start, m->bytes.start), old.device);
	take(m, span(m->bytes.end, old.bytes.end), old.device);
}

/*
 * Blocks are removed together if all hold their memmap, or none does. Nodes
 * that lose a block and have no span, block and CPU any more go offline.
 * Quirks: several are never removed if one holds its memmap, but there is no
 * warning; kernels look at the node of the last block alone.
 * (memory_blocks_have_altmaps, try_remove_memory)
 */
static s32 do_remove(struct ref_model *m)
{
	u32 holds = 0, empty = 0, last = 0;

	REF_ASSERTS(m->nr > 0, m->b + m->nr <= m->l->nr_blocks);
	for (u32 n = 0; n < m->nr; n++) {
		if (m->o[n].state != REF_BLOCK_OFFLINE)
			return -EBUSY;
		holds += m->more[n].holds;
	}
	if (REF_QUIRK(m, ALTMAP_ALONE, holds && m->nr > 1))
		return -EINVAL;
	m->obs->locked = 1;
	if (holds && holds < m->nr)
		return warn(m, REF_WARN_MIXED);
	for (u32 n = 0; n < m->nr; n++) {
		last = m->numa ? 1u << m->o[n].nid : 0;
		empty |= last;
		m->o[n] = REF_NO_BLOCK;
		m->more[n].holds = false;
	}
	give_back(m);
	memset(&m->obs->section[m->b * m->each], 0,
	       m->nr * m->each * sizeof(m->obs->section[0]));
	for (u32 b = 0; b < m->l->nr_blocks; b++)
		if (m->obs->block[b].nid >= 0)
			empty &= ~(1u << m->obs->block[b].nid);
	for (; empty; empty &= empty - 1)
		empty_node(m, (u32)__builtin_ctz(empty), last);
	return 0;
}

/* Is any of the range taken? */
static bool is_taken(const struct ref_model *m)
{
	bool taken = false;

	REF_ASSERTS(m->bytes.end, m->s->nr_taken <= REF_MAX_TAKEN);
	for (u32 n = 0; n < m->s->nr_taken; n++)
		taken |= common(m->s->taken[n].bytes, m->bytes) > 0;
	return taken;
}

/*
 * Are any of these subsections of a section populated? If @how is not below 0,
 * they all are from now on (1), or none is (0)
 */
static bool sub_bits(struct ref_obs_section *o, u64 from, u64 to, s32 how)
{
	bool any = false;

	REF_ASSERTS(how <= 1, to <= REF_SUBMAP_WORDS * 64);
	for (; from < to; from++) {
		u64 *word = &o->submap[from / 64], bit = 1ull << from % 64;

		any |= !!(*word & bit);
		*word = how < 0 ? *word : how ? *word | bit : *word & ~bit;
	}
	return any;
}

/*
 * Of the three things that a section needs, may it be the memmap that fails?
 * The usage map of a section of boot is there, and tables stay; one has as
 * many sections as go into a page, with two words for each.
 * (sparse_index_init, section_activate)
 */
static bool fails_memmap(struct ref_model *m, u32 nr)
{
	u64 part = m->op.start / m->machine.block_size + m->op.fault_nr;
	u64 per = 1ull << (m->shift - 4);
	bool there = false;

	REF_ASSERTS(m->fault == REF_FAULT_MEMMAP, nr < m->l->nr_sections);
	for (u32 n = 0; n < m->l->nr_sections; n++)
		there |= m->s->keeps[n] & REF_KEEPS_TABLE &&
			m->l->section[n] / per == m->l->section[nr] / per;
	m->s->keeps[nr] |= part % 3 == 1 ? REF_KEEPS_TABLE : 0;
	return part % 3 == 2 ||
		(part % 3 ? m->s->keeps[nr] & REF_KEEPS_USAGE : there);
}

/*
 * Subsections of @s are populated (@add), section by section, until one fails,
 * or are not any more; a section without any is gone. What a part of a section
 * of boot needs is there. Return: 0, or why not all; @s: what is left. Without
 * vmemmap nobody knows of subsections; quirk: a memmap that fails is freed.
 */
static s32 populate(struct ref_model *m, struct ref_span *s, bool add)
{
	u64 all = m->section_pages, sub = m->sub_pages;
	struct ref_obs_section *o = ref_section(m, s->start);
	u32 needs = 0;

	REF_ASSERTS(!((s->start | s->end) & (sub - 1)), s->start <= s->end);
	for (; s->start < s->end; o++) {
		u64 base = down(s->start, all), end = min(base + all, s->end);
		u64 from = (s->start - base) / sub;
		u64 to = m->vmemmap ? (end - base) / sub : 0;
		bool whole = end - s->start == all;
		u32 nr = (u32)(o - m->obs->section);

		if (add && sub_bits(o, from, to, -1))
			return -EEXIST;
		if (add && (whole || !(o->flags & REF_SECTION_EARLY)) &&
		    hit(m, REF_FAULT_MEMMAP, needs++)) {
			REF_QUIRK(m, FREES_GARBAGE,
				  !m->vmemmap && fails_memmap(m, nr));
			return -ENOMEM;
		}
		m->s->keeps[nr] |= add ? REF_KEEPS_TABLE : 0;
		sub_bits(o, from, to, add);
		if (add)
			o->flags |= REF_SECTION_ADDED;
		else if (!sub_bits(o, 0, REF_SUBMAP_WORDS * 64, -1))
			o->flags = 0;
		s->start = end;
	}
	return 0;
}

/*
 * Subsections that a failed map leaves in an online section count as online.
 * Quirks: what their pages name is poison, or the zone of an earlier map.
 */
static void check_left(struct ref_model *m, u64 start)
{
	const struct ref_obs_section *o = ref_section(m, start);
	bool online = o->flags & REF_SECTION_ONLINE;
	bool poison = m->machine.memmap == REF_MEMMAP_POISON;
	u8 keeps = m->s->keeps[o - m->obs->section];

	REF_ASSERTS(o->flags & REF_SECTION_PRESENT, m->vmemmap || !online);
	REF_QUIRK(m, MAP_LEAVES_POISON, online && poison);
	REF_QUIRK(m, MAP_LEAVES_DEVICE, online && !poison &&
		  keeps & REF_KEEPS_DEVICE);
}

/*
 * Sections, then devices of blocks, all or none; where blocks hold their own
 * memmap one after the other. 0, or why not. Quirks: sections before the one
 * that fails stay, and if they hold their memmap there is a warning. In a
 * section that is online their pages show, with the links of boot.
 */
static s32 add_sections(struct ref_model *m)
{
	struct ref_span s = m->pages;
	s32 err = populate(m, &s, true);
	bool holds = err && holds_memmap(m);
	u64 stay = s.start - m->pages.start;

	s = span(m->pages.start, s.start);
	stay = err ? (holds ? stay % m->block_pages : stay) : 0;
	if (!err && m->alloc_failed)
		err = -ENOMEM;
	else if (!err && m->op.fault_nr < m->nr &&
		 hit(m, REF_FAULT_BLOCK_DEVICE, m->op.fault_nr))
		err = -EEXIST;
	if (REF_QUIRK(m, ADD_LEAVES_SECTIONS, stay)) {
		s.end -= stay;
		m->s->left = true;
		check_left(m, s.end);
		for (u32 b = 0; b < m->l->nr_blocks; b++)
			ref_show_links(m, b);
		if (REF_QUIRK(m, ALTMAP_LEFT, holds))
			warn(m, REF_WARN_LEFT);
	}
	if (err)
		populate(m, &s, false);
	REF_ASSERTS(s.start <= s.end, err <= 0);
	return err;
}

/* As what a block comes online that was just added, by enum ref_auto */
static const u8 types[REF_NR_AUTO] = {
	[REF_AUTO_ONLINE] = REF_ONLINE_DEFAULT,
	[REF_AUTO_KERNEL] = REF_ONLINE_KERNEL,
	[REF_AUTO_MOVABLE] = REF_ONLINE_MOVABLE,
};

/* The blocks are there, and come online one after the other, if they are to */
static void bring_blocks(struct ref_model *m, u32 nid)
{
	u32 policy = m->s->params.value[REF_PARAM_AUTO], last = m->b + m->nr;
	u8 link = m->numa << nid;
	s8 names = REF_QUIRK(m, ADD_NAMES_NO_NODE, !m->numa) ? -1 : (s8)nid;
	bool holds = holds_memmap(m);
	s32 err = policy == REF_AUTO_OFFLINE;

	REF_ASSERTS(nid < m->l->nr_nodes, policy < REF_NR_AUTO);
	take(m, m->bytes, false);
	m->obs->node[nid].online = 1;
	m->obs->node[nid].device = m->numa;
	for (u32 b = m->b; b < last; b++) {
		m->obs->block[b] = (struct ref_obs_block){
			.state = REF_BLOCK_OFFLINE, .zone = REF_ZONE_NONE,
			.nid = names, .group = m->op.group,
			.nodes = link, .links = link };
		set_block(m, b);
		m->more->full = true;
		m->more->holds = holds;
		if (!err)
			err = set_state(m, types[policy], true);
	}
}

/*
 * A node comes back with its first memory: 0, or why not. Quirk: without the
 * memory that it has. (free_area_init_core_hotplug)
 */
static s32 come_back(struct ref_model *m, u32 nid)
{
	struct ref_obs_node *node = &m->obs->node[nid];
	u64 keep = REF_QUIRK(m, NODE_FORGETS, node->present) ? 0 : ~0ull;

	REF_ASSERTS(!node->online && !node->spanned, nid < m->l->nr_nodes);
	m->s->counted |= 1u << nid;
	set_links(m, 1u << nid, true);
	node->nr_zones = 0;
	node->present &= keep;
	for (u32 z = 0; z < REF_NR_ZONES; z++)
		node->zone[z].present &= keep;
	m->obs->warns = hit(m, REF_FAULT_NODE_DEVICE, 0);
	return m->obs->warns ? -EEXIST : 0;
}

static s32 do_add(struct ref_model *m)
{
	const struct ref_op *op = &m->op;
	const struct ref_obs_group *g = &m->obs->group[op->group - !!op->group];
	u32 nid = op->group ? g->nid : op->nid;
	bool back = !m->obs->node[nid].online;
	s32 err = 0;

	REF_ASSERTS(nid < m->l->nr_nodes, op->group <= REF_MAX_GROUPS);
	if (m->bytes.end > 1ull << m->geometry.phys_bits)
		return -E2BIG;
	if (is_taken(m))
		return -EEXIST;
	if (m->alloc_failed && !op->fault_nr)
		return REF_QUIRK(m, ALLOC_EEXIST, true) ? -EEXIST : -ENOMEM;
	if ((op->start | op->size) & (m->machine.block_size - 1) ||
	    (op->group && !g->type))
		return -EINVAL;
	if (!(m->machine.node[nid] & REF_NODE_POSSIBLE))
		return warn(m, REF_WARN_ALWAYS);
	m->obs->locked = 1;
	if (back && m->alloc_failed && op->fault_nr == 1 &&
	    !(m->s->counted >> nid & 1))
		return -ENOMEM;
	if (back)
		err = come_back(m, nid);
	if (!err)
		err = add_sections(m);
	if (!err)
		bring_blocks(m, nid);
	return err;
}

/* A driver registers a memory group (memory_group_register_static) */
static s32 do_register(struct ref_model *m)
{
	struct ref_obs_group *g = m->obs->group;
	u64 pages = m->op.size >> m->shift;
	bool dynamic = m->op.flags & REF_OP_DYNAMIC;

	if (!pages || (dynamic && (pages & (pages - 1) ||
				   pages < m->block_pages)) ||
	    !(m->machine.node[m->op.nid] & REF_NODE_POSSIBLE))
		return -EINVAL;
	if (m->alloc_failed)
		return -ENOMEM;
	while (g->type)
		g++;
	REF_ASSERTS(g < m->obs->group + REF_MAX_GROUPS, pages);
	*g = (struct ref_obs_group){ .size = pages, .nid = m->op.nid,
		.type = dynamic ? REF_GROUP_DYNAMIC : REF_GROUP_STATIC };
	return 0;
}

static s32 do_unregister(struct ref_model *m)
{
	struct ref_obs_group *g = &m->obs->group[m->op.group - 1];

	REF_ASSERTS(m->op.group, m->op.group <= REF_MAX_GROUPS);
	if (!g->type)
		return -EINVAL;
	for (u32 b = 0; b < m->l->nr_blocks; b++)
		if (m->obs->block[b].group == m->op.group)
			return -EBUSY;
	*g = (struct ref_obs_group){ 0 };
	return 0;
}

static s32 do_set(struct ref_model *m)
{
	REF_ASSERTS(m->op.param < REF_NR_PARAMS, m->op.kind == REF_OP_SET);
	m->s->params.value[m->op.param] = m->op.value;
	return 0;
}

static s32 do_query(struct ref_model *m)
{
	REF_ASSERTS(m->pages.end, m->op.nid < m->l->nr_nodes);
	m->obs->chosen = ref_choose_zone(m, m->op.online, m->op.nid,
					 m->op.group, m->pages);
	return 0;
}

/*
 * A driver has pages made for memory that is not RAM: whole subsections. The
 * zone only grows, and nothing of it is ever online. (memremap_pages)
 */
static s32 do_map(struct ref_model *m)
{
	struct ref_span s = m->pages;
	s32 err;

	REF_ASSERTS(s.start <= s.end, m->vmemmap);
	if (is_taken(m))
		return -EBUSY;
	if (m->bytes.end > 1ull << m->geometry.phys_bits)
		return -EINVAL;
	if (m->alloc_failed)
		return -ENOMEM;
	m->obs->locked = 1;
	if ((s.start | s.end) & (m->sub_pages - 1))
		return warn(m, REF_WARN_ALWAYS);
	err = add_sections(m);
	if (err)
		return err;
	m->nid = m->op.nid;
	set_zone(m, REF_ZONE_DEVICE);
	set_span(m, grow(zone_span(m->zone), s));
	ref_zone_settle(m, m->key, true);
	/* Where an edge lies in a section, some of it is not of the zone */
	if (s.start % m->section_pages)
		ref_section(m, s.start)->flags |= REF_SECTION_DEVICE;
	if (s.end % m->section_pages)
		ref_section(m, s.end)->flags |= REF_SECTION_DEVICE;
	/* Only a section at an edge has memory as well */
	for (u32 n = 0; n < 2; n++)
		m->s->keeps[ref_section(m, n ? s.end - 1 : s.start) -
			    m->obs->section] |= REF_KEEPS_DEVICE;
	take(m, m->bytes, true);
	return 0;
}

static s32 do_unmap(struct ref_model *m)
{
	struct ref_span s = m->pages;

	m->obs->locked = 1;
	populate(m, &s, false);
	give_back(m);
	REF_ASSERTS(s.start == s.end, m->op.size);
	return 0;
}

static const struct { s32 (*run)(struct ref_model *m); } ops[REF_NR_OPS] = {
	[REF_OP_ADD] = { do_add },
	[REF_OP_ONLINE] = { do_state },
	[REF_OP_OFFLINE] = { do_state },
	[REF_OP_REMOVE] = { do_remove },
	[REF_OP_REGISTER] = { do_register },
	[REF_OP_UNREGISTER] = { do_unregister },
	[REF_OP_SET] = { do_set },
	[REF_OP_QUERY] = { do_query },
	[REF_OP_MAP] = { do_map },
	[REF_OP_UNMAP] = { do_unmap },
};

/*
 * Find the blocks that an operation names. Return: false if one does not
 * exist, so that no driver and no file in sysfs would ask for it.
 */
static bool find_blocks(struct ref_model *m)
{
	const struct ref_layout *l = m->l;
	u64 size = m->machine.block_size, id = m->op.start / size;
	u64 nr = m->op.size ? m->op.size / size : 1;
	u32 b = ref_lower(l->block, l->nr_blocks, id);
	bool found = !((m->op.start | m->op.size) & (size - 1)) &&
		b + nr <= l->nr_blocks && l->block[b + nr - 1] == id + nr - 1;

	REF_ASSERTS(m->op.kind < REF_NR_OPS, m->op.fault < REF_NR_FAULTS);
	m->nr = min(nr, REF_MAX_BLOCKS);
	if (b < l->nr_blocks)
		set_block(m, b);
	for (u32 n = 0; found && n < m->nr; n++)
		found = m->o[n].state != REF_BLOCK_ABSENT;
	return found;
}

/* What struct ref_op says no driver and no file in sysfs would ask for */
static bool reaches_kernel(struct ref_model *m)
{
	const struct ref_op *op = &m->op;
	const struct ref_taken *t = m->s->taken;
	u32 n = 0, maps = 0, mapped = 0;

	REF_ASSERTS(op->group <= REF_MAX_GROUPS, op->nid < REF_MAX_NODES);
	switch (op->kind) {
	case REF_OP_REGISTER:
		while (n < REF_MAX_GROUPS && m->obs->group[n].type)
			n++;
		return n < REF_MAX_GROUPS;
	case REF_OP_QUERY:
		while (n < m->l->nr_nodes && !m->obs->node[n].online)
			n++;
		return n < m->l->nr_nodes &&
			m->machine.node[op->nid] & REF_NODE_POSSIBLE &&
			(!op->group || m->obs->group[op->group - 1].type) &&
			m->bytes.end <= 1ull << m->geometry.phys_bits;
	case REF_OP_MAP:
	case REF_OP_UNMAP:
		for (; t < m->s->taken + m->s->nr_taken; t++) {
			maps += t->device;
			mapped += t->device && !memcmp(&t->bytes, &m->bytes,
						       sizeof(m->bytes));
		}
		return op->kind == REF_OP_UNMAP ? mapped :
			m->obs->node[op->nid].online && maps < REF_MAX_MAPS &&
			!((op->start | op->size) & ((1ull << m->shift) - 1));
	case REF_OP_SET:
	case REF_OP_UNREGISTER:
		return true;
	default:
		return find_blocks(m) || op->kind == REF_OP_ADD;
	}
}

/* Do the operation on a state, with quirks taking part */
static void run_op(struct ref_model *m, struct ref_state *s, u64 quirks)
{
	const struct ref_op *op = &m->op;

	m->s = s;
	m->obs = &s->obs;
	m->quirks = quirks;
	m->fired = 0;
	m->nr = 0;
	m->fault = m->profile.faults >> op->fault & 1 ? op->fault : 0;
	m->bytes = span(op->start, op->start + op->size);
	m->pages = span(m->bytes.start >> m->shift, m->bytes.end >> m->shift);
	memset(&s->obs, 0, offsetof(struct ref_obs, group));
	s->obs.chosen = REF_ZONE_NONE;
	s->obs.fired = m->alloc_failed;
	if (reaches_kernel(m)) {
		s->obs.err = ops[op->kind].run(m);
		if (op->kind != REF_OP_QUERY)
			ref_show_valid(m);
	} else {
		s->obs.err = -ENODEV;
		s->obs.outcome = REF_REFUSED;
	}
	ref_show_left(m);
	REF_ASSERTS(s->obs.err <= 0, !(m->fired & ~quirks));
}

/*
 * Do the operation on a copy of the state that is shown; it may be shown then.
 * Of what is many only as much is copied as is in use.
 */
static void try(struct ref_model *m, const struct ref_op *op, bool alloc_failed)
{
	struct ref_obs *to = &m->spare->obs, *from = &m->shown->obs;
	const struct ref_layout *l = m->l;

	REF_ASSERTS(to != from, op->kind < REF_NR_OPS);
	memcpy(m->spare, m->shown, offsetof(struct ref_state, obs.node));
	memcpy(to->node, from->node, l->nr_nodes * sizeof(to->node[0]));
	memcpy(to->block, from->block, l->nr_blocks * sizeof(to->block[0]));
	memcpy(to->section, from->section,
	       l->nr_sections * sizeof(to->section[0]));
	memcpy(to->link, from->link, l->nr_watch * sizeof(to->link[0]));
	memcpy(m->spare->taken, m->shown->taken,
	       m->shown->nr_taken * sizeof(m->shown->taken[0]));
	m->op = *op;
	m->alloc_failed = alloc_failed;
	run_op(m, m->spare, m->profile.quirks);
}

u64 ref_model_stops(struct ref_model *m, const struct ref_op *op)
{
	REF_ASSERTS(m->shown != m->spare, !op || op->kind < REF_NR_OPS);
	if (op)
		try(m, op, false);
	return m->fired & REF_STOPS;
}

void ref_model_apply(struct ref_model *m, const struct ref_op *op, bool failed)
{
	struct ref_state *before = m->shown;

	REF_ASSERTS(!failed || op->fault == REF_FAULT_ALLOC, before);
	if (failed || memcmp(&m->op, op, sizeof(*op)))
		try(m, op, failed);
	m->shown = m->spare;
	m->spare = before;
	m->facts = (struct ref_facts){ m->l, &m->shown->obs, &m->shown->obs,
		m->fired, m->shown->contiguous, m->shown->memory };
	if (m->fired & ~REF_ABOUT_CONTIGUOUS) {
		run_op(m, before, 0);
		m->facts.right = &before->obs;
	}
	m->op.kind = REF_NR_OPS;
}

const struct ref_facts *ref_model_facts(const struct ref_model *m)
{
	REF_ASSERTS(m->facts.layout, m->facts.shown);
	return &m->facts;
}
