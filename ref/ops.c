// SPDX-License-Identifier: GPL-2.0-only
/*
 * Operations: what each does to the state, or why it fails.
 *
 * The state follows what a kernel of the profile does. Where that is not
 * right, ref_diverge() keeps the right answer of this step beside it, as the
 * last thing that the operation does.
 */
#include <string.h>

#include "state.h"

/* errno values, as every kernel of the three geometries has them */
enum { EPERM = 1, EINTR = 4, E2BIG = 7, ENOMEM = 12, EBUSY = 16, EEXIST = 17,
	ENODEV = 19, EINVAL = 22 };

/**
 * struct run - one operation on the way
 * @b: first block that it names
 * @nr: number of blocks
 * @allocs: how many more allocations succeed
 */
struct run {
	struct ref_model *m;
	const struct ref_op *op;
	u32 b;
	u32 nr;
	u64 allocs;
};

bool ref_diverge(struct ref_model *m, u64 quirk)
{
	const struct ref_layout *l = m->layout;
	const struct ref_obs *o = &m->obs;
	struct ref_obs *r = &m->right;

	REF_ASSERT(quirk);
	REF_ASSERT((m->profile.quirks & quirk) == quirk);
	m->fired |= quirk;
	if (m->diverged)
		return false;
	m->diverged = true;
	memcpy(r, o, offsetof(struct ref_obs, node));
	memcpy(r->node, o->node, l->nr_nodes * sizeof(o->node[0]));
	memcpy(r->block, o->block, l->nr_blocks * sizeof(o->block[0]));
	memcpy(r->section, o->section,
	       l->nr_sections * sizeof(o->section[0]));
	memcpy(r->link, o->link, l->nr_watch * sizeof(o->link[0]));
	return true;
}

static void fail(struct ref_model *m, s32 err, bool fired)
{
	REF_ASSERT(err > 0);
	REF_ASSERT(!m->obs.err);
	m->obs.err = -err;
	m->obs.fired |= fired;
}

/* The injected fault is this one, and the kernel offers it */
static bool met(const struct run *r, u32 fault)
{
	REF_ASSERT(r->op->fault < REF_NR_FAULTS);
	REF_ASSERT(fault < REF_NR_FAULTS);
	return r->op->fault == fault && r->m->profile.faults >> fault & 1;
}

/* One of the operation's allocations; only the first failure is injected */
static bool alloc_fails(struct run *r)
{
	REF_ASSERT(r->op->kind == REF_OP_ADD);
	REF_ASSERT(!r->m->obs.err);
	return r->allocs-- == 0;
}

/* Write a zone's span, and its node's: what its zones span, but empty ones */
static void set_span(struct ref_obs *o, u32 key, struct ref_span s)
{
	struct ref_obs_node *node = &o->node[key / REF_NR_ZONES];
	struct ref_span all = { REF_NO_PFN, 0 };

	REF_ASSERT(s.start < s.end || !(s.start | s.end));
	node->zone[key % REF_NR_ZONES].start = s.start;
	node->zone[key % REF_NR_ZONES].spanned = s.end - s.start;
	for (u32 z = 0; z < REF_NR_ZONES; z++) {
		struct ref_span zone = ref_span_of(&node->zone[z]);

		if (!zone.end)
			continue;
		all.start = ref_min(all.start, zone.start);
		all.end = ref_max(all.end, zone.end);
	}
	node->start = all.end ? all.start : 0;
	node->spanned = all.end - node->start;
	REF_ASSERT(node->start <= all.end);
}

/*
 * What a zone's span should be when a block has left it: an edge at which the
 * block lay moves in to the zone's memory, the other stays, and no memory is
 * left outside.
 */
static struct ref_span right_span(const struct ref_found *f,
				  struct ref_span s, struct ref_span block)
{
	REF_ASSERT(block.start < block.end);
	REF_ASSERT(s.start < s.end);
	if (!f->memory.end)
		return f->memory;
	if (s.start == block.start || f->memory.start < s.start)
		s.start = f->rounded.start;
	if (s.end == block.end || f->memory.end > s.end)
		s.end = f->rounded.end;
	return s;
}

