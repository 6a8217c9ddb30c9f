// SPDX-License-Identifier: GPL-2.0-only
// Every page of a hole that has been initialised is counted, online or not.
// after contiguous-counter
// file mm/mm_init.c
@@
expression e;
@@
 count_hole_page(...)
 {
 <...
-e && pfn_to_online_page(...)
+e
 ...>
 }
