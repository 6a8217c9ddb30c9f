// SPDX-License-Identifier: GPL-2.0-only
// A node that comes back has the number of zones that it had.
// file mm/mm_init.c mm/page_alloc.c
@@
expression p;
@@
 free_area_init_core_hotplug(...)
 {
 <...
-p->nr_zones = 0;
 ...>
 }
