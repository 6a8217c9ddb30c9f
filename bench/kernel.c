// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kernel objects that are measured, and the memory map that they share.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernel.h"

#define HUGE	(2ul << 20)

static const struct kx_bench *refuse(const char *path, const char *why)
{
	fprintf(stderr, "mhpref: bench: kernel object %s: %s\n", path,
		why ? why : "cannot be loaded");
	return NULL;
}

/* The same file would be the same kernel */
static int copy_of(const char *path)
{
	int from = open(path, O_RDONLY | O_CLOEXEC);
	int to = memfd_create("kernel", MFD_CLOEXEC);
	struct stat st = { 0 };

	if (from >= 0 && to >= 0 && !fstat(from, &st))
		while (st.st_size > 0) {
			ssize_t len = sendfile(to, from, NULL, st.st_size);

			if (len <= 0)
				break;
			st.st_size -= len;
		}
	if (from >= 0)
		close(from);
	return to;
}

const struct kx_bench *bench_kernel_load(const char *path)
{
	const struct kx_bench *k;
	int copy = copy_of(path);
	char name[64];
	void *handle;

	snprintf(name, sizeof(name), "/proc/self/fd/%d", copy);
	handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	/* Not closed: the next would have its name, and be taken for it */
	k = handle ? dlsym(handle, KX_BENCH_SYMBOL) : NULL;
	if (!k)
		return refuse(path, dlerror());
	if (k->abi != KX_BENCH_ABI)
		return refuse(path, "made for another mhpref; remove it");
	return k;
}

u64 bench_memmap_bytes(const struct kx_bench *k, u64 size)
{
	return (size >> k->geometry->page_shift) * k->page_size;
}

static u64 reservation(const struct kx_bench *k)
{
	return bench_memmap_bytes(k, 1ull << k->geometry->phys_bits) + HUGE;
}

static char *reserve(const struct kx_bench *k)
{
	char *map = mmap(NULL, reservation(k), PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (map != MAP_FAILED)
		return map;
	perror("mhpref: bench: no address space for a memory map");
	return NULL;
}

void *bench_memmap_true(const struct kx_bench *k)
{
	char *map = reserve(k);

	if (!map)
		return NULL;
	madvise(map, reservation(k), MADV_HUGEPAGE);
	return map + (-(unsigned long)map & (HUGE - 1));
}

static int map_units(char *map, int fd, u64 piece, u64 units, u32 kinds,
		     bool turns)
{
	for (u64 n = 0; n < units; n++)
		if (mmap(map + n * piece, piece, PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_FIXED, fd,
			 (off_t)(piece * (turns ? n % kinds :
					   n * kinds / units))) == MAP_FAILED)
			return -1;
	return 0;
}

void *bench_memmap_alias(const struct kx_bench *k, u64 end, u64 unit,
			 u32 kinds, bool turns)
{
	u64 piece = bench_memmap_bytes(k, unit);
	int fd = memfd_create("memmap", MFD_CLOEXEC);
	char *map = fd < 0 ? NULL : reserve(k);

	if (map)
		map += -(unsigned long)map & (HUGE - 1);
	if (map && !ftruncate(fd, (off_t)(kinds * piece)) &&
	    !map_units(map, fd, piece, (end + unit - 1) / unit, kinds,
		       turns)) {
		close(fd);
		return map;
	}
	perror("mhpref: bench: a memory map of aliases");
	if (map)
		bench_memmap_free(k, map);
	if (fd >= 0)
		close(fd);
	return NULL;
}

void bench_memmap_free(const struct kx_bench *k, void *memmap)
{
	munmap(memmap, reservation(k) - HUGE);
}
