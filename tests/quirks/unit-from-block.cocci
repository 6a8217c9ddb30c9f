// SPDX-License-Identifier: GPL-2.0-only
// A group's unit begins where the block does that is asked for.
// file mm/memory_hotplug.c
@@
identifier pfn;
expression unit;
@@
 auto_movable_zone_for_pfn(...)
 {
 <...
-pfn = ALIGN_DOWN(pfn, unit);
 ...>
 }
