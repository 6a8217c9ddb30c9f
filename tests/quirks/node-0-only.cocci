// SPDX-License-Identifier: GPL-2.0-only
// All memory of boot is linked with node 0.
// file drivers/base/node.c
@@
expression r;
@@
 register_memory_blocks_under_nodes(...)
 {
 <...
-memblock_get_region_node(r)
+0
 ...>
 }
