// SPDX-License-Identifier: GPL-2.0-only
// What is made late ends where the zone does.
// file mm/mm_init.c
@@
expression end;
@@
 deferred_init_memmap(...)
 {
 <...
-SECTION_ALIGN_UP(end)
+end
 ...>
 }
