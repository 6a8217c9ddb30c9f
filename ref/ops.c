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

/* From here on @right is its own: what differs must be written there */
void ref_diverge(struct ref_model *m, u64 quirk)
{
	const struct ref_layout *l = m->layout;
	const struct ref_obs *o = &m->obs;
	struct ref_obs *r = &m->right;

	REF_ASSERT(quirk);
	REF_ASSERT((m->profile.quirks & quirk) == quirk);
	m->fired |= quirk;
	if (m->diverged)
		return;
	m->diverged = true;
	memcpy(r, o, offsetof(struct ref_obs, node));
	memcpy(r->node, o->node, l->nr_nodes * sizeof(o->node[0]));
	memcpy(r->block, o->block, l->nr_blocks * sizeof(o->block[0]));
	memcpy(r->section, o->section,
	       l->nr_sections * sizeof(o->section[0]));
	memcpy(r->link, o->link, l->nr_watch * sizeof(o->link[0]));
}

/* One operation on the way */
struct ref_run {
	struct ref_model *m;
	const struct ref_op *op;
	u32 first;		/* block */
	u32 nr;			/* of blocks */
	bool alloc_failed;
};

static bool ref_offers(const struct ref_model *m, u32 fault)
{
	REF_ASSERT(fault < REF_NR_FAULTS);
	REF_ASSERT(fault != REF_FAULT_NONE);
	return m->profile.faults >> fault & 1;
}

/* The injected fault is met here, if it is this one */
static bool ref_met(const struct ref_run *r, u32 fault)
{
	REF_ASSERT(r->op->fault < REF_NR_FAULTS);
	REF_ASSERT(fault < REF_NR_FAULTS);
	return r->op->fault == fault && ref_offers(r->m, fault);
}

static struct ref_obs_node *ref_node(struct ref_model *m, u32 nid)
{
	REF_ASSERT(nid < m->layout->nr_nodes);
	REF_ASSERT(nid < REF_MAX_NODES);
	return &m->obs.node[nid];
}

/* A node spans what its zones span, empty ones left out */
static void ref_node_span(struct ref_obs_node *node)
{
	u64 start = REF_NO_PFN, end = 0;

	for (u32 z = 0; z < REF_NR_ZONES; z++) {
		const struct ref_obs_zone *zone = &node->zone[z];

		if (!zone->spanned)
			continue;
		start = ref_min(start, zone->start);
		end = ref_max(end, zone->start + zone->spanned);
	}
	node->start = end ? start : 0;
	node->spanned = end - node->start;
	REF_ASSERT(!end || node->start < end);
	REF_ASSERT(end || !node->start);
}

/* A span, half-open, in pfns; empty: both 0 */
struct ref_span {
	u64 start;
	u64 end;
};

static struct ref_span ref_span_of(const struct ref_obs_zone *z)
{
	REF_ASSERT(z->start + z->spanned >= z->start);
	REF_ASSERT(z->spanned || !z->start);
	return (struct ref_span){ z->start, z->start + z->spanned };
}

static struct ref_span ref_span_grown(struct ref_span s, u64 start, u64 end)
{
	REF_ASSERT(start < end);
	REF_ASSERT(s.start <= s.end);
	if (s.start == s.end)
		return (struct ref_span){ start, end };
	s.start = ref_min(s.start, start);
	s.end = ref_max(s.end, end);
	return s;
}

/*
 * What a zone's span should be when the block [start, end) has left it: an
 * edge at which the block lay moves in to the zone's memory, the other stays,
 * and no memory is left outside.
 */
static struct ref_span ref_span_right(const struct ref_model *m, u32 key,
				      struct ref_span s, u64 start, u64 end)
{
	u64 low, high;

	REF_ASSERT(start < end);
	REF_ASSERT(s.start < s.end);
	if (!m->bounds[key].hi)
		return (struct ref_span){ 0, 0 };
	low = ref_low_edge(m, key);
	high = ref_high_edge(m, key);
	if (s.start == start)
		s.start = low;
	if (s.end == end)
		s.end = high;
	if (m->bounds[key].lo < s.start)
		s.start = low;
	if (m->bounds[key].hi > s.end)
		s.end = high;
	return s;
}

