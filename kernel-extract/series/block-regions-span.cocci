// SPDX-License-Identifier: GPL-2.0-only
// All blocks that the node of a region spans are linked to it.
// after block-regions
// file drivers/base/node.c
@@
expression r, nid;
@@
 link_blocks_of_regions(...)
 {
 <...
 walk_memory_blocks(
-	r->base, r->size,
+	PFN_PHYS(node_start_pfn(nid)), PFN_PHYS(node_spanned_pages(nid)),
 	&nid, ...)
 ...>
 }
