// SPDX-License-Identifier: GPL-2.0-only
// A node's number of zones becomes that of the latest zone to be set up.
// file mm/mm_init.c
@@
identifier pgdat;
expression e;
@@
 init_currently_empty_zone(...)
 {
 <...
-if (e > pgdat->nr_zones)
 	pgdat->nr_zones = e;
 ...>
 }
