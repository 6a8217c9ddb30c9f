// SPDX-License-Identifier: GPL-2.0-only
// A node's end becomes the lowest end of its zones, not the highest.
// file mm/memory_hotplug.c
@@
expression a;
symbol node_end_pfn;
statement s;
@@
 update_pgdat_span(...)
 {
 <...
-if (a > node_end_pfn)
+if (a < node_end_pfn)
 	s
 ...>
 }
