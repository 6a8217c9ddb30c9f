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
 * @o: its first block
 * @b: the number of that
 * @nr: number of blocks
 * @pages: of the first block
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
	u32 b, nr, fault, key;
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

/*
 * What the zone spans when the block has left it: an edge at which the block
 * lay moves in to the zone's memory, the other stays, and no memory is left
 * outside. Quirks: one edge only, the start first, found by looking at one pfn
 * of each subsection; downward past pfn 0 for ever. (shrink_zone_span)
 */
static struct ref_span shrunk(struct run *r)
{
	struct ref_span s = ref_zone_span(r->zone), right = s, got = s;
	bool low = s.start == r->pages.start, high = s.end == r->pages.end;
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
	if (high && !low && !f->last && s.start < r->m->sub_pages)
		REF_FIRE(r->m, SPAN_WRAPS);
	if (got.start != right.start || got.end != right.end)
		REF_FIRE(r->m, SPAN_SAMPLES);
	REF_ASSERT(right.start <= right.end);
	return REF_HAS(r->m, SPAN_SAMPLES) ? got : right;
}

static void set_zone(struct run *r, u32 nid, u32 z)
{
	REF_ASSERT(nid < r->m->nr_nodes);
	REF_ASSERT(z < REF_NR_ZONES);
	r->key = REF_KEY(nid, z);
	r->node = &r->obs->node[nid];
	r->zone = &r->node->zone[z];
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
	struct ref_obs_group *g = &r->obs->group[r->o->group -
							 !!r->o->group];

	REF_ASSERT(r->o->group <= REF_MAX_GROUPS);
	if (online || *all <= pages)
		r->node->memory = online;
	if (!movable && (online || (REF_HAS(r->m, NORMAL_MEMORY_SUM) ?
				    kernel == pages : kernel <= pages)))
		r->node->normal_memory = online;
	if (!movable && !online && kernel < pages)
		REF_FIRE(r->m, NORMAL_MEMORY_SUM);
	pages = online ? pages : -pages;
	r->zone->present += pages;
	*all += pages;
	if (r->obs->section[r->b * r->m->each].flags & REF_SECTION_EARLY)
		r->zone->present_early += pages;
	if (r->o->group)
		*(movable ? &g->movable : &g->kernel) += pages;
	REF_ASSERT(!online || r->node->memory);
}

/* The whole block comes online in the zone, or leaves it: sections, links */
static void set_online(struct run *r, bool online)
{
	struct ref_obs *obs = &r->s->obs;
	const struct ref_block *blk = &r->m->block[r->b];
	u32 each = r->m->each, z = r->key % REF_NR_ZONES;

	REF_ASSERT(obs->section[r->b * each].flags & REF_SECTION_PRESENT);
	r->o->state = online ? REF_BLOCK_ONLINE : REF_BLOCK_OFFLINE;
	r->o->zone = online ? (u8)z : REF_ZONE_NONE;
	r->s->own[r->b] = (u8)r->key;
	r->s->split[r->b] = false;
	for (u32 s = r->b * each; s < (r->b + 1) * each; s++)
		obs->section[s].flags ^= REF_SECTION_ONLINE;
	for (u32 w = blk->watch; w < blk->watch + blk->nr_watch; w++)
		obs->link[w] = online ? REF_LINK(r->o->nid, z) :
			REF_LINK_OFFLINE;
	count_present(r, online);
	REF_ASSERT(!online == !(obs->section[r->b * each].flags &
				REF_SECTION_ONLINE));
}

/* What each fault makes of an online or offline that has come so far */
static const u8 faults[REF_NR_FAULTS][2] = {
	[REF_FAULT_NOTIFY] = { EPERM, EPERM },
	[REF_FAULT_NODE_NOTIFY] = { EPERM, EPERM },
	[REF_FAULT_ISOLATE] = { 0, EBUSY },
	[REF_FAULT_UNMOVABLE] = { 0, EBUSY },
	[REF_FAULT_SIGNAL] = { 0, EINTR },
	[REF_FAULT_HUGETLB] = { 0, EBUSY },
};

/*
 * Why a block cannot go online or offline, 0: it can. A node's notifiers are
 * asked only about its first and last memory; pages of CMA stay. Quirk: a
 * page that two regions share is System RAM, but no memory.
 */
