// SPDX-License-Identifier: GPL-2.0-only
/*
 * A driver of memory that is not RAM: it takes the addresses, and has pages
 * made for them.
 */
#include "glue.h"

#ifdef CONFIG_ZONE_DEVICE

static struct dev_pagemap *mapped[REF_MAX_MAPS] SHIM_DATA;

static struct dev_pagemap **find(u64 start, u64 size)
{
	u32 i;

	for (i = 0; i < REF_MAX_MAPS; i++)
		if (mapped[i] && mapped[i]->range.start == start &&
		    mapped[i]->range.end == start + size - 1)
			return &mapped[i];
	return NULL;
}

static struct dev_pagemap **unused(void)
{
	u32 i = 0;

	while (mapped[i])
		i++;
	return &mapped[i];
}

bool glue_is_mapped(u64 start, u64 size)
{
	return find(start, size);
}

bool glue_maps_full(void)
{
	u32 i = 0;

	while (i < REF_MAX_MAPS && mapped[i])
		i++;
	return i == REF_MAX_MAPS;
}

static struct dev_pagemap *new_pagemap(u64 start, u64 size)
{
	struct dev_pagemap *pgmap = kx_alloc_quietly(sizeof(*pgmap));

	if (!pgmap)
		panic("no memory for a mapping");
	memset(pgmap, 0, sizeof(*pgmap));
	pgmap->type = MEMORY_DEVICE_GENERIC;
	pgmap->nr_range = 1;
	pgmap->range.start = start;
	pgmap->range.end = start + size - 1;
	return pgmap;
}

s32 glue_map(const struct ref_op *op)
{
	struct dev_pagemap *pgmap;
	s32 err;

	if (kx_iomem_boot(op->start, op->start + op->size, false))
		return -EBUSY;
	pgmap = new_pagemap(op->start, op->size);
	err = PTR_ERR_OR_ZERO(memremap_pages(pgmap, op->nid));
	if (!err) {
		*unused() = pgmap;
		return 0;
	}
	kx_free(pgmap);
	kx_iomem_release(op->start, op->start + op->size);
	return err;
}

s32 glue_unmap(const struct ref_op *op)
{
	struct dev_pagemap **pgmap = find(op->start, op->size);

	memunmap_pages(*pgmap);
	kx_free(*pgmap);
	*pgmap = NULL;
	kx_iomem_release(op->start, op->start + op->size);
	return 0;
}

#else

bool glue_maps_full(void)
{
	return true;
}

bool glue_is_mapped(u64 start, u64 size)
{
	(void)start;
	(void)size;
	return false;
}

s32 glue_map(const struct ref_op *op)
{
	(void)op;
	return -ENODEV;
}

s32 glue_unmap(const struct ref_op *op)
{
	(void)op;
	return -ENODEV;
}

#endif
