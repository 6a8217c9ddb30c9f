// SPDX-License-Identifier: GPL-2.0-only
// A block that comes online does not name its zone.
// file drivers/base/memory.c
@@
expression m, z;
@@
 memory_block_online(...)
 {
 <...
-m->zone = z;
 ...>
 }
