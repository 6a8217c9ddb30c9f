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

/**
 * struct run - one operation on the way
 * @s: the state
 * @obs: the observation in it
 * @o: a block, at first the first
 * @b: the number of that
 * @nr: number of blocks
 * @pages: of the block
 * @nid: its node
 * @fault: what is injected, if the kernel offers it
 * @key: zone that a block joins or leaves
 * @node: the node of that
 * @zone: the zone
 * @found: online pages of the zone when the block has left it
 * @alloc_failed: one of its allocations fails: the first of an add is for the
 *	resource, then come the counters of a new node, then blocks
 */
struct run {
	struct ref_model *m;
	struct ref_state *s;
	struct ref_obs *obs;
	const struct ref_op *op;
	struct ref_obs_block *o;
	u32 b, nr, fault, nid, key;
	struct ref_span pages;
	struct ref_obs_node *node;
	struct ref_obs_zone *zone;
	struct ref_found found;
	bool alloc_failed;
};

/* The fault is met on occasion @n */
static bool hit(struct run *r, u32 fault, u32 n)
{
	bool is = r->fault == fault && r->op->fault_nr == n;

	REF_ASSERT(fault < REF_NR_FAULTS);
	REF_ASSERT(r->op->kind == REF_OP_ADD || r->op->kind == REF_OP_MAP);
	r->obs->fired |= is;
	return is;
}

static void warn_once(const struct run *r, enum ref_warned what)
{
	REF_ASSERTS(what, !(what & (what - 1)));
	r->obs->warns += !(r->s->warned & what);
	r->s->warned |= what;
}

/* Write a zone's span, and its node's: what its zones span, but empty ones */
static void set_span(struct run *r, struct ref_span s)
{
	struct ref_span all = { REF_NO_PFN, 0 };

	REF_ASSERT(s.start < s.end || !(s.start | s.end));
	r->zone->start = s.start;
	r->zone->spanned = s.end - s.start;
	for (u32 z = 0; z < REF_NR_ZONES; z++) {
		s = ref_zone_span(&r->node->zone[z]);
		if (!s.end)
			continue;
		all.start = ref_min(all.start, s.start);
		all.end = ref_max(all.end, s.end);
	}
	r->node->start = all.end ? all.start : 0;
	r->node->spanned = all.end - r->node->start;
	REF_ASSERT(r->node->start <= all.end);
}

/* Pages that the memmap of a block takes if it lies on them */
static u64 memmap_pages(const struct ref_model *m)
{
	u64 page = 1ull << m->shift;
	u64 pages = ref_up(m->block_pages * 64, page) >> m->shift;

	REF_ASSERTS(pages, m->machine.memmap_on_memory <= REF_MEMMAP_FORCE);
	return m->machine.memmap_on_memory == REF_MEMMAP_FORCE ?
		ref_up(pages, m->pageblock_pages) : pages;
}

/*
 * Do the blocks of an add hold their own memmap? If that is asked for, and in
 * whole pageblocks. Quirk: only a block that is added alone, never by force.
 */
static bool holds_memmap(struct run *r)
{
	struct ref_model *m = r->m;
	u64 pages = memmap_pages(m), unit = 1ull << m->geometry.memmap_shift;
	u32 how = m->machine.memmap_on_memory;

	REF_ASSERTS(r->op->kind == REF_OP_ADD, unit >> m->shift);
	if (!how || !(r->op->flags & REF_OP_MEMMAP_ON_MEMORY) ||
	    m->block_pages * 64 & (unit - 1) || pages >= m->block_pages ||
	    pages & (m->pageblock_pages - 1))
		return false;
	if (how == REF_MEMMAP_ON_MEMORY && r->nr == 1)
		return true;
	REF_FIRE(m, ALTMAP_ALONE);
	return !REF_HAS(m, ALTMAP_ALONE);
}

/*
 * What the zone spans when the block has left it: an edge at which the block
 * lay moves in to the zone's memory, the other stays, and no memory is left
 * outside. Quirks: one edge only, the start first, found by looking at one pfn
 * of each subsection; downward past pfn 0 for ever, also in a block that is
 * all of the zone and holds its memmap, which leaves last. (shrink_zone_span)
 */
static struct ref_span shrunk(struct run *r)
{
	struct ref_span s = ref_zone_span(r->zone), right = s, got = s;
	bool low = s.start == r->pages.start, high = s.end == r->pages.end;
	bool down = high && (!low || (r->s->holds[r->b] &&
			memmap_pages(r->m) < r->m->section_pages));
	struct ref_found *f = &r->found;

