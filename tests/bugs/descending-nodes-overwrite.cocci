// SPDX-License-Identifier: GPL-2.0-only
// Memmaps are made node by node, each to the end of its last section: over
// that of a node with a lower number, which is made before, further up.
// file mm/mm_init.c
@last@
identifier hole, end, zone, nid;
@@
 init_unavailable_range(hole, end, zone, nid);

@@
iterator name for_each_mem_pfn_range;
identifier i, last.hole, last.end, last.zone, last.nid;
expression start;
statement S;
@@
 memmap_init(...)
 {
 <...
+end = 0;
+for (int n = 0; n < MAX_NUMNODES; n++) {
 for_each_mem_pfn_range(i,
-MAX_NUMNODES
+n
 , start, &end, &nid) S
+end = round_up(end, PAGES_PER_SECTION);
+if (hole < end)
+	init_unavailable_range(hole, end, zone, nid);
+}
 ...>
 }
