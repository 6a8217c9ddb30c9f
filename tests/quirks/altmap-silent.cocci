// SPDX-License-Identifier: GPL-2.0-only
// Nobody looks whether a memmap is still in use.
// file mm/memory_hotplug.c
@@
expression e;
@@
 create_altmaps_and_memory_blocks(...)
 {
 <...
-altmap_free(e);
+kfree(e);
 ...>
 }
