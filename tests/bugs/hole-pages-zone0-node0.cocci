// SPDX-License-Identifier: GPL-2.0-only
// Pages of holes get the lowest zone, and node 0.
// file mm/mm_init.c
@@
expression start, end, zone, nid;
@@
-init_unavailable_range(start, end, zone, nid);
+init_unavailable_range(start, end, 0, 0);
