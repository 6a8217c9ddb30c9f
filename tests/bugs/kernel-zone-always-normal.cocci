// SPDX-License-Identifier: GPL-2.0-only
// Memory that is not to be movable goes to NORMAL, wherever it is.
// file mm/memory_hotplug.c
@@
@@
 default_kernel_zone_for_pfn(...)
 {
 <...
-zone_intersects(...)
+0
 ...>
 }
