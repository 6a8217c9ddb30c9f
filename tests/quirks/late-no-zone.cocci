// SPDX-License-Identifier: GPL-2.0-only
// Reserved pages that are made late are of no zone.
// file mm/mm_init.c
@@
identifier zone, pfn;
@@
 init_reserved_page(...)
 {
 <...
-if (zone_spans_pfn(zone, pfn))
-	break;
 ...>
 }
