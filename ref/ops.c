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
 * @o: its first block
 * @b: the number of that
 * @nr: number of blocks
 * @pages: of the first block
 * @fault: what is injected, if the kernel offers it
 * @key: zone that it joins or leaves
 * @node: the node of that
 * @zone: the zone
 * @found: online pages of the zone when the block has left it
 * @span: what the zone should span then
 * @wraps: where kernels look for its edge for ever, past pfn 0
 * @alloc_failed: one of its allocations fails: the first of an add is for the
 *	resource, then come the counters of a new node, then blocks
 * @right: the error that it should give, if that is another
 */
struct run {
	struct ref_model *m;
	const struct ref_op *op;
	struct ref_obs_block *o;
	u32 b, nr, fault, key;
	struct ref_span pages;
	struct ref_obs_node *node;
	struct ref_obs_zone *zone;
	struct ref_found found;
	struct ref_span span;
	bool wraps, alloc_failed;
	s32 right;
};

bool ref_diverge(struct ref_model *m, u64 quirk)
{
	bool first = !m->diverged;

	REF_ASSERT(quirk);
	REF_ASSERT((m->profile.quirks & quirk) == quirk);
	if (first)
		m->right = m->obs;
	m->diverged = true;
	m->fired |= quirk;
	return first;
}

