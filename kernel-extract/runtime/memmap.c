// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sparse memmap: one reservation, indexed by pfn, of which only what a
 * section populates is backed, and stays so until it becomes too much.
 *
 * Between runs all of it is absent. Absent memmap, and memmap that was
 * populated but not yet initialised, is poisoned under AddressSanitizer and
 * holds 0xff elsewhere: this is so at all times, so that nothing depends on
 * what ran before.
 */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "asan.h"
#include "arena.h"

#define MIN_RESERVED	(1UL << 30)
#define HOST_PAGE	4096UL
#define MAX_RANGES	1024
#define MAX_LISTS	16384
#define MAX_BACKED	(1U << 16)	/* chunks: 1 GiB */
#define CHUNK_SHIFT	14	/* of backing, in bytes: 256 pages of 64 */
#define MAX_PAGE	(64UL << 10)	/* of any geometry */

struct range {
	char *start;
	char *end;
};

char *kx_memmap;
#if KX_ASAN
unsigned long kx_shadow;
#endif

static size_t reserved;		/* bytes */
static u8 *backed;		/* a byte for each chunk */
static u32 nr_backed;		/* chunks */
static u32 nr_lists;
static struct range lists[MAX_LISTS];	/* what is backed */
static u32 nr_ranges;
static struct range ranges[MAX_RANGES];
/* Where each section has a map of its own: how many places were in use */
static u32 nr_slots;
static u32 nr_free_slots;
static char *free_slots[MAX_RANGES];	/* and those that are not now */

static void *reserve(size_t size, int prot)
{
	void *map = mmap(NULL, size, prot, MAP_PRIVATE | MAP_ANONYMOUS |
			 MAP_NORESERVE, -1, 0);

	return map == MAP_FAILED ? NULL : map;
}

/*
 * All of it, or, under a limit of address space, as much as there is: pfns
 * beyond that cannot be populated then.
 */
static bool reserve_memmap(size_t size)
{
	for (; size >= MIN_RESERVED && !kx_memmap; size /= 2) {
		kx_memmap = reserve(size, PROT_NONE);
		reserved = size;
	}
	backed = reserve((reserved >> CHUNK_SHIFT) + 1, PROT_READ | PROT_WRITE);
	return kx_memmap && backed;
}

bool kx_memmap_setup(const struct kx_sizes *sizes)
{
#if KX_ASAN
	size_t scale, offset;

	__asan_get_shadow_mapping(&scale, &offset);
	kx_shadow = offset;
#endif
	return reserve_memmap((1UL << (sizes->phys_bits - sizes->page_shift)) *
			      sizes->page_size);
}

/* Put memmap into the state of absent memmap */
static void make_absent(char *start, char *end)
{
	if (KX_ASAN)
		kx_poison(start, (size_t)(end - start));
	else
		memset(start, 0xff, (size_t)(end - start));
}

static size_t chunk_of(const char *at)
{
	return (size_t)(at - kx_memmap) >> CHUNK_SHIFT;
}

static bool back_run(size_t chunk, size_t end)
{
	char *start = kx_memmap + (chunk << CHUNK_SHIFT);
	size_t size = (end - chunk) << CHUNK_SHIFT;

	if (nr_lists == MAX_LISTS ||
	    mprotect(start, size, PROT_READ | PROT_WRITE))
		return false;
	lists[nr_lists].start = start;
	lists[nr_lists++].end = start + size;
	nr_backed += (u32)(end - chunk);
	memset(backed + chunk, 1, end - chunk);
	make_absent(start, start + size);
	return true;
}

static bool back(const char *start, const char *end)
{
	size_t chunk = chunk_of(start), last = chunk_of(end - 1) + 1;
	size_t from;

	if ((size_t)(end - kx_memmap) > reserved)
		kx_bug(__FILE__, __LINE__, "not enough address space");
	while (chunk < last) {
		for (from = chunk; chunk < last && !backed[chunk];)
			chunk++;
		if (chunk > from && !back_run(from, chunk))
			return false;
		while (chunk < last && backed[chunk])
			chunk++;
	}
	return true;
}

