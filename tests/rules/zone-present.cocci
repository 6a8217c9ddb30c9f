// SPDX-License-Identifier: GPL-2.0-only
// A page is lost from its zone with every block.
// file mm/memory_hotplug.c
@@
expression z, n;
@@
 adjust_present_page_count(...)
 {
 <...
-z->present_pages += n;
+z->present_pages += n - 1;
 ...>
 }
