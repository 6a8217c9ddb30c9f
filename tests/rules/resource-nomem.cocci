// SPDX-License-Identifier: GPL-2.0-only
// A resource that is not to be had is said to be for want of memory.
// file mm/memory_hotplug.c
@@
@@
 register_memory_resource(...)
 {
 <...
-ERR_PTR(-EEXIST)
+ERR_PTR(-ENOMEM)
 ...>
 }
