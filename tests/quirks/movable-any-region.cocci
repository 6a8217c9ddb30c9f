// SPDX-License-Identifier: GPL-2.0-only
// Memory that is not hotpluggable is movable as well.
// file mm/mm_init.c mm/page_alloc.c
@@
expression r;
@@
 find_zone_movable_pfns_for_nodes(...)
 {
 <...
-if (!memblock_is_hotpluggable(r))
-	continue;
 ...>
 }