/*
 * What kernels make of it: one edge only, the start first, found by looking
 * at one pfn of each subsection. (shrink_zone_span)
 */
static struct ref_span ref_span_sampled(const struct ref_model *m, u32 key,
					struct ref_span s, u64 start, u64 end)
{
	u64 pfn;

	REF_ASSERT(start < end);
	REF_ASSERT(s.start < s.end);
	if (s.start == start) {
		pfn = end < s.end ? ref_sample_up(m, key, end, s.end) :
			REF_NO_PFN;
		s.start = pfn;
	} else if (s.end == end) {
		pfn = s.start < start ?
			ref_sample_down(m, key, s.start, start) : REF_NO_PFN;
		s.end = pfn + 1;
	} else {
		return s;
	}
	return pfn == REF_NO_PFN ? (struct ref_span){ 0, 0 } : s;
}

/* Write a zone's span and its node's */
static void ref_span_set(struct ref_model *m, u32 key, struct ref_span s)
{
	struct ref_obs_zone *zone = ref_zone(m, key);

	REF_ASSERT(s.start <= s.end);
	REF_ASSERT(s.start < s.end || !s.start);
	zone->start = s.start;
	zone->spanned = s.end - s.start;
	ref_node_span(&m->obs.node[key / REF_NR_ZONES]);
}

/*
 * The block [start, end) leaves the zone: shrink the span, ask again whether
 * it is contiguous. (remove_pfn_range_from_zone)
 */
static void ref_zone_leave(struct ref_model *m, u32 key, u64 start, u64 end)
{
	struct ref_obs_zone *zone = ref_zone(m, key);
	struct ref_span old = ref_span_of(zone);
	struct ref_span right = ref_span_right(m, key, old, start, end);
	struct ref_span now = right;

	REF_ASSERT(key < REF_NR_KEYS);
	REF_ASSERT(start < end);
	if (ref_has(m, REF_Q(SPAN_SAMPLES)))
		now = ref_span_sampled(m, key, old, start, end);
	ref_span_set(m, key, now);
	ref_contiguous_update(m, key);
	ref_contiguous_say(m, key, ref_contiguous_sampled(m, key));
	if (now.start == right.start && now.end == right.end)
		return;
	ref_diverge(m, REF_Q(SPAN_SAMPLES));
	zone = &m->right.node[key / REF_NR_ZONES].zone[key % REF_NR_ZONES];
	zone->start = right.start;
	zone->spanned = right.end - right.start;
}

/* The block joins a zone, before it is online (move_pfn_range_to_zone) */
static void ref_zone_join(struct ref_model *m, u32 key, u64 start, u64 end)
{
	struct ref_obs_node *node = ref_node(m, key / REF_NR_ZONES);
	struct ref_obs_zone *zone = ref_zone(m, key);
	struct ref_span old = ref_span_of(zone);

	REF_ASSERT(start < end);
	if (old.start == old.end) {
		node->nr_zones = (u8)ref_max(node->nr_zones,
					     key % REF_NR_ZONES + 1);
		zone->initialized = 1;
	}
	ref_span_set(m, key, ref_span_grown(old, start, end));
	ref_contiguous_say(m, key, false);
	REF_ASSERT(zone->spanned >= end - start);
}

/* The zone for kernel memory: the lowest that meets the block, else NORMAL */
static u32 ref_kernel_zone(const struct ref_model *m, u32 nid,
			   u64 start, u64 end)
{
	const struct ref_obs_zone *zone = m->obs.node[nid].zone;
	u32 z;

	REF_ASSERT(nid < REF_MAX_NODES);
	REF_ASSERT(start < end);
	for (z = REF_ZONE_DMA; z < REF_ZONE_NORMAL; z++)
		if (zone[z].spanned &&
		    ref_meets(zone[z].start, zone[z].start + zone[z].spanned,
			      start, end))
			break;
	return z;
}

