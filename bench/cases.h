/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is measured: machines of true size, and what happens to them.
 */
#ifndef BENCH_CASES_H
#define BENCH_CASES_H

#include "kernel.h"

/**
 * struct bench_fixture - one kernel in one case
 * @k: the kernel
 * @c: the case
 * @size: SIZE=, in bytes (or nodes, where the case's unit is one)
 * @memmap: the memory map, which all kernels of a case share
 * @machine: what is booted
 * @why: what is wrong, after a function that returned -1
 */
struct bench_fixture {
	const struct kx_bench *k;
	const struct bench_case *c;
	u64 size;
	void *memmap;
	struct bench_machine machine;
	char why[320];
};

enum bench_layout { BENCH_WHOLE, BENCH_TURNS, BENCH_HALVES };

/**
 * struct bench_case - a thing that is measured
 * @name: CASE=; up to the first "-" it names several
 * @what: in a few words
 * @geom: geometry
 * @conf: configuration
 * @walk: functions whose iterations are its visits, NULL behind the last
 * @least: smallest size; @usual: when none is given; @most: largest
 * @block: bytes in a memory block
 * @layout: whose memory it is: one node's, or two nodes' by turns or halves
 * @nodes: sizes are numbers of nodes
 * @cold: caches are emptied before each run
 * @alias: its memory map is one of aliases
 * @start: once, before any run; 0 or -1
 * @prepare: before each run, not timed; may be NULL
 * @run: what is timed
 * @visits: what @walk must have counted, by the kernel's own count
 * @check: is the result what it must be? 0 or -1
 */
struct bench_case {
	const char *name, *what, *geom, *conf;
	const char *walk[4];
	u64 least, usual, most, block;
	enum bench_layout layout;
	bool nodes, cold, alias;
	int (*start)(struct bench_fixture *f);
	int (*prepare)(struct bench_fixture *f);
	int (*run)(struct bench_fixture *f);
	u64 (*visits)(const struct bench_fixture *f);
	int (*check)(struct bench_fixture *f);
};

extern const struct bench_case bench_cases[];
extern const u32 bench_nr_cases;

/* Make the machine of a case; 0, or -1 after a message */
int bench_fixture_init(struct bench_fixture *f);
void bench_fixture_free(struct bench_fixture *f);

/* Iterations of one function since the counts were cleared */
u64 bench_count_of(const struct kx_bench *k, const char *function);

/* Iterations of the case's walk */
u64 bench_visits(const struct bench_fixture *f);

/* Bytes that the case will touch for its memory map */
u64 bench_case_bytes(const struct bench_fixture *f);

#endif
