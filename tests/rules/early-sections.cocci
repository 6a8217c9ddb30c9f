// SPDX-License-Identifier: GPL-2.0-only
// Sections that are plugged in count as those of boot.
// file mm/sparse.c mm/sparse-vmemmap.c
@@
@@
 sparse_add_section(...)
 {
 <...
 sparse_init_one_section(...,
-	0
+	SECTION_IS_EARLY
 	)
 ...>
 }