/* Which zone a block goes to (zone_for_pfn_range); auto_movable comes here */
static u32 ref_choose_zone(const struct ref_model *m, u32 nid, u32 online,
			   u64 start, u64 end)
{
	const struct ref_obs_zone *zone = m->obs.node[nid].zone;
	u32 kernel = ref_kernel_zone(m, nid, start, end);
	bool meets[2];

	REF_ASSERT(online < REF_NR_ONLINE);
	REF_ASSERT(kernel <= REF_ZONE_NORMAL);
	if (online != REF_ONLINE_DEFAULT)
		return online == REF_ONLINE_KERNEL ? kernel : REF_ZONE_MOVABLE;
	for (u32 n = 0; n < 2; n++) {
		const struct ref_obs_zone *z =
			&zone[n ? REF_ZONE_MOVABLE : kernel];

		meets[n] = z->spanned && ref_meets(z->start,
						   z->start + z->spanned,
						   start, end);
	}
	if (meets[0] != meets[1])
		return meets[0] ? kernel : REF_ZONE_MOVABLE;
	return m->machine.movable_node ? REF_ZONE_MOVABLE : kernel;
}

/* Present pages of a whole block come or go; early: it was there at boot */
static void ref_count(struct ref_model *m, u32 b, u32 key, u64 pages)
{
	struct ref_obs_node *node = ref_node(m, key / REF_NR_ZONES);
	struct ref_obs_zone *zone = ref_zone(m, key);
	u64 normal = 0;

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(pages == m->block_pages || pages == -m->block_pages);
	zone->present += pages;
	node->present += pages;
	if (m->obs.section[m->block[b].section].flags & REF_SECTION_EARLY)
		zone->present_early += pages;
	for (u32 z = REF_ZONE_DMA; z <= REF_ZONE_NORMAL; z++)
		normal += node->zone[z].present;
	node->normal_memory = normal > 0;
	node->memory = normal + node->zone[REF_ZONE_MOVABLE].present > 0;
}

/* All sections and watched pfns of a block become online in a zone, or not */
static void ref_block_set(struct ref_model *m, u32 b, u32 state, u32 zone)
{
	struct ref_block *blk = &m->block[b];
	struct ref_obs_block *o = &m->obs.block[b];
	bool online = state == REF_BLOCK_ONLINE;
	u16 link = online ? REF_LINK(o->nid, zone) : REF_LINK_OFFLINE;

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(online == (zone != REF_ZONE_NONE));
	o->state = (u8)state;
	o->zone = (u8)zone;
	blk->links = REF_LINKS_SAME;
	blk->nid = (u8)o->nid;
	blk->zone = (u8)zone;
	for (u32 s = 0; s < m->each; s++) {
		u8 *flags = &m->obs.section[blk->section + s].flags;

		*flags = (u8)((*flags & ~REF_SECTION_ONLINE) |
			      (online ? REF_SECTION_ONLINE : 0));
	}
	for (u32 w = 0; w < blk->nr_watch; w++)
		m->obs.link[blk->watch + w] = link;
}

static void ref_fail(struct ref_model *m, s32 err, bool fired)
{
	REF_ASSERT(err > 0);
	REF_ASSERT(!m->obs.err);
	m->obs.err = -err;
	m->obs.fired = fired;
}

/* Is the block's going online vetoed? */
static bool ref_online_vetoed(const struct ref_run *r)
{
	const struct ref_model *m = r->m;
	s8 nid = m->obs.block[r->first].nid;

	REF_ASSERT(nid >= 0);
	REF_ASSERT((u32)nid < m->layout->nr_nodes);
	if (ref_met(r, REF_FAULT_NODE_NOTIFY))
		return !m->obs.node[nid].memory;
	return ref_met(r, REF_FAULT_NOTIFY);
}

