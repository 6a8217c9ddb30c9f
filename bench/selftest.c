// SPDX-License-Identifier: GPL-2.0-only
/*
 * A known slowdown must be seen, and equal code found equal.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../fuzz/process.h"
#include "selftest.h"
#include "stats.h"

#define SPAN		(8ul << 20)	/* bytes that are walked through */
#define STRIDE		(32768 + 64)	/* as from pageblock to pageblock */
#define STEPS		4000
#define SLOWER		(STEPS + STEPS / 20)
#define PAIRS		200
#define RUNS		200
#define MOST_OFF	2		/* of RUNS */
#define MOST_SECONDS	60
#define SMALL_P		0.01

struct walk {
	volatile char *memory;
	u32 steps;
};

/*
 * From its own copies: a store is taken for one to all addresses with the same
 * last 12 bits, so that one of the sides would wait for its own arguments.
 */
static void walk(void *data)
{
	struct walk w = *(struct walk *)data;
	size_t at = 0;

	for (u32 n = 0; n < w.steps; n++) {
		w.memory[at]++;
		at = (at + STRIDE) % SPAN;
	}
}

/* base, the other, base again: on the same memory */
struct test {
	struct walk walk[BENCH_SIDES];
	struct bench_side side[BENCH_SIDES];
	u64 seed;
	struct bench_interval ratio;
	struct bench_interval control;
	struct bench_sample sample;
};

static int test_init(struct test *t, u64 seed)
{
	char *memory = malloc(SPAN);

	memset(t, 0, sizeof(*t));
	if (!memory) {
		fprintf(stderr, "mhpref: no memory for the self-test\n");
		return -1;
	}
	memset(memory, 1, SPAN);
	t->seed = seed;
	for (u32 n = 0; n < BENCH_SIDES; n++) {
		t->walk[n] = (struct walk){ memory, STEPS };
		t->side[n].run = walk;
		t->side[n].data = &t->walk[n];
	}
	return 0;
}

/* One run: pairs and control; its arrays are not kept */
static int test_run(struct test *t)
{
	struct bench_sample again;

	if (bench_controlled(&t->side[0], &t->side[1], &t->side[2], PAIRS,
			     t->seed++, &t->sample, &again))
		return -1;
	t->ratio = bench_ratio(&t->sample, t->seed);
	t->control = bench_ratio(&again, t->seed);
	bench_sample_free(&t->sample);
	bench_sample_free(&again);
	return process_interrupts() ? -1 : 0;
}

static void print(const char *what, const struct bench_interval *i)
{
	printf("%s %.4f [%.4f, %.4f] p %.2g", what, i->median, i->low, i->high,
	       i->p);
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

static int answer(bool good)
{
	puts(good ? " ok" : " WRONG");
	fflush(stdout);
	return good ? 0 : 1;
}

/* Seen: p is small, it is slower, and it did not take long */
static int see_slowdown(struct test *t)
{
	double start = seconds(), took;

	t->walk[1].steps = SLOWER;
	if (test_run(t))
		return 2;
	t->walk[1].steps = STEPS;
	took = seconds() - start;
	print("selftest slowdown 1.05 seen", &t->ratio);
	print(" control", &t->control);
	printf(" %u pairs of %u runs, %s, %.1f s:", PAIRS, t->sample.repeats,
	       t->sample.clock, took);
	return answer(t->ratio.p < SMALL_P && t->ratio.median > 1 &&
		      took <= MOST_SECONDS);
}

/* Runs that differ by more than 1 %; flagged: those whose control says so */
struct tally {
	u32 runs;
	u32 off;
	u32 flagged;
	u32 wide;
	u32 failed;
};

static void count(struct tally *all, const struct test *t)
{
	bool off = fabs(t->ratio.median - 1) > BENCH_TOLERANCE;
	enum bench_control says = bench_judge_control(&t->control);

	all->runs++;
	all->off += off;
	all->flagged += off && says != BENCH_CONTROL_GOOD;
	all->wide += says == BENCH_CONTROL_WIDE;
	all->failed += says == BENCH_CONTROL_FAILED;
	if (!off)
		return;
	print("selftest off", &t->ratio);
	print(" control", &t->control);
	putchar('\n');
}

/* In place on a terminal, nowhere else: it is done in half a minute */
static void show(u32 runs, double took)
{
	if (!isatty(STDERR_FILENO))
		return;
	fprintf(stderr, "\r\033[Kselftest %u of %u, %.0f s left%s", runs, RUNS,
		took / runs * (RUNS - runs), runs == RUNS ? "\r\033[K" : "");
}

static int see_none(struct test *t)
{
	double start = seconds();
	struct tally all = { 0 };

	while (all.runs < RUNS) {
		if (test_run(t))
			return 2;
		count(&all, t);
		show(all.runs, seconds() - start);
	}
	printf("selftest equal code %u runs off %u flagged %u control wide %u "
	       "failed %u %.1f s load %.1f:", all.runs, all.off, all.flagged,
	       all.wide, all.failed, seconds() - start, t->sample.load_after);
	return answer(all.off <= MOST_OFF && all.off == all.flagged);
}

int bench_selftest(unsigned long long seed)
{
	struct test t;
	int slow, none;

	if (test_init(&t, seed))
		return 2;
	slow = see_slowdown(&t);
	none = slow == 2 ? 2 : see_none(&t);
	free((void *)t.walk[0].memory);
	return slow > none ? slow : none;
}
