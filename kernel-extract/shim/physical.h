/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Physical memory: pages, pfns, the direct map, the memory map.
 *
 * Sizes come from the geometry's file, which is in config.h.
 */
#ifndef SHIM_PHYSICAL_H
#define SHIM_PHYSICAL_H

#if HAVE_MAX_PAGE_ORDER
#define MAX_PAGE_ORDER		KX_MAX_ORDER
#else
#define MAX_ORDER		(KX_MAX_ORDER + 1)
#endif
#define pageblock_order		PAGEBLOCK_ORDER
#define PAGE_SIZE		(1UL << PAGE_SHIFT)
#define PAGE_MASK		(~(PAGE_SIZE - 1))
#define PAGE_ALIGN(x)		ALIGN(x, PAGE_SIZE)
#define PAGE_ALIGN_DOWN(x)	ALIGN_DOWN(x, PAGE_SIZE)
#define PAGE_ALIGNED(x)		IS_ALIGNED((unsigned long)(x), PAGE_SIZE)
#define PFN_UP(x)		(((x) + PAGE_SIZE - 1) >> PAGE_SHIFT)
#define PFN_DOWN(x)		((x) >> PAGE_SHIFT)
#define PFN_PHYS(x)		((phys_addr_t)(x) << PAGE_SHIFT)
#define PHYS_PFN(x)		((unsigned long)((x) >> PAGE_SHIFT))
#define PFN_ALIGN(x)		PAGE_ALIGN((unsigned long)(x))
#define __pa(p)			kx_virt_to_phys((const void *)(p))
#define __va(phys)		kx_phys_to_virt(phys)
#define virt_to_phys(p)		__pa(p)
#define phys_to_virt(phys)	__va(phys)
/* The kernel's image lies where its first allocations do */
#define __pa_symbol(p)		((void)(p), __pa(kx_arena))
#define MAX_DMA_ADDRESS		((unsigned long)kx_arena)
#define PMD_SHIFT		21
#define PMD_SIZE		(1UL << PMD_SHIFT)
#define PAGE_KERNEL		((pgprot_t){ 1 })
#define pgprot_val(p)		((p).pgprot)
#define pgprot_mhp(p)		(p)
#define pgprot_decrypted(p)	(p)
#define pgprot_noncached(p)	(p)

/* The end of what the machine has; boot sets them as an architecture does */
extern unsigned long max_pfn, max_low_pfn, min_low_pfn;
extern unsigned long highest_memmap_pfn;
extern unsigned long totalcma_pages;
extern atomic_long_t _totalram_pages;
extern unsigned long long max_possible_pfn;
extern void *high_memory;

#endif
