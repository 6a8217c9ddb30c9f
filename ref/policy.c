// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which zone memory goes to: the online policies, and memory groups.
 *
 * auto-movable keeps MOVABLE : KERNEL within auto_movable_ratio percent. What
 * counts as kernel memory is only what was there at boot, since only that
 * stays; a dynamic memory group may also build on its own kernel memory, for
 * its own movable memory, so that the other groups' is left out. All sums are
 * over integers.
 * (Documentation/admin-guide/mm/memory-hotplug.rst, "Online policy")
 */
#include <string.h>

#include "state.h"

/* Does a zone span any of it? As kernels ask, the range may be none */
static bool touches(const struct ref_obs_zone *zone, struct ref_span s)
{
	struct ref_span has = zone_span(zone);

	REF_ASSERTS(has.start <= has.end, zone->spanned <= has.end);
	return has.end && s.start < has.end && s.end > has.start;
}

/* Kernel memory goes to the lowest kernel zone that meets it, else NORMAL */
static u32 kernel_zone(struct ref_model *m, u32 nid, struct ref_span s)
{
	const struct ref_obs_zone *zone = m->obs->node[nid].zone;
	u32 z = REF_ZONE_DMA;

	while (z < REF_ZONE_NORMAL && !touches(&zone[z], s))
		z++;
	REF_ASSERTS(nid < REF_MAX_NODES, z <= REF_ZONE_NORMAL);
	return z;
}

/*
 * May @n pages more be movable, seen from a set of nodes? Quirk: kernels
 * count in unsigned longs, so that less than nothing is more than anything;
 * and they do not see memory of a node that went offline with it, but when
 * asked from that node.
 */
static bool may_be_movable(struct ref_model *m, u32 nodes, u32 group, u64 n)
{
	const struct ref_obs_group *g = m->obs->group;
	s64 ratio = m->s->params.value[REF_PARAM_RATIO], need;
	u64 early = 0, taken = 0, own = 0;
	bool right, got;

	REF_ASSERTS(nodes, ratio > 0);
	for (u32 key = 0; key < m->l->nr_nodes * REF_NR_ZONES; key++) {
		const struct ref_obs_zone *z = ref_zone(m, key);
		bool movable = key % REF_NR_ZONES == REF_ZONE_MOVABLE;
		u32 nid = key / REF_NR_ZONES;

		if (!(nodes >> nid & 1) || !z->present ||
		    REF_QUIRK(m, NODE_FORGETS, nodes & (nodes - 1) &&
			      !m->obs->node[nid].online))
			continue;
		n += movable ? z->present : z->cma;
		early += movable ? 0 : z->present_early - z->cma;
	}
	for (u32 i = 0; i < REF_MAX_GROUPS; i++) {
		if (g[i].type != REF_GROUP_DYNAMIC)
			continue;
		if (i + 1 == group)
			own = g[i].kernel;
		if (i + 1 == group || !(nodes >> g[i].nid & 1))
			continue;
		need = (s64)g[i].movable * 100 / ratio - (s64)g[i].kernel;
		taken += need > 0 ? (u64)need : 0;
		n -= g[i].movable;
	}
	right = (s64)early > (s64)taken &&
		(s64)n <= ratio * (s64)(early - taken + own) / 100;
	got = early > taken && n <= (u64)ratio * (early - taken + own) / 100;
	return REF_QUIRK(m, AUTO_MOVABLE_WRAPS, right != got) ? got : right;
}

/* The most that may go movable, found by asking, as of a kernel with sums */
void ref_show_left(struct ref_model *m)
{
	u64 n = m->s->params.value[REF_PARAM_RATIO] ? REF_LEFT_MOST : 0;
	u64 *left = &m->obs->movable_left;

	REF_ASSERTS(m->l->sums <= 1, !(n & (n - 1)));
	for (*left = 0; m->l->sums && n; n >>= 1)
		*left += may_be_movable(m, ~0u, 0, *left + n) ? n : 0;
}

/*
 * What of a dynamic group's unit is online, in pages. A section is of the
 * zone of its first page; @kernel: the first one of a kernel zone, if any.
 */
static u64 unit_online(struct ref_model *m, struct ref_span unit, u64 *kernel)
{
	u64 online = 0;

	for (u32 b = 0; b < m->l->nr_blocks; b++) {
		const struct ref_piece *p = ref_pieces(m, b);
		u64 at = max(m->block[b].start, unit.start);

		if (m->obs->block[b].state != REF_BLOCK_ONLINE)
			continue;
		for (; at < m->block[b].end && at < unit.end;
		     at += m->section_pages) {
			while (p->pages.end <= at)
				p++;
			if (!p->shown)
				continue;
			if ((key_link(p->key) & 0xff) != REF_ZONE_MOVABLE)
				*kernel = min(*kernel, at);
			online += m->section_pages;
		}
	}
	REF_ASSERTS(online <= unit.end - unit.start, *kernel >= unit.start);
	return online;
}