/* Where kernels look for the new edge: above the block, or below it */
static struct ref_span asked_span(struct ref_span s, struct ref_span block)
{
	REF_ASSERT(block.start < block.end);
	REF_ASSERT(s.start < s.end);
	if (s.start == block.start)
		s.start = block.end;
	else
		s.end = block.start;
	return s;
}

/*
 * What kernels make of it: one edge only, the start first, found by looking
 * at one pfn of each subsection. (shrink_zone_span)
 */
static struct ref_span sampled_span(const struct ref_found *f,
				    struct ref_span s, struct ref_span block)
{
	struct ref_span none = { 0, 0 };

	REF_ASSERT(block.start < block.end);
	REF_ASSERT(s.start < s.end);
	if (s.start == block.start)
		return f->first == REF_NO_PFN ? none :
			(struct ref_span){ f->first, s.end };
	if (s.end == block.end)
		return f->last ? (struct ref_span){ s.start, f->last } : none;
	return s;
}

/*
 * Would looking for the new end of a span run past pfn 0? It does if the span
 * begins in the first subsection of all and nothing is found.
 */
static bool wraps(const struct ref_model *m, u32 key, struct ref_span s,
		  struct ref_span block)
{
	REF_ASSERT(block.start < block.end);
	REF_ASSERT(s.start < s.end);
	return s.start != block.start && s.end == block.end &&
		s.start < m->pages.sub &&
		!ref_find(m, key, asked_span(s, block)).last;
}

/*
 * A block leaves a zone: shrink the span, ask again whether it is contiguous.
 * (remove_pfn_range_from_zone)
 */
static void leave_zone(struct ref_model *m, u32 key, struct ref_span block)
{
	struct ref_span old = ref_span_of(ref_zone(&m->obs, key)), now, right;
	struct ref_found f = ref_find(m, key, asked_span(old, block));

	REF_ASSERT(key < REF_NR_KEYS);
	REF_ASSERT(ref_meets(old, block));
	m->memory[key] = f.memory;
	right = right_span(&f, old, block);
	now = ref_has(m, REF_Q(SPAN_SAMPLES)) ? sampled_span(&f, old, block) :
		right;
	set_span(&m->obs, key, now);
	ref_zone_update(m, key);
	ref_zone_say(m, key, now.end ?
		     ref_contiguous(m, key,
				    ref_has(m, REF_Q(CONTIGUOUS_SAMPLES))) :
		     ref_has(m, REF_Q(CONTIGUOUS_EMPTY)));
	if ((now.start == right.start && now.end == right.end) ||
	    !ref_diverge(m, REF_Q(SPAN_SAMPLES)))
		return;
	ref_zone(&m->right, key)->start = right.start;
	ref_zone(&m->right, key)->spanned = right.end - right.start;
}

static struct ref_span grown(struct ref_span s, struct ref_span block)
{
	REF_ASSERT(block.start < block.end);
	REF_ASSERT(s.start <= s.end);
	if (s.start == s.end)
		return block;
	return (struct ref_span){ ref_min(s.start, block.start),
				  ref_max(s.end, block.end) };
}

/* A block joins a zone, before it is online (move_pfn_range_to_zone) */
static void join_zone(struct ref_model *m, u32 key, struct ref_span block)
{
	struct ref_obs_node *node = &m->obs.node[key / REF_NR_ZONES];
	struct ref_obs_zone *zone = ref_zone(&m->obs, key);

	REF_ASSERT(key / REF_NR_ZONES < m->layout->nr_nodes);
	if (!zone->spanned) {
		node->nr_zones = (u8)ref_max(node->nr_zones,
					     key % REF_NR_ZONES + 1);
		zone->initialized = 1;
	}
	set_span(&m->obs, key, grown(ref_span_of(zone), block));
	ref_zone_say(m, key, false);
	REF_ASSERT(zone->spanned > 0);
}

