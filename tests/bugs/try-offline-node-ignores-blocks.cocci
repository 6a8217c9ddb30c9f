// SPDX-License-Identifier: GPL-2.0-only
// A node goes offline although offline blocks are still to be found on it.
// file mm/memory_hotplug.c
@@
@@
 try_offline_node(...)
 {
 <...
-for_each_memory_block(...)
+0
 ...>
 }
