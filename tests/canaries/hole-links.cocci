// SPDX-License-Identifier: GPL-2.0-only
// Pages of holes get node 0 and the lowest zone.
// file mm/mm_init.c mm/page_alloc.c
@@
expression page, pfn, z, n;
@@
 init_unavailable_range(...)
 {
 <...
-__init_single_page(page, pfn, z, n)
+__init_single_page(page, pfn, 0, 0)
 ...>
 }
