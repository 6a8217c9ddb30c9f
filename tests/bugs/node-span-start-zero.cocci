// SPDX-License-Identifier: GPL-2.0-only
// Zones without pages, which start at 0, have a say in where a node starts.
// file mm/memory_hotplug.c
@@
identifier zone;
@@
 update_pgdat_span(...)
 {
 <...
-if (!zone->spanned_pages)
-	continue;
 ...>
 }