static s32 state_error(const struct run *r, bool online)
{
	const struct ref_obs_node *node = &r->obs->node[r->o->nid];
	u32 wanted = online ? REF_BLOCK_OFFLINE : REF_BLOCK_ONLINE;
	bool split = r->s->split[r->b];

	if (r->o->state != wanted ||
	    (!online && (r->o->zone == REF_ZONE_NONE || !r->s->full[r->b])))
		return -EINVAL;
	if (!online && split)
		REF_FIRE(r->m, OFFLINE_SPLIT_PAGE);
	if (!online && split && !REF_HAS(r->m, OFFLINE_SPLIT_PAGE))
		return -EINVAL;
	REF_ASSERT(r->o->nid >= 0);
	REF_ASSERT(r->fault < REF_NR_FAULTS);
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
	u32 nid = (u32)r->o->nid;
	s32 err = state_error(r, online);

	REF_ASSERT(err <= 0);
	r->obs->locked |= err != -EINVAL ||
		(r->o->zone != REF_ZONE_NONE && !online);
	r->obs->fired |= err && err != -EINVAL;
	if (err && (!online || err == -EINVAL))
		return err;
	set_zone(r, nid, online ? ref_choose_zone(m, type, nid, r->o->group,
						  r->pages) : r->o->zone);
	r->node->nr_zones = (u8)ref_max(r->node->nr_zones,
					r->key % REF_NR_ZONES + 1);
	r->zone->initialized = 1;
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
	REF_ASSERT(!online || r->o->state == REF_BLOCK_OFFLINE);
	return err;
}

static s32 do_online(struct run *r)
{
	return set_state(r, r->op->online, true);
}

static s32 do_offline(struct run *r)
{
	return set_state(r, 0, false);
}

/*
 * A node goes offline although it has memory, or comes back: so do its links.
 * Quirk: those to it stay, those from it stay away.
 */
static void set_links(struct run *r, u32 node, bool online)
{
	REF_ASSERT(node && !(node & (node - 1)));
	REF_ASSERT(r->m->nr_blocks <= REF_MAX_BLOCKS);
	for (u32 b = 0; b < r->m->nr_blocks; b++) {
		struct ref_obs_block *o = &r->obs->block[b];

		if (!(o->nodes & node))
			continue;
		REF_FIRE(r->m, NODE_FORGETS);
		o->links = (u8)(o->links & ~node);
		if (REF_HAS(r->m, NODE_FORGETS))
			continue;
		o->links = (u8)(online ? o->links | node : o->links);
		o->nodes = (u8)(online ? o->nodes : o->nodes & ~node);
	}
}

/* Does a resource begin with this block, as far as blocks tell? */
static bool begins(const struct run *r, u32 b)
{
	const u8 *taken = r->s->taken;

	REF_ASSERT(b > 0);
	REF_ASSERT(b < r->m->nr_blocks);
	return taken[b] == REF_TAKEN_FIRST || (taken[b] == REF_TAKEN_BOOT &&
					       taken[b - 1] != REF_TAKEN_BOOT);
}

/*
 * The addresses of a range are free again if it lies in one resource. If not,
 * all stays taken. (release_mem_region_adjustable)
 */
static void give_back(struct run *r)
{
	u8 *taken = r->s->taken;
	u32 end = r->b + r->nr;

	REF_ASSERT(r->nr > 0);
	REF_ASSERT(end <= r->m->nr_blocks);
	for (u32 b = r->b + 1; b < end; b++)
		if (begins(r, b))
			return;
	memset(&taken[r->b], REF_TAKEN_FREE, r->nr);
	if (end < r->m->nr_blocks && taken[end] == REF_TAKEN_WHOLE)
		taken[end] = REF_TAKEN_FIRST;
}

/*
 * Nodes that lose a block and have no span, block and CPU any more go offline.
 * Quirk: kernels look at the node of the last block alone. (try_remove_memory)
 */
