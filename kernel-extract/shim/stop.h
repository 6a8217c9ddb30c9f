/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the extraction stops. Each name stands in lists/stops with its class
 * and reason: A, a no-op; B, modelled here; C, never reached.
 */
#ifndef SHIM_STOP_H
#define SHIM_STOP_H

#define shim_unreachable(name) \
	kx_bug(__FILE__, __LINE__, "%s reached, which was left out", name)

/* A: zonelists, watermarks, per-cpu pages, kernel threads, LRU, writeback */
#define build_all_zonelists(pgdat)	((void)(pgdat))
#define init_per_zone_wmark_min()	((void)0)
#define setup_zone_pageset(zone)	((void)(zone))
#define setup_per_zone_wmarks()		((void)0)
#define calculate_totalreserve_pages()	((void)0)
#define setup_per_zone_lowmem_reserve()	((void)0)
#define zone_pcp_init(zone)		((void)(zone))
#define zone_pcp_reset(zone)		((void)(zone))
#define zone_pcp_disable(zone)		((void)(zone))
#define zone_pcp_enable(zone)		((void)(zone))
#define zone_pcp_update(zone, ...)	((void)(zone))
#define drain_all_pages(zone)		((void)(zone))
#define kswapd_run(nid)			((void)(nid))
#define kswapd_stop(nid)		((void)(nid))
#define kcompactd_run(nid)		((void)(nid))
#define kcompactd_stop(nid)		((void)(nid))
#define lru_cache_disable()		((void)0)
#define lru_cache_enable()		((void)0)
#define lruvec_init(lruvec)		((void)(lruvec))
#define lru_gen_init_pgdat(pgdat)	((void)(pgdat))
#define pgdat_init_split_queue(pgdat)	((void)(pgdat))
#define pgdat_kswapd_lock_init(pgdat)	((void)(pgdat))
#define pgdat_page_ext_init(pgdat)	((void)(pgdat))
#define writeback_set_ratelimit()	((void)0)
#define shuffle_zone(zone)		((void)(zone))
#define shuffle_free_memory(pgdat)	((void)(pgdat))
#define vmemmap_populate_print_last()	((void)0)
#define memmap_pages_add(n)		((void)(n))
#define memmap_boot_pages_add(n)	((void)(n))
#define mod_node_early_perpage_metadata(nid, n)	((void)(n))
#define mod_node_page_state(pgdat, item, n)	((void)(pgdat), (void)(n))
#define node_page_state_add(n, pgdat, item)	((void)(n), (void)(pgdat))
#define mod_zone_page_state(zone, item, n)	((void)(zone), (void)(n))
#define __mod_zone_page_state(zone, item, n)	((void)(zone), (void)(n))

/* A: what boot does besides */
#define mem_init_print_info()		((void)0)
#define buffer_init()			((void)0)
#define page_ext_init()			((void)0)
#define early_page_ext_enabled()	false
#define files_maxfiles_init()		((void)0)
#define touch_nmi_watchdog()		((void)0)
#define page_alloc_sysctl_init()	((void)0)
#define mminit_verify_pageflags_layout()	((void)0)
#define hugetlb_bootmem_struct_page_init()	((void)0)
#define hugetlb_bootmem_alloc()		((void)0)
#define hugetlb_cma_reserve()		((void)0)
#define kho_memory_init_early()		((void)0)
#define kho_scratch_migratetype(pfn, mt)	((void)(pfn), (mt))
#define memblock_clear_kho_scratch_only()	((void)0)
#define kmsan_memblock_free_pages(page, order)	((void)(page), true)
#define clear_page_tag_ref(page)	((void)(page))
#define is_kdump_kernel()		false

/* A: devices besides memory blocks and nodes */
#define node_dev_groups			NULL
#define cpu_root_attr_groups		NULL
#define hugetlb_register_node(node)	((void)(node))
#define hugetlb_unregister_node(node)	((void)(node))
#define compaction_register_node(node)	((void)(node), 0)
#define compaction_unregister_node(node)	((void)(node))
#define reclaim_register_node(node)	((void)(node), 0)
#define reclaim_unregister_node(node)	((void)(node))
#define track_pfn_remap(vma, prot, pfn, addr, size) \
	((void)(pfn), (void)(addr), (void)(size), 0)
#define untrack_pfn(vma, pfn, size, ...)	((void)(pfn), (void)(size))
#define pfnmap_track(pfn, size, prot)	((void)(pfn), (void)(size), 0)
#define pfnmap_untrack(pfn, size)	((void)(pfn), (void)(size))
#define firmware_map_add_hotplug(start, end, type) \
	((void)(start), (void)(end), 0)
#define firmware_map_remove(start, end, type) \
	((void)(start), (void)(end), 0)
#define merge_system_ram_resource(res)	((void)(res))
#define num_poisoned_pages_sub(pfn, n)	((void)(pfn), (void)(n))

