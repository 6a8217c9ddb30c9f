// SPDX-License-Identifier: GPL-2.0-only
// A pageblock whose first page is offline is taken for usable.
// file mm/page_alloc.c
@@
@@
 __pageblock_pfn_to_page(...)
 {
 <...
-pfn_to_online_page
+pfn_to_page
 	(...)
 ...>
 }
