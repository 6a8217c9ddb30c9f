// SPDX-License-Identifier: GPL-2.0-only
// Adding pages never fails.
// file mm/memory_hotplug.c
@@
identifier err;
@@
 __add_pages(...)
 {
 <...
-return err;
+return 0;
 ...>
 }