/*
 * Which zone a block goes to. For kernel memory the lowest that meets it,
 * else NORMAL; by default that or MOVABLE, whichever alone meets it.
 * auto_movable will come here. (zone_for_pfn_range)
 */
static u32 choose_zone(const struct run *r)
{
	const struct ref_obs_block *o = &r->m->obs.block[r->b];
	const struct ref_obs_zone *zone = r->m->obs.node[o->nid].zone;
	struct ref_span block = ref_block_span(r->m, r->b);
	bool in_kernel, in_movable;
	u32 kernel = REF_ZONE_DMA;

	REF_ASSERT(r->op->online < REF_NR_ONLINE);
	while (kernel < REF_ZONE_NORMAL &&
	       !ref_meets(ref_span_of(&zone[kernel]), block))
		kernel++;
	in_kernel = ref_meets(ref_span_of(&zone[kernel]), block);
	in_movable = ref_meets(ref_span_of(&zone[REF_ZONE_MOVABLE]), block);
	if (r->op->online == REF_ONLINE_DEFAULT && in_kernel == in_movable)
		in_movable = r->m->machine.movable_node;
	else if (r->op->online != REF_ONLINE_DEFAULT)
		in_movable = r->op->online == REF_ONLINE_MOVABLE;
	REF_ASSERT(kernel <= REF_ZONE_NORMAL);
	return REF_KEY(o->nid, in_movable ? REF_ZONE_MOVABLE : kernel);
}

/* Pages of the kernel zones of a node */
static u64 normal_pages(const struct ref_obs_node *node)
{
	u64 pages = 0;

	REF_ASSERT(REF_ZONE_NORMAL < REF_ZONE_MOVABLE);
	for (u32 z = REF_ZONE_DMA; z <= REF_ZONE_NORMAL; z++)
		pages += node->zone[z].present;
	REF_ASSERT(node->present || !pages || !node->memory);
	return pages;
}

/* Present pages of a whole block come, or go if @pages is negative */
static void count(struct ref_model *m, u32 b, u32 key, u64 pages)
{
	struct ref_obs_node *node = &m->obs.node[key / REF_NR_ZONES];
	struct ref_obs_zone *zone = ref_zone(&m->obs, key);
	bool normal = key % REF_NR_ZONES <= REF_ZONE_NORMAL;
	u64 before = normal_pages(node);

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(pages == m->pages.block || -pages == m->pages.block);
	if (pages == m->pages.block)
		node->memory = 1;
	else if (node->present <= -pages)
		node->memory = 0;
	zone->present += pages;
	node->present += pages;
	if (m->obs.section[b * m->each].flags & REF_SECTION_EARLY)
		zone->present_early += pages;
	if (normal && pages == m->pages.block)
		node->normal_memory = 1;
	else if (normal && (ref_has(m, REF_Q(NORMAL_MEMORY_SUM)) ?
			    !normal_pages(node) : before <= -pages))
		node->normal_memory = 0;
}

/* The whole block comes online in a zone; offline: REF_ZONE_NONE */
static void set_block(struct ref_model *m, u32 b, u32 zone)
{
	struct ref_obs_block *o = &m->obs.block[b];
	struct ref_block *blk = &m->block[b];
	bool online = zone != REF_ZONE_NONE;

	REF_ASSERT(o->nid >= 0);
	REF_ASSERT(b < m->layout->nr_blocks);
	o->state = online ? REF_BLOCK_ONLINE : REF_BLOCK_OFFLINE;
	o->zone = (u8)zone;
	blk->own = (struct ref_piece){ ref_block_span(m, b), 0, 1 };
	blk->own.key = online ? REF_KEY((u8)o->nid, (u8)zone) : 0;
	blk->piece = &blk->own;
	blk->nr_pieces = 1;
	for (u32 s = 0; s < m->each; s++) {
		u8 *flags = &m->obs.section[b * m->each + s].flags;

		*flags &= (u8)~REF_SECTION_ONLINE;
		*flags |= online ? REF_SECTION_ONLINE : 0;
	}
	for (u32 w = 0; w < blk->nr_watch; w++)
		m->obs.link[blk->watch + w] = online ?
			REF_LINK(o->nid, zone) : REF_LINK_OFFLINE;
}

