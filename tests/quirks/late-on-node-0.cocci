// SPDX-License-Identifier: GPL-2.0-only
// Reserved pages that are made late are of node 0.
// file mm/page_alloc.c
@@
identifier nid;
@@
 init_reserved_page(...)
 {
 <...
-nid = early_pfn_to_nid(...);
+nid = 0;
 ...>
 }
