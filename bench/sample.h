/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Taking times of two or three sides, interleaved, so that what else the
 * machine does falls on all of them.
 */
#ifndef BENCH_SAMPLE_H
#define BENCH_SAMPLE_H

#include "../ref/types.h"

/**
 * struct bench_side - something whose time is taken
 * @name: "base", "patched"
 * @run: the body; timed
 * @prepare: called before each run, not timed; may be NULL. A cold side
 *	evicts caches in it (bench_evict()).
 * @data: given to both
 *
 * All sides must work on the same memory. On pages of their own, which share
 * other lines of the caches, equal walks differed by up to 6 % for as long as
 * the process ran, and a control on pages of its own did not tell. A body
 * that stores must not read what it is told through @data again and again: a
 * store holds up loads from addresses with the same last 12 bits, and so does
 * it for one of the sides (10 % in a trial).
 */
struct bench_side {
	const char *name;
	void (*run)(void *data);
	void (*prepare)(void *data);
	void *data;
};

/* Most sides in a round: base, patched, base again */
#define BENCH_SIDES	3

/**
 * struct bench_sample - times of two sides, in pairs
 * @pairs: number of pairs taken: fewer than asked for after a Ctrl-C
 * @a: nanoseconds of one run of the first side, by pair
 * @b: likewise of the second
 * @repeats: runs that one sample adds up, chosen by the first side's time
 * @clock: "thread CPU time" or "monotonic raw"
 * @load_before: of the machine, over one minute, when sampling began
 * @load_after: and when it ended
 * @steal: nanoseconds that the hypervisor took from all CPUs meanwhile
 * @switches: involuntary context switches of this thread meanwhile
 */
struct bench_sample {
	u32 pairs;
	double *a;
	double *b;
	u32 repeats;
	const char *clock;
	double load_before;
	double load_after;
	u64 steal;
	u64 switches;
};

/**
 * bench_pairs() - take the times of two sides in pairs
 * @a: the first side
 * @b: the second
 * @pairs: how many pairs; 200 is good for short bodies
 * @seed: what the order within each pair follows from
 * @out: written; to be freed with bench_sample_free()
 *
 * A few pairs to warm up come before. A body shorter than 20 us is repeated
 * until a sample is longer. Times above 0.3 ms are thread CPU time, below it
 * monotonic raw.
 *
 * Return: 0, or -1 after a message on standard error.
 */
int bench_pairs(const struct bench_side *a, const struct bench_side *b,
		u32 pairs, u64 seed, struct bench_sample *out);

/**
 * bench_controlled() - likewise, with a control in every round
 * @base: the first side
 * @patched: the second
 * @again: base once more, which should take as long as base
 * @pairs: how many rounds of all three, each in random order
 * @seed: what the order follows from
 * @out: written: @patched against @base
 * @control: written: @again against @base
 *
 * Return: 0, or -1 after a message on standard error.
 */
int bench_controlled(const struct bench_side *base,
		     const struct bench_side *patched,
		     const struct bench_side *again, u32 pairs, u64 seed,
		     struct bench_sample *out, struct bench_sample *control);

/* Frees the arrays */
void bench_sample_free(struct bench_sample *s);

/**
 * bench_evict() - empty the caches of what a side left in them
 *
 * Writes a byte of each cache line of 64 MiB: nothing of the side's is left in
 * the first two levels, in the TLBs, or in a last level of up to 32 MiB. Of a
 * larger one, which servers share among guests, the side may find its own
 * there. It takes about ten milliseconds.
 */
void bench_evict(void);

#endif