static void ref_online(struct ref_run *r)
{
	struct ref_model *m = r->m;
	u64 start = m->block[r->first].start, end = start + m->block_pages;
	struct ref_obs_block *o = &m->obs.block[r->first];
	struct ref_bounds *bounds;
	u32 key, zone;

	REF_ASSERT(r->op->kind == REF_OP_ONLINE);
	REF_ASSERT(o->state != REF_BLOCK_ABSENT);
	if (o->state == REF_BLOCK_ONLINE) {
		ref_fail(m, REF_EINVAL, false);
		return;
	}
	zone = ref_choose_zone(m, o->nid, r->op->online, start, end);
	key = REF_KEY(o->nid, zone);
	m->obs.locked = 1;
	ref_zone_join(m, key, start, end);
	if (ref_online_vetoed(r)) {
		ref_fail(m, REF_EPERM, true);
		ref_zone_leave(m, key, start, end);
		return;
	}
	ref_block_set(m, r->first, REF_BLOCK_ONLINE, zone);
	ref_count(m, r->first, key, m->block_pages);
	bounds = &m->bounds[key];
	bounds->lo = ref_min(bounds->lo, start);
	bounds->hi = ref_max(bounds->hi, end);
	ref_contiguous_update(m, key);
	if (!ref_has(m, REF_Q(CONTIGUOUS_HISTORY)))
		ref_contiguous_say(m, key, ref_contiguous_sampled(m, key));
}

/* Why a block cannot go offline, 0: it can */
static s32 ref_offline_error(const struct ref_run *r)
{
	const struct ref_model *m = r->m;
	const struct ref_obs_node *node =
		&m->obs.node[m->obs.block[r->first].nid];

	REF_ASSERT(r->first < m->layout->nr_blocks);
	REF_ASSERT(m->obs.block[r->first].nid >= 0);
	if (!m->block[r->first].full)
		return REF_EINVAL;
	switch (r->op->fault) {
	case REF_FAULT_ISOLATE:
	case REF_FAULT_UNMOVABLE:
	case REF_FAULT_HUGETLB:
		return ref_offers(m, r->op->fault) ? REF_EBUSY : 0;
	case REF_FAULT_SIGNAL:
		return ref_offers(m, r->op->fault) ? REF_EINTR : 0;
	case REF_FAULT_NOTIFY:
		return ref_offers(m, r->op->fault) ? REF_EPERM : 0;
	case REF_FAULT_NODE_NOTIFY:
		return ref_offers(m, r->op->fault) &&
			m->block_pages >= node->present ? REF_EPERM : 0;
	}
	return 0;
}

static void ref_offline(struct ref_run *r)
{
	struct ref_model *m = r->m;
	const struct ref_obs_block *o = &m->obs.block[r->first];
	u64 start = m->block[r->first].start, end = start + m->block_pages;
	u32 key;
	s32 err;

	REF_ASSERT(r->op->kind == REF_OP_OFFLINE);
	REF_ASSERT(o->state != REF_BLOCK_ABSENT);
	if (o->state != REF_BLOCK_ONLINE || o->zone == REF_ZONE_NONE) {
		ref_fail(m, REF_EINVAL, false);
		return;
	}
	m->obs.locked = 1;
	err = ref_offline_error(r);
	if (err) {
		ref_fail(m, err, m->block[r->first].full);
		return;
	}
	key = REF_KEY(o->nid, o->zone);
	ref_block_set(m, r->first, REF_BLOCK_OFFLINE, REF_ZONE_NONE);
	ref_count(m, r->first, key, -m->block_pages);
	if (m->bounds[key].lo >= start || m->bounds[key].hi <= end)
		ref_bounds_find(m, key);
	ref_zone_leave(m, key, start, end);
}

/* Does a block name the node? */
static bool ref_node_named(const struct ref_model *m, u32 nid)
{
	REF_ASSERT(nid < m->layout->nr_nodes);
	REF_ASSERT(m->layout->nr_blocks <= REF_MAX_BLOCKS);
	for (u32 b = 0; b < m->layout->nr_blocks; b++)
		if (m->obs.block[b].state != REF_BLOCK_ABSENT &&
		    m->obs.block[b].nid == (s32)nid)
			return true;
	return false;
}

