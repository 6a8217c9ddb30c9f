// SPDX-License-Identifier: GPL-2.0-only
// A block is linked to whatever node asks for it.
// file drivers/base/node.c
@@
identifier nid, page_nid;
@@
 register_mem_block_under_node_early(...)
 {
 <...
-if (page_nid != nid)
-	continue;
 ...>
 }
