// SPDX-License-Identifier: GPL-2.0-only
/*
 * The iomem resources: there is only System RAM, of one machine,
 * in one piece. Not searched, as link.c is not.
 */
#include "arena.h"

static u64 ram_end;

int kx_iomem_boot(u64 start, u64 end, bool ram)
{
	(void)start;
	(void)ram;
	if (end > ram_end)
		ram_end = end;
	return 0;
}

int kx_iomem_request(u64 start, u64 end)
{
	return kx_iomem_boot(start, end, true);
}

void kx_iomem_release(u64 start, u64 end)
{
	(void)start;
	(void)end;
}

bool kx_iomem_next_ram(u64 *start, u64 *end)
{
	if (*end > ram_end)
		*end = ram_end;
	return *start < *end;
}

void kx_iomem_reset(void)
{
	ram_end = 0;
}
