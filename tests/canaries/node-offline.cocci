// SPDX-License-Identifier: GPL-2.0-only
// A node goes offline although it still spans memory.
// file mm/memory_hotplug.c
@@
@@
 try_offline_node(...)
 {
 <...
-if (node_spanned_pages(...))
-	return;
 ...>
 }
