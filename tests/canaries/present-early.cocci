// SPDX-License-Identifier: GPL-2.0-only
// Hotplugged memory is counted as present since boot.
// file mm/memory_hotplug.c
@@
expression c;
statement s;
@@
 adjust_present_page_count(...)
 {
 <...
-if (early_section(c))
 	s
 ...>
 }