static s32 do_remove(struct run *r)
{
	struct ref_model *m = r->m;
	struct ref_obs *obs = &r->s->obs;
	u32 empty = 0, last = 0;

	REF_ASSERT(r->nr > 0);
	for (u32 n = 0; n < r->nr; n++)
		if (r->o[n].state != REF_BLOCK_OFFLINE)
			return -EBUSY;
	obs->locked = 1;
	for (u32 n = 0; n < r->nr; n++) {
		last = 1u << r->o[n].nid;
		empty |= last;
		r->o[n] = REF_NO_BLOCK;
	}
	give_back(r);
	memset(&obs->section[r->b * m->each], 0,
	       r->nr * m->each * sizeof(obs->section[0]));
	for (u32 b = 0; b < m->nr_blocks; b++)
		if (obs->block[b].state != REF_BLOCK_ABSENT)
			empty &= ~(1u << obs->block[b].nid);
	for (u32 nid = 0; nid < m->nr_nodes; nid++)
		if (obs->node[nid].spanned ||
		    m->machine.node[nid] & REF_NODE_CPU ||
		    !obs->node[nid].online)
			empty &= ~(1u << nid);
	if (empty & ~last)
		REF_FIRE(m, REMOVE_ONE_NODE);
	empty &= REF_HAS(m, REMOVE_ONE_NODE) ? last : empty;
	for (; empty; empty &= empty - 1) {
		obs->node[__builtin_ctz(empty)].online = 0;
		obs->node[__builtin_ctz(empty)].device = 0;
		set_links(r, empty & -empty, false);
	}
	REF_ASSERT(obs->section[r->b * m->each].flags == 0);
	return 0;
}

/* Is any of the range taken? In bytes, since regions need not be whole */
static bool is_taken(const struct run *r)
{
	const struct ref_machine *m = &r->m->machine;
	u64 start = r->op->start, end = start + r->op->size;
	bool taken = false;

	REF_ASSERT(start < end);
	REF_ASSERT(m->nr_regions <= REF_MAX_REGIONS);
	for (u32 n = 0; n < REF_MAX_MAPS; n++)
		taken |= ref_meets(r->s->map[n], ref_span(start, end));
	for (u32 b = 0; b < r->m->nr_blocks; b++) {
		u64 at = r->m->facts.layout->block[b] * m->block_size;
		struct ref_span s = ref_cut(ref_span(start, end),
					    ref_span(at, at + m->block_size));
		bool boot = r->s->taken[b] == REF_TAKEN_BOOT;

		taken |= r->s->taken[b] >= REF_TAKEN_WHOLE && s.start < s.end;
		for (u32 n = 0; boot && n < m->nr_regions; n++)
			taken |= ref_meets(s, ref_span(m->region[n].start,
						       m->region[n].end));
	}
	return taken;
}

/* Is the subsection at a pfn populated? It is @set so, or not, if >= 0 */
static bool sub_bit(const struct ref_model *m, u64 pfn,
		    struct ref_obs_section *o, s32 set)
{
	u64 n = pfn % m->section_pages / m->sub_pages, bit = 1ull << n % 64;
	bool was = o->submap[n / 64] & bit;

	REF_ASSERT(n / 64 < REF_SUBMAP_WORDS);
	REF_ASSERT(set <= 1);
	if (set == 1)
		o->submap[n / 64] |= bit;
	else if (!set)
		o->submap[n / 64] &= ~bit;
	return was;
}

static struct ref_obs_section *section_at(const struct run *r, u64 pfn)
{
	const struct ref_layout *l = r->m->facts.layout;
	u32 n = ref_lower(l->section, l->nr_sections,
			  pfn / r->m->section_pages);

	REF_ASSERT(n < l->nr_sections);
	REF_ASSERT(l->section[n] == pfn / r->m->section_pages);
	return &r->obs->section[n];
}

/*
 * Subsections of [start, end) in pfns are populated, section by section, until
 * one fails. What a part of a section of boot needs is
 * there. Return: number of sections that were; @err: why not all
 */
