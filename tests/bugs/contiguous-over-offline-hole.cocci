// SPDX-License-Identifier: GPL-2.0-only
// A pageblock's first page only has to be valid, it may be offline.
// file mm/page_alloc.c
@@
expression pfn;
@@
 __pageblock_pfn_to_page(...)
 {
 <...
-pfn_to_online_page(pfn)
+(pfn_valid(pfn) ? pfn_to_page(pfn) : NULL)
 ...>
 }
