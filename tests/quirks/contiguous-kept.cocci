// SPDX-License-Identifier: GPL-2.0-only
// A zone stays contiguous while a block joins it.
// file mm/memory_hotplug.c
@@
@@
 move_pfn_range_to_zone(...)
 {
 <...
-clear_zone_contiguous(...);
 ...>
 }
