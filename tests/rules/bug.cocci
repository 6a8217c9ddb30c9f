// SPDX-License-Identifier: GPL-2.0-only
// Every block that goes offline ends in BUG.
// file mm/memory_hotplug.c
@@
identifier n;
@@
 adjust_present_page_count(..., long n)
 {
+BUG_ON(n < 0);
 ...
 }