/* Should the node go offline, now that a block of it is gone? */
static bool ref_node_empty(const struct ref_model *m, u32 nid)
{
	REF_ASSERT(nid < m->layout->nr_nodes);
	REF_ASSERT(m->obs.node[nid].online);
	return !m->obs.node[nid].spanned && !ref_node_named(m, nid) &&
		!(m->machine.node[nid] & REF_NODE_CPU);
}

static void ref_nodes_set_offline(const struct ref_model *m,
				  struct ref_obs *obs, u32 nids)
{
	REF_ASSERT(m->layout->nr_nodes <= REF_MAX_NODES);
	REF_ASSERT(!(nids >> m->layout->nr_nodes));
	for (u32 nid = 0; nid < m->layout->nr_nodes; nid++) {
		if (!(nids & 1u << nid))
			continue;
		obs->node[nid].online = 0;
		obs->node[nid].device = 0;
	}
}

/* Nodes in the set @nids that are empty go offline; kernels: @last alone */
static void ref_nodes_offline(struct ref_model *m, u32 nids, u32 last)
{
	u32 empty = 0, seen;

	REF_ASSERT(nids & 1u << last);
	REF_ASSERT(last < m->layout->nr_nodes);
	for (u32 nid = 0; nid < m->layout->nr_nodes; nid++)
		if (nids & 1u << nid && ref_node_empty(m, nid))
			empty |= 1u << nid;
	seen = ref_has(m, REF_Q(REMOVE_ONE_NODE)) ? empty & 1u << last : empty;
	ref_nodes_set_offline(m, &m->obs, seen);
	if (seen == empty)
		return;
	ref_diverge(m, REF_Q(REMOVE_ONE_NODE));
	ref_nodes_set_offline(m, &m->right, empty);
}

static void ref_block_remove(struct ref_model *m, u32 b)
{
	struct ref_obs_block *o = &m->obs.block[b];
	struct ref_block *blk = &m->block[b];

	REF_ASSERT(b < m->layout->nr_blocks);
	REF_ASSERT(o->state == REF_BLOCK_OFFLINE);
	o->state = REF_BLOCK_ABSENT;
	o->nid = REF_NO_NODE;
	blk->taken = REF_TAKEN_FREE;
	memset(&m->obs.section[blk->section], 0,
	       m->each * sizeof(m->obs.section[0]));
}

static void ref_remove(struct ref_run *r)
{
	struct ref_model *m = r->m;
	u32 nids = 0, last = 0;

	REF_ASSERT(r->op->kind == REF_OP_REMOVE);
	REF_ASSERT(r->nr > 0);
	for (u32 n = 0; n < r->nr; n++) {
		if (m->obs.block[r->first + n].state == REF_BLOCK_OFFLINE)
			continue;
		ref_fail(m, REF_EBUSY, false);
		return;
	}
	m->obs.locked = 1;
	for (u32 n = 0; n < r->nr; n++) {
		last = m->obs.block[r->first + n].nid;
		nids |= 1u << last;
		ref_block_remove(m, r->first + n);
	}
	ref_nodes_offline(m, nids, last);
}

/* Is any of [start, end) taken? In bytes, since regions need not be whole */
static bool ref_is_taken(const struct ref_model *m, u64 start, u64 end)
{
	const struct ref_machine *mach = &m->machine;
	u32 b = 0;

	REF_ASSERT(start < end);
	REF_ASSERT(m->layout->nr_blocks <= REF_MAX_BLOCKS);
	for (; b < m->layout->nr_blocks; b++) {
		u64 at = m->block[b].start << m->geometry.page_shift;
		u64 from = ref_max(start, at);
		u64 to = ref_min(end, at + mach->block_size);

		if (from >= to || m->block[b].taken == REF_TAKEN_FREE)
			continue;
		if (m->block[b].taken == REF_TAKEN_WHOLE)
			return true;
		for (u32 n = 0; n < mach->nr_regions; n++)
			if (ref_meets(mach->region[n].start,
				      mach->region[n].end, from, to))
				return true;
	}
	return false;
}

