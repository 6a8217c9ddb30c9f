// SPDX-License-Identifier: GPL-2.0-only
/*
 * Resources as kernel text sees them.
 */
#include "kernel.h"

struct resource iomem_resource SHIM_DATA = {
	.end = ~0ULL,
	.name = "PCI mem",
};

/* NULL if any of it is taken, or an allocation is made to fail */
struct resource *__request_region(struct resource *parent, u64 start, u64 size,
				  const char *name, int flags)
{
	struct resource *res = kx_zalloc(sizeof(*res));

	(void)parent;
	if (!res)
		return NULL;
	if (kx_iomem_request(start, start + size)) {
		kx_free(res);
		return NULL;
	}
	res->start = start;
	res->end = start + size - 1;
	res->name = name;
	res->flags = (unsigned int)flags;
	return res;
}

int release_resource(struct resource *res)
{
	kx_iomem_release(res->start, res->end + 1);
	return 0;
}

/*
 * Calls @func for the whole pages of each piece of System RAM in the range;
 * a first piece without any ends it, as in the kernel.
 */
int walk_system_ram_range(unsigned long start_pfn, unsigned long nr_pages,
			  void *arg,
			  int (*func)(unsigned long pfn, unsigned long nr,
				      void *arg))
{
	u64 limit = PFN_PHYS(start_pfn + nr_pages);
	u64 start = PFN_PHYS(start_pfn), end = limit;
	int ret = -EINVAL;

	while (start < limit && kx_iomem_next_ram(&start, &end)) {
		unsigned long pfn = PFN_UP(start), end_pfn = PFN_DOWN(end);

		if (pfn < end_pfn)
			ret = func(pfn, end_pfn - pfn, arg);
		if (ret)
			break;
		start = end;
		end = limit;
	}
	return ret;
}

/* Asked about System RAM only */
int region_intersects(u64 start, size_t size, unsigned long flags,
		      unsigned long desc)
{
	u64 from = start, to = start + size;

	(void)flags;
	(void)desc;
	if (!kx_iomem_next_ram(&from, &to))
		return REGION_DISJOINT;
	return from == start && to == start + size ? REGION_INTERSECTS :
						     REGION_MIXED;
}
