// SPDX-License-Identifier: GPL-2.0-only
// For each section of a block it is the first that is marked offline.
// file mm/sparse.c mm/sparse-vmemmap.c
@@
identifier pfn, start;
@@
 offline_mem_sections(unsigned long start, ...)
 {
 <...
-pfn_to_section_nr(pfn)
+pfn_to_section_nr(start)
 ...>
 }
