// SPDX-License-Identifier: GPL-2.0-only
// A node that comes back keeps the number of its zones.
// file mm/mm_init.c mm/page_alloc.c
@@
identifier pgdat;
@@
 free_area_init_core_hotplug(...)
 {
 <...
-pgdat->nr_zones = 0;
 ...>
 }
