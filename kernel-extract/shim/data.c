// SPDX-License-Identifier: GPL-2.0-only
/*
 * Variables of the shim. Those in SHIM_DATA are part of the reset.
 */
#include "kernel.h"

struct shim_lock shim_cpus_lock SHIM_DATA = { 0 };
struct shim_lock shim_device_hotplug_lock SHIM_DATA = { 0 };
struct pglist_data *node_data[MAX_NUMNODES] SHIM_DATA = { NULL };
enum system_states system_state SHIM_DATA = SYSTEM_BOOTING;
bool shim_slab_available SHIM_DATA = false;
unsigned long max_pfn SHIM_DATA = 0;
unsigned long max_low_pfn SHIM_DATA = 0;
unsigned long min_low_pfn SHIM_DATA = 0;
unsigned long long max_possible_pfn SHIM_DATA = 0;
void *high_memory SHIM_DATA = NULL;
unsigned long highest_memmap_pfn SHIM_DATA = 0;
atomic_long_t _totalram_pages SHIM_DATA = ATOMIC_LONG_INIT(0);

/* Set at load: reserved are those that memblock hands out */
struct page shim_arena_pages[KX_ARENA_SIZE >> PAGE_SHIFT];
