/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Resources, over the runtime's table of what is taken.
 */
#ifndef SHIM_RESOURCE_H
#define SHIM_RESOURCE_H

struct resource {
	resource_size_t start;
	resource_size_t end;	/* the last byte */
	const char *name;
	unsigned long flags;
};

#define resource_size(res)	((res)->end - (res)->start + 1)
#define IORESOURCE_MEM			0x00000200UL
#define IORESOURCE_SYSRAM		0x01000000UL
#define IORESOURCE_SYSTEM_RAM		(IORESOURCE_MEM | IORESOURCE_SYSRAM)
#define IORESOURCE_SYSRAM_DRIVER_MANAGED	0x02000000UL
#define IORESOURCE_BUSY			0x80000000UL

extern struct resource iomem_resource;

struct resource *__request_region(struct resource *parent, u64 start, u64 size,
				  const char *name, int flags);
int release_resource(struct resource *res);
#define release_mem_region_adjustable(start, size) \
	kx_iomem_release(start, (start) + (size))
int region_intersects(u64 start, size_t size, unsigned long flags,
		      unsigned long desc);
int walk_system_ram_range(unsigned long start_pfn, unsigned long nr_pages,
			  void *arg,
			  int (*func)(unsigned long pfn, unsigned long nr,
				      void *arg));

#endif
