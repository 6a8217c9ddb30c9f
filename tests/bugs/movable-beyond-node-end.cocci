// SPDX-License-Identifier: GPL-2.0-only
// The start of MOVABLE is rounded up, maybe to behind the node's end.
// file mm/mm_init.c
@@
expression start, end;
@@
 find_zone_movable_pfns_for_nodes(...)
 {
 <...
-if (start >= end)
-	start = 0;
 ...>
 }