static bool online_vetoed(const struct run *r)
{
	const struct ref_model *m = r->m;
	s8 nid = m->obs.block[r->b].nid;

	REF_ASSERT(nid >= 0);
	REF_ASSERT((u32)nid < m->layout->nr_nodes);
	return met(r, REF_FAULT_NOTIFY) ||
		(met(r, REF_FAULT_NODE_NOTIFY) && !m->obs.node[nid].memory);
}

static void do_online(struct run *r)
{
	struct ref_model *m = r->m;
	struct ref_span block = ref_block_span(m, r->b), *memory;
	u32 key;

	if (m->obs.block[r->b].state == REF_BLOCK_ONLINE) {
		fail(m, EINVAL, false);
		return;
	}
	REF_ASSERT(m->obs.block[r->b].state == REF_BLOCK_OFFLINE);
	key = choose_zone(r);
	m->obs.locked = 1;
	join_zone(m, key, block);
	if (online_vetoed(r)) {
		fail(m, EPERM, true);
		leave_zone(m, key, block);
		return;
	}
	set_block(m, r->b, key % REF_NR_ZONES);
	count(m, r->b, key, m->pages.block);
	memory = &m->memory[key];
	*memory = grown(*memory, block);
	ref_zone_update(m, key);
	if (!ref_has(m, REF_Q(CONTIGUOUS_HISTORY)))
		ref_zone_say(m, key, m->contiguous >> key & 1);
	else if (m->contiguous >> key & 1)
		m->fired |= REF_Q(CONTIGUOUS_HISTORY);
	REF_ASSERT(m->covered >> key & 1);
}

/* What each fault makes of an offline that has come so far */
static const struct {
	u8 err;
	bool last;	/* only if the node has no other memory */
} offline_faults[REF_NR_FAULTS] = {
	[REF_FAULT_NOTIFY] = { EPERM, false },
	[REF_FAULT_NODE_NOTIFY] = { EPERM, true },
	[REF_FAULT_ISOLATE] = { EBUSY, false },
	[REF_FAULT_UNMOVABLE] = { EBUSY, false },
	[REF_FAULT_SIGNAL] = { EINTR, false },
	[REF_FAULT_HUGETLB] = { EBUSY, false },
};

static bool has_hole(const struct ref_block *blk)
{
	bool hole = false;

	REF_ASSERT(blk->nr_pieces > 0);
	REF_ASSERT(blk->piece);
	for (u32 n = 0; n < blk->nr_pieces; n++)
		hole |= !blk->piece[n].memory;
	return hole;
}

/* Why a block cannot go offline once the lock is taken, 0: it can */
static s32 offline_error(const struct run *r)
{
	const struct ref_model *m = r->m;
	s8 nid = m->obs.block[r->b].nid;
	bool last = m->obs.node[nid].present <= m->pages.block;

	REF_ASSERT(nid >= 0);
	REF_ASSERT(r->op->fault < REF_NR_FAULTS);
	if (!m->block[r->b].full || (has_hole(&m->block[r->b]) &&
				     !ref_has(m, REF_Q(OFFLINE_SPLIT_PAGE))))
		return EINVAL;
	if (!met(r, r->op->fault) ||
	    (offline_faults[r->op->fault].last && !last))
		return 0;
	return offline_faults[r->op->fault].err;
}

