// SPDX-License-Identifier: GPL-2.0-only
// At boot, blocks are linked to nodes by regions of memblock, not by pages.
// file drivers/base/node.c
@@
@@
 #include <linux/node.h>
+#include <linux/memblock.h>

@@
identifier i;
iterator name for_each_online_node, for_each_mem_region;
@@
+static int __init link_block_of_region(struct memory_block *block, void *nid)
+{
+	do_register_memory_block_under_node(*(int *)nid, block, MEMINIT_EARLY);
+	return 0;
+}
+
+static void __init link_blocks_of_regions(void)
+{
+	struct memblock_region *r;
+
+	for_each_mem_region(r) {
+		int nid = memblock_get_region_node(r);
+
+		if (node_online(nid))
+			walk_memory_blocks(r->base, r->size, &nid,
+					   link_block_of_region);
+	}
+}
+
 void __init node_dev_init(void)
 {
 ...
 for_each_online_node(i) {
 ...
-register_one_node
+__register_one_node
 	(i)
 ...
 }
+link_blocks_of_regions();
 }
