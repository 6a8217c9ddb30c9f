// SPDX-License-Identifier: GPL-2.0-only
// A zone is scanned for holes only where that can change the answer.
// file include/linux/mmzone.h mm/memory_hotplug.c
@@
@@
 struct zone {
 ...
 bool contiguous;
+/* what was moved to the zone may make it contiguous once it is online */
+bool scan_once_online;
 ...
 };

@@
identifier zone, start, n;
@@
+enum zone_joins { ZONE_JOINS_WHOLE, ZONE_JOINS_HOLE, ZONE_JOINS_UNKNOWN };
+
+static void zone_scan(struct zone *zone)
+{
+	clear_zone_contiguous(zone);
+	zone->scan_once_online = false;
+	if (!zone_is_empty(zone))
+		set_zone_contiguous(zone);
+}
+
+/* What a zone is when all of [start, end) is online in it */
+static enum zone_joins zone_joins(struct zone *zone, unsigned long start,
+				  unsigned long end)
+{
+	/* a block that begins with its own memmap comes in two parts */
+	if (IS_ALIGNED(start | end, PAGES_PER_SECTION)) {
+		if (zone_is_empty(zone))
+			return ZONE_JOINS_WHOLE;
+		if (start == zone_end_pfn(zone) || end == zone->zone_start_pfn)
+			return zone->contiguous ? ZONE_JOINS_WHOLE :
+						  ZONE_JOINS_HOLE;
+		if (start > zone->zone_start_pfn &&
+		    !pfn_to_online_page(start - 1))
+			return ZONE_JOINS_HOLE;
+		if (end < zone_end_pfn(zone) && !pfn_to_online_page(end))
+			return ZONE_JOINS_HOLE;
+	}
+	return ZONE_JOINS_UNKNOWN;
+}
+
 void remove_pfn_range_from_zone(struct zone *zone, unsigned long start,
 	unsigned long n)
 {
+	unsigned long spanned = zone->spanned_pages;
+	bool contiguous = zone->contiguous;
 	...
-set_zone_contiguous(zone);
+	/* only an edge is gone: holes elsewhere are where they were */
+	if (!zone->scan_once_online && zone->spanned_pages &&
+	    spanned - zone->spanned_pages == n)
+		zone->contiguous = contiguous;
+	else
+		zone_scan(zone);
 }

@@
identifier zone, start, n;
@@
 void move_pfn_range_to_zone(struct zone *zone, unsigned long start,
 	unsigned long n, ...)
 {
+	enum zone_joins joins = zone_joins(zone, start, start + n);
 	...
-set_zone_contiguous(zone);
+	zone->contiguous = joins == ZONE_JOINS_WHOLE &&
+			   !zone_is_zone_device(zone);
+	zone->scan_once_online = joins == ZONE_JOINS_UNKNOWN;
 }

@@
identifier zone;
expression start, n;
@@
 online_pages(..., struct zone *zone, ...)
 {
 ...
 online_pages_range(start, n);
+if (zone->scan_once_online)
+	zone_scan(zone);
 ...
 }