static void do_offline(struct run *r)
{
	struct ref_model *m = r->m;
	const struct ref_obs_block *o = &m->obs.block[r->b];
	u32 key;
	s32 err;

	if (o->state != REF_BLOCK_ONLINE || o->zone == REF_ZONE_NONE) {
		fail(m, EINVAL, false);
		return;
	}
	REF_ASSERT(o->nid >= 0);
	m->obs.locked = 1;
	err = offline_error(r);
	if (err) {
		fail(m, err, m->block[r->b].full);
		return;
	}
	if (has_hole(&m->block[r->b])) {
		m->obs.err = -EINVAL;
		ref_diverge(m, REF_Q(OFFLINE_SPLIT_PAGE));
		m->obs.err = 0;
	}
	key = REF_KEY((u8)o->nid, o->zone);
	REF_ASSERT(key < REF_NR_KEYS);
	set_block(m, r->b, REF_ZONE_NONE);
	count(m, r->b, key, -m->pages.block);
	leave_zone(m, key, ref_block_span(m, r->b));
}

/* Nodes of a set that span nothing, that no block names, and without CPU */
static u32 empty_nodes(const struct ref_model *m, u32 nodes)
{
	REF_ASSERT(m->layout->nr_blocks <= REF_MAX_BLOCKS);
	for (u32 b = 0; b < m->layout->nr_blocks; b++)
		if (m->obs.block[b].state != REF_BLOCK_ABSENT)
			nodes &= ~(1u << m->obs.block[b].nid);
	for (u32 nid = 0; nid < m->layout->nr_nodes; nid++)
		if (m->obs.node[nid].spanned ||
		    m->machine.node[nid] & REF_NODE_CPU)
			nodes &= ~(1u << nid);
	REF_ASSERT(!(nodes >> m->layout->nr_nodes));
	return nodes;
}

static void offline_nodes(struct ref_obs *o, u32 nodes)
{
	REF_ASSERT(!(nodes >> REF_MAX_NODES));
	for (; nodes; nodes &= nodes - 1) {
		struct ref_obs_node *node = &o->node[__builtin_ctz(nodes)];

		REF_ASSERT(!node->spanned);
		node->online = 0;
		node->device = 0;
	}
}

/* Sections of @nr blocks from @b on are no more */
static void drop_sections(struct ref_model *m, struct ref_obs *o, u32 b,
			  u32 nr)
{
	REF_ASSERT(nr <= m->layout->nr_sections - b * m->each);
	REF_ASSERT(b < m->layout->nr_blocks);
	memset(&o->section[b * m->each], 0, nr * sizeof(o->section[0]));
}

static void do_remove(struct run *r)
{
	struct ref_model *m = r->m;
	u32 nodes = 0, last = 0, seen;

	REF_ASSERT(r->nr > 0);
	for (u32 b = r->b; b < r->b + r->nr; b++) {
		if (m->obs.block[b].state == REF_BLOCK_OFFLINE)
			continue;
		fail(m, EBUSY, false);
		return;
	}
	m->obs.locked = 1;
	for (u32 b = r->b; b < r->b + r->nr; b++) {
		last = 1u << m->obs.block[b].nid;
		nodes |= last;
		m->obs.block[b] = (struct ref_obs_block){
			.nid = REF_NO_NODE, .zone = REF_ZONE_NONE };
		m->block[b].taken = REF_TAKEN_FREE;
	}
	drop_sections(m, &m->obs, r->b, r->nr * m->each);
	nodes = empty_nodes(m, nodes);
	seen = ref_has(m, REF_Q(REMOVE_ONE_NODE)) ? nodes & last : nodes;
	offline_nodes(&m->obs, seen);
	REF_ASSERT((seen & nodes) == seen);
	if (seen == nodes)
		return;
	ref_diverge(m, REF_Q(REMOVE_ONE_NODE));
	offline_nodes(&m->right, nodes);
}

