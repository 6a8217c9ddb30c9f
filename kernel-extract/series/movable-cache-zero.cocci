// SPDX-License-Identifier: GPL-2.0-only
// The sum begins at zero, since memory of boot does not come online, and
// CMA areas are not taken from it.
// after movable-cache
// file mm/mm_init.c
@@
@@
-auto_movable_cache_zone(...);
