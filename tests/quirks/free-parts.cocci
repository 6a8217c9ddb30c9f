// SPDX-License-Identifier: GPL-2.0-only
// The buddy gets pages that are memory only in part.
// file mm/memblock.c
@@
expression start;
@@
 __free_memory_core(...)
 {
 <...
-PFN_UP(start)
+PFN_DOWN(start)
 ...>
 }
