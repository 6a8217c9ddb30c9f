// SPDX-License-Identifier: GPL-2.0-only
// Memory that is there already is said to be busy.
// file mm/memory_hotplug.c
@@
@@
 register_memory_resource(...)
 {
 <...
-ERR_PTR(-EEXIST)
+ERR_PTR(-EBUSY)
 ...>
 }
