// SPDX-License-Identifier: GPL-2.0-only
// A zone that spans nothing is taken for one that spans [0, 0).
// after contiguous-shortcuts
// file mm/memory_hotplug.c
@@
@@
 zone_joins(...)
 {
 <...
-if (zone_is_empty(...))
-	return ZONE_JOINS_WHOLE;
 ...>
 }
