// SPDX-License-Identifier: GPL-2.0-only
// Holes of a zone are counted as present.
// file mm/mm_init.c mm/page_alloc.c
@@
expression e;
@@
 zone_absent_pages_in_node(...)
 {
 <...
-return e;
+return 0;
 ...>
 }
