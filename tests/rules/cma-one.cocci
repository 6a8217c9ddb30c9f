// SPDX-License-Identifier: GPL-2.0-only
// A pageblock of a CMA area counts as one page.
// file mm/mm_init.c
@@
expression zone, n;
@@
 init_cma_reserved_pageblock(...)
 {
 <...
-zone->cma_pages += n;
+zone->cma_pages += 1;
 ...>
 }
