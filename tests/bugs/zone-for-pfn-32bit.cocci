// SPDX-License-Identifier: GPL-2.0-only
// A zone is chosen by the lower 32 bits of a pfn.
// file mm/memory_hotplug.c
@@
identifier pfn, nr;
@@
 zone_for_pfn_range(..., unsigned long pfn, unsigned long nr)
 {
+pfn = (unsigned int)pfn;
 ...
 }
