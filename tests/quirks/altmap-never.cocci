// SPDX-License-Identifier: GPL-2.0-only
// A block that holds its memmap is not removed, not even alone.
// file mm/memory_hotplug.c
@@
expression n;
@@
 try_remove_memory(...)
 {
 <...
-n != memory_block_size_bytes()
+n
 ...>
 }
