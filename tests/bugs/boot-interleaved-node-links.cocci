// SPDX-License-Identifier: GPL-2.0-only
// At boot, every block in a node's span is taken for the node's.
// file drivers/base/node.c
@@
identifier a, b;
@@
 register_mem_block_under_node_early(...)
 {
 <...
-if (a != b)
-	continue;
 ...>
 }
