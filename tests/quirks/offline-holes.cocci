// SPDX-License-Identifier: GPL-2.0-only
// A block with holes can go offline.
// file mm/memory_hotplug.c
@@
identifier s, n;
@@
 offline_pages(...)
 {
 <...
-if (s != n) { ... }
 ...>
 }