	*f = ref_find(r->m, r->key, low ? ref_span(r->pages.end, s.end) :
		      ref_span(s.start, r->pages.start));
	REF_ASSERT(f->memory.start <= f->memory.end);
	if (low || f->memory.start < s.start)
		right.start = f->rounded.start;
	if (high || f->memory.end > s.end)
		right.end = f->rounded.end;
	if (!f->memory.end)
		right = f->memory;
	if (low)
		got.start = f->first;
	else if (high)
		got.end = f->last;
	if (low ? f->first == REF_NO_PFN : high && !f->last)
		got = ref_span(0, 0);
	if (down && !f->last && s.start < r->m->sub_pages)
		REF_FIRE(r->m, SPAN_WRAPS);
	if (got.start != right.start || got.end != right.end)
		REF_FIRE(r->m, SPAN_SAMPLES);
	REF_ASSERT(right.start <= right.end);
	return REF_HAS(r->m, SPAN_SAMPLES) ? got : right;
}

/* Work on a block; what its node is without NUMA */
static void set_block(struct run *r, u32 b)
{
	REF_ASSERTS(b < r->m->nr_blocks, r->obs);
	r->b = b;
	r->o = &r->obs->block[b];
	r->pages = r->m->block[b].pages;
	r->nid = r->o->nid < 0 ? 0 : (u32)r->o->nid;
}

/* Pages go to a zone, or leave it (init_currently_empty_zone) */
static void set_zone(struct run *r, u32 z)
{
	REF_ASSERTS(r->nid < r->m->nr_nodes, z < REF_NR_ZONES);
	r->key = REF_KEY(r->nid, z);
	r->node = &r->obs->node[r->nid];
	r->zone = &r->node->zone[z];
	r->node->nr_zones = (u8)ref_max(r->node->nr_zones, z + 1);
	r->zone->initialized = 1;
}

/*
 * Present pages of the zone, its node and the block's group change, and with
 * them what the node has. Quirks: kernels that count less than there is take
 * a node without kernel pages for one that has some, or the reverse.
 */
static void count_present(struct run *r, bool online)
{
	bool movable = r->key % REF_NR_ZONES == REF_ZONE_MOVABLE;
	u64 pages = r->m->block_pages, *all = &r->node->present;
	u64 kernel = *all - r->node->zone[REF_ZONE_MOVABLE].present;
	struct ref_obs_group *g = ref_group(r->obs, r->o->group);

	REF_ASSERTS(r->o->group <= REF_MAX_GROUPS, pages);
	if (r->m->numa && (online || *all <= pages))
		r->node->memory = online;
	if (!movable && !online && kernel < pages)
		REF_FIRE(r->m, NORMAL_MEMORY_SUM);
	if (r->m->numa && !movable &&
	    (online || kernel == pages ||
	     (kernel < pages && !REF_HAS(r->m, NORMAL_MEMORY_SUM))))
		r->node->normal_memory = online;
	pages = online ? pages : -pages;
	r->zone->present += pages;
	*all += pages;
	if (r->obs->section[r->b * r->m->each].flags & REF_SECTION_EARLY)
		r->zone->present_early += pages;
	if (r->o->group)
		*(movable ? &g->movable : &g->kernel) += pages;
}

