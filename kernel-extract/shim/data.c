// SPDX-License-Identifier: GPL-2.0-only
/*
 * Variables of the shim. Those in SHIM_DATA are part of the reset.
 */
#include "kernel.h"

struct shim_lock shim_cpus_lock SHIM_DATA;
struct shim_lock shim_device_hotplug_lock SHIM_DATA;
#ifdef CONFIG_NUMA
struct pglist_data *shim_node_data[MAX_NUMNODES + 1] SHIM_DATA;
#endif
enum system_states system_state SHIM_DATA;
bool shim_slab_available SHIM_DATA;
unsigned long max_pfn SHIM_DATA;
unsigned long max_low_pfn SHIM_DATA;
unsigned long min_low_pfn SHIM_DATA;
unsigned long long max_possible_pfn SHIM_DATA;
void *high_memory SHIM_DATA;
unsigned long highest_memmap_pfn SHIM_DATA;
unsigned long totalcma_pages SHIM_DATA;
atomic_long_t _totalram_pages SHIM_DATA;

/* Set at load: reserved are those that memblock hands out */
struct page shim_arena_pages[KX_ARENA_SIZE >> PAGE_SHIFT];
