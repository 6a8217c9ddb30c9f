// SPDX-License-Identifier: GPL-2.0-only
// A zone spans as many pages as lie below the end of the block that joins it.
// file mm/memory_hotplug.c
@@
expression e, f, start;
@@
 resize_zone_range(...)
 {
 <...
-max(e, f) - start
+e
 ...>
 }
