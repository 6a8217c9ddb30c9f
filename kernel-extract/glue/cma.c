// SPDX-License-Identifier: GPL-2.0-only
/*
 * Areas of the contiguous memory allocator: reserved before there are pages,
 * handed to it when all else has begun.
 */
#include "glue.h"

#ifdef CONFIG_CMA

static void declare(const struct ref_span *area)
{
	u64 size = area->end - area->start;
	struct cma *cma;

	memblock_reserve(area->start, size);
	if (cma_init_reserved_mem(area->start, size, 0, "area", &cma))
		panic("CMA area at %#llx not taken", area->start);
}

void glue_declare_cma(const struct ref_machine *machine)
{
	u32 i;

	for (i = 0; i < machine->nr_cma; i++)
		declare(&machine->cma[i]);
}

void glue_activate_cma(void)
{
	kx_activate_cma();
}

#else

void glue_declare_cma(const struct ref_machine *machine)
{
	(void)machine;
}

void glue_activate_cma(void)
{
}

#endif
