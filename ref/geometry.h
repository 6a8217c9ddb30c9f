/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Geometry: the sizes that are fixed when a kernel is compiled.
 */
#ifndef REF_GEOMETRY_H
#define REF_GEOMETRY_H

#include "types.h"

/**
 * struct ref_geometry - sizes that a kernel is compiled for
 * @name: as in GEOM=
 * @page_shift: log2 of bytes in a page (PAGE_SHIFT)
 * @section_shift: log2 of bytes in a section (SECTION_SIZE_BITS)
 * @subsection_shift: log2 of bytes in a subsection (SUBSECTION_SHIFT)
 * @pageblock_order: log2 of pages in a pageblock
 * @max_order: log2 of pages in the largest free page (MAX_PAGE_ORDER)
 * @phys_bits: log2 of bytes in the physical address space (MAX_PHYSMEM_BITS)
 * @memmap_shift: log2 of bytes; a memmap that is to lie on its own memory is a
 *	whole number of them (arch_supports_memmap_on_memory)
 */
struct ref_geometry {
	const char *name;
	u8 page_shift, section_shift, subsection_shift;
	u8 pageblock_order, max_order, phys_bits, memmap_shift;
};

static inline u64 ref_section_pages(const struct ref_geometry *g)
{
	return 1ull << (g->section_shift - g->page_shift);
}

static inline u64 ref_subsection_pages(const struct ref_geometry *g)
{
	return 1ull << (g->subsection_shift - g->page_shift);
}

static inline u64 ref_pageblock_pages(const struct ref_geometry *g)
{
	return 1ull << g->pageblock_order;
}

#endif
