// SPDX-License-Identifier: GPL-2.0-only
/*
 * Boot, in the kernel's own order, with the kernel's own functions; between
 * them what an architecture does.
 */
#include <stdio.h>

#include "glue.h"

struct glue glue;

bool glue_loaded;

static u32 budget_times = 1;

static void add_region(const struct ref_region *region)
{
	u64 size = region->end - region->start;
	bool nomap = region->flags & REF_REGION_NOMAP;

	memblock_add_node(region->start, size, region->nid, MEMBLOCK_NONE);
	if (region->flags & REF_REGION_HOTPLUG)
		memblock_mark_hotplug(region->start, size);
	if (nomap)
		memblock_mark_nomap(region->start, size);
	kx_iomem_boot(region->start, region->end, !nomap);
}

static void fill_memblock(const struct ref_machine *machine)
{
	u32 i;

	memblock_allow_resize();
	for (i = 0; i < machine->nr_regions; i++)
		add_region(&machine->region[i]);
	for (i = 0; i < machine->nr_reserved; i++) {
		const struct ref_span *r = &machine->reserved[i];

		memblock_reserve(r->start, r->end - r->start);
	}
	glue_declare_cma(machine);
	max_pfn = PHYS_PFN(memblock_end_of_DRAM());
	max_low_pfn = max_pfn;
}

static bool has_memory(const struct ref_machine *machine, int nid)
{
	u32 i;

	for (i = 0; i < machine->nr_regions; i++)
		if (machine->region[i].nid == nid)
			return true;
	return false;
}

/* Nodes with memory or a CPU are online before anything else happens */
static void online_nodes(const struct ref_machine *machine)
{
	int nid;

	nodes_clear(node_possible_map);
	nodes_clear(node_online_map);
	for (nid = 0; nid < REF_MAX_NODES; nid++) {
		bool cpu = machine->node[nid] & REF_NODE_CPU;
		bool online = cpu || has_memory(machine, nid);

		if (online || machine->node[nid] & REF_NODE_POSSIBLE)
			node_set(nid, node_possible_map);
		if (cpu)
			kx_run.cpu_nodes |= 1ULL << nid;
		if (!online)
			continue;
		alloc_node_data(nid);
		node_set_online(nid);
	}
}

static void parse_size(int (*parse)(char *arg), u64 size)
{
	char arg[24];

	if (!size)
		return;
	snprintf(arg, sizeof(arg), "%llu", size);
	parse(arg);
}

#ifdef CONFIG_MHP_MEMMAP_ON_MEMORY
static const char * const memmap_mode[] = { "N", "Y", "force" };
#endif

static void parse_command_line(const struct ref_machine *machine)
{
	parse_size(kx_parse_kernelcore, machine->kernelcore);
	parse_size(kx_parse_movablecore, machine->movablecore);
	if (machine->movable_node)
		kx_parse_movable_node("");
	glue_boot_params(&machine->params);
#ifdef CONFIG_MHP_MEMMAP_ON_MEMORY
	kx_parse_memmap_on_memory(memmap_mode[machine->memmap_on_memory]);
#endif
}

static unsigned long limit(u64 end)
{
	return min(PHYS_PFN(end), max_low_pfn);
}

/* The highest pfn of each zone, as an architecture knows it */
void arch_zone_limits_init(unsigned long *max_zone_pfn)
{
	max_zone_pfn[ZONE_DMA] = limit(glue.machine->dma_end);
	max_zone_pfn[ZONE_DMA32] = limit(glue.machine->dma32_end);
	max_zone_pfn[ZONE_NORMAL] = max_low_pfn;
}

static void init_memory(void)
{
#if HAVE_mm_core_init_early
	mm_core_init_early();
#else
	unsigned long max_zone_pfn[MAX_NR_ZONES] = { 0 };

	arch_zone_limits_init(max_zone_pfn);
	sparse_init();
	free_area_init(max_zone_pfn);
#endif
}

#ifdef CONFIG_ARCH_KEEP_MEMBLOCK
static void free_initmem(void)
{
}
#else
/* An array that was too small was given back by the kernel's own text */
static void drop_regions(struct memblock_type *type)
{
	if (!kx_in_arena(type->regions))
		kx_drop(type->regions, type->max * sizeof(*type->regions));
}

/* What the kernel only needs in boot is gone */
static void free_initmem(void)
{
	drop_regions(&memblock.memory);
	drop_regions(&memblock.reserved);
	kx_drop(&memblock, sizeof(memblock));
}
#endif

static void run_boot(void *arg)
{
	const struct ref_machine *machine = arg;

	if (!glue_loaded)
		panic("no memory for the kernel object");
	fill_memblock(machine);
	parse_command_line(machine);
	online_nodes(machine);
	init_memory();
	memblock_free_all();
	shim_slab_available = true;
	page_alloc_init_late();
	memory_dev_init();
	node_dev_init();
	glue_activate_cma();
	free_initmem();
	system_state = SYSTEM_RUNNING;
	glue_register_notifiers();
}

/*
 * Steps that boot or one operation may take: walks over all that is spanned
 * from pfn 0 by pageblocks or subsections, some of them, and walks over the
 * pages of what is touched.
 */
static u64 budget_of(const struct ref_layout *layout)
{
	u64 last = 0, pages;

	if (layout->nr_sections)
		last = layout->section[layout->nr_sections - 1];
	pages = layout->nr_sections * PAGES_PER_SECTION;
	return budget_times *
		(100000 + 40 * (last + 1) * SUBSECTIONS_PER_SECTION +
		 64 * pages);
}

void glue_budget(u32 times)
{
	budget_times = times;
}

/* Where memory goes may depend on all sections of a unit */
u64 glue_op_budget(void)
{
	return glue.budget + budget_times * 4 * glue.unit;
}

static void start_run(const struct ref_machine *machine,
		      const struct ref_layout *layout)
{
	glue.machine = machine;
	glue.layout = layout;
	glue.budget = budget_of(layout);
	glue.chosen = REF_ZONE_NONE;
	kx_run.poison = machine->memmap == REF_MEMMAP_POISON;
	kx_run.block_size = machine->block_size;
	kx_steps_begin(glue.budget);
}

int glue_boot(const struct ref_machine *machine,
	      const struct ref_layout *layout)
{
	start_run(machine, layout);
	glue.outcome = (u32)kx_guard(run_boot, (void *)machine);
	return (int)glue.outcome;
}

void glue_reset(void)
{
	kx_runtime_reset();
	memset(&glue, 0, sizeof(glue));
}
