// SPDX-License-Identifier: GPL-2.0-only
// What auto-movable asks of all zones is kept, and no longer added up.
// file mm/internal.h mm/mm_init.h mm/mm_init.c mm/memory_hotplug.c
@@
@@
+void auto_movable_cache_zone(struct zone *zone, long sign);
+
 static inline void clear_zone_contiguous(...) { ... }

@@
identifier z;
iterator name for_each_populated_zone;
@@
 page_alloc_init_late(...)
 {
 <...
 for_each_populated_zone(z)
+{
 	set_zone_contiguous(z);
+	auto_movable_cache_zone(z, 1);
+}
 ...>
 }

@@
symbol MIGRATE_CMA, pageblock_nr_pages;
identifier page;
@@
 init_cma_reserved_pageblock(struct page *page)
 {
 ...
-init_pageblock_migratetype(page, MIGRATE_CMA, ...);
+init_cma_pageblock(page);
 ...
-adjust_managed_page_count(page, ...);
-page_zone(page)->cma_pages += pageblock_nr_pages;
 }

@@
symbol pageblock_nr_pages;
identifier page, f = {init_cma_reserved_pageblock, init_cma_pageblock};
@@
 f(struct page *page)
 {
 ...
+auto_movable_cache_zone(page_zone(page), -1);
 page_zone(page)->cma_pages += pageblock_nr_pages;
+auto_movable_cache_zone(page_zone(page), 1);
 }

@@
@@
 struct auto_movable_group_stats { ... };
+
+/* The sum over the populated zones of all nodes that are online */
+static struct auto_movable_stats auto_movable_cache;
+
+void auto_movable_cache_zone(struct zone *zone, long sign)
+{
+	struct auto_movable_stats stats = {};
+
+	if (!populated_zone(zone) || !node_online(zone_to_nid(zone)))
+		return;
+	auto_movable_stats_account_zone(&stats, zone);
+	auto_movable_cache.kernel_early_pages +=
+		sign * stats.kernel_early_pages;
+	auto_movable_cache.movable_pages += sign * stats.movable_pages;
+}

@@
identifier stats, z;
iterator name for_each_populated_zone;
@@
 auto_movable_can_online_movable(...)
 {
 <...
-for_each_populated_zone(z)
-	auto_movable_stats_account_zone(&stats, z);
+stats = auto_movable_cache;
 ...>
 }

@@
identifier zone;
statement count_early;
@@
 adjust_present_page_count(...)
 {
 struct zone *zone = ...;
 ...
+auto_movable_cache_zone(zone, -1);
 count_early
 zone->present_pages += ...;
+auto_movable_cache_zone(zone, 1);
 ...
 }

@@
identifier nid;
@@
 try_offline_node(int nid)
 {
+	int i;
 	...
+for (i = 0; i < MAX_NR_ZONES; i++)
+	auto_movable_cache_zone(&NODE_DATA(nid)->node_zones[i], -1);
 node_set_offline(nid);
 ...
 }
