// SPDX-License-Identifier: GPL-2.0-only
// The search for a zone's new end does not move on.
// file mm/memory_hotplug.c
@@
identifier pfn;
@@
 find_biggest_section_pfn(...)
 {
 <...
-pfn -= PAGES_PER_SUBSECTION
+pfn -= 0
 ...>
 }
