// SPDX-License-Identifier: GPL-2.0-only
/*
 * Boot of a machine of any size, in the order of glue/boot.c.
 */
#include "glue.h"
#include "bench-glue.h"

static void fill_memblock(const struct bench_machine *machine)
{
	u32 i;

	memblock_allow_resize();
	for (i = 0; i < machine->nr_regions; i++) {
		const struct bench_region *r = &machine->region[i];

		memblock_add_node(r->start, r->end - r->start, r->nid,
				  MEMBLOCK_NONE);
		kx_iomem_boot(r->start, r->end, true);
	}
	max_pfn = PHYS_PFN(memblock_end_of_DRAM());
	max_low_pfn = max_pfn;
}

static void online_nodes(u32 nodes)
{
	u32 nid;

	nodes_clear(node_possible_map);
	nodes_clear(node_online_map);
	for (nid = 0; nid < nodes; nid++) {
		node_set((int)nid, node_possible_map);
		alloc_node_data((int)nid);
		node_set_online((int)nid);
	}
	kx_run.cpu_nodes = 1;
}

void arch_zone_limits_init(unsigned long *max_zone_pfn)
{
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

/*
 * Where struct pages are made late, they are not made here: that is another
 * benchmark, and registration comes before or does not look at them.
 */
static void free_memory(void)
{
#ifndef CONFIG_DEFERRED_STRUCT_PAGE_INIT
	memblock_free_all();
#endif
	shim_slab_available = true;
#ifndef CONFIG_DEFERRED_STRUCT_PAGE_INIT
	page_alloc_init_late();
#endif
}

static void set_policy(const struct bench_machine *machine)
{
	struct ref_params params = REF_PARAMS;

	if (machine->auto_movable) {
		params.value[REF_PARAM_POLICY] = REF_POLICY_AUTO_MOVABLE;
		params.value[REF_PARAM_NUMA_AWARE] = 0;
	}
	glue_boot_params(&params);
}

static void run_boot(void *arg)
{
	const struct bench_machine *machine = arg;

	fill_memblock(machine);
	set_policy(machine);
	online_nodes(machine->nodes);
	init_memory();
	free_memory();
}

int bench_boot(const struct bench_machine *machine)
{
	kx_run.block_size = machine->block_size;
	return kx_guard(run_boot, (void *)machine) == REF_DONE ? 0 : -1;
}
