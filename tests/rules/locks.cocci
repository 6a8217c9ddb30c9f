// SPDX-License-Identifier: GPL-2.0-only
// Removing memory keeps the hotplug lock.
// file mm/memory_hotplug.c
@@
@@
 try_remove_memory(...)
 {
 <...
-mem_hotplug_done();
 return 0;
 ...>
 }
