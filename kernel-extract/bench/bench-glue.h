/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of an object that is measured offer each other.
 */
#ifndef KX_BENCH_GLUE_H
#define KX_BENCH_GLUE_H

#include "bench-kernel.h"

void bench_memmap(void *start);
int bench_boot(const struct bench_machine *machine);
int bench_apply(enum bench_op op, u64 start, u64 size, s32 nid);
void bench_rescan(s32 nid, u32 zone);
bool bench_query(s32 nid, u64 start, u64 pages);
void bench_zone(s32 nid, u32 zone, struct bench_zone *to);
u64 bench_links(void);
s32 bench_block(u64 number);
const struct bench_count *bench_counts(u32 *nr);
void bench_clear(void);

#endif
