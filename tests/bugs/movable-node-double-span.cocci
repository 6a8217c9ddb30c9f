// SPDX-License-Identifier: GPL-2.0-only
// A kernel zone is not cut where MOVABLE starts.
// file mm/mm_init.c
@@
identifier end;
expression movable, n;
@@
 adjust_zone_range_for_zone_movable(..., unsigned long *end)
 {
 <...
- *end = movable[n]
+ *end = *end
 ;
 ...>
 }
