// SPDX-License-Identifier: GPL-2.0-only
// A zone counts what is online in its span and belongs to it, and is
// contiguous if that is all of it.
// file include/linux/mmzone.h mm/mm_init.c mm/memory_hotplug.c
@@
@@
 struct zone {
 ...
 bool contiguous;
+/* pages of the span that are online and belong to the zone */
+unsigned long own_pages;
 ...
 };

@@
identifier pfn, zone, nid;
@@
+static void __init count_hole_page(struct zone *z, unsigned long pfn)
+{
+	if (zone_spans_pfn(z, pfn) && pfn_to_online_page(pfn))
+		z->own_pages++;
+}
+
 static void __init init_unavailable_range(..., int zone, int nid)
 {
 <...
 __SetPageReserved(pfn_to_page(pfn));
+count_hole_page(&NODE_DATA(nid)->node_zones[zone], pfn);
 ...>
 }

@@
identifier zone, start, end;
@@
 memmap_init_zone_range(struct zone *zone, unsigned long start,
 	unsigned long end, ...)
 {
 ...
 memmap_init_range(...);
+zone->own_pages += end - start;
 ...
 }

@@
identifier zone, start, end;
statement scan;
symbol true;
@@
 set_zone_contiguous(struct zone *zone)
 {
-unsigned long start = ...;
-unsigned long end;
-end = ...;
-for (...; ...; ...) scan
 zone->contiguous =
-	true;
+	!zone_is_empty(zone) && zone->own_pages == zone->spanned_pages;
 }

@@
identifier zone;
@@
+static unsigned long own_pages_in(struct zone *zone, unsigned long start,
+				  unsigned long end)
+{
+	unsigned long pfn = start, n = 0;
+	struct page *page;
+
+	while (pfn < end) {
+		if (!online_section_nr(pfn_to_section_nr(pfn))) {
+			pfn = SECTION_ALIGN_UP(pfn + 1);
+			continue;
+		}
+		page = pfn_to_online_page(pfn++);
+		if (page && page_zone(page) == zone)
+			n++;
+	}
+	return n;
+}
+
+/* The span was [start, end): count what came in beside the range, or left */
+static void span_has_changed(struct zone *zone, unsigned long start,
+			     unsigned long end)
+{
+	const unsigned long new_start = zone->zone_start_pfn;
+	const unsigned long new_end = zone_end_pfn(zone);
+
+	if (zone_is_empty(zone)) {
+		zone->own_pages = 0;
+	} else if (start < end) {
+		zone->own_pages += own_pages_in(zone, new_start, start);
+		zone->own_pages += own_pages_in(zone, end, new_end);
+		zone->own_pages -= own_pages_in(zone, start, new_start);
+		zone->own_pages -= own_pages_in(zone, new_end, end);
+	}
+	set_zone_contiguous(zone);
+}
+
 void remove_pfn_range_from_zone(struct zone *zone, ...)
 {
+	const unsigned long old_start = zone->zone_start_pfn;
+	const unsigned long old_end = zone_end_pfn(zone);
 	...
-set_zone_contiguous(zone);
+span_has_changed(zone, old_start, old_end);
 }

@@
identifier zone;
@@
 void move_pfn_range_to_zone(struct zone *zone, ...)
 {
+	const unsigned long old_start = zone->zone_start_pfn;
+	const unsigned long old_end = zone_end_pfn(zone);
 	...
-set_zone_contiguous(zone);
+span_has_changed(zone, old_start, old_end);
 }

@@
expression zone, n;
@@
 adjust_present_page_count(...)
 {
 ...
 zone->present_pages += n;
+zone->own_pages += n;
+set_zone_contiguous(zone);
 ...
 }
