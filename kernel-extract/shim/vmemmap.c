// SPDX-License-Identifier: GPL-2.0-only
/*
 * The mapping of the memory map: memory for it is the runtime's, but where
 * it is to lie on hot-added memory, that is accounted for.
 */
#include "kernel.h"

#ifdef CONFIG_MHP_MEMMAP_ON_MEMORY
/* Whole pages that begin there: sections may share one, blocks do not */
static unsigned long pages_at(unsigned long start, unsigned long end)
{
	start -= (unsigned long)vmemmap;
	end -= (unsigned long)vmemmap;
	return PFN_UP(end) - PFN_UP(start);
}

static int altmap_alloc(unsigned long start, unsigned long end, int nid,
			struct vmem_altmap *altmap)
{
	unsigned long nr = altmap ? pages_at(start, end) : 0;

	if (nr && !vmemmap_alloc_block_buf(nr << PAGE_SHIFT, nid, altmap))
		return -ENOMEM;
	return 0;
}

static void altmap_give(unsigned long start, unsigned long end,
			struct vmem_altmap *altmap)
{
	if (altmap)
		vmem_altmap_free(altmap, pages_at(start, end));
}
#else
#define altmap_alloc(start, end, nid, altmap) \
	((void)(nid), (void)(altmap), 0)
#define altmap_give(start, end, altmap)	((void)(altmap))
#endif

int shim_vmemmap_populate(unsigned long start, unsigned long end, int nid,
			  struct vmem_altmap *altmap)
{
	int err = altmap_alloc(start, end, nid, altmap);

	return err ? err : kx_memmap_populate((void *)start, (void *)end);
}

void shim_vmemmap_free(unsigned long start, unsigned long end,
		       struct vmem_altmap *altmap)
{
	altmap_give(start, end, altmap);
	kx_memmap_remove((void *)start, (void *)end);
}
