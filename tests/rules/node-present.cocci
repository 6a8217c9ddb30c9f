// SPDX-License-Identifier: GPL-2.0-only
// A node's present pages never change.
// file mm/memory_hotplug.c
@@
expression z, n;
@@
 adjust_present_page_count(...)
 {
 <...
-z->node_present_pages += n;
 ...>
 }
