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

u8 glue_zone(struct zone *zone)
{
	return zone_of[zone_idx(zone)];
}

struct memory_group *glue_group(u32 number)
{
	return number ? memory_group_find_by_id((int)number - 1) : NULL;
}

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
	obs->cma = zone_cma_pages(zone);
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
	struct pglist_data *pgdat = nid < MAX_NUMNODES ? NODE_DATA(nid) : NULL;
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

/* The groups, all of them NULL when there is none; of number n at n - 1 */
static struct memory_group *groups[REF_MAX_GROUPS];

static void find_groups(void)
{
	u32 i;

	for (i = 0; i < REF_MAX_GROUPS; i++)
		groups[i] = kx_has_groups() ? glue_group(i + 1) : NULL;
}

/* The number of a group: one of the groups that are observed, or 0 */
static u8 group_number(const struct memory_group *group)
{
	u32 number = group ? REF_MAX_GROUPS : 0;

	while (number && groups[number - 1] != group)
		number--;
	return (u8)number;
}

/*
 * The word at *@at, its last eight bytes at most, as a number; moves on to
 * what is behind it. By bytes, as it was written just now.
 */
static u64 read_word(const char **at)
{
	u64 word = 0;

	for (; **at && **at != ' ' && **at != '\n'; ++*at)
		word = word << 8 | (u8)**at;
	return word;
}

/* A zone by the name that it has in sysfs */
static u8 read_zone(const char **at)
{
#define NAME(a, b, c, d, e, f, g) ((u64)(a) << 48 | (u64)(b) << 40 | \
	(u64)(c) << 32 | (u64)(d) << 24 | (e) << 16 | (f) << 8 | (g))
	static const u64 names[REF_NR_ZONES] = {
		[REF_ZONE_DMA] = NAME(0, 0, 0, 0, 'D', 'M', 'A'),
		[REF_ZONE_DMA32] = NAME(0, 0, 'D', 'M', 'A', '3', '2'),
		[REF_ZONE_NORMAL] = NAME(0, 'N', 'o', 'r', 'm', 'a', 'l'),
		[REF_ZONE_MOVABLE] = NAME('M', 'o', 'v', 'a', 'b', 'l', 'e'),
		[REF_ZONE_DEVICE] = NAME(0, 'D', 'e', 'v', 'i', 'c', 'e'),
	};
	u64 word = read_word(at);
	u8 z, found = REF_ZONE_NONE;

	for (z = 0; z < REF_NR_ZONES; z++)
		found = names[z] == word ? z : found;
	return found;
}

/* The words of a file: names of zones, or "none" */
static void read_valid(u8 *to, const char *at)
{
	u32 nr = 0;

	while (*at && *at != '\n') {
		u8 z = read_zone(&at);

		if (nr < sizeof_field(struct ref_obs_block, valid))
			to[nr++] = z;
		at += *at == ' ';
	}
}

/* @nr blocks, of which @next is the first whose file was not read */
static struct {
	struct memory_block *mem[REF_MAX_BLOCKS];
	struct ref_obs_block *obs;
	u32 nr;
	u32 next;
	char page[PAGE_SIZE];
} valid;

static void show_valid(void *arg)
{
	s64 budget = (s64)glue_op_budget();

	(void)arg;
	while (valid.next < valid.nr) {
		u32 n = valid.next++;

		if (!valid.mem[n])
			continue;
		kx_left = budget;
		valid.page[0] = 0;
		kx_valid_zones_show(valid.mem[n], valid.page);
		read_valid(valid.obs[n].valid, valid.page);
	}
}

/* As reads of files: kernel text again, so that each may go wrong too */
static void observe_valid(struct ref_obs_block *obs, u32 nr)
{
	s64 left = kx_left;

	if (glue.outcome > REF_REFUSED)
		return;
	valid.obs = obs;
	valid.nr = nr;
	valid.next = 0;
	while (kx_guard(show_valid, NULL) != REF_DONE)
		;
	kx_left = left;
}

static void observe_block(struct ref_obs_block *obs, struct memory_block *mem)
{
	obs->state = REF_BLOCK_ABSENT;
	obs->nid = REF_NO_NODE;
	obs->zone = REF_ZONE_NONE;
	obs->group = 0;
	obs->nodes = 0;
	obs->links = 0;
	memset(obs->valid, REF_ZONE_NONE, sizeof(obs->valid));
	if (!mem)
		return;
	obs->state = block_state(mem);
	obs->nid = (s8)mem->nid;
	obs->group = group_number(mem->group);
	if (mem->zone)
		obs->zone = glue_zone(mem->zone);
}

