// SPDX-License-Identifier: GPL-2.0-only
// A pageblock without an online first page is looked at all the same.
// file mm/page_alloc.c
@@
identifier page;
@@
 __pageblock_pfn_to_page(...)
 {
 <...
-if (!page)
-	return NULL;
 ...>
 }
