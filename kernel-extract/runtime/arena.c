// SPDX-License-Identifier: GPL-2.0-only
/*
 * The physical arena: the memory that the kernel allocates for itself.
 *
 * A real kernel takes it from the machine's memory, where it would change
 * which pages are reserved, but nothing that is observed; and a machine of
 * two sections has not enough of it. So it comes from here: the last 32 MiB
 * of the physical address space, of which no page has a memory map in any
 * section. The lower half is what memblock hands out at boot (its pages are
 * reserved), the upper half is the heap (its pages are not). Both halves are
 * aligned to their size, so that all boot-time objects lie in one section
 * on ppc64, as on a machine with a small node 0.
 */
#include <string.h>
#include <sys/mman.h>

#include "asan.h"
#include "arena.h"

/* From this size on an object is cleaned after use, not before */
#define LARGE		(32UL << 10)
#define MAX_LARGE	256
#define SMALL_SIZE	(KX_ARENA_HALF / 2)

struct large {
	char *start;
	size_t size;
};

char *kx_arena;

static u64 arena_phys;
static size_t small_used;
static size_t large_used;
static u32 nr_large;
static struct large large[MAX_LARGE];

bool kx_arena_setup(u32 phys_bits)
{
	size_t room = KX_ARENA_SIZE + KX_ARENA_HALF;
	char *map;

	map = mmap(NULL, room, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (map == MAP_FAILED)
		return false;
	map += -(unsigned long)map & (KX_ARENA_HALF - 1);
	kx_arena = map;
	arena_phys = (1ULL << phys_bits) - KX_ARENA_SIZE;
	kx_poison(kx_arena, KX_ARENA_SIZE);
	return true;
}

static size_t align_up(size_t at, size_t align)
{
	return (at + align - 1) & ~(align - 1);
}

static void *alloc_large(size_t size, size_t align)
{
	size_t at = align_up(large_used, align);
	char *p = kx_arena + SMALL_SIZE + at;

	if (at + size > KX_ARENA_HALF - SMALL_SIZE || nr_large == MAX_LARGE)
		kx_bug(__FILE__, __LINE__, "boot arena exhausted");
	large_used = at + size + KX_REDZONE;
	large[nr_large].start = p;
	large[nr_large++].size = size;
	kx_unpoison(p, size);
	return p;
}

/**
 * kx_boot_alloc() - memory as memblock hands it out
 * @size: bytes
 * @align: in bytes, a power of two, 0 for none
 *
 * Return: zeroed memory; a kernel that wants more than there is has a bug.
 */
void *kx_boot_alloc(size_t size, size_t align)
{
	size_t at;

	if (align < 64)
		align = 64;
	if (size >= LARGE)
		return alloc_large(size, align);
	at = align_up(small_used, align);
	if (at + size > SMALL_SIZE)
		kx_bug(__FILE__, __LINE__, "boot arena exhausted");
	small_used = at + size + KX_REDZONE;
	kx_unpoison(kx_arena + at, size);
	return memset(kx_arena + at, 0, size);
}

/**
 * kx_boot_free() - give memory back that memblock handed out
 * @p: from kx_boot_alloc(), or NULL
 * @size: bytes, as asked for then
 *
 * Nobody gets it again; who still reads it is found out.
 */
void kx_boot_free(void *p, size_t size)
{
	if (!p)
		return;
	if (!kx_in_arena(p) || (char *)p + size > kx_arena + KX_ARENA_HALF)
		kx_bug(__FILE__, __LINE__, "bad free of boot memory");
	memset(p, 0xff, size);
	kx_poison(p, size);
}

u64 kx_virt_to_phys(const void *p)
{
	return arena_phys + (u64)((const char *)p - kx_arena);
}

void *kx_phys_to_virt(u64 phys)
{
	return kx_arena + (phys - arena_phys);
}

/* A cache line that is not zero, is made so */
__attribute__((no_sanitize("address", "undefined"), always_inline))
static inline void clean_line(u64 *line)
{
	u64 any = 0;
	int i;

	for (i = 0; i < 8; i++)
		any |= line[i];
	if (!any)
		return;
	for (i = 0; i < 8; i++)
		line[i] = 0;
}

__attribute__((no_sanitize("address", "undefined")))
static void clean(struct large *object)
{
	u64 *at = (u64 *)object->start;
	u64 *end = (u64 *)(object->start + align_up(object->size, 64));

	for (; at < end; at += 8)
		clean_line(at);
}

void kx_arena_reset(void)
{
	u32 i;

	for (i = 0; i < nr_large; i++)
		clean(&large[i]);
	kx_poison(kx_arena, align_up(small_used, 64));
	kx_poison(kx_arena + SMALL_SIZE, align_up(large_used, 64));
	small_used = 0;
	large_used = 0;
	nr_large = 0;
}