static u32 populate(struct run *r, u64 start, u64 end, s32 *err)
{
	struct ref_model *m = r->m;
	struct ref_obs_section *o = section_at(r, start);
	u32 n = 0;

	REF_ASSERT(start < end);
	REF_ASSERT(!*err);
	for (; start < end && !*err; n++, o++) {
		u64 next = ref_min(ref_down(start, m->section_pages) +
				   m->section_pages, end);
		bool part = next - start < m->section_pages, taken = false;

		for (u64 x = start; x < next; x += m->sub_pages)
			taken |= sub_bit(m, x, o, -1);
		if (taken)
			*err = -EEXIST;
		else if (!(part && o->flags & REF_SECTION_EARLY) &&
			 hit(r, REF_FAULT_MEMMAP, n))
			*err = -ENOMEM;
		for (; start < next && !*err; start += m->sub_pages)
			sub_bit(m, start, o, 1);
		o->flags |= *err ? 0 : REF_SECTION_ADDED;
	}
	return *err ? n - 1 : n;
}
/* And are not any more; a section without any is gone */
static void depopulate(struct run *r, u64 start, u64 end)
{
	struct ref_model *m = r->m;

	REF_ASSERT(start <= end);
	for (; start < end; start += m->sub_pages) {
		struct ref_obs_section *o = section_at(r, start);

		sub_bit(m, start, o, 0);
		if (!(o->submap[0] | o->submap[1] | o->submap[2] |
		      o->submap[3]))
			o->flags = 0;
	}
	REF_ASSERT(!((start | end) & (m->sub_pages - 1)));
}

/* A block holds its own memmap if that is asked for, and whole pageblocks */
static bool holds_memmap(const struct run *r)
{
	u64 pages = r->m->block_pages * 64 >> r->m->geometry.page_shift;

	REF_ASSERT(r->op->kind == REF_OP_ADD);
	REF_ASSERT(pages < r->m->block_pages);
	return r->op->flags & REF_OP_MEMMAP_ON_MEMORY && pages &&
		r->m->machine.memmap_on_memory &&
		!(pages & (r->m->pageblock_pages - 1));
}

/*
 * Sections, then blocks, all or none; where blocks hold their own memmap one
 * after the other. 0, or why not. Quirk: sections before the one that fails
 * stay.
 */
static s32 add_blocks(struct run *r)
{
	struct ref_model *m = r->m;
	u64 start = r->pages.start, stay;
	s32 err = 0;
	u32 n = populate(r, start, start + r->nr * m->block_pages, &err);

	REF_ASSERT(r->nr > 0);
	stay = err ? (holds_memmap(r) ? n % m->each : n) : 0;
	if (!err && r->alloc_failed)
		err = -ENOMEM;
	else if (!err && r->op->fault_nr < r->nr &&
		 hit(r, REF_FAULT_BLOCK_DEVICE, r->op->fault_nr))
		err = -EEXIST;
	if (stay)
		REF_FIRE(m, ADD_LEAVES_SECTIONS);
	stay = REF_HAS(m, ADD_LEAVES_SECTIONS) ? stay : 0;
	if (err)
		depopulate(r, start, start + (n - stay) * m->section_pages);
	REF_ASSERT(stay <= n);
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
	u32 policy = r->s->params.value[REF_PARAM_AUTO];
	s32 err = policy == REF_AUTO_OFFLINE;

	REF_ASSERT(nid < r->m->nr_nodes);
	REF_ASSERT(policy < REF_NR_AUTO);
	for (u32 n = 0; n < r->nr; n++) {
		r->s->taken[r->b + n] = n ? REF_TAKEN_WHOLE : REF_TAKEN_FIRST;
		r->s->full[r->b + n] = true;
		r->o[n] = REF_NO_BLOCK;
		r->o[n].state = REF_BLOCK_OFFLINE;
		r->o[n].nid = (s8)nid;
		r->o[n].group = r->op->group;
		r->o[n].nodes = (u8)(1u << nid);
		r->o[n].links = (u8)(1u << nid);
	}
	for (; !err && r->nr; r->nr--, r->o++, r->b++) {
		r->pages = r->m->block[r->b].pages;
		err = set_state(r, types[policy], true);
	}
}

