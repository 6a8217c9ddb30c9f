// SPDX-License-Identifier: GPL-2.0-only
/*
 * The exported table.
 */
#include "glue.h"
#include "info.h"

#undef pageblock_order	/* the kernel's macro, the field's name */

const struct ref_geometry glue_geometry = {
	.name = KX_GEOMETRY,
	.page_shift = PAGE_SHIFT,
	.section_shift = SECTION_SIZE_BITS,
	.subsection_shift = SUBSECTION_SHIFT,
	.pageblock_order = PAGEBLOCK_ORDER,
	.max_order = KX_MAX_ORDER,
	.phys_bits = MAX_PHYSMEM_BITS,
	.memmap_shift = KX_MEMMAP_SHIFT,
};

/*
 * What can be injected. The veto of a node's notifiers, and that before going
 * online begins, need a kernel that asks. One that has __register_one_node()
 * does not survive it when a node's device cannot be registered, and says so
 * (BUG_ON): there that failure is not offered. Without CONFIG_NUMA nodes have
 * neither.
 */
#define ALL_FAULTS	(BIT(REF_NR_FAULTS) - 1)

#if HAVE_register_node_notifier && defined(CONFIG_NUMA)
#define NO_NODE_NOTIFY	0UL
#else
#define NO_NODE_NOTIFY	BIT(REF_FAULT_NODE_NOTIFY)
#endif

#if HAVE___register_one_node || !defined(CONFIG_NUMA)
#define NO_NODE_DEVICE	BIT(REF_FAULT_NODE_DEVICE)
#else
#define NO_NODE_DEVICE	0UL
#endif

#if HAVE_MEM_PREPARE_ONLINE
#define NO_PREPARE	0UL
#else
#define NO_PREPARE	BIT(REF_FAULT_PREPARE)
#endif

__attribute__((visibility("default")))
const struct kx_kernel kx_kernel = {
	.abi = KX_ABI,
	.slices = KX_SLICES,
	.lines = KX_LINES,
	.faults = ALL_FAULTS & ~(NO_NODE_NOTIFY | NO_NODE_DEVICE |
				 NO_PREPARE),
	.version = KX_VERSION,
	.conf = KX_CONF,
	.hash = KX_HASH,
	.geometry = &glue_geometry,
	.boot = glue_boot,
	.apply = glue_apply,
	.observe = glue_observe,
	.reset = glue_reset,
	.message = kx_message,
	.steps = kx_steps_taken,
	.budget = glue_budget,
	.keeps_sums = glue_keeps_sums,
};

/* Pages of the arena's lower half are memblock's, and so reserved */
static void mark_arena(void)
{
	size_t i;

	for (i = 0; i < KX_ARENA_HALF >> PAGE_SHIFT; i++)
		__SetPageReserved(&shim_arena_pages[i]);
}

__attribute__((constructor))
static void load(void)
{
	static const struct kx_sizes sizes = {
		.page_size = sizeof(struct page),
		.page_shift = PAGE_SHIFT,
		.phys_bits = MAX_PHYSMEM_BITS,
	};

	glue_loaded = kx_setup(&sizes);
	if (glue_loaded)
		mark_arena();
}
