/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * struct page: where it is, its flags and type.
 */
#ifndef SHIM_PAGE_H
#define SHIM_PAGE_H

#define vmemmap			((struct page *)kx_memmap)
/* Without it each section has a memory map: the kernel's own text has that */
#ifdef CONFIG_SPARSEMEM_VMEMMAP
#define pfn_to_page(pfn)	(vmemmap + (pfn))
#define page_to_pfn(page)	((unsigned long)((page) - vmemmap))
#define __pfn_to_page(pfn)	pfn_to_page(pfn)
#define __page_to_pfn(page)	page_to_pfn(page)
#endif
#define page_to_phys(page)	PFN_PHYS(page_to_pfn(page))
#define phys_to_page(phys)	pfn_to_page(PHYS_PFN(phys))

/* The kernel's own memory: its pages are in no section, but are pages */
extern struct page shim_arena_pages[KX_ARENA_SIZE >> PAGE_SHIFT];
#define virt_to_page(p) \
	(&shim_arena_pages[kx_arena_page(p, PAGE_SHIFT)])

shim_leaf void mm_zero_struct_page(struct page *page)
{
	BUILD_BUG_ON(sizeof(struct page) != 64);
	kx_memmap_init_page(page);
	memset(page, 0, sizeof(*page));
}

/* The flags are a word, in newer kernels in a struct of their own */
#define shim_flags(page)	((unsigned long *)&(page)->flags)

shim_leaf bool PageReserved(const struct page *page)
{
	return test_bit(PG_reserved, shim_flags(page));
}

shim_leaf void __SetPageReserved(struct page *page)
{
	__set_bit(PG_reserved, shim_flags(page));
}

shim_leaf void __ClearPageReserved(struct page *page)
{
	__clear_bit(PG_reserved, shim_flags(page));
}

#define SetPageReserved(page)	__SetPageReserved(page)
#define ClearPageReserved(page)	__ClearPageReserved(page)

/* Of the page types only one is ever set here; -1 is none */
#define SHIM_TYPE_OFFLINE	0xf2ffffffU
#define SHIM_TYPE_NONE		0xffffffffU

shim_leaf bool PageOffline(const struct page *page)
{
	return (u32)page->page_type == SHIM_TYPE_OFFLINE;
}

shim_leaf void __SetPageOffline(struct page *page)
{
	page->page_type = SHIM_TYPE_OFFLINE;
}

shim_leaf void __ClearPageOffline(struct page *page)
{
	page->page_type = SHIM_TYPE_NONE;
}

/* Nothing else is ever done with a page, so nothing else is it ever */
#define PageLRU(page)		((void)(page), false)
#define PageHuge(page)		((void)(page), false)
#define PageHWPoison(page)	((void)(page), false)
#define PageTail(page)		((void)(page), false)
#define PageCompound(page)	((void)(page), false)
#define PagePoisoned(page)	((void)(page), false)
#define __PageMovable(page)	((void)(page), false)
#define page_has_movable_ops(page)	((void)(page), false)
#define PageHighMem(page)	((void)(page), false)
#define HPageMigratable(page)	((void)(page), false)
#define SetPageVmemmapSelfHosted(page)	((void)(page))
#define folio_test_hugetlb(folio)	((void)(folio), false)
#define folio_test_hugetlb_migratable(folio)	((void)(folio), false)
#define page_folio(page)	((struct folio *)(page))
#define folio_nr_pages(folio)	((void)(folio), 1L)
#define compound_head(page)	(page)
#define folio_ref_inc(folio)	((void)(folio))

shim_leaf int page_count(const struct page *page)
{
	return page->_refcount.counter;
}

#define page_ref_count(page)	page_count(page)

shim_leaf void set_page_count(struct page *page, int count)
{
	page->_refcount.counter = count;
}

shim_leaf void init_page_count(struct page *page)
{
	set_page_count(page, 1);
}

#endif
