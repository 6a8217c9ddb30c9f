// SPDX-License-Identifier: GPL-2.0-only
// Pages of a hole are counted outside of the zone's span as well.
// after contiguous-counter
// file mm/mm_init.c
@@
expression e;
@@
 count_hole_page(...)
 {
 <...
-zone_spans_pfn(...) && e
+e
 ...>
 }
