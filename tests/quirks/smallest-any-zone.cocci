// SPDX-License-Identifier: GPL-2.0-only
// A zone's new start may be a page of another zone.
// file mm/memory_hotplug.c
@@
expression p;
identifier zone;
@@
 find_smallest_section_pfn(...)
 {
 <...
-if (zone != page_zone(p))
-	continue;
 ...>
 }
