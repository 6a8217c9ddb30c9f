// SPDX-License-Identifier: GPL-2.0-only
// What is made late is of the node's first zone.
// file mm/mm_init.c mm/page_alloc.c
@@
expression p;
@@
 deferred_init_memmap(...)
 {
 <...
-p->node_zones + p->nr_zones - 1
+p->node_zones
 ...>
 }
