// SPDX-License-Identifier: GPL-2.0-only
// Adding goes on without a usage map.
// file mm/sparse.c
@@
@@
 section_activate(...)
 {
 <...
-return ERR_PTR(-ENOMEM);
+return ERR_PTR(-EEXIST);
 ...>
 }
