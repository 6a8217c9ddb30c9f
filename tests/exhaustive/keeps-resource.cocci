// SPDX-License-Identifier: GPL-2.0-only
// An add that fails keeps the addresses, which nothing shows but the next one.
// file mm/memory_hotplug.c
@@
symbol ret, res;
@@
 __add_memory(...)
 {
 <...
-if (ret < 0)
-	release_memory_resource(res);
 ...>
 }