/* Why memory cannot be added, found before anything is done; 0: it can */
static s32 ref_add_error(const struct ref_run *r)
{
	const struct ref_op *op = r->op;
	const struct ref_model *m = r->m;
	u64 end = op->start + op->size;

	REF_ASSERT(op->kind == REF_OP_ADD);
	REF_ASSERT(op->nid < REF_MAX_NODES);
	if (end <= op->start || end > 1ull << m->geometry.phys_bits)
		return REF_E2BIG;
	if (ref_is_taken(m, op->start, end))
		return REF_EEXIST;
	if ((op->start | op->size) & (m->machine.block_size - 1))
		return REF_EINVAL;
	return 0;
}

/*
 * Add sections [0, nr) of the range until one fails. Return: how many there
 * are now; less than nr: it failed at that one. (__add_pages)
 */
static u32 ref_add_sections(struct ref_run *r, u32 nr)
{
	struct ref_model *m = r->m;
	struct ref_obs_section *s =
		&m->obs.section[m->block[r->first].section];
	u32 subs = (u32)(m->section_pages / m->sub_pages);
	u32 n;

	REF_ASSERT(nr == r->nr * m->each);
	REF_ASSERT(subs <= REF_SUBMAP_WORDS * 64);
	for (n = 0; n < nr; n++, s++) {
		if (s->flags) {
			ref_fail(m, REF_EEXIST, false);
			break;
		}
		if (ref_met(r, REF_FAULT_MEMMAP) && n == r->op->fault_nr) {
			ref_fail(m, REF_ENOMEM, true);
			break;
		}
		s->flags = REF_SECTION_PRESENT | REF_SECTION_HAS_MEM_MAP;
		for (u32 w = 0; w * 64 < subs; w++)
			s->submap[w] = subs - w * 64 >= 64 ? ~0ull :
				(1ull << (subs - w * 64)) - 1;
	}
	return n;
}

/* Sections [0, nr) of the range that were added must go again */
static void ref_add_undo(struct ref_run *r, struct ref_obs *obs, u32 nr)
{
	u32 first = r->m->block[r->first].section;

	REF_ASSERT(nr <= r->nr * r->m->each);
	REF_ASSERT(first + nr <= r->m->layout->nr_sections);
	memset(&obs->section[first], 0, nr * sizeof(obs->section[0]));
}

/* A node that had no memory is set up again (free_area_init_core_hotplug) */
static void ref_node_reset(struct ref_obs_node *node)
{
	REF_ASSERT(!node->online);
	REF_ASSERT(!node->spanned);
	node->nr_zones = 0;
	node->start = 0;
	node->present = 0;
	for (u32 z = 0; z < REF_NR_ZONES; z++)
		node->zone[z].present = 0;
}

/* The blocks come into being, offline */
static void ref_add_blocks(struct ref_run *r)
{
	struct ref_model *m = r->m;

	REF_ASSERT(r->first + r->nr <= m->layout->nr_blocks);
	REF_ASSERT(r->op->nid < m->layout->nr_nodes);
	for (u32 n = 0; n < r->nr; n++) {
		struct ref_block *blk = &m->block[r->first + n];

		blk->taken = REF_TAKEN_WHOLE;
		blk->full = 1;
		m->obs.block[r->first + n].nid = (s8)r->op->nid;
		ref_block_set(m, r->first + n, REF_BLOCK_OFFLINE,
			      REF_ZONE_NONE);
	}
	m->obs.node[r->op->nid].online = 1;
	m->obs.node[r->op->nid].device = 1;
}

static void ref_add_memory(struct ref_run *r)
{
	struct ref_model *m = r->m;
	u32 nr = r->nr * m->each, added;

	REF_ASSERT(r->nr > 0);
	REF_ASSERT(!m->obs.err);
	added = ref_add_sections(r, nr);
	if (added == nr && ref_met(r, REF_FAULT_BLOCK_DEVICE) &&
	    r->op->fault_nr < r->nr) {
		ref_fail(m, REF_EEXIST, true);
		ref_add_undo(r, &m->obs, nr);
	} else if (added == nr) {
		ref_add_blocks(r);
	} else if (!ref_has(m, REF_Q(ADD_LEAVES_SECTIONS))) {
		ref_add_undo(r, &m->obs, added);
	} else if (added) {
		ref_diverge(m, REF_Q(ADD_LEAVES_SECTIONS));
		ref_add_undo(r, &m->right, added);
	}
}

