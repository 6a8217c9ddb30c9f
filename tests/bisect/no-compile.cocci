// SPDX-License-Identifier: GPL-2.0-only
// A call of what there is not.
// file mm/memory_hotplug.c
@@
@@
 try_offline_node(...)
 {
 ...
+mhpref_no_such_function();
 }
