// SPDX-License-Identifier: GPL-2.0-only
// What is movable must be less than the ratio allows.
// file mm/memory_hotplug.c
@@
identifier pages;
expression most;
@@
 auto_movable_can_online_movable(...)
 {
 <...
-return pages <= most;
+return pages < most;
 ...>
 }