static void ref_add(struct ref_run *r)
{
	struct ref_model *m = r->m;
	struct ref_obs_node *node = &m->obs.node[r->op->nid];
	s32 err = ref_add_error(r);

	REF_ASSERT(r->op->kind == REF_OP_ADD);
	REF_ASSERT(r->op->nid < m->layout->nr_nodes);
	if (err) {
		ref_fail(m, err, false);
		return;
	}
	if (!(m->machine.node[r->op->nid] & REF_NODE_POSSIBLE)) {
		m->obs.warns = 1;
		ref_fail(m, REF_EINVAL, false);
		return;
	}
	m->obs.locked = 1;
	if (!node->online)
		ref_node_reset(node);
	if (!node->online && ref_met(r, REF_FAULT_NODE_DEVICE) &&
	    !ref_has(m, REF_Q(NODE_DEVICE_BUG))) {
		m->obs.warns = 1;
		ref_fail(m, REF_EEXIST, true);
		return;
	}
	ref_add_memory(r);
}

static void (*const ref_do[REF_NR_OPS])(struct ref_run *r) = {
	[REF_OP_ADD] = ref_add,
	[REF_OP_ONLINE] = ref_online,
	[REF_OP_OFFLINE] = ref_offline,
	[REF_OP_REMOVE] = ref_remove,
};

/*
 * Find the blocks that the operation names. Return: false if one does not
 * exist, so that no driver and no file in sysfs would ask for it.
 */
static bool ref_find(struct ref_run *r)
{
	const struct ref_model *m = r->m;
	u64 size = m->machine.block_size;
	u64 id = r->op->start / size;

	REF_ASSERT(r->op->kind < REF_NR_OPS);
	REF_ASSERT(size);
	r->first = ref_block_at(m, id);
	r->nr = 1;
	if (r->op->kind == REF_OP_ADD || r->op->kind == REF_OP_REMOVE) {
		if ((r->op->start | r->op->size) & (size - 1) ||
		    r->op->size / size > REF_MAX_BLOCKS)
			return false;
		r->nr = (u32)(r->op->size / size);
	}
	if (r->first + r->nr > m->layout->nr_blocks ||
	    m->layout->block[r->first + r->nr - 1] != id + r->nr - 1)
		return false;
	for (u32 n = 0; n < r->nr; n++)
		if (m->obs.block[r->first + n].state == REF_BLOCK_ABSENT)
			return false;
	return true;
}

static void ref_step(struct ref_run *r)
{
	struct ref_obs *o = &r->m->obs;
	bool found = ref_find(r);

	REF_ASSERT(r->op->kind < REF_NR_OPS);
	REF_ASSERT(r->op->fault < REF_NR_FAULTS);
	memset(o, 0, offsetof(struct ref_obs, node));
	r->m->diverged = false;
	r->m->fired = 0;
	if (found || r->op->kind == REF_OP_ADD) {
		ref_do[r->op->kind](r);
		return;
	}
	o->err = -REF_ENODEV;
	o->outcome = REF_REFUSED;
}

/*
 * Would looking for the new end of a span run past pfn 0? It does if the span
 * begins in the first subsection of all and no pfn that is looked at fits.
 */
static bool ref_span_wraps(const struct ref_model *m, u32 key,
			   struct ref_span s, u64 start, u64 end)
{
	REF_ASSERT(start < end);
	REF_ASSERT(s.start < s.end);
	return s.start != start && s.end == end && s.start < m->sub_pages &&
		ref_sample_down(m, key, s.start, start) == REF_NO_PFN;
}

