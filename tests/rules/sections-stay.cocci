// SPDX-License-Identifier: GPL-2.0-only
// What was added stays when its blocks cannot be registered.
// file mm/memory_hotplug.c
@@
@@
 add_memory_resource(...)
 {
 <...
-arch_remove_memory(...);
 ...>
 }