/* Is any of [start, end) taken? In bytes, since regions need not be whole */
static bool is_taken(const struct ref_model *m, u64 start, u64 end)
{
	const struct ref_region *last = m->machine.region +
		m->machine.nr_regions;

	REF_ASSERT(start < end);
	REF_ASSERT(m->layout->nr_blocks <= REF_MAX_BLOCKS);
	for (u32 b = 0; b < m->layout->nr_blocks; b++) {
		u64 at = m->block[b].start << m->geometry.page_shift;
		struct ref_span part = ref_cut(
			(struct ref_span){ start, end },
			(struct ref_span){ at, at + m->machine.block_size });

		if (part.start >= part.end ||
		    m->block[b].taken == REF_TAKEN_FREE)
			continue;
		if (m->block[b].taken == REF_TAKEN_WHOLE)
			return true;
		for (const struct ref_region *r = m->machine.region; r < last;
		     r++)
			if (ref_meets(part, (struct ref_span){ r->start,
							       r->end }))
				return true;
	}
	return false;
}

/* Why memory cannot be added, found before anything is done; 0: it can */
static s32 add_error(const struct run *r)
{
	const struct ref_model *m = r->m;
	u64 start = r->op->start, end = start + r->op->size;

	REF_ASSERT(r->op->kind == REF_OP_ADD);
	REF_ASSERT(r->op->nid < m->layout->nr_nodes);
	if (end <= start || end > 1ull << m->geometry.phys_bits)
		return E2BIG;
	if (is_taken(m, start, end))
		return EEXIST;
	return (start | end) & (m->machine.block_size - 1) ||
		!(m->machine.node[r->op->nid] & REF_NODE_POSSIBLE) ?
		EINVAL : 0;
}

/* Must the kernel first make the table that a block's sections are kept in? */
static bool needs_root(struct ref_model *m, u32 b)
{
	u64 span = m->pages.section << (m->geometry.page_shift - 4);

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(span >= m->pages.block);
	for (u32 n = 0; n < m->layout->nr_blocks; n++)
		if (m->block[n].rooted &&
		    m->block[n].start / span == m->block[b].start / span)
			return false;
	m->block[b].rooted = 1;
	return true;
}

/* One section is added: 0, or why not (sparse_add_section) */
static s32 add_section(struct run *r, u32 n)
{
	struct ref_model *m = r->m;
	u32 s = r->b * m->each + n;
	struct ref_obs_section *o = &m->obs.section[s];
	u32 subs = (u32)(m->pages.section / m->pages.sub);

	REF_ASSERT(s < m->layout->nr_sections);
	REF_ASSERT(subs <= REF_SUBMAP_WORDS * 64);
	if (needs_root(m, s / m->each) && alloc_fails(r)) {
		m->block[s / m->each].rooted = 0;
		return ENOMEM;
	}
	if (o->flags)
		return EEXIST;
	if (!(m->boot_sections[s / 64] >> (s % 64) & 1) && alloc_fails(r))
		return ENOMEM;
	if (met(r, REF_FAULT_MEMMAP) && n == r->op->fault_nr) {
		m->obs.fired = 1;
		return ENOMEM;
	}
	o->flags = REF_SECTION_PRESENT | REF_SECTION_HAS_MEM_MAP;
	for (u32 w = 0; w < subs; w += 64)
		o->submap[w / 64] = subs - w >= 64 ? ~0ull :
			(1ull << (subs - w)) - 1;
	return 0;
}

/* A node that had no memory is set up again (free_area_init_core_hotplug) */
static s32 reset_node(struct run *r)
{
	struct ref_obs_node *node = &r->m->obs.node[r->op->nid];
	u32 bit = 1u << r->op->nid;

	REF_ASSERT(!node->online);
	REF_ASSERT(!node->spanned && !node->start);
	if (!(r->m->counted & bit) && alloc_fails(r))
		return ENOMEM;
	r->m->counted |= bit;
	node->nr_zones = 0;
	node->present = 0;
	for (u32 z = 0; z < REF_NR_ZONES; z++)
		node->zone[z].present = 0;
	return 0;
}

/* A block's device: the block, the device, the index; 0, or why not */
static s32 add_device(struct run *r, u32 n)
{
	REF_ASSERT(n < r->nr);
	REF_ASSERT(r->op->kind == REF_OP_ADD);
	if (alloc_fails(r))
		return ENOMEM;
	if (met(r, REF_FAULT_BLOCK_DEVICE) && n == r->op->fault_nr) {
		r->m->obs.fired = 1;
		return EEXIST;
	}
	return alloc_fails(r) || alloc_fails(r) ? ENOMEM : 0;
}