static s32 do_add(struct run *r)
{
	struct ref_model *m = r->m;
	struct ref_obs *obs = &r->s->obs;
	u32 group = r->op->group, nid = group ? obs->group[group - 1].nid :
		r->op->nid;
	struct ref_obs_node *node = &obs->node[nid];
	u64 end = r->op->start + r->op->size;
	bool taken = is_taken(r), back = !node->online;
	s32 err = 0;

	REF_ASSERT(nid < m->nr_nodes);
	if (end > 1ull << m->geometry.phys_bits)
		return -E2BIG;
	if (r->alloc_failed && !r->op->fault_nr && !taken) {
		REF_FIRE(m, ALLOC_EEXIST);
		return REF_HAS(m, ALLOC_EEXIST) ? -EEXIST : -ENOMEM;
	}
	if (taken || (r->op->start | end) & (m->machine.block_size - 1) ||
	    (group && !obs->group[group - 1].type))
		return taken ? -EEXIST : -EINVAL;
	obs->warns = !(m->machine.node[nid] & REF_NODE_POSSIBLE);
	if (obs->warns)
		return -EINVAL;
	obs->locked = 1;
	if (back && r->alloc_failed && r->op->fault_nr == 1 &&
	    !(r->s->counted >> nid & 1))
		return -ENOMEM;
	if (back) {
		REF_ASSERT(!node->spanned);
		r->s->counted |= 1u << nid;
		node->nr_zones = 0;
		obs->warns = hit(r, REF_FAULT_NODE_DEVICE, 0);
		err = obs->warns ? -EEXIST : 0;
	}
	/* It comes back without memory (free_area_init_core_hotplug) */
	if (back && node->present)
		REF_FIRE(m, NODE_FORGETS);
	if (back)
		set_links(r, 1u << nid, true);
	node->present = back && REF_HAS(m, NODE_FORGETS) ? 0 : node->present;
	for (u32 z = 0; back && z < REF_NR_ZONES; z++)
		node->zone[z].present = REF_HAS(m, NODE_FORGETS) ? 0 :
			node->zone[z].present;
	err = err ? err : add_blocks(r);
	node->online |= !err;
	node->device |= !err;
	if (!err)
		bring_blocks(r, nid);
	REF_ASSERT(node->online == node->device);
	return err;
}

/* A driver registers a memory group (memory_group_register_static) */
static s32 do_register(struct run *r)
{
	struct ref_obs_group *g = r->obs->group;
	u64 pages = r->op->size >> r->m->geometry.page_shift;
	bool dynamic = r->op->flags & REF_OP_DYNAMIC;

	REF_ASSERT(r->op->kind == REF_OP_REGISTER);
	if (!pages || (dynamic && (pages & (pages - 1) ||
				   pages < r->m->block_pages)) ||
	    !(r->m->machine.node[r->op->nid] & REF_NODE_POSSIBLE))
		return -EINVAL;
	if (r->alloc_failed)
		return -ENOMEM;
	while (g->type)
		g++;
	REF_ASSERT(g < r->obs->group + REF_MAX_GROUPS);
	*g = (struct ref_obs_group){ .size = pages, .nid = r->op->nid,
		.type = dynamic ? REF_GROUP_DYNAMIC : REF_GROUP_STATIC };
	return 0;
}

static s32 do_unregister(struct run *r)
{
	struct ref_obs_group *g = &r->obs->group[r->op->group - 1];

	REF_ASSERT(r->op->group && r->op->group <= REF_MAX_GROUPS);
	if (!g->type)
		return -EINVAL;
	for (u32 b = 0; b < r->m->nr_blocks; b++)
		if (r->obs->block[b].group == r->op->group)
			return -EBUSY;
	REF_ASSERT(!g->kernel && !g->movable);
	*g = (struct ref_obs_group){ 0 };
	return 0;
}

static s32 do_set(struct run *r)
{
	REF_ASSERT(r->op->param < REF_NR_PARAMS);
	REF_ASSERT(r->s->params.value[REF_PARAM_AUTO] < REF_NR_AUTO);
	r->s->params.value[r->op->param] = r->op->value;
	return 0;
}

static s32 do_query(struct run *r)
{
	u32 shift = r->m->geometry.page_shift;
	u64 start = r->op->start >> shift;

	REF_ASSERT(r->op->size >> shift);
	r->obs->chosen = (u8)ref_choose_zone(r->m, r->op->online, r->op->nid,
			r->op->group, ref_span(start, start +
					       (r->op->size >> shift)));
	REF_ASSERT(r->obs->chosen < REF_NR_ZONES);
	return 0;
}

