// SPDX-License-Identifier: GPL-2.0-only
/*
 * Load and reset. The kernel text's data lies between symbols that
 * sections.lds sets; it is copied once, at load, and copied back.
 */
#include <stdlib.h>
#include <string.h>

#include "asan.h"
#include "arena.h"

extern char kx_data_start[], kx_data_end[];
extern char kx_bss_start[], kx_bss_end[];

#define MAX_DROPPED	8

static struct {
	void *start;
	size_t size;
} dropped[MAX_DROPPED];

static u32 nr_dropped;
static u64 *data_copy;
static bool ready;

/*
 * Copies words, red zones between variables included: compiled without
 * sanitizers and without builtins, so that it does not become memcpy().
 */
__attribute__((no_sanitize("address", "undefined")))
static void copy(char *to, const char *from, size_t size)
{
	size_t i;

	for (i = 0; i < size / sizeof(u64); i++)
		((volatile u64 *)to)[i] = ((const u64 *)from)[i];
}

__attribute__((no_sanitize("address", "undefined")))
static void clear(char *to, size_t size)
{
	size_t i;

	for (i = 0; i < size / sizeof(u64); i++)
		((volatile u64 *)to)[i] = 0;
}

static bool take_snapshot(void)
{
	size_t size = (size_t)(kx_data_end - kx_data_start);

	data_copy = malloc(size + 1);
	if (data_copy)
		copy((char *)data_copy, kx_data_start, size);
	return data_copy;
}

/**
 * kx_setup() - prepare for boots, once
 * @sizes: what the kernel text is compiled for
 *
 * Return: false if there is no memory.
 */
bool kx_setup(const struct kx_sizes *sizes)
{
	if (!ready)
		ready = kx_arena_setup(sizes->phys_bits) &&
			kx_memmap_setup(sizes) && take_snapshot();
	return ready;
}

/**
 * kx_drop() - data that a kernel frees after boot: it may not be read again
 * @start: first byte, of a variable
 * @size: bytes
 */
void kx_drop(void *start, size_t size)
{
	if (nr_dropped == MAX_DROPPED)
		kx_bug(__FILE__, __LINE__, "too much dropped");
	dropped[nr_dropped].start = start;
	dropped[nr_dropped++].size = size;
	memset(start, 0xff, size);
	kx_poison(start, size);
}

static void take_back_dropped(void)
{
	while (nr_dropped) {
		nr_dropped--;
		kx_unpoison(dropped[nr_dropped].start,
			    dropped[nr_dropped].size);
	}
}

void kx_runtime_reset(void)
{
	size_t size = (size_t)(kx_data_end - kx_data_start);

	take_back_dropped();
	copy(kx_data_start, (char *)data_copy, size);
	clear(kx_bss_start, (size_t)(kx_bss_end - kx_bss_start));
	kx_arena_reset();
	kx_heap_reset();
	kx_memmap_reset();
	kx_iomem_reset();
	kx_link_reset();
	kx_steps_begin(0);
	memset(&kx_run, 0, sizeof(kx_run));
	kx_message_clear();
}
