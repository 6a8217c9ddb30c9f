// SPDX-License-Identifier: GPL-2.0-only
// A node's directory has no links to blocks.
// file drivers/base/node.c
@@
expression block;
identifier nid;
@@
 do_register_memory_block_under_node(...)
 {
 <...
-ret = sysfs_create_link_nowarn(&node_devices[nid]->dev.kobj, block, ...);
+ret = 0;
 ...>
 }
