// SPDX-License-Identifier: GPL-2.0-only
// A node's number of zones is that of the last zone it got.
// file mm/mm_init.c
@@
expression a, b;
@@
 init_currently_empty_zone(...)
 {
 <...
-if (a > b)
-	b = a;
+b = a;
 ...>
 }
