// SPDX-License-Identifier: GPL-2.0-only
/*
 * The exported table.
 */
#include "glue.h"
#include "bench-glue.h"
#include "info.h"

#undef pageblock_order	/* the kernel's macro, the field's name */

static const struct ref_geometry geometry = {
	.name = KX_GEOMETRY,
	.page_shift = PAGE_SHIFT,
	.section_shift = SECTION_SIZE_BITS,
	.subsection_shift = SUBSECTION_SHIFT,
	.pageblock_order = PAGEBLOCK_ORDER,
	.max_order = KX_MAX_ORDER,
	.phys_bits = MAX_PHYSMEM_BITS,
	.memmap_shift = KX_MEMMAP_SHIFT,
};

__attribute__((visibility("default")))
const struct kx_bench kx_bench = {
	.abi = KX_BENCH_ABI,
	.zones = MAX_NR_ZONES,
	.page_size = sizeof(struct page),
	.movable = ZONE_MOVABLE,
	.normal = ZONE_NORMAL,
	.version = KX_VERSION,
	.conf = KX_CONF,
	.hash = KX_HASH,
	.geometry = &geometry,
	.memmap = bench_memmap,
	.boot = bench_boot,
	.apply = bench_apply,
	.rescan = bench_rescan,
	.query = bench_query,
	.zone = bench_zone,
	.links = bench_links,
	.block = bench_block,
	.reset = kx_runtime_reset,
	.message = kx_message,
	.counts = bench_counts,
	.clear = bench_clear,
};

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

	if (kx_setup(&sizes))
		mark_arena();
}