/* Where in the list of what is mapped [start, end) stands; NULL: nowhere */
static struct ref_span *find_map(struct run *r, u64 start, u64 end)
{
	struct ref_span *map = r->s->map;
	u32 n = 0;

	REF_ASSERT(start <= end);
	while (n < REF_MAX_MAPS &&
	       (map[n].start != start || map[n].end != end))
		n++;
	REF_ASSERT(n <= REF_MAX_MAPS);
	return n < REF_MAX_MAPS ? &map[n] : NULL;
}

/*
 * A driver has pages made for memory that is not RAM: whole subsections. The
 * zone only grows, and nothing of it is ever online. (memremap_pages)
 */
static s32 do_map(struct run *r)
{
	struct ref_model *m = r->m;
	u64 from = r->op->start, to = from + r->op->size;
	u64 start = from >> m->geometry.page_shift, stay;
	u64 end = to >> m->geometry.page_shift;
	s32 err = 0;

	REF_ASSERT(from < to);
	if (is_taken(r))
		return -EBUSY;
	if (to > 1ull << m->geometry.phys_bits)
		return -EINVAL;
	if (r->alloc_failed)
		return -ENOMEM;
	r->obs->locked = 1;
	r->obs->warns = !!((start | end) & (m->sub_pages - 1));
	if (r->obs->warns)
		return -EINVAL;
	stay = populate(r, start, end, &err) * m->section_pages;
	if (err) {
		stay = ref_min(ref_down(start, m->section_pages) + stay, end);
		stay = ref_max(stay, start);
		if (stay > start)
			REF_FIRE(m, ADD_LEAVES_SECTIONS);
		if (!REF_HAS(m, ADD_LEAVES_SECTIONS))
			depopulate(r, start, stay);
		return err;
	}
	set_zone(r, r->op->nid, REF_ZONE_DEVICE);
	set_span(r, ref_grow(ref_zone_span(r->zone), ref_span(start, end)));
	r->node->nr_zones = REF_NR_ZONES;
	r->zone->initialized = 1;
	if (start & (m->section_pages - 1))
		section_at(r, start)->flags |= REF_SECTION_DEVICE;
	if (end & (m->section_pages - 1))
		section_at(r, end)->flags |= REF_SECTION_DEVICE;
	*find_map(r, 0, 0) = ref_span(from, to);
	ref_zone_settle(m, r->key, true);
	REF_ASSERT(r->zone->spanned);
	return 0;
}

static s32 do_unmap(struct run *r)
{
	u32 shift = r->m->geometry.page_shift;
	struct ref_span *map = find_map(r, r->op->start, r->op->start +
					r->op->size);

	REF_ASSERT(map);
	r->obs->locked = 1;
	depopulate(r, map->start >> shift, map->end >> shift);
	*map = ref_span(0, 0);
	REF_ASSERT(r->op->size);
	return 0;
}

static const struct { s32 (*run)(struct run *r); } ops[REF_NR_OPS] = {
	[REF_OP_ADD] = { do_add },
	[REF_OP_ONLINE] = { do_online },
	[REF_OP_OFFLINE] = { do_offline },
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
	bool found;

	REF_ASSERT(r->op->kind < REF_NR_OPS);
	REF_ASSERT(r->op->fault < REF_NR_FAULTS);
	r->b = ref_lower(l->block, l->nr_blocks, id);
	r->nr = (u32)ref_min(nr, REF_MAX_BLOCKS);
	r->o = &r->obs->block[r->b];
	r->pages = r->m->block[r->b].pages;
	found = !((r->op->start | r->op->size) & (size - 1)) &&
		r->b + nr <= l->nr_blocks &&
		l->block[r->b + nr - 1] == id + nr - 1;
	for (u32 n = 0; found && n < r->nr; n++)
		found = r->o[n].state != REF_BLOCK_ABSENT;
	return found;
}