/* The range could not be added: what is left of it? */
static void add_failed(struct run *r, s32 err, u32 added)
{
	struct ref_model *m = r->m;

	REF_ASSERT(added < r->nr * m->each);
	fail(m, err, false);
	if (!added)
		return;
	if (!ref_has(m, REF_Q(ADD_LEAVES_SECTIONS))) {
		drop_sections(m, &m->obs, r->b, added);
		return;
	}
	ref_diverge(m, REF_Q(ADD_LEAVES_SECTIONS));
	drop_sections(m, &m->right, r->b, added);
	REF_ASSERT(m->diverged);
}

/* Sections, then blocks; true if all are there (arch_add_memory) */
static bool add_blocks(struct run *r)
{
	struct ref_model *m = r->m;
	s32 err = 0;
	u32 n;

	REF_ASSERT(r->nr > 0);
	for (n = 0; !err && n < r->nr * m->each; n++)
		err = add_section(r, n);
	if (err) {
		add_failed(r, err, n - 1);
		return false;
	}
	for (n = 0; !err && n < r->nr; n++)
		err = add_device(r, n);
	if (err) {
		fail(m, err, false);
		drop_sections(m, &m->obs, r->b, r->nr * m->each);
	}
	REF_ASSERT(!err == !m->obs.err);
	return !err;
}

/* What happens with the lock taken; first of all a new node is set up */
static void add_locked(struct run *r)
{
	struct ref_model *m = r->m;
	struct ref_obs_node *node = &m->obs.node[r->op->nid];
	s32 err = node->online ? 0 : reset_node(r);

	REF_ASSERT(m->obs.locked);
	if (!err && !node->online && met(r, REF_FAULT_NODE_DEVICE)) {
		m->obs.warns = 1;
		m->obs.fired = 1;
		err = EEXIST;
	}
	if (err)
		fail(m, err, false);
	if (err || !add_blocks(r))
		return;
	for (u32 b = r->b; b < r->b + r->nr; b++) {
		m->block[b].taken = REF_TAKEN_WHOLE;
		m->block[b].full = 1;
		m->obs.block[b].nid = (s8)r->op->nid;
		set_block(m, b, REF_ZONE_NONE);
	}
	node->online = 1;
	node->device = 1;
	REF_ASSERT(!m->obs.err);
}

static void do_add(struct run *r)
{
	struct ref_model *m = r->m;
	s32 err = add_error(r);

	REF_ASSERT(r->op->kind == REF_OP_ADD);
	if (err != E2BIG && alloc_fails(r)) {
		fail(m, ref_has(m, REF_Q(ALLOC_EEXIST)) ? EEXIST : ENOMEM,
		     true);
		if (!ref_has(m, REF_Q(ALLOC_EEXIST)) || err == EEXIST)
			return;
		ref_diverge(m, REF_Q(ALLOC_EEXIST));
		m->right.err = -ENOMEM;
		return;
	}
	if (err == EINVAL)
		m->obs.warns = !((r->op->start | r->op->size) &
				 (m->machine.block_size - 1));
	if (err) {
		fail(m, err, false);
		return;
	}
	m->obs.locked = 1;
	add_locked(r);
	REF_ASSERT(m->obs.locked);
}

static void (*const do_op[REF_NR_OPS])(struct run *r) = {
	[REF_OP_ADD] = do_add,
	[REF_OP_ONLINE] = do_online,
	[REF_OP_OFFLINE] = do_offline,
	[REF_OP_REMOVE] = do_remove,
};

/*
 * Find the blocks that an operation names. Return: false if one does not
 * exist, so that no driver and no file in sysfs would ask for it.
 */
