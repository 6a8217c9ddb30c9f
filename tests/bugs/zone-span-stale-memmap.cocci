// SPDX-License-Identifier: GPL-2.0-only
// A zone's new edge is looked for among offline pages as well.
// file mm/memory_hotplug.c
@@
identifier f = { find_smallest_section_pfn, find_biggest_section_pfn };
@@
 f(...)
 {
 <...
-pfn_to_online_page
+pfn_valid
 	(...)
 ...>
 }
