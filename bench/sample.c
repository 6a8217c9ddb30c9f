// SPDX-License-Identifier: GPL-2.0-only
/*
 * Taking times: rounds of two or three sides, in random order.
 */
#define _GNU_SOURCE

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "../fuzz/process.h"
#include "../fuzz/random.h"
#include "sample.h"

#define WARM_UP		5	/* rounds not kept */
#define SHORTEST	20e3	/* ns of a sample: the clock's own are 50 */
#define LONG		300e3	/* ns; thread CPU time is good from here */
#define MOST_REPEATS	100000

/* What is going on: sides, what one round yields, and how to time it */
struct sampler {
	const struct bench_side *side[BENCH_SIDES];
	u32 nr;
	u32 repeats;
	clockid_t clock;
	struct rng rng;
	double ns[BENCH_SIDES];
};

static double now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Without a preparation, one reading of the clock for all repeats */
static double time_together(const struct bench_side *side, clockid_t clock,
			    u32 repeats)
{
	double start = now(clock);

	for (u32 n = 0; n < repeats; n++)
		side->run(side->data);
	return now(clock) - start;
}

static double time_apart(const struct bench_side *side, clockid_t clock,
			 u32 repeats)
{
	double start, sum = 0;

	for (u32 n = 0; n < repeats; n++) {
		side->prepare(side->data);
		start = now(clock);
		side->run(side->data);
		sum += now(clock) - start;
	}
	return sum;
}

/* Nanoseconds of @repeats runs */
static double time_side(const struct bench_side *side, clockid_t clock,
			u32 repeats)
{
	if (side->prepare)
		return time_apart(side, clock, repeats);
	return time_together(side, clock, repeats);
}

#define TRIES	7
#define ENOUGH	20e6	/* ns; nothing that is that long was an accident */

/* Least of several: what disturbs a run makes it longer */
static double least_of(const struct bench_side *side, u32 repeats)
{
	double ns, least = INFINITY;

	for (u32 n = 0; n < TRIES; n++) {
		ns = time_side(side, CLOCK_MONOTONIC_RAW, repeats);
		least = fmin(least, ns);
		if (least > ENOUGH)
			break;
	}
	return least;
}

/*
 * By the first side. A prepared side is run once: its preparation may take far
 * longer than it.
 */
static void choose_repeats(struct sampler *s)
{
	const struct bench_side *side = s->side[0];
	double ns = least_of(side, 1);

	s->repeats = 1;
	while (!side->prepare && ns < SHORTEST && s->repeats < MOST_REPEATS) {
		s->repeats *= 2;
		ns = least_of(side, s->repeats);
	}
	s->clock = ns > LONG ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC_RAW;
}

/* All sides once, in random order (Fisher and Yates) */
static void run_round(struct sampler *s)
{
	u32 order[BENCH_SIDES] = { 0, 1, 2 };
	u32 swap, with;

	for (u32 n = s->nr - 1; n; n--) {
		with = rng_below(&s->rng, n + 1);
		swap = order[n];
		order[n] = order[with];
		order[with] = swap;
	}
	for (u32 n = 0; n < s->nr; n++)
		s->ns[order[n]] = time_side(s->side[order[n]], s->clock,
					    s->repeats) / s->repeats;
}

/* --- what else goes on */

static double load(void)
{
	double one = 0;

	return getloadavg(&one, 1) == 1 ? one : 0;
}

static u64 steal(void)
{
	FILE *f = fopen("/proc/stat", "r");
	u64 ticks = 0;

	if (!f)
		return 0;
	if (fscanf(f, "cpu %*u %*u %*u %*u %*u %*u %*u %llu", &ticks) != 1)
		ticks = 0;
	fclose(f);
	return ticks * (1000000000 / sysconf(_SC_CLK_TCK));
}

static u64 switches(void)
{
	struct rusage usage = { 0 };

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nivcsw;
}

static void note_before(struct bench_sample *out)
{
	out->load_before = load();
	out->steal = steal();
	out->switches = switches();
}

static void note_after(const struct sampler *s, struct bench_sample *out)
{
	out->load_after = load();
	out->steal = steal() - out->steal;
	out->switches = switches() - out->switches;
	out->repeats = s->repeats;
	out->clock = s->clock == CLOCK_THREAD_CPUTIME_ID ? "thread CPU time" :
							   "monotonic raw";
}

/* --- sampling */

static int sample_alloc(struct bench_sample *out, u32 pairs)
{
	memset(out, 0, sizeof(*out));
	out->a = calloc(pairs, sizeof(*out->a));
	out->b = calloc(pairs, sizeof(*out->b));
	if (out->a && out->b)
		return 0;
	bench_sample_free(out);
	fprintf(stderr, "mhpref: no memory for %u pairs of times\n", pairs);
	return -1;
}

void bench_sample_free(struct bench_sample *s)
{
	free(s->a);
	free(s->b);
	s->a = NULL;
	s->b = NULL;
	s->pairs = 0;
}

static void keep(const struct sampler *s, u32 other, struct bench_sample *out)
{
	out->a[out->pairs] = s->ns[0];
	out->b[out->pairs] = s->ns[other];
	out->pairs++;
}

static void run_rounds(struct sampler *s, u32 pairs, struct bench_sample *out,
		       struct bench_sample *control)
{
	for (u32 n = 0; n < WARM_UP && n < pairs; n++)
		run_round(s);
	note_before(out);
	for (u32 n = 0; n < pairs && !process_interrupts(); n++) {
		run_round(s);
		keep(s, 1, out);
		if (control)
			keep(s, 2, control);
	}
	note_after(s, out);
}

int bench_pairs(const struct bench_side *a, const struct bench_side *b,
		u32 pairs, u64 seed, struct bench_sample *out)
{
	struct sampler s = { .side = { a, b }, .nr = 2, .rng = { seed } };

	if (sample_alloc(out, pairs))
		return -1;
	choose_repeats(&s);
	run_rounds(&s, pairs, out, NULL);
	return 0;
}

/* The surroundings are the same; the arrays are not */
static void copy_notes(struct bench_sample *to, const struct bench_sample *from)
{
	struct bench_sample copy = *from;

	copy.a = to->a;
	copy.b = to->b;
	copy.pairs = to->pairs;
	*to = copy;
}

int bench_controlled(const struct bench_side *base,
		     const struct bench_side *patched,
		     const struct bench_side *again, u32 pairs, u64 seed,
		     struct bench_sample *out, struct bench_sample *control)
{
	struct sampler s = {
		.side = { base, patched, again }, .nr = 3, .rng = { seed },
	};

	if (sample_alloc(out, pairs))
		return -1;
	if (sample_alloc(control, pairs)) {
		bench_sample_free(out);
		return -1;
	}
	choose_repeats(&s);
	run_rounds(&s, pairs, out, control);
	copy_notes(control, out);
	return 0;
}
