// SPDX-License-Identifier: GPL-2.0-only
// Every block that goes offline is warned of.
// file mm/memory_hotplug.c
@@
identifier n;
@@
 adjust_present_page_count(..., long n)
 {
+WARN_ON(n < 0);
 ...
 }