/* The first block of the layout that is not below @id */
static u32 block_index(const struct ref_layout *layout, u64 id)
{
	u32 low = 0, high = layout->nr_blocks;

	while (low < high) {
		u32 middle = (low + high) / 2;

		if (layout->block[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_block_at(const struct ref_layout *layout, u32 at, u64 id)
{
	return at < layout->nr_blocks && layout->block[at] == id;
}

/* A block by its number: first where such a number was found before */
static struct ref_obs_block *block_of(struct ref_obs *obs, u64 id)
{
	static u8 seats[256];
	const struct ref_layout *layout = glue.layout;
	u8 *seat = &seats[id % ARRAY_SIZE(seats)];

	BUILD_BUG_ON(REF_MAX_BLOCKS > U8_MAX);
	if (!is_block_at(layout, *seat, id))
		*seat = (u8)block_index(layout, id);
	return is_block_at(layout, *seat, id) ? &obs->block[*seat] : NULL;
}

static void observe_block_links(struct ref_obs *obs)
{
	u32 nr;
	const struct kx_link *link = kx_links(&nr);

	for (; nr; nr--, link++) {
		bool of_block = shim_key_letter(link->from) == 'm';
		u64 id = of_block ? link->from : link->to;
		u64 node = of_block ? link->to : link->from;
		struct ref_obs_block *block = block_of(obs,
						       shim_key_number(id));

		if (block)
			*(of_block ? &block->nodes : &block->links) |=
				(u8)(1U << shim_key_number(node));
	}
}

static void observe_group(struct ref_obs_group *obs,
			  const struct memory_group *group)
{
	if (!group)
		return;
	obs->type = group->is_dynamic ? REF_GROUP_DYNAMIC : REF_GROUP_STATIC;
	obs->size = group->is_dynamic ? group->d.unit_pages :
					group->s.max_pages;
	obs->kernel = group->present_kernel_pages;
	obs->movable = group->present_movable_pages;
	obs->nid = (u8)group->nid;
}

static void observe_groups(struct ref_obs_group *obs)
{
	u32 i;

	memset(obs, 0, REF_MAX_GROUPS * sizeof(*obs));
	for (i = 0; i < REF_MAX_GROUPS; i++)
		observe_group(&obs[i], groups[i]);
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
	u32 z;

	if (!page)
		return REF_LINK_OFFLINE;
	z = page_zonenum(page);
	return (u16)REF_LINK(page_to_nid(page),
			     z < MAX_NR_ZONES ? zone_of[z] : REF_ZONE_NONE);
}

static void observe_outcome(struct ref_obs *obs)
{
	obs->err = glue.err;
	obs->outcome = (u8)glue.outcome;
	obs->fired = kx_run.fault.fired;
	obs->locked = kx_run.locked;
	obs->lock_imbalance = kx_run.held || kx_run.unbalanced;
	obs->warns = kx_run.warns;
	obs->chosen = glue.chosen;
	memset(obs->pad, 0, sizeof(obs->pad));
	obs->movable_left = glue.layout->sums && glue.outcome <= REF_REFUSED ?
		glue_movable_left() : 0;
}

void glue_observe(struct ref_obs *obs)
{
	const struct ref_layout *layout = glue.layout;
	u32 i;

	for (i = 0; i < layout->nr_nodes; i++)
		observe_node(&obs->node[i], (int)i);
	find_groups();
	kx_memory_blocks(layout->block, layout->nr_blocks, valid.mem);
	for (i = 0; i < layout->nr_blocks; i++)
		observe_block(&obs->block[i], valid.mem[i]);
	observe_valid(obs->block, layout->nr_blocks);
	observe_block_links(obs);
	observe_groups(obs->group);
	for (i = 0; i < layout->nr_sections; i++)
		observe_section(&obs->section[i], layout->section[i]);
	for (i = 0; i < layout->nr_watch; i++)
		obs->link[i] = observe_link(layout->watch[i]);
	/* Last: what is shown may warn */
	observe_outcome(obs);
}