/*
 * The policy auto-movable: the rest of the group's unit must fit, seen from
 * all nodes, and from its own. Quirk: if not, kernels choose the kernel zone
 * of another range, from where they last looked, as long as that rest.
 */
static u32 auto_movable(struct ref_model *m, u32 nid, u32 group,
			struct ref_span pages)
{
	const struct ref_obs_group *g = &m->obs->group[group - !!group];
	const u32 *value = m->s->params.value;
	u32 right = kernel_zone(m, nid, pages), other;
	u64 first = REF_NO_PFN, size = pages.end - pages.start;
	u64 start = pages.start, n = size;

	REF_ASSERTS(size > 0, !group || g->type != REF_GROUP_NONE);
	if (!value[REF_PARAM_RATIO])
		return right;
	if (group && g->type == REF_GROUP_STATIC) {
		if (g->kernel)
			return right;
		n = g->size < g->movable && !REF_QUIRK(m, AUTO_MOVABLE_WRAPS,
				1) ? 0 : g->size - g->movable;
	} else if (group && g->size != size) {
		start = down(start, g->size);
		n = g->size - unit_online(m, span(start, start + g->size),
					  &first);
		start = min(first, start + g->size);
	}
	if (first != REF_NO_PFN)
		n = size;
	else if (may_be_movable(m, ~0u, group, n) &&
		 (!value[REF_PARAM_NUMA_AWARE] ||
		  may_be_movable(m, 1u << nid, group, n)))
		return REF_ZONE_MOVABLE;
	other = kernel_zone(m, nid, span(start, start + n));
	return REF_QUIRK(m, AUTO_MOVABLE_RANGE, other != right) ? other : right;
}

/* The same by default; @kernel: the kernel zone for these pages */
static u32 default_zone(struct ref_model *m, u32 kernel, u32 nid, u32 group,
			struct ref_span pages)
{
	const struct ref_obs_zone *zone = m->obs->node[nid].zone;
	bool in_kernel = touches(&zone[kernel], pages);

	REF_ASSERTS(kernel <= REF_ZONE_NORMAL, group <= REF_MAX_GROUPS);
	if (m->s->params.value[REF_PARAM_POLICY] == REF_POLICY_AUTO_MOVABLE)
		return auto_movable(m, nid, group, pages);
	/* One of both meets the pages: that one */
	if (in_kernel != touches(&zone[REF_ZONE_MOVABLE], pages))
		return in_kernel ? kernel : REF_ZONE_MOVABLE;
	return m->machine.movable_node ? REF_ZONE_MOVABLE : kernel;
}

/* Which zone pages of a node go to (zone_for_pfn_range) */
u32 ref_choose_zone(struct ref_model *m, u32 online, u32 nid, u32 group,
		    struct ref_span pages)
{
	u32 kernel = kernel_zone(m, nid, pages);

	REF_ASSERTS(online < REF_NR_ONLINE, group <= REF_MAX_GROUPS);
	if (online == REF_ONLINE_DEFAULT)
		return default_zone(m, kernel, nid, group, pages);
	return online == REF_ONLINE_KERNEL ? kernel : REF_ZONE_MOVABLE;
}

/*
 * What valid_zones prints: an online block's zone; where an offline one would
 * go by default, then the kernel zone and MOVABLE, each once
 */
void ref_show_valid(struct ref_model *m)
{
	for (u32 b = 0; b < m->l->nr_blocks; b++) {
		struct ref_obs_block *o = &m->obs->block[b];
		struct ref_span pages = m->block[b];
		u32 n = 1, nid = o->nid < 0 ? 0 : (u32)o->nid, kernel;

		memset(o->valid, REF_ZONE_NONE, sizeof(o->valid));
		o->valid[0] = o->zone;
		if (o->state != REF_BLOCK_OFFLINE)
			continue;
		kernel = kernel_zone(m, nid, pages);
		o->valid[0] = default_zone(m, kernel, nid, o->group, pages);
		if (o->valid[0] != kernel)
			o->valid[n++] = kernel;
		if (o->valid[0] != REF_ZONE_MOVABLE)
			o->valid[n++] = REF_ZONE_MOVABLE;
		REF_ASSERTS(n <= REF_NR_ONLINE, nid < m->l->nr_nodes);
	}
}
