// SPDX-License-Identifier: GPL-2.0-only
// A block that is added names node 0 from the first.
// file drivers/base/memory.c
@@
expression mem;
@@
 add_memory_block(...)
 {
 <...
-mem->nid = NUMA_NO_NODE;
+mem->nid = 0;
 ...>
 }