/* A: debugging aids and caches that do not exist here */
#define debug_pagealloc_map_pages(page, n)	((void)(page), (void)(n))
#define debug_pagealloc_unmap_pages(page, n)	((void)(page), (void)(n))
#define kasan_add_zero_shadow(start, size)	((void)(start), (void)(size), 0)
#define kasan_remove_zero_shadow(start, size)	((void)(start), (void)(size))
#define page_kasan_tag_reset(page)	((void)(page))
#define flush_cache_vmap(start, end)	((void)(start), (void)(end))
#define page_cpupid_reset_last(page)	((void)(page))
#define page_contains_unaccepted(page, order)	((void)(page), false)
#define accept_memory(start, size)	((void)(start), (void)(size))
#define __free_unaccepted(page)		((void)(page), false)

/* B: the buddy allocator's free; pages it gets are free, nothing else */
#define __free_pages_ok(page, order, flags)	((void)(page), (void)(order))
#define __free_pages(page, order)	((void)(page), (void)(order))
#define free_reserved_page(page)	((void)(page))

/*
 * B: isolation and migration. Whether memory can be emptied is for the
 * scenario to say, not for what lies in it.
 */
#define start_isolate_page_range(start, end, ...) \
	((void)(start), (void)(end), shim_isolate())
#define undo_isolate_page_range(start, end, ...) \
	((void)(start), (void)(end))
#define test_pages_isolated(start, end, ...)	((void)(start), (void)(end), 0)
#define __offline_isolated_pages(start, end) \
	(offline_mem_sections(start, end), (end) - (start))
#define dissolve_free_hugetlb_folios(start, end) \
	((void)(start), (void)(end), shim_dissolve())
#define dissolve_free_huge_pages(start, end) \
	((void)(start), (void)(end), shim_dissolve())

static inline int shim_isolate(void)
{
	return kx_fault(REF_FAULT_ISOLATE) ? -EBUSY : 0;
}

static inline int shim_dissolve(void)
{
	return kx_fault(REF_FAULT_HUGETLB) ? -EBUSY : 0;
}

/* C: devdax only, and there with huge pages only */
#define memmap_init_compound(page, ...) \
	((void)(page), shim_unreachable("memmap_init_compound"))
#define vmemmap_populate_compound_pages(pfn, start, end, nid, pgmap) \
	((void)(pfn), (void)(start), (void)(end), (void)(nid), \
	 (void)(pgmap), \
	 shim_unreachable("vmemmap_populate_compound_pages"), -ENOMEM)
#ifndef CONFIG_ZONE_DEVICE
#define get_dev_pagemap(pfn, ...) \
	((void)(pfn), shim_unreachable("get_dev_pagemap"), \
	 (struct dev_pagemap *)NULL)
#define put_dev_pagemap(pgmap) \
	((void)(pgmap), shim_unreachable("put_dev_pagemap"))
#endif

/* C: no page is ever on a list from which it would have to be moved */
#define do_migrate_range(start, end) \
	((void)(start), (void)(end), shim_unreachable("do_migrate_range"))

/* C: only what lies on its own memory is asked of that allocator */
#define vmemmap_alloc_block(size, nid) \
	((void)(size), (void)(nid), \
	 shim_unreachable("vmemmap_alloc_block"), NULL)

/* B: what architectures do */
#define arch_add_memory(nid, start, size, params) \
	__add_pages(nid, PHYS_PFN(start), PHYS_PFN(size), params)
#define arch_remove_memory(start, size, ...) \
	__remove_pages(PHYS_PFN(start), PHYS_PFN(size), __VA_ARGS__)
struct vmem_altmap;

int shim_vmemmap_populate(unsigned long start, unsigned long end, int nid,
			  struct vmem_altmap *altmap);
void shim_vmemmap_free(unsigned long start, unsigned long end,
		       struct vmem_altmap *altmap);
#define vmemmap_populate(start, end, nid, altmap) \
	shim_vmemmap_populate(start, end, nid, altmap)
#define vmemmap_free(start, end, altmap) \
	shim_vmemmap_free(start, end, altmap)
#define arch_supports_memmap_on_memory(size) \
	IS_ALIGNED(size, 1UL << KX_MEMMAP_SHIFT)
/*
 * The pages that hold a memmap are not modelled, so no buffer of them is (for
 * which the node must be exact). Without vmemmap a section's own comes here.
 */
#ifdef CONFIG_SPARSEMEM_VMEMMAP
#define memmap_alloc(size, align, min, nid, exact) \
	((void)(size), (void)(align), (void)(min), (void)(nid), NULL)
#else
#define memmap_alloc(size, align, min, nid, exact) \
	((void)(align), (void)(min), (void)(nid), \
	 (exact) ? NULL : kx_memmap_alloc(size))
#define free_map_bootmem(memmap)	kx_memmap_free(memmap)
#endif
#define page_init_poison(page, size)	kx_memmap_poison(page, size)

#endif
