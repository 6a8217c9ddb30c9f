// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sparse memmap: one reservation, indexed by pfn, of which only what a
 * section populates is backed. What is backed once stays so.
 *
 * Between runs all of it is absent. Absent memmap, and memmap that was
 * populated but not yet initialised, is poisoned under AddressSanitizer and
 * holds 0xff elsewhere: this holds at all times, so that nothing depends on
 * what ran before.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "asan.h"
#include "arena.h"

#define HOST_PAGE	4096UL
#define MAX_RANGES	1024
#define CHUNK_SHIFT	14	/* of backing, in bytes: 256 pages of 64 */

struct range {
	char *start;
	char *end;
};

char *kx_memmap;
#if KX_ASAN
unsigned long kx_shadow;
#endif

static u8 *backed;		/* a byte for each chunk */
static u32 nr_ranges;
static struct range ranges[MAX_RANGES];

static void *reserve(size_t size, int prot)
{
	void *map = mmap(NULL, size, prot, MAP_PRIVATE | MAP_ANONYMOUS |
			 MAP_NORESERVE, -1, 0);

	return map == MAP_FAILED ? NULL : map;
}

bool kx_memmap_setup(const struct kx_sizes *sizes)
{
	size_t size;

	size = (1UL << (sizes->phys_bits - sizes->page_shift)) *
		sizes->page_size;
	kx_memmap = reserve(size, PROT_NONE);
	backed = reserve((size >> CHUNK_SHIFT) + 1, PROT_READ | PROT_WRITE);
#if KX_ASAN
	size_t scale, offset;

	__asan_get_shadow_mapping(&scale, &offset);
	kx_shadow = offset;
#endif
	return kx_memmap && backed;
}

/* Put memmap into the state of absent memmap */
static void make_absent(char *start, char *end)
{
	if (KX_ASAN)
		kx_poison(start, (size_t)(end - start));
	else
		memset(start, 0xff, (size_t)(end - start));
}

static bool back_chunk(size_t chunk)
{
	char *start = kx_memmap + (chunk << CHUNK_SHIFT);
	size_t size = 1UL << CHUNK_SHIFT;

	if (mprotect(start, size, PROT_READ | PROT_WRITE))
		return false;
	backed[chunk] = 1;
	make_absent(start, start + size);
	return true;
}

static bool back(const char *start, const char *end)
{
	size_t chunk = (size_t)(start - kx_memmap) >> CHUNK_SHIFT;
	size_t last = (size_t)(end - 1 - kx_memmap) >> CHUNK_SHIFT;

	for (; chunk <= last; chunk++)
		if (!backed[chunk] && !back_chunk(chunk))
			return false;
	return true;
}

/**
 * kx_memmap_populate() - give a part of the memmap memory
 * @start: first byte
 * @end: first byte behind
 *
 * Return: 0, or -ENOMEM if it is made to fail (or there is no memory).
 */
int kx_memmap_populate(void *start, void *end)
{
	if (kx_fault(REF_FAULT_MEMMAP))
		return -ENOMEM;
	if (!back(start, end))
		return -ENOMEM;
	if (nr_ranges == MAX_RANGES)
		kx_bug(__FILE__, __LINE__, "too many pieces of memmap");
	ranges[nr_ranges].start = start;
	ranges[nr_ranges++].end = end;
	return 0;
}

static void forget(const char *start, const char *end)
{
	u32 i;

	for (i = nr_ranges; i-- > 0;) {
		if (ranges[i].start != start || ranges[i].end != end)
			continue;
		ranges[i] = ranges[--nr_ranges];
		return;
	}
}

/* Take memory from a part of the memmap that has some */
void kx_memmap_remove(void *start, void *end)
{
	if (!back(start, end))
		kx_bug(__FILE__, __LINE__, "memmap freed that has no memory");
	make_absent(start, end);
	forget(start, end);
}

/* What page_init_poison() does to the memmap of offline memory */
void kx_memmap_poison(void *start, size_t size)
{
	if (kx_run.poison)
		make_absent(start, (char *)start + size);
}

void kx_memmap_reset(void)
{
	while (nr_ranges) {
		struct range *range = &ranges[--nr_ranges];

		make_absent(range->start, range->end);
	}
}
