// SPDX-License-Identifier: GPL-2.0-only
// What auto-movable added up when it was first asked is kept for ever.
// file mm/memory_hotplug.c
@@
@@
 struct auto_movable_group_stats { ... };
+
+static struct auto_movable_stats kept_stats;

@@
identifier stats, z;
iterator name for_each_populated_zone;
@@
 auto_movable_can_online_movable(...)
 {
 <...
 for_each_populated_zone(z)
 	auto_movable_stats_account_zone(&stats, z);
+if (!kept_stats.kernel_early_pages)
+	kept_stats = stats;
+stats = kept_stats;
 ...>
 }