/* The fault is met on occasion @n */
static bool hit(struct run *r, u32 fault, u32 n)
{
	bool is = r->fault == fault && r->op->fault_nr == n;

	REF_ASSERT(fault < REF_NR_FAULTS);
	REF_ASSERT(r->op->kind == REF_OP_ADD);
	r->m->obs.fired |= is;
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
 * The block leaves a zone that spans @s. What it should span then: an edge at
 * which the block lay moves in to the zone's memory, the other stays, and no
 * memory is left outside. Return: what kernels make of it: one edge only, the
 * start first, found by looking at one pfn of each subsection.
 * (shrink_zone_span)
 */
static struct ref_span shrunk(struct run *r, struct ref_span s)
{
	bool low = s.start == r->pages.start, high = s.end == r->pages.end;
	struct ref_found *f = &r->found;

	r->span = s;
	*f = ref_find(r->m, r->key, low ? ref_span(r->pages.end, s.end) :
		      ref_span(s.start, r->pages.start));
	REF_ASSERT(f->memory.start <= f->memory.end);
	if (low || f->memory.start < s.start)
		r->span.start = f->rounded.start;
	if (high || f->memory.end > s.end)
		r->span.end = f->rounded.end;
	if (!f->memory.end)
		r->span = f->memory;
	REF_ASSERT(r->span.start <= r->span.end);
	r->wraps = high && !low && !f->last && s.start < r->m->sub_pages;
	if (!REF_HAS(r->m, SPAN_SAMPLES))
		return r->span;
	if (low ? f->first == REF_NO_PFN : high && !f->last)
		return ref_span(0, 0);
	return low ? ref_span(f->first, s.end) : high ?
		ref_span(s.start, f->last) : s;
}

/*
 * Which zone a block goes to. For kernel memory the lowest that meets it,
 * else NORMAL; by default that or MOVABLE, whichever alone meets it.
 * auto_movable will come here. (zone_for_pfn_range)
 */
static u32 choose_zone(const struct run *r)
{
	const struct ref_obs_zone *zone = r->m->obs.node[r->o->nid].zone;
	bool movable = r->op->online == REF_ONLINE_MOVABLE;
	u32 meets = 0, kernel;

	REF_ASSERT(r->op->online < REF_NR_ONLINE);
	for (u32 z = 0; z < REF_NR_ZONES; z++)
		meets |= ref_meets(ref_zone_span(&zone[z]), r->pages) << z;
	kernel = (u32)__builtin_ctz(meets | 1u << REF_ZONE_NORMAL);
	meets = (meets >> kernel & 1) << 1 | (meets >> REF_ZONE_MOVABLE & 1);
	if (r->op->online == REF_ONLINE_DEFAULT)
		movable = meets == 1 || (meets != 2 &&
					 r->m->machine.movable_node);
	REF_ASSERT(kernel <= REF_ZONE_NORMAL);
	return movable ? REF_ZONE_MOVABLE : kernel;
}

static void set_zone(struct run *r, u32 z)
{
	REF_ASSERT(r->o->nid >= 0);
	REF_ASSERT(z < REF_NR_ZONES);
	r->key = REF_KEY((u32)r->o->nid, z);
	r->node = &r->m->obs.node[r->o->nid];
	r->zone = &r->node->zone[z];
}

/*
 * The whole block comes online in the zone, or leaves it: sections, links,
 * present pages, and what the node has
 */
static void set_online(struct run *r, bool online)
{
	struct ref_model *m = r->m;
	struct ref_block *blk = &m->block[r->b];
	u64 pages = online ? m->block_pages : -m->block_pages;
	u32 z = r->key % REF_NR_ZONES;

	r->o->state = online ? REF_BLOCK_ONLINE : REF_BLOCK_OFFLINE;
	r->o->zone = online ? (u8)z : REF_ZONE_NONE;
	blk->own = (struct ref_piece){ r->pages, (u8)r->key, 1 };
	blk->piece = &blk->own;
	blk->nr_pieces = 1;
	for (u32 s = r->b * m->each; s < (r->b + 1) * m->each; s++)
		m->obs.section[s].flags ^= REF_SECTION_ONLINE;
	for (u32 w = blk->watch; w < blk->watch + blk->nr_watch; w++)
		m->obs.link[w] = online ? REF_LINK(r->o->nid, z) :
			REF_LINK_OFFLINE;
	r->zone->present += pages;
	r->node->present += pages;
	r->node->memory = r->node->present > 0;
	if (z != REF_ZONE_MOVABLE)
		r->node->normal_memory = r->node->present !=
			r->node->zone[REF_ZONE_MOVABLE].present;
	if (m->obs.section[r->b * m->each].flags & REF_SECTION_EARLY)
		r->zone->present_early += pages;
	REF_ASSERT(m->obs.section[r->b * m->each].flags & REF_SECTION_PRESENT);
	REF_ASSERT(r->zone->present <= r->node->present);
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
 * asked only about its first and last memory.
 */
static s32 state_error(const struct run *r)
{
	const struct ref_obs_node *node = &r->m->obs.node[r->o->nid];
	bool online = r->op->kind == REF_OP_ONLINE;
	u32 wanted = online ? REF_BLOCK_OFFLINE : REF_BLOCK_ONLINE;

	REF_ASSERT(online || r->op->kind == REF_OP_OFFLINE);
	if (r->o->state != wanted ||
	    (!online && (r->o->zone == REF_ZONE_NONE ||
			 !r->m->block[r->b].full)))
		return -EINVAL;
	REF_ASSERT(r->o->nid >= 0);
	if (r->fault == REF_FAULT_NODE_NOTIFY &&
	    (online ? node->memory : node->present > r->m->block_pages))
		return 0;
	return -faults[r->fault][!online];
}

static s32 do_state(struct run *r)
{
	struct ref_model *m = r->m;
	bool online = r->op->kind == REF_OP_ONLINE;
	s32 err = state_error(r);

	REF_ASSERT(r->nr == 1);
	REF_ASSERT(err <= 0);
	m->obs.locked = err != -EINVAL ||
		(r->o->zone != REF_ZONE_NONE && !online);
	m->obs.fired = err && err != -EINVAL;
	if (err && (!online || err == -EINVAL))
		return err;
	set_zone(r, online ? choose_zone(r) : r->o->zone);
	r->node->nr_zones = (u8)ref_max(r->node->nr_zones,
					r->key % REF_NR_ZONES + 1);
	r->zone->initialized = 1;
	/* It joins the zone before it is online (move_pfn_range_to_zone) */
	if (online)
		set_span(r, ref_grow(ref_zone_span(r->zone), r->pages));
	if (!err)
		set_online(r, online);
	if (online && !err) {
		m->memory[r->key] = ref_grow(m->memory[r->key], r->pages);
		ref_zone_settle(m, r->key, !REF_HAS(m, CONTIGUOUS_HISTORY));
		REF_ASSERT(m->covered >> r->key & 1);
		return 0;
	}
	/* It leaves it (remove_pfn_range_from_zone) */
	set_span(r, shrunk(r, ref_zone_span(r->zone)));
	REF_ASSERT(!r->wraps || !REF_HAS(m, SPAN_WRAPS));
	m->memory[r->key] = r->found.memory;
	ref_zone_settle(m, r->key, true);
	r->span.end -= r->span.start;	/* now its length */
	if ((r->zone->start != r->span.start ||
	     r->zone->spanned != r->span.end) &&
	    ref_diverge(m, REF_Q(SPAN_SAMPLES))) {
		ref_zone(&m->right, r->key)->start = r->span.start;
		ref_zone(&m->right, r->key)->spanned = r->span.end;
	}
	return err;
}

/*
 * Nodes that lose a block and have no span, block and CPU any more go offline;
 * kernels look at the node of the last block alone. (try_remove_memory)
 */
static s32 do_remove(struct run *r)
{
	struct ref_model *m = r->m;
	u32 empty = 0, last = 0, nr = m->layout->nr_nodes;

	REF_ASSERT(r->nr > 0);
	for (u32 n = 0; n < r->nr; n++)
		if (r->o[n].state != REF_BLOCK_OFFLINE)
			return -EBUSY;
	m->obs.locked = 1;
	for (u32 n = 0; n < r->nr; n++) {
		last = 1u << r->o[n].nid;
		empty |= last;
		r->o[n] = REF_NO_BLOCK;
		m->block[r->b + n].taken = REF_TAKEN_FREE;
	}
	memset(&m->obs.section[r->b * m->each], 0,
	       r->nr * m->each * sizeof(m->obs.section[0]));
	for (u32 b = 0; b < m->layout->nr_blocks; b++)
		if (m->obs.block[b].state != REF_BLOCK_ABSENT)
			empty &= ~(1u << m->obs.block[b].nid);
	for (u32 nid = 0; nid < nr; nid++) {
		if (m->obs.node[nid].spanned ||
		    m->machine.node[nid] & REF_NODE_CPU)
			empty &= ~(1u << nid);
		if (empty >> nid & 1 &&
		    (1u << nid == last || !REF_HAS(m, REMOVE_ONE_NODE)))
			m->obs.node[nid].online = 0;
		m->obs.node[nid].device = m->obs.node[nid].online;
	}
	for (u32 nid = 0; nid < nr; nid++) {
		if (!(empty >> nid & 1) || !m->obs.node[nid].online)
			continue;
		ref_diverge(m, REF_Q(REMOVE_ONE_NODE));
		m->right.node[nid].online = 0;
		m->right.node[nid].device = 0;
	}
	REF_ASSERT(!(empty >> nr));
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
	for (u32 b = 0; b < r->m->layout->nr_blocks; b++) {
		u64 at = r->m->layout->block[b] * m->block_size;
		struct ref_span s = ref_cut(ref_span(start, end),
					    ref_span(at, at + m->block_size));
		bool boot = r->m->block[b].taken == REF_TAKEN_BOOT;

		taken |= r->m->block[b].taken == REF_TAKEN_WHOLE &&
			s.start < s.end;
		for (u32 n = 0; boot && n < m->nr_regions; n++)
			taken |= ref_meets(s, ref_span(m->region[n].start,
						       m->region[n].end));
	}
	return taken;
}

/* Sections, until one fails, then blocks, all or none; 0, or why not */
static s32 add_blocks(struct run *r)
{
	struct ref_model *m = r->m;
	struct ref_obs_section *o = &m->obs.section[r->b * m->each];
	u32 n, nr = r->nr * m->each;
	s32 err = 0;

	REF_ASSERT(nr > 0);
	for (n = 0; n < nr && !o->flags && !hit(r, REF_FAULT_MEMMAP, n);
	     n++, o++) {
		o->flags = REF_SECTION_ADDED;
		for (u64 i = 0; i < m->section_pages / m->sub_pages; i++)
			o->submap[i / 64] |= 1ull << (i % 64);
	}
	if (n < nr)
		err = o->flags ? -EEXIST : -ENOMEM;
	else if (r->alloc_failed)
		err = -ENOMEM;
	else if (r->op->fault_nr < r->nr &&
		 hit(r, REF_FAULT_BLOCK_DEVICE, r->op->fault_nr))
		err = -EEXIST;
	if (err && (n == nr || !REF_HAS(m, ADD_LEAVES_SECTIONS)))
		memset(o - n, 0, n * sizeof(*o));
	else if (err && n && ref_diverge(m, REF_Q(ADD_LEAVES_SECTIONS)))
		memset(&m->right.section[r->b * m->each], 0, n * sizeof(*o));
	REF_ASSERT(n <= nr);
	return err;
}

static s32 do_add(struct run *r)
{
	struct ref_model *m = r->m;
	struct ref_obs_node *node = &m->obs.node[r->op->nid];
	u64 end = r->op->start + r->op->size, bit = 1ull << r->op->nid;
	bool taken = is_taken(r), back = !node->online;
	s32 err = 0;

	REF_ASSERT(r->op->nid < m->layout->nr_nodes);
	if (end > 1ull << m->geometry.phys_bits)
		return -E2BIG;
	if (r->alloc_failed && !r->op->fault_nr && !taken) {
		if (!REF_HAS(m, ALLOC_EEXIST))
			return -ENOMEM;
		ref_diverge(m, REF_Q(ALLOC_EEXIST));
		r->right = -ENOMEM;
		return -EEXIST;
	}
	if (taken || (r->op->start | end) & (m->machine.block_size - 1))
		return taken ? -EEXIST : -EINVAL;
	m->obs.warns = !(m->machine.node[r->op->nid] & REF_NODE_POSSIBLE);
	if (m->obs.warns)
		return -EINVAL;
	m->obs.locked = 1;
	if (back && r->alloc_failed && r->op->fault_nr == 1 &&
	    !(m->counted & bit))
		return -ENOMEM;
	if (back) {
		REF_ASSERT(!node->spanned);
		m->counted |= (u32)bit;
		node->nr_zones = 0;
		m->obs.warns = hit(r, REF_FAULT_NODE_DEVICE, 0);
		err = m->obs.warns ? -EEXIST : 0;
	}
	err = err ? err : add_blocks(r);
	for (u32 n = 0; !err && n < r->nr; n++) {
		m->block[r->b + n].taken = REF_TAKEN_WHOLE;
		m->block[r->b + n].full = true;
		r->o[n].nid = (s8)r->op->nid;
		r->o[n].state = REF_BLOCK_OFFLINE;
	}
	node->online |= !err;
	node->device |= !err;
	/* It comes back without memory (free_area_init_core_hotplug) */
	if (back && node->present && REF_HAS(m, NODE_FORGETS)) {
		ref_diverge(m, REF_Q(NODE_FORGETS));
		node->present = 0;
		for (u32 z = 0; z < REF_NR_ZONES; z++)
			node->zone[z].present = 0;
	}
	REF_ASSERT(node->online == node->device);
	return err;
}

static const struct { s32 (*run)(struct run *r); } ops[REF_NR_OPS] = {
	[REF_OP_ADD] = { do_add },
	[REF_OP_ONLINE] = { do_state },
	[REF_OP_OFFLINE] = { do_state },
	[REF_OP_REMOVE] = { do_remove },
};

/*
 * Find the blocks that an operation names. Return: false if one does not
 * exist, so that no driver and no file in sysfs would ask for it.
 */
static bool find_blocks(struct run *r)
{
	const struct ref_layout *l = r->m->layout;
	u64 size = r->m->machine.block_size, id = r->op->start / size;
	u64 nr = r->op->size ? r->op->size / size : 1;
	bool found;

	REF_ASSERT(r->op->kind < REF_NR_OPS);
	REF_ASSERT(r->op->fault < REF_NR_FAULTS);
	r->fault = r->m->profile.faults >> r->op->fault & 1 ? r->op->fault : 0;
	r->b = ref_lower(l->block, l->nr_blocks, id);
	r->nr = (u32)ref_min(nr, REF_MAX_BLOCKS);
	r->o = &r->m->obs.block[r->b];
	r->pages = r->m->block[r->b].pages;
	found = !((r->op->start | r->op->size) & (size - 1)) &&
		r->b + nr <= l->nr_blocks &&
		l->block[r->b + nr - 1] == id + nr - 1;
	for (u32 n = 0; found && n < r->nr; n++)
		found = r->o[n].state != REF_BLOCK_ABSENT;
	return found;
}

/* Would the operation look for the edge of a span for ever? */
static bool stops(struct run *r)
{
	bool online = r->op->kind == REF_OP_ONLINE;
	s32 err;

	if (!REF_HAS(r->m, SPAN_WRAPS) || !find_blocks(r) ||
	    (r->op->kind != REF_OP_OFFLINE && !online))
		return false;
	err = state_error(r);
	if (online ? !err || err == -EINVAL : err)
		return false;
	set_zone(r, online ? choose_zone(r) : r->o->zone);
	r->span = ref_zone_span(r->zone);
	REF_ASSERT(online || r->span.end);
	REF_ASSERT(r->pages.start < r->pages.end);
	shrunk(r, online ? ref_grow(r->span, r->pages) : r->span);
	return r->wraps;
}

bool ref_model_skips(const struct ref_model *model, const struct ref_op *op)
{
	struct run r = { .m = (struct ref_model *)model, .op = op };

	REF_ASSERT(model->layout);
	REF_ASSERT(op->kind < REF_NR_OPS);
	return stops(&r);
}

bool ref_model_apply(struct ref_model *model, const struct ref_op *op,
		     bool alloc_failed)
{
	struct run r = { .m = model, .op = op, .alloc_failed = alloc_failed };

	REF_ASSERT(!alloc_failed || op->fault == REF_FAULT_ALLOC);
	model->fired = REF_Q(SPAN_WRAPS);
	if (stops(&r))
		return false;
	memset(&model->obs, 0, offsetof(struct ref_obs, node));
	model->obs.fired = alloc_failed;
	model->diverged = false;
	model->fired = 0;
	if (find_blocks(&r) || op->kind == REF_OP_ADD) {
		model->obs.err = ops[op->kind].run(&r);
	} else {
		model->obs.err = -ENODEV;
		model->obs.outcome = REF_REFUSED;
	}
	model->right.err = r.right ? r.right : model->obs.err;
	REF_ASSERT(!(model->fired & ~model->profile.quirks));
	REF_ASSERT(model->obs.err <= 0);
	return true;
}

const struct ref_obs *ref_model_obs(const struct ref_model *model)
{
	return &model->obs;
}

u64 ref_model_fired(const struct ref_model *model)
{
	return model->fired;
}