#if KX_ASAN
/* Of memory that is gone no shadow is needed */
static void drop_shadow(const struct range *range)
{
	unsigned long start = kx_shadow + ((unsigned long)range->start >> 3);
	unsigned long end = kx_shadow + ((unsigned long)range->end >> 3);

	start = (start + HOST_PAGE - 1) & ~(HOST_PAGE - 1);
	end &= ~(HOST_PAGE - 1);
	if (start < end)
		madvise((void *)start, end - start, MADV_DONTNEED);
}
#else
static void drop_shadow(const struct range *range)
{
	(void)range;
}
#endif

/* Scenarios far apart would in time back all of it: begin anew */
static void give_back(void)
{
	while (nr_lists) {
		struct range *range = &lists[--nr_lists];
		size_t size = (size_t)(range->end - range->start);

		madvise(range->start, size, MADV_DONTNEED);
		drop_shadow(range);
		memset(backed + chunk_of(range->start), 0,
		       size >> CHUNK_SHIFT);
	}
	mprotect(kx_memmap, reserved, PROT_NONE);
	nr_backed = 0;
}

/**
 * kx_memmap_populate() - give a part of the memmap memory
 * @start: first byte
 * @end: first byte behind
 *
 * Return: 0, or -ENOMEM if it is made to fail (or there is no memory): then
 * too the part is to be removed, since some of it may have memory.
 */
int kx_memmap_populate(void *start, void *end)
{
	if (!back(start, end))
		return -ENOMEM;
	if (nr_ranges == MAX_RANGES)
		kx_bug(__FILE__, __LINE__, "too many pieces of memmap");
	ranges[nr_ranges].start = start;
	ranges[nr_ranges++].end = end;
	return kx_fault(REF_FAULT_MEMMAP) ? -ENOMEM : 0;
}

static bool forget(const char *start, const char *end)
{
	u32 i;

	for (i = nr_ranges; i-- > 0;) {
		if (ranges[i].start != start || ranges[i].end != end)
			continue;
		ranges[i] = ranges[--nr_ranges];
		return true;
	}
	return false;
}

/* Take its memory from a part of the memmap that was given some */
void kx_memmap_remove(void *start, void *end)
{
	if (!forget(start, end))
		kx_bug(__FILE__, __LINE__, "memmap freed that has no memory");
	make_absent(start, end);
}

/*
 * What page_init_poison() does to the memmap of offline memory. Who is not
 * sanitized sees the same everywhere.
 */
void kx_memmap_poison(void *start, size_t size)
{
	if (!kx_run.poison)
		return;
	kx_unpoison(start, size);
	memset(start, 0xff, size);
	make_absent(start, (char *)start + size);
}

/* The piece that begins there, or NULL */
static const struct range *range_at(const char *start)
{
	u32 i;

	for (i = 0; i < nr_ranges; i++)
		if (ranges[i].start == start)
			return &ranges[i];
	return NULL;
}

/**
 * kx_memmap_alloc() - memory for the memory map of one section
 * @size: bytes: all sections have maps of one size, but boot rounds it up to
 *	whole pages
 *
 * For kernels in which a section's place tells nothing of its map's: the
 * place freed last, or a new one.
 *
 * Return: the memory, not initialised, or NULL if it is made to fail.
 */
void *kx_memmap_alloc(size_t size)
{
	size_t slot = (size + MAX_PAGE - 1) & ~(MAX_PAGE - 1);
	char *at = kx_memmap;

	if (nr_free_slots)
		at = free_slots[--nr_free_slots];
	else
		at += slot * nr_slots++;
	if (!kx_memmap_populate(at, at + size))
		return at;
	kx_memmap_free(at);
	return NULL;
}

/* Give it back, if it is not NULL */
void kx_memmap_free(const void *p)
{
	const struct range *range = range_at(p);

	if (!p)
		return;
	if (!range)
		kx_bug(__FILE__, __LINE__, "memmap freed that has no memory");
	free_slots[nr_free_slots++] = range->start;
	kx_memmap_remove(range->start, range->end);
}

void kx_memmap_reset(void)
{
	nr_slots = 0;
	nr_free_slots = 0;
	while (nr_ranges) {
		struct range *range = &ranges[--nr_ranges];

		make_absent(range->start, range->end);
	}
	if (nr_backed > MAX_BACKED || nr_lists > MAX_LISTS / 2)
		give_back();
}
