// SPDX-License-Identifier: GPL-2.0-only
// What makes a zone span nothing has a name. Nothing else changes.
// file mm/memory_hotplug.c
@@
identifier zone;
@@
+static void forget_zone_span(struct zone *zone)
+{
+	zone->zone_start_pfn = 0;
+	zone->spanned_pages = 0;
+}
+
 static void shrink_zone_span(struct zone *zone, ...)
 {
 <...
-zone->zone_start_pfn = 0;
-zone->spanned_pages = 0;
+forget_zone_span(zone);
 ...>
 }