/* The whole block comes online in the zone, or leaves it: sections, links */
static void set_online(struct run *r, bool online)
{
	struct ref_obs_section *o = &r->obs->section[r->b * r->m->each];
	const struct ref_block *blk = &r->m->block[r->b];
	u32 z = r->key % REF_NR_ZONES;

	REF_ASSERTS(o->flags & REF_SECTION_PRESENT,
		    online == !(o->flags & REF_SECTION_ONLINE));
	r->o->state = online ? REF_BLOCK_ONLINE : REF_BLOCK_OFFLINE;
	r->o->zone = online ? (u8)z : REF_ZONE_NONE;
	r->s->own[r->b] = (u8)r->key;
	r->s->split[r->b] = false;
	for (u32 n = 0; n < r->m->each; n++)
		o[n].flags ^= REF_SECTION_ONLINE;
	for (u32 w = blk->watch; w < blk->watch + blk->nr_watch; w++)
		r->obs->link[w] = online ? REF_LINK(r->nid, z) :
			REF_LINK_OFFLINE;
	count_present(r, online);
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

/* Is the first or last page of a block of another zone than the block? */
static bool ends_elsewhere(const struct run *r)
{
	u32 nr, key = REF_KEY(r->nid, r->o->zone);
	const struct ref_piece *p = ref_pieces(r->m, r->b, &nr);

	REF_ASSERTS(nr > 0, r->o->zone < REF_NR_ZONES);
	return p[0].key != key || p[nr - 1].key != key;
}

/*
 * Why a block cannot go online or offline, 0: it can. A node's notifiers are
 * asked only about its first and last memory; pages of CMA stay. Quirk: a
 * page that two regions share is System RAM, but no memory; at the block's end
 * it may name another zone, of which the kernel warns once.
 */
static s32 state_error(const struct run *r, bool online)
{
	const struct ref_obs_node *node = &r->obs->node[r->nid];
	u32 wanted = online ? REF_BLOCK_OFFLINE : REF_BLOCK_ONLINE;
	bool split = r->s->split[r->b] && !online;

	REF_ASSERTS(r->nid < r->m->nr_nodes, r->fault < REF_NR_FAULTS);
	if (r->o->state != wanted ||
	    (!online && (r->o->zone == REF_ZONE_NONE || !r->s->full[r->b])))
		return -EINVAL;
	if (split)
		REF_FIRE(r->m, OFFLINE_SPLIT_PAGE);
	if (split && !REF_HAS(r->m, OFFLINE_SPLIT_PAGE))
		return -EINVAL;
	if (split && ends_elsewhere(r)) {
		warn_once(r, REF_WARNED_SPLIT);
		return -EINVAL;
	}
	if (r->fault == REF_FAULT_NODE_NOTIFY &&
	    (online ? node->memory : node->present > r->m->block_pages))
		return 0;
	return -faults[r->fault][!online];
}

/*
 * The block comes online, or goes offline. It joins the zone before it is
 * online (move_pfn_range_to_zone), and leaves it when that fails, or when it
 * has gone offline (remove_pfn_range_from_zone).
 */
static s32 set_state(struct run *r, u32 type, bool online)
{
	struct ref_model *m = r->m;
	s32 err;

	set_block(r, r->b);
	err = state_error(r, online);
	REF_ASSERTS(err <= 0, type < REF_NR_ONLINE);
	r->obs->locked |= err != -EINVAL ||
		(r->o->zone != REF_ZONE_NONE && !online);
	r->obs->fired |= err && err != -EINVAL;
	if (err && (!online || err == -EINVAL || r->fault == REF_FAULT_PREPARE))
		return err;
	set_zone(r, online ? ref_choose_zone(m, type, r->nid, r->o->group,
					     r->pages) : r->o->zone);
	if (online)
		set_span(r, ref_grow(ref_zone_span(r->zone), r->pages));
	if (!err)
		set_online(r, online);
	if (online && !err) {
		r->s->memory[r->key] = ref_grow(r->s->memory[r->key],
						r->pages);
		ref_zone_settle(m, r->key, !REF_HAS(m, CONTIGUOUS_HISTORY));
		return 0;
	}
	set_span(r, shrunk(r));
	r->s->memory[r->key] = r->found.memory;
	ref_zone_settle(m, r->key, true);
	return err;
}

static s32 do_state(struct run *r)
{
	REF_ASSERTS(r->nr == 1, r->o->state != REF_BLOCK_ABSENT);
	return set_state(r, r->op->online, r->op->kind == REF_OP_ONLINE);
}

/*
 * A node goes offline although it has memory, or comes back: so do its links.
 * Quirk: those to it stay, those from it stay away.
 */
static void set_links(struct run *r, u32 node, bool online)
{
	REF_ASSERTS(node && !(node & (node - 1)), r->m->numa);
	for (u32 b = 0; b < r->m->nr_blocks; b++) {
		struct ref_obs_block *o = &r->obs->block[b];

		if (!(o->nodes & node))
			continue;
		REF_FIRE(r->m, NODE_FORGETS);
		o->links = (u8)(o->links & ~node);
		if (REF_HAS(r->m, NODE_FORGETS))
			continue;
		o->links = (u8)(o->links | (online ? node : 0));
		o->nodes = (u8)(o->nodes & ~(online ? 0 : node));
	}
}

/*
 * The addresses of a range are free again if it lies in one resource. If not,
 * all stays taken. (release_mem_region_adjustable)
 */
static void give_back(struct run *r)
{
	u16 *taken = &r->s->taken[r->b];

	REF_ASSERTS(r->nr > 0, r->b + r->nr <= r->m->nr_blocks);
	for (u32 n = 1; n < r->nr; n++)
		if (taken[n] != taken[0])
			return;
	memset(taken, 0, r->nr * sizeof(*taken));
}

/*
 * Blocks are removed together if all hold their memmap, or none does. Quirk:
 * not even then; but there is no warning. (memory_blocks_have_altmaps)
 */
static bool is_mixed(struct run *r)
{
	u32 holds = 0;

	REF_ASSERTS(r->nr > 0, r->b + r->nr <= r->m->nr_blocks);
	for (u32 n = 0; n < r->nr; n++)
		holds += r->s->holds[r->b + n];
	if (!holds || r->nr == 1)
		return false;
	REF_FIRE(r->m, ALTMAP_ALONE);
	if (REF_HAS(r->m, ALTMAP_ALONE) || holds == r->nr)
		return REF_HAS(r->m, ALTMAP_ALONE);
	r->obs->locked = 1;
	warn_once(r, REF_WARNED_MIXED);
	return true;
}

/*
 * Nodes that lose a block and have no span, block and CPU any more go offline.
 * Quirk: kernels look at the node of the last block alone. (try_remove_memory)
 */
static s32 do_remove(struct run *r)
{
	struct ref_model *m = r->m;
	struct ref_obs *obs = r->obs;
	u32 empty = 0, last = 0;

	REF_ASSERTS(r->nr > 0, r->b + r->nr <= m->nr_blocks);
	for (u32 n = 0; n < r->nr; n++)
		if (r->o[n].state != REF_BLOCK_OFFLINE)
			return -EBUSY;
	if (is_mixed(r))
		return -EINVAL;
	obs->locked = 1;
	memset(r->s->holds + r->b, 0, r->nr);
	for (u32 n = 0; n < r->nr; n++) {
		last = m->numa ? 1u << r->o[n].nid : 0;
		empty |= last;
		r->o[n] = REF_NO_BLOCK;
	}
	give_back(r);
	memset(&obs->section[r->b * m->each], 0,
	       r->nr * m->each * sizeof(obs->section[0]));
	for (u32 b = 0; b < m->nr_blocks; b++)
		if (obs->block[b].nid >= 0)
			empty &= ~(1u << obs->block[b].nid);
	for (u32 nid = 0; nid < m->nr_nodes; nid++)
		if (obs->node[nid].spanned || !obs->node[nid].online ||
		    m->machine.node[nid] & REF_NODE_CPU)
			empty &= ~(1u << nid);
	if (empty & ~last)
		REF_FIRE(m, REMOVE_ONE_NODE);
	empty &= REF_HAS(m, REMOVE_ONE_NODE) ? last : empty;
	for (; empty; empty &= empty - 1) {
		obs->node[__builtin_ctz(empty)].online = 0;
		obs->node[__builtin_ctz(empty)].device = 0;
		set_links(r, empty & -empty, false);
	}
	return 0;
}

/* Is any of the range taken? In bytes, since regions need not be whole */
static bool is_taken(const struct run *r)
{
	const struct ref_machine *m = &r->m->machine;
	struct ref_span all = ref_span(r->op->start,
				       r->op->start + r->op->size);
	bool taken = false;

	REF_ASSERTS(all.start < all.end, m->nr_regions <= REF_MAX_REGIONS);
	for (u32 n = 0; n < REF_MAX_MAPS; n++)
		taken |= ref_meets(r->s->map[n], all);
	for (u32 b = 0; b < r->m->nr_blocks; b++) {
		u64 at = r->m->block[b].pages.start << r->m->shift;
		struct ref_span s = ref_cut(all, ref_span(at, at +
							  m->block_size));
		bool boot = r->s->taken[b] && r->s->taken[b] < REF_TAKEN_ADD;

		taken |= r->s->taken[b] >= REF_TAKEN_ADD && s.start < s.end;
		for (u32 n = 0; boot && n < m->nr_regions; n++)
			taken |= ref_meets(s, ref_span(m->region[n].start,
						       m->region[n].end));
	}
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
static bool fails_memmap(const struct run *r, u64 pfn, u32 at)
{
	u64 all = r->m->section_pages, per = all << (r->m->shift - 4);
	u64 part = r->op->start / r->m->machine.block_size + r->op->fault_nr;
	struct ref_span s = { pfn, pfn + all };
	struct ref_span table = { ref_down(pfn, per),
				  ref_down(pfn, per) + per };
	bool boot = false, there = false;

	REF_ASSERTS(r->fault == REF_FAULT_MEMMAP, !(pfn & (all - 1)));
	for (u32 n = 0; n < r->m->nr_pieces; n++) {
		const struct ref_piece *p = &r->m->piece[n];

		boot |= p->memory && ref_meets(p->pages, s);
		there |= p->memory && ref_meets(p->pages, table);
	}
	for (u32 b = 0; b < r->m->nr_blocks; b++)
		there |= r->s->listed[b] && ref_meets(r->m->block[b].pages,
						      table);
	r->s->listed[at] |= part % 3 == 1;
	return part % 3 == 2 || (part % 3 ? boot : there);
}

/*
 * Subsections of @pages are populated (@add), section by section, until one
 * fails, or are not any more; a section without any is gone. What a part of a
 * section of boot needs is there. Return: number of sections that were done;
 * @err: why not all. Without vmemmap nobody knows of subsections.
 */
static u32 populate(struct run *r, struct ref_span pages, bool add, s32 *err)
{
	u64 all = r->m->section_pages, sub = r->m->sub_pages, next;
	struct ref_obs_section *o = ref_section(r->m, pages.start);
	u32 n, needs = 0;
	u64 none = r->m->vmemmap ? 0 : ~0ull;

	REF_ASSERTS(!((pages.start | pages.end) & (sub - 1)), !*err);
	for (n = 0; pages.start < pages.end; n++, o++, pages.start = next) {
		u64 from = pages.start % all / sub & ~none, to;
		bool part = pages.end - pages.start < all || from;
		u32 at = (u32)(o - r->obs->section) / r->m->each;

		next = ref_min(ref_down(pages.start, all) + all, pages.end);
		to = next - ref_down(pages.start, all);
		to = ref_up(to, sub) / sub & ~none;
		if (add && sub_bits(o, from, to, -1))
			*err = -EEXIST;
		else if (add && !(part && o->flags & REF_SECTION_EARLY) &&
			 hit(r, REF_FAULT_MEMMAP, needs++))
			*err = -ENOMEM;
		if (*err == -ENOMEM && !r->m->vmemmap &&
		    fails_memmap(r, pages.start, at))
			REF_FIRE(r->m, FREES_GARBAGE);
		if (*err)
			return n;
		r->s->listed[at] |= add;
		sub_bits(o, from, to, add);
		if (add)
			o->flags |= REF_SECTION_ADDED;
		else if (!sub_bits(o, 0, REF_SUBMAP_WORDS * 64, -1))
			o->flags = 0;
	}
	return n;
}

/*
 * Sections, then blocks, all or none; where blocks hold their own memmap one
 * after the other. 0, or why not. Quirks: sections before the one that fails
 * stay, and if they hold their memmap there is a warning.
 */
static s32 add_blocks(struct run *r)
{
	struct ref_model *m = r->m;
	struct ref_span s = r->pages;
	s32 err = 0, no = 0;
	u32 n, stay;

	s.end = s.start + r->nr * m->block_pages;
	n = populate(r, s, true, &err);
	stay = err ? (holds_memmap(r) ? n % m->each : n) : 0;
	if (!err && r->alloc_failed)
		err = -ENOMEM;
	else if (!err && r->op->fault_nr < r->nr &&
		 hit(r, REF_FAULT_BLOCK_DEVICE, r->op->fault_nr))
		err = -EEXIST;
	if (stay)
		REF_FIRE(m, ADD_LEAVES_SECTIONS);
	if (REF_HAS(m, ADD_LEAVES_SECTIONS)) {
		n -= stay;
		if (stay && holds_memmap(r))
			REF_FIRE(m, ALTMAP_LEFT);
		if (stay && holds_memmap(r) && REF_HAS(m, ALTMAP_LEFT))
			warn_once(r, REF_WARNED_LEFT);
	}
	s.end = s.start + n * m->section_pages;
	if (err)
		populate(r, s, false, &no);
	REF_ASSERTS(stay <= r->nr * m->each, !no);
	return err;
}

/* The blocks are there, and come online one after the other, if they are to */
static void bring_blocks(struct run *r, u32 nid)
{
	static const u8 types[REF_NR_AUTO] = {
		[REF_AUTO_ONLINE] = REF_ONLINE_DEFAULT,
		[REF_AUTO_KERNEL] = REF_ONLINE_KERNEL,
		[REF_AUTO_MOVABLE] = REF_ONLINE_MOVABLE,
	};
	u32 policy = r->s->params.value[REF_PARAM_AUTO], last = r->b + r->nr;
	u8 link = (u8)(r->m->numa << nid);
	bool holds = holds_memmap(r);
	s32 err = policy == REF_AUTO_OFFLINE;

	REF_ASSERTS(nid < r->m->nr_nodes, policy < REF_NR_AUTO);
	r->s->adds++;
	for (u32 b = r->b; b < last; b++) {
		struct ref_obs_block *o = &r->obs->block[b];

		r->s->taken[b] = (u16)(REF_TAKEN_ADD + r->s->adds);
		r->s->full[b] = true;
		*o = REF_NO_BLOCK;
		o->state = REF_BLOCK_OFFLINE;
		if (!r->m->numa)
			REF_FIRE(r->m, ADD_NAMES_NO_NODE);
		o->nid = REF_HAS(r->m, ADD_NAMES_NO_NODE) && !r->m->numa ? -1 :
			(s8)nid;
		o->group = r->op->group;
		o->nodes = link;
		o->links = link;
		r->s->holds[b] = holds;
	}
	for (; !err && r->b < last; r->b++)
		err = set_state(r, types[policy], true);
}

/* Quirk: a node comes back without memory (free_area_init_core_hotplug) */
static void come_back(struct run *r, u32 nid)
{
	struct ref_obs_node *node = &r->obs->node[nid];
	u64 keep = node->present && REF_HAS(r->m, NODE_FORGETS) ? 0 : ~0ull;

	REF_ASSERTS(!node->online, nid < r->m->nr_nodes);
	if (node->present)
		REF_FIRE(r->m, NODE_FORGETS);
	set_links(r, 1u << nid, true);
	node->present &= keep;
	for (u32 z = 0; z < REF_NR_ZONES; z++)
		node->zone[z].present &= keep;
}

static s32 do_add(struct run *r)
{
	struct ref_model *m = r->m;
	struct ref_obs *obs = r->obs;
	const struct ref_obs_group *g = ref_group(obs, r->op->group);
	u32 nid = r->op->group ? g->nid : r->op->nid;
	struct ref_obs_node *node = &obs->node[nid];
	u64 end = r->op->start + r->op->size;
	bool taken = is_taken(r), back = !node->online;
	s32 err = 0;

	REF_ASSERTS(nid < m->nr_nodes, !back || !node->spanned);
	if (end > 1ull << m->geometry.phys_bits)
		return -E2BIG;
	if (r->alloc_failed && !r->op->fault_nr && !taken) {
		REF_FIRE(m, ALLOC_EEXIST);
		return REF_HAS(m, ALLOC_EEXIST) ? -EEXIST : -ENOMEM;
	}
	if (taken || (r->op->start | end) & (m->machine.block_size - 1) ||
	    (r->op->group && !g->type))
		return taken ? -EEXIST : -EINVAL;
	obs->warns = !(m->machine.node[nid] & REF_NODE_POSSIBLE);
	if (obs->warns)
		return -EINVAL;
	obs->locked = 1;
	if (back && r->alloc_failed && r->op->fault_nr == 1 &&
	    !(r->s->counted >> nid & 1))
		return -ENOMEM;
	if (back) {
		r->s->counted |= 1u << nid;
		node->nr_zones = 0;
		obs->warns = hit(r, REF_FAULT_NODE_DEVICE, 0);
		err = obs->warns ? -EEXIST : 0;
		come_back(r, nid);
	}
	err = err ? err : add_blocks(r);
	node->online |= !err;
	node->device |= !err && m->numa;
	if (!err)
		bring_blocks(r, nid);
	REF_ASSERT(node->online || err);
	return err;
}

/* A driver registers a memory group (memory_group_register_static) */
static s32 do_register(struct run *r)
{
	struct ref_obs_group *g = r->obs->group;
	u64 pages = r->op->size >> r->m->shift;
	bool dynamic = r->op->flags & REF_OP_DYNAMIC;

	if (!pages || (dynamic && (pages & (pages - 1) ||
				   pages < r->m->block_pages)) ||
	    !(r->m->machine.node[r->op->nid] & REF_NODE_POSSIBLE))
		return -EINVAL;
	if (r->alloc_failed)
		return -ENOMEM;
	while (g->type)
		g++;
	REF_ASSERTS(g < r->obs->group + REF_MAX_GROUPS, pages);
	*g = (struct ref_obs_group){ .size = pages, .nid = r->op->nid,
		.type = dynamic ? REF_GROUP_DYNAMIC : REF_GROUP_STATIC };
	return 0;
}

static s32 do_unregister(struct run *r)
{
	struct ref_obs_group *g = ref_group(r->obs, r->op->group);

	REF_ASSERTS(r->op->group, r->op->group <= REF_MAX_GROUPS);
	if (!g->type)
		return -EINVAL;
	for (u32 b = 0; b < r->m->nr_blocks; b++)
		if (r->obs->block[b].group == r->op->group)
			return -EBUSY;
	*g = (struct ref_obs_group){ 0 };
	return 0;
}

static s32 do_set(struct run *r)
{
	REF_ASSERTS(r->op->param < REF_NR_PARAMS, r->op->kind == REF_OP_SET);
	r->s->params.value[r->op->param] = r->op->value;
	return 0;
}

static s32 do_query(struct run *r)
{
	u64 start = r->op->start >> r->m->shift;
	u64 end = start + (r->op->size >> r->m->shift);

	REF_ASSERTS(start < end, r->op->nid < r->m->nr_nodes);
	r->obs->chosen = (u8)ref_choose_zone(r->m, r->op->online, r->op->nid,
					     r->op->group,
					     ref_span(start, end));
	return 0;
}

/* Where in the list of what is mapped these bytes stand; NULL: nowhere */
static struct ref_span *find_map(struct run *r, u64 start, u64 size)
{
	struct ref_span *map = r->s->map, *end = map + REF_MAX_MAPS;

	REF_ASSERTS(start <= start + size, map < end);
	while (map < end && (map->start != start || map->end != start + size))
		map++;
	return map < end ? map : NULL;
}

/* Where an edge lies in a section, some of it is not ZONE_DEVICE's */
static void taint(struct run *r, u64 pfn)
{
	REF_ASSERTS(r->m->vmemmap, !(pfn & (r->m->sub_pages - 1)));
	if (pfn % r->m->section_pages)
		ref_section(r->m, pfn)->flags |= REF_SECTION_DEVICE;
}

/*
 * Quirk: a map that fails leaves its first subsections. In a section that is
 * online their pages show, with the links that boot gave them.
 */
static void leave(struct run *r, struct ref_span s)
{
	struct ref_model *m = r->m;
	const struct ref_layout *l = m->facts.layout;

	REF_ASSERTS(s.start < s.end, m->vmemmap);
	REF_FIRE(m, ADD_LEAVES_SECTIONS);
	r->s->left |= REF_HAS(m, ADD_LEAVES_SECTIONS);
	for (u32 n = 0; r->s->left && n < m->nr_pieces; n++) {
		struct ref_span cut = ref_cut(m->piece[n].pages, s);
		u32 w = ref_lower(l->watch, l->nr_watch, cut.start);

		for (; w < l->nr_watch && l->watch[w] < cut.end; w++)
			if (ref_section(m, l->watch[w])->flags &
			    REF_SECTION_ONLINE)
				r->obs->link[w] = ref_key_link(m->piece[n].key);
	}
}

/*
 * A driver has pages made for memory that is not RAM: whole subsections. The
 * zone only grows, and nothing of it is ever online. (memremap_pages)
 */
static s32 do_map(struct run *r)
{
	u64 from = r->op->start, to = from + r->op->size;
	struct ref_span s = ref_span(from >> r->m->shift, to >> r->m->shift);
	u64 all = r->m->section_pages, done;
	s32 err = 0, no = 0;

	REF_ASSERTS(from < to, find_map(r, 0, 0));
	if (is_taken(r))
		return -EBUSY;
	if (to > 1ull << r->m->geometry.phys_bits)
		return -EINVAL;
	if (r->alloc_failed)
		return -ENOMEM;
	r->obs->locked = 1;
	r->obs->warns = !!((s.start | s.end) & (r->m->sub_pages - 1));
	if (r->obs->warns)
		return -EINVAL;
	done = ref_down(s.start, all) + populate(r, s, true, &err) * all;
	if (err && done > s.start)
		leave(r, ref_span(s.start, done));
	s.end = err ? ref_max(done, s.start) : s.end;
	if (err && !REF_HAS(r->m, ADD_LEAVES_SECTIONS))
		populate(r, s, false, &no);
	if (err)
		return err;
	r->nid = r->op->nid;
	set_zone(r, REF_ZONE_DEVICE);
	set_span(r, ref_grow(ref_zone_span(r->zone), s));
	ref_zone_settle(r->m, r->key, true);
	taint(r, s.start);
	taint(r, s.end);
	*find_map(r, 0, 0) = ref_span(from, to);
	return 0;
}

static s32 do_unmap(struct run *r)
{
	struct ref_span *map = find_map(r, r->op->start, r->op->size);
	s32 err = 0;

	r->obs->locked = 1;
	populate(r, ref_span(map->start >> r->m->shift,
			     map->end >> r->m->shift), false, &err);
	*map = ref_span(0, 0);
	REF_ASSERTS(!err, r->op->size);
	return 0;
}

static const struct { s32 (*run)(struct run *r); } ops[REF_NR_OPS] = {
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
static bool find_blocks(struct run *r)
{
	const struct ref_layout *l = r->m->facts.layout;
	u64 size = r->m->machine.block_size, id = r->op->start / size;
	u64 nr = r->op->size ? r->op->size / size : 1;
	u32 b = ref_lower(l->block, l->nr_blocks, id);
	bool found = !((r->op->start | r->op->size) & (size - 1)) &&
		b + nr <= l->nr_blocks && l->block[b + nr - 1] == id + nr - 1;

	REF_ASSERTS(r->op->kind < REF_NR_OPS, r->op->fault < REF_NR_FAULTS);
	r->nr = (u32)ref_min(nr, REF_MAX_BLOCKS);
	if (b < l->nr_blocks)
		set_block(r, b);
	for (u32 n = 0; found && n < r->nr; n++)
		found = r->o[n].state != REF_BLOCK_ABSENT;
	return found;
}

/* What struct ref_op says no driver and no file in sysfs would ask for */
static bool reaches_kernel(struct run *r)
{
	const struct ref_op *op = r->op;
	u32 n = 0;

	REF_ASSERTS(op->group <= REF_MAX_GROUPS, op->nid < REF_MAX_NODES);
	r->fault = r->m->profile.faults >> op->fault & 1 ? op->fault : 0;
	switch (op->kind) {
	case REF_OP_REGISTER:
		while (n < REF_MAX_GROUPS && r->obs->group[n].type)
			n++;
		return n < REF_MAX_GROUPS;
	case REF_OP_QUERY:
		while (n < r->m->nr_nodes && !r->obs->node[n].online)
			n++;
		return n < r->m->nr_nodes &&
			r->m->machine.node[op->nid] & REF_NODE_POSSIBLE &&
			(!op->group || ref_group(r->obs, op->group)->type) &&
			op->start + op->size <=
			1ull << r->m->geometry.phys_bits;
	case REF_OP_MAP:
		return r->obs->node[op->nid].online && find_map(r, 0, 0) &&
			!((op->start | op->size) & ((1ull << r->m->shift) - 1));
	case REF_OP_UNMAP:
		return find_map(r, op->start, op->size);
	case REF_OP_SET:
	case REF_OP_UNREGISTER:
		return true;
	default:
		return find_blocks(r) || op->kind == REF_OP_ADD;
	}
}

/* Do the operation on a state; quirks that made a difference are in fired */
static void run_op(struct ref_model *m, struct ref_state *s, u64 quirks,
		   const struct ref_op *op, bool alloc_failed)
{
	struct run r = { .m = m, .s = s, .obs = &s->obs, .op = op,
			 .alloc_failed = alloc_failed };

	ref_use_state(m, s, quirks);
	memset(&s->obs, 0, offsetof(struct ref_obs, group));
	s->obs.chosen = REF_ZONE_NONE;
	s->obs.fired = alloc_failed;
	if (reaches_kernel(&r)) {
		s->obs.err = ops[op->kind].run(&r);
		if (op->kind != REF_OP_QUERY)
			ref_show_valid(m);
	} else {
		s->obs.err = -ENODEV;
		s->obs.outcome = REF_REFUSED;
	}
	REF_ASSERT(s->obs.err <= 0);
	REF_ASSERT(!(m->facts.fired & ~m->profile.quirks));
}

/* Copy one state to the other; of what is many, as much as is in use */
static void copy_state(const struct ref_model *m, struct ref_state *to,
		       const struct ref_state *from)
{
	const struct ref_layout *l = m->facts.layout;

	REF_ASSERTS(to != from, m->nr_blocks == l->nr_blocks);
	memcpy(to, from, offsetof(struct ref_state, obs.node));
	memcpy(to->obs.node, from->obs.node,
	       m->nr_nodes * sizeof(to->obs.node[0]));
	memcpy(to->obs.block, from->obs.block,
	       m->nr_blocks * sizeof(to->obs.block[0]));
	memcpy(to->obs.section, from->obs.section,
	       l->nr_sections * sizeof(to->obs.section[0]));
	memcpy(to->obs.link, from->obs.link, l->nr_watch * sizeof(u16));
	REF_ASSERT(to->contiguous == from->contiguous);
}

/* Do the operation on the state that is not shown; it may be shown then */
static void try(struct ref_model *m, const struct ref_op *op, bool alloc_failed)
{
	u64 fired = m->facts.fired;

	REF_ASSERTS(m->s == m->shown, m->spare != m->shown);
	m->facts.fired = 0;
	copy_state(m, m->spare, m->shown);
	run_op(m, m->spare, m->profile.quirks, op, alloc_failed);
	m->tried = *op;
	m->tried_fired = m->facts.fired;
	m->facts.fired = fired;
	ref_use_state(m, m->shown, 0);
}

/* Only a block that leaves its zone can hang, or what fails */
u64 ref_model_stops(struct ref_model *m, const struct ref_op *op)
{
	u64 hangs = REF_Q(SPAN_WRAPS) | REF_Q(FREES_GARBAGE);

	REF_ASSERT(m->s == m->shown);
	REF_ASSERT(!op || op->kind < REF_NR_OPS);
	if (!op)
		return m->facts.fired & (REF_Q(BOOT_LOSES_PAGE) |
					 REF_Q(BOOT_READS_FREED));
	if (!(m->profile.quirks & hangs) ||
	    (op->kind != REF_OP_OFFLINE && op->fault == REF_FAULT_NONE))
		return 0;
	try(m, op, false);
	return m->tried_fired & hangs;
}

void ref_model_apply(struct ref_model *model, const struct ref_op *op,
		     bool alloc_failed)
{
	struct ref_state *before = model->shown;
	struct ref_facts *facts = &model->facts;

	REF_ASSERT(!alloc_failed || op->fault == REF_FAULT_ALLOC);
	REF_ASSERT(model->s == before);
	if (alloc_failed || memcmp(&model->tried, op, sizeof(*op)))
		try(model, op, alloc_failed);
	model->tried.kind = REF_NR_OPS;
	model->shown = model->spare;
	model->spare = before;
	facts->fired = model->tried_fired;
	facts->shown = &model->shown->obs;
	facts->right = facts->shown;
	facts->contiguous = model->shown->contiguous;
	facts->memory = model->shown->memory;
	if (facts->fired & ~REF_ABOUT_CONTIGUOUS) {
		run_op(model, before, 0, op, alloc_failed);
		facts->right = &before->obs;
	}
	ref_use_state(model, model->shown, 0);
}

const struct ref_facts *ref_model_facts(const struct ref_model *model)
{
	REF_ASSERT(model->facts.layout);
	REF_ASSERT(model->s == model->shown);
	return &model->facts;
}