static u64 ref_offline_stops(const struct ref_run *r)
{
	const struct ref_model *m = r->m;
	const struct ref_obs_block *o = &m->obs.block[r->first];
	u64 start = m->block[r->first].start;
	u32 key;

	REF_ASSERT(r->op->kind == REF_OP_OFFLINE);
	if (o->state != REF_BLOCK_ONLINE || o->zone == REF_ZONE_NONE ||
	    ref_offline_error(r))
		return 0;
	key = REF_KEY(o->nid, o->zone);
	REF_ASSERT(key < REF_NR_KEYS);
	return ref_span_wraps(m, key, ref_span_of(ref_zone(r->m, key)), start,
			      start + m->block_pages) ? REF_Q(SPAN_WRAPS) : 0;
}

static u64 ref_online_stops(const struct ref_run *r)
{
	const struct ref_model *m = r->m;
	const struct ref_obs_block *o = &m->obs.block[r->first];
	u64 start = m->block[r->first].start, end = start + m->block_pages;
	struct ref_span s;
	u32 key;

	REF_ASSERT(r->op->kind == REF_OP_ONLINE);
	if (o->state != REF_BLOCK_OFFLINE)
		return 0;
	REF_ASSERT(o->nid >= 0);
	if (!ref_online_vetoed(r))
		return start ? 0 : REF_Q(ONLINE_PFN_ZERO);
	key = REF_KEY(o->nid, ref_choose_zone(m, o->nid, r->op->online,
					      start, end));
	s = ref_span_grown(ref_span_of(ref_zone(r->m, key)), start, end);
	return ref_span_wraps(m, key, s, start, end) ? REF_Q(SPAN_WRAPS) : 0;
}

/* The node's device comes last there, so all else must have gone well */
static u64 ref_add_stops(const struct ref_run *r)
{
	const struct ref_model *m = r->m;
	const struct ref_obs_section *s =
		&m->obs.section[m->block[r->first].section];

	REF_ASSERT(r->op->kind == REF_OP_ADD);
	REF_ASSERT(r->op->nid < m->layout->nr_nodes);
	if (ref_add_error(r) || m->obs.node[r->op->nid].online ||
	    !(m->machine.node[r->op->nid] & REF_NODE_POSSIBLE) ||
	    !ref_met(r, REF_FAULT_NODE_DEVICE))
		return 0;
	for (u32 n = 0; n < r->nr * m->each; n++)
		if (s[n].flags)
			return 0;
	return REF_Q(NODE_DEVICE_BUG);
}

/* Quirks that would stop the kernel in this operation */
static u64 ref_stops(const struct ref_model *m, const struct ref_op *op)
{
	struct ref_run r = { .m = (struct ref_model *)m, .op = op };
	bool found = ref_find(&r);
	u64 stops = 0;

	REF_ASSERT(op->kind < REF_NR_OPS);
	REF_ASSERT(op->fault < REF_NR_FAULTS);
	if (op->kind == REF_OP_ADD)
		stops = ref_add_stops(&r);
	else if (found && op->kind == REF_OP_ONLINE)
		stops = ref_online_stops(&r);
	else if (found && op->kind == REF_OP_OFFLINE)
		stops = ref_offline_stops(&r);
	return stops & m->profile.quirks;
}

bool ref_model_skips(const struct ref_model *model, const struct ref_op *op)
{
	REF_ASSERT(model->layout);
	REF_ASSERT(op->kind < REF_NR_OPS);
	return ref_stops(model, op) != 0;
}

bool ref_model_apply(struct ref_model *model, const struct ref_op *op,
		     bool alloc_failed)
{
	struct ref_run r = {
		.m = model, .op = op, .alloc_failed = alloc_failed,
	};
	u64 stops = ref_stops(model, op);

	REF_ASSERT(model->layout);
	REF_ASSERT(op->kind < REF_NR_OPS);
	if (stops) {
		model->fired = stops;
		return false;
	}
	ref_step(&r);
	return true;
}

const struct ref_obs *ref_model_obs(const struct ref_model *model)
{
	REF_ASSERT(model->layout);
	return &model->obs;
}

u64 ref_model_fired(const struct ref_model *model)
{
	REF_ASSERT(model->layout);
	return model->fired;
}
