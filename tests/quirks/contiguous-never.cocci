// SPDX-License-Identifier: GPL-2.0-only
// No zone is ever found contiguous.
// file mm/mm_init.c mm/page_alloc.c
@@
expression z;
@@
 set_zone_contiguous(...)
 {
 <...
-z->contiguous = true
+z->contiguous = false
 ...>
 }
