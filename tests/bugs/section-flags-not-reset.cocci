// SPDX-License-Identifier: GPL-2.0-only
// What is known of a section, such as that it is of boot, outlives it.
// file mm/sparse.c mm/sparse-vmemmap.c
@@
identifier ms;
@@
 section_deactivate(...)
 {
 <...
-ms->section_mem_map = (unsigned long)NULL
+ms->section_mem_map &= ~SECTION_MAP_MASK
 ...>
 }
