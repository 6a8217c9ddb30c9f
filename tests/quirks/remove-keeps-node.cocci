// SPDX-License-Identifier: GPL-2.0-only
// Removing memory never gives up a node.
// file mm/memory_hotplug.c
@@
expression n;
@@
 try_remove_memory(...)
 {
 <...
-try_offline_node(n);
+;
 ...>
 }
