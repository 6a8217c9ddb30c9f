// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sparse memmap: a reservation that whoever measures makes, of true size.
 * What the kernel touches has memory, nothing is cleared or poisoned.
 */
#include "arena.h"
#include "../glue/bench-glue.h"

char *kx_memmap;

bool kx_memmap_setup(const struct kx_sizes *sizes)
{
	(void)sizes;
	return true;
}

void bench_memmap(void *start)
{
	kx_memmap = start;
}

int kx_memmap_populate(void *start, void *end)
{
	(void)start;
	(void)end;
	return 0;
}

void kx_memmap_remove(void *start, void *end)
{
	(void)start;
	(void)end;
}

void kx_memmap_poison(void *start, size_t size)
{
	(void)start;
	(void)size;
}

/* Without vmemmap nothing is measured */
void *kx_memmap_alloc(size_t size)
{
	(void)size;
	kx_bug(__FILE__, __LINE__, "a memmap by sections is not measured");
}

void kx_memmap_free(const void *p)
{
	(void)p;
}

void kx_memmap_reset(void)
{
}