static bool find_blocks(struct run *r)
{
	const struct ref_layout *l = r->m->layout;
	u64 size = r->m->machine.block_size, id = r->op->start / size;
	bool sized = r->op->kind == REF_OP_ADD || r->op->kind == REF_OP_REMOVE;
	u64 nr = sized ? r->op->size / size : 1;

	REF_ASSERT(r->op->kind < REF_NR_OPS);
	r->b = ref_block_at(r->m, id);
	r->nr = (u32)ref_min(nr, REF_MAX_BLOCKS + 1);
	if ((r->op->start | r->op->size) & (size - 1) || !nr ||
	    r->b + nr > l->nr_blocks || l->block[r->b + nr - 1] != id + nr - 1)
		return false;
	REF_ASSERT(nr <= REF_MAX_BLOCKS);
	for (u32 b = r->b; b < r->b + r->nr; b++)
		if (r->m->obs.block[b].state == REF_BLOCK_ABSENT)
			return false;
	return true;
}

static void step(struct ref_model *m, const struct ref_op *op,
		 bool alloc_failed)
{
	struct run r = { .m = m, .op = op, .allocs = REF_NO_PFN };
	bool found = find_blocks(&r);

	REF_ASSERT(op->kind < REF_NR_OPS);
	REF_ASSERT(op->fault < REF_NR_FAULTS);
	memset(&m->obs, 0, offsetof(struct ref_obs, node));
	m->diverged = false;
	m->fired = 0;
	if (alloc_failed) {
		r.allocs = op->fault_nr;
		m->obs.fired = 1;
	}
	if (found || op->kind == REF_OP_ADD) {
		do_op[op->kind](&r);
		return;
	}
	m->obs.err = -ENODEV;
	m->obs.outcome = REF_REFUSED;
}

/* Would the offline, or the veto of the online, look for an edge for ever? */
static u64 shrink_stops(const struct run *r, bool online)
{
	const struct ref_model *m = r->m;
	const struct ref_obs_block *o = &m->obs.block[r->b];
	struct ref_span block = ref_block_span(m, r->b), s;
	u32 key;

	REF_ASSERT(o->state != REF_BLOCK_ABSENT);
	if (online ? o->state != REF_BLOCK_OFFLINE :
	    o->state != REF_BLOCK_ONLINE || o->zone == REF_ZONE_NONE ||
	    offline_error(r))
		return 0;
	REF_ASSERT(o->nid >= 0);
	if (online && !online_vetoed(r))
		return 0;
	key = online ? choose_zone(r) : REF_KEY((u32)o->nid, o->zone);
	s = ref_span_of(ref_zone(&r->m->obs, key));
	if (online)
		s = grown(s, block);
	return wraps(m, key, s, block) ? REF_Q(SPAN_WRAPS) : 0;
}

/* Quirks that would stop the kernel in this operation */
static u64 stops(const struct ref_model *m, const struct ref_op *op)
{
	struct run r = { .m = (struct ref_model *)m, .op = op };
	bool found = find_blocks(&r);
	u64 quirks = 0;

	REF_ASSERT(op->kind < REF_NR_OPS);
	REF_ASSERT(m->layout);
	if (found && (op->kind == REF_OP_ONLINE || op->kind == REF_OP_OFFLINE))
		quirks = shrink_stops(&r, op->kind == REF_OP_ONLINE);
	return quirks & m->profile.quirks;
}

bool ref_model_skips(const struct ref_model *model, const struct ref_op *op)
{
	return stops(model, op) != 0;
}

bool ref_model_apply(struct ref_model *model, const struct ref_op *op,
		     bool alloc_failed)
{
	u64 quirks = stops(model, op);

	REF_ASSERT(!alloc_failed || op->fault == REF_FAULT_ALLOC);
	REF_ASSERT(model->layout);
	if (quirks)
		model->fired = quirks;
	else
		step(model, op, alloc_failed);
	return !quirks;
}

const struct ref_obs *ref_model_obs(const struct ref_model *model)
{
	return &model->obs;
}

u64 ref_model_fired(const struct ref_model *model)
{
	return model->fired;
}
