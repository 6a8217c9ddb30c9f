/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Measuring a kernel, and what a patch does to it.
 */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include "../fuzz/options.h"
#include "cases.h"
#include "stats.h"

/* What is loaded: base, patched, base again; and two that count */
enum bench_who {
	BENCH_BASE, BENCH_PATCHED, BENCH_AGAIN, BENCH_COUNT_BASE,
	BENCH_COUNT_PATCHED, BENCH_NR_WHO,
};

/**
 * struct bench_result - one case at one size
 * @c: the case
 * @size: bytes, or nodes
 * @patched: there is a patched kernel
 * @k: the kernels; of the patched ones NULL if there is none
 * @visits: of base and patched
 * @loops: iterations of all loops, of base and patched
 * @ns: median time of a run, of base, patched and base again
 * @ratio: patched by base
 * @control: base again by base
 * @sample: of base and patched, or else of base and base again
 */
struct bench_result {
	const struct bench_case *c;
	u64 size;
	bool patched;
	const struct kx_bench *k[BENCH_NR_WHO];
	u64 visits[2], loops[2];
	double ns[3];
	struct bench_interval ratio, control;
	struct bench_sample sample;
};

/**
 * bench_case_measure() - count and time one case at one size
 * @o: the words
 * @c: the case
 * @size: bytes, or nodes
 * @seconds: about how long sampling may take
 * @fewest: pairs to take, however long it takes
 * @r: written; bench_sample_free(&r->sample) frees it
 *
 * Return: 0; 1: a count or a result is wrong, so that there is no number; 2: it
 * could not be told. After a message on standard error if it is not 0.
 */
int bench_case_measure(const struct options *o, const struct bench_case *c,
		       u64 size, double seconds, u32 fewest,
		       struct bench_result *r);

/**
 * bench_objects_measure() - likewise, of kernel objects that are there
 * @dir: where, as kernel-extract/bench/build.sh says
 * @seed: what the order of samples follows from
 * @seconds: about how long sampling may take
 * @fewest: pairs to take, however long it takes
 * @r: case, size and whether there is a patched kernel; the rest is written
 */
int bench_objects_measure(const char *dir, u64 seed, double seconds, u32 fewest,
			  struct bench_result *r);

/**
 * bench_growth() - how the visits of a case grow
 * @k: a kernel that counts
 * @c: the case
 * @fit: written, by number of blocks (or nodes)
 *
 * Five small sizes are counted: the closed form, which every size is held to,
 * holds beyond.
 *
 * Return: 0, or -1 if no form fits, or it does not run.
 */
int bench_growth(const struct kx_bench *k, const struct bench_case *c,
		 struct bench_fit *fit);

/* Nanoseconds in the unit that fits; what snprintf() returns */
int bench_time(char *to, size_t size, double ns);

/* What the threads of patches claimed beside what is counted and measured */
int bench_headlines(struct options *o);

/* Measure what the words ask for; print a table; the exit status */
int bench_measure(struct options *o);

#endif
