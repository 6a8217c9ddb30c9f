/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The interface of a kernel object that is measured. It exports one symbol,
 * kx_bench. What it offers is not that of struct kx_kernel: machines are larger
 * than an observation can hold, and what is timed is one call.
 */
#ifndef KX_BENCH_KERNEL_H
#define KX_BENCH_KERNEL_H

#include "../../ref/scenario.h"

#define KX_BENCH_ABI	1
#define KX_BENCH_SYMBOL	"kx_bench"

/* Memory that firmware reports: [start, end) in bytes */
struct bench_region {
	u64 start, end;
	s32 nid;
};

/**
 * struct bench_machine - what there is at boot; all of it is in Normal
 * @block_size: bytes in a memory block
 * @nodes: number of nodes; all of them are online
 * @auto_movable: the policy, heeding the ratio for all nodes together only
 * @nr_regions: number of regions
 * @region: memory, ascending, disjoint
 */
struct bench_machine {
	u64 block_size;
	u32 nodes;
	bool auto_movable;
	u32 nr_regions;
	const struct bench_region *region;
};

/* Pages that a zone spans and has; does it call itself contiguous? */
struct bench_zone {
	u64 start, spanned, present;
	bool contiguous;
};

/* Iterations of the loops of a function */
struct bench_count {
	const char *function;
	u64 visits;
};

/* What is done to a range; each is [start, start + size), of one node */
enum bench_op {
	BENCH_ADD,		/* a device brings it */
	BENCH_ONLINE,		/* its blocks go online, in Movable */
	BENCH_OFFLINE,
	BENCH_REMOVE,
	BENCH_REGISTER,		/* boot's last part: blocks and nodes */
	BENCH_MEMMAP,		/* its struct pages are initialised, no more */
	BENCH_NR_OPS,
};

/**
 * struct kx_bench - a kernel that can be measured
 * @abi: KX_BENCH_ABI
 * @zones: zones of a node (MAX_NR_ZONES)
 * @page_size: bytes of struct page
 * @movable: number of the zone Movable
 * @normal: number of the zone Normal
 * @version: as the tree's Makefile says
 * @conf: name of the configuration
 * @hash: of the kernel text and everything it was compiled with, hex
 * @geometry: sizes it was compiled for
 * @memmap: from now on its memory map lies there (and is as large as physical
 *	memory asks for); several kernels may use one, in turn
 * @boot: boot @machine, all but BENCH_REGISTER; 0, or -1: see @message
 * @apply: 0, a negative errno, or 1: see @message
 * @rescan: walk a zone once to learn whether it is contiguous
 * @query: would a range of so many pages go to Movable, by auto_movable?
 * @zone: read a zone
 * @links: links in sysfs that there are
 * @block: node of a block by its number: -1 for several, -2 for no such block
 * @reset: back to the state before boot
 * @message: why it went wrong
 * @counts: number of functions whose loops were counted, and the first of them;
 *	none unless compiled to count
 * @clear: all counts are 0 from now on
 */
struct kx_bench {
	u32 abi, zones, page_size;
	u32 movable, normal;
	const char *version, *conf, *hash;
	const struct ref_geometry *geometry;
	void (*memmap)(void *start);
	int (*boot)(const struct bench_machine *machine);
	int (*apply)(enum bench_op op, u64 start, u64 size, s32 nid);
	void (*rescan)(s32 nid, u32 zone);
	bool (*query)(s32 nid, u64 start, u64 pages);
	void (*zone)(s32 nid, u32 zone, struct bench_zone *to);
	u64 (*links)(void);
	s32 (*block)(u64 number);
	void (*reset)(void);
	const char *(*message)(void);
	const struct bench_count *(*counts)(u32 *nr);
	void (*clear)(void);
};

extern const struct kx_bench kx_bench;

#endif
