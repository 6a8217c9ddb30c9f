// SPDX-License-Identifier: GPL-2.0-only
// Movable pages of a group are counted as its kernel pages.
// file mm/memory_hotplug.c
@@
expression group, n;
@@
 adjust_present_page_count(...)
 {
 <...
-group->present_movable_pages += n;
+group->present_kernel_pages += n;
 ...>
 }