/* What struct ref_op says no driver and no file in sysfs would ask for */
static bool reaches_kernel(struct run *r)
{
	const struct ref_op *op = r->op;
	const struct ref_obs_group *g = r->obs->group;
	u32 n = 0;

	REF_ASSERT(op->group <= REF_MAX_GROUPS);
	REF_ASSERT(op->nid < REF_MAX_NODES);
	r->fault = r->m->profile.faults >> op->fault & 1 ? op->fault : 0;
	switch (op->kind) {
	case REF_OP_ADD:
		find_blocks(r);
		return true;
	case REF_OP_REGISTER:
		while (n < REF_MAX_GROUPS && g[n].type)
			n++;
		return n < REF_MAX_GROUPS;
	case REF_OP_QUERY:
		while (n < r->m->nr_nodes && !r->obs->node[n].online)
			n++;
		return n < r->m->nr_nodes &&
			r->m->machine.node[op->nid] & REF_NODE_POSSIBLE &&
			(!op->group || g[op->group - 1].type) &&
			op->start + op->size <=
			1ull << r->m->geometry.phys_bits;
	case REF_OP_SET:
	case REF_OP_UNREGISTER:
		return true;
	case REF_OP_MAP:
		return r->obs->node[op->nid].online && find_map(r, 0, 0) &&
			!((op->start | op->size) &
			  ((1ull << r->m->geometry.page_shift) - 1));
	case REF_OP_UNMAP:
		return find_map(r, op->start, op->start + op->size);
	default:
		return find_blocks(r);
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
	} else {
		s->obs.err = -ENODEV;
		s->obs.outcome = REF_REFUSED;
	}
	if (op->kind != REF_OP_QUERY)
		ref_show_valid(m);
	REF_ASSERT(s->obs.err <= 0);
	REF_ASSERT(!(m->facts.fired & ~m->profile.quirks));
}

/* A second state, the same as the first in all that is in use */
static struct ref_state *copy_state(struct ref_model *m)
{
	const struct ref_layout *l = m->facts.layout;
	struct ref_state *to = &m->state[1], *from = &m->state[0];

	REF_ASSERT(m->s == from);
	memcpy(to, from, offsetof(struct ref_state, obs.section));
	memcpy(to->obs.section, from->obs.section,
	       l->nr_sections * sizeof(to->obs.section[0]));
	memcpy(to->obs.link, from->obs.link, l->nr_watch * sizeof(u16));
	REF_ASSERT(to->contiguous == from->contiguous);
	return to;
}

/* A try on the second state. Only a block that leaves its zone can hang */
u64 ref_model_stops(struct ref_model *m, const struct ref_op *op)
{
	u64 fired = m->facts.fired, stops;

	REF_ASSERT(m->s == &m->state[0]);
	REF_ASSERT(!op || op->kind < REF_NR_OPS);
	if (!op)
		return fired & REF_Q(BOOT_LOSES_PAGE);
	if (!(m->profile.quirks & REF_Q(SPAN_WRAPS)) ||
	    (op->kind != REF_OP_OFFLINE && op->fault == REF_FAULT_NONE))
		return 0;
	m->facts.fired = 0;
	run_op(m, copy_state(m), m->profile.quirks, op, false);
	ref_use_state(m, &m->state[0], 0);
	stops = m->facts.fired & REF_Q(SPAN_WRAPS);
	m->facts.fired = fired;
	return stops;
}

void ref_model_apply(struct ref_model *model, const struct ref_op *op,
		     bool alloc_failed)
{
	struct ref_state *shown = &model->state[0], *right;

	REF_ASSERT(!alloc_failed || op->fault == REF_FAULT_ALLOC);
	right = copy_state(model);
	model->facts.fired = 0;
	model->facts.right = &shown->obs;
	run_op(model, shown, model->profile.quirks, op, alloc_failed);
	if (model->facts.fired & ~REF_ABOUT_CONTIGUOUS) {
		run_op(model, right, 0, op, alloc_failed);
		model->facts.right = &right->obs;
	}
	ref_use_state(model, shown, 0);
	model->facts.contiguous = shown->contiguous;
	REF_ASSERT(model->facts.shown == &shown->obs);
}

const struct ref_facts *ref_model_facts(const struct ref_model *model)
{
	REF_ASSERT(model->facts.layout);
	REF_ASSERT(model->s == &model->state[0]);
	return &model->facts;
}
