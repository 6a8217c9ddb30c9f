// SPDX-License-Identifier: GPL-2.0-only
/*
 * The observation: direct reads of what the kernel text keeps.
 */
#include "glue.h"

static const u8 zone_of[MAX_NR_ZONES] = {
	[ZONE_DMA] = REF_ZONE_DMA,
	[ZONE_DMA32] = REF_ZONE_DMA32,
	[ZONE_NORMAL] = REF_ZONE_NORMAL,
	[ZONE_MOVABLE] = REF_ZONE_MOVABLE,
#ifdef CONFIG_ZONE_DEVICE
	[ZONE_DEVICE] = REF_ZONE_DEVICE,
#endif
};

#ifdef CONFIG_ZONE_DEVICE
#define SECTION_TAINT	SECTION_TAINT_ZONE_DEVICE
#else
#define SECTION_TAINT	0UL
#endif

static bool is_contiguous(struct zone *zone)
{
#if HAVE_zone_is_contiguous
	return zone_is_contiguous(zone);
#elif HAS_zone_contiguous
	return zone->contiguous;
#else
#error "how does this kernel tell a contiguous zone? teach is_contiguous()"
#endif
}

static void observe_zone(struct ref_obs_zone *obs, struct zone *zone)
{
	obs->start = zone->zone_start_pfn;
	obs->spanned = zone->spanned_pages;
	obs->present = zone->present_pages;
	obs->present_early = zone->present_early_pages;
#ifdef CONFIG_CMA
	obs->cma = zone->cma_pages;
#else
	obs->cma = 0;
#endif
	obs->contiguous = is_contiguous(zone);
	obs->initialized = !!zone->initialized;
}

#ifdef CONFIG_NUMA
static bool node_has_device(int nid)
{
	return node_devices[nid];
}
#else
static bool node_has_device(int nid)
{
	(void)nid;
	return false;
}
#endif

static void observe_node(struct ref_obs_node *obs, int nid)
{
	struct pglist_data *pgdat = NODE_DATA(nid);
	int z;

	memset(obs, 0, sizeof(*obs));
	if (!pgdat)
		return;
	obs->start = pgdat->node_start_pfn;
	obs->spanned = pgdat->node_spanned_pages;
	obs->present = pgdat->node_present_pages;
	obs->nr_zones = (u8)pgdat->nr_zones;
	obs->online = node_state(nid, N_ONLINE);
	obs->memory = node_state(nid, N_MEMORY);
	obs->normal_memory = node_state(nid, N_NORMAL_MEMORY);
	obs->device = node_has_device(nid);
	for (z = 0; z < MAX_NR_ZONES; z++)
		observe_zone(&obs->zone[zone_of[z]], &pgdat->node_zones[z]);
}

static u8 block_state(const struct memory_block *mem)
{
	switch (mem->state) {
	case MEM_ONLINE:
		return REF_BLOCK_ONLINE;
	case MEM_OFFLINE:
		return REF_BLOCK_OFFLINE;
	default:
		return REF_BLOCK_OTHER;
	}
}

static void observe_block(struct ref_obs_block *obs, u64 id)
{
	struct memory_block *mem = kx_memory_block((unsigned long)id);

	obs->state = REF_BLOCK_ABSENT;
	obs->nid = REF_NO_NODE;
	obs->zone = REF_ZONE_NONE;
	if (!mem)
		return;
	obs->state = block_state(mem);
	obs->nid = (s8)mem->nid;
	if (mem->zone)
		obs->zone = zone_of[zone_idx(mem->zone)];
}

static u8 section_flags(unsigned long map)
{
	return (map & SECTION_MARKED_PRESENT ? REF_SECTION_PRESENT : 0) |
		(map & SECTION_HAS_MEM_MAP ? REF_SECTION_HAS_MEM_MAP : 0) |
		(map & SECTION_IS_ONLINE ? REF_SECTION_ONLINE : 0) |
		(map & SECTION_TAINT ? REF_SECTION_DEVICE : 0) |
		(map & SECTION_IS_EARLY ? REF_SECTION_EARLY : 0);
}

static void observe_section(struct ref_obs_section *obs, u64 nr)
{
	struct mem_section *ms = __nr_to_section((unsigned long)nr);

	memset(obs, 0, sizeof(*obs));
	if (!ms)
		return;
	obs->flags = section_flags(ms->section_mem_map);
#ifdef CONFIG_SPARSEMEM_VMEMMAP
	if (ms->usage)
		memcpy(obs->submap, ms->usage->subsection_map,
		       sizeof(ms->usage->subsection_map));
#endif
}

static u16 observe_link(u64 pfn)
{
	struct page *page = pfn_to_online_page((unsigned long)pfn);

	if (!page)
		return REF_LINK_OFFLINE;
	return (u16)REF_LINK(page_to_nid(page), zone_of[page_zonenum(page)]);
}

static void observe_outcome(struct ref_obs *obs)
{
	obs->err = glue.err;
	obs->outcome = (u8)glue.outcome;
	obs->fired = kx_run.fault.fired;
	obs->locked = kx_run.locked;
	obs->lock_imbalance = kx_run.held || kx_run.unbalanced;
	obs->warns = kx_run.warns;
	memset(obs->pad, 0, sizeof(obs->pad));
}

void glue_observe(struct ref_obs *obs)
{
	const struct ref_layout *layout = glue.layout;
	u32 i;

	observe_outcome(obs);
	for (i = 0; i < layout->nr_nodes; i++)
		observe_node(&obs->node[i], (int)i);
	for (i = 0; i < layout->nr_blocks; i++)
		observe_block(&obs->block[i], layout->block[i]);
	for (i = 0; i < layout->nr_sections; i++)
		observe_section(&obs->section[i], layout->section[i]);
	for (i = 0; i < layout->nr_watch; i++)
		obs->link[i] = observe_link(layout->watch[i]);
}
