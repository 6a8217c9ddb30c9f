// SPDX-License-Identifier: GPL-2.0-only
/*
 * One case at one size: first count and check, then take times.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../fuzz/process.h"
#include "../fuzz/setup.h"
#include "guard.h"
#include "measure.h"

/* Pairs */
#define MOST	200

/* What is being measured */
struct run {
	struct bench_result *r;
	u32 fewest;
	struct bench_fixture f[BENCH_NR_WHO];
};

static int complain(const struct run *run, enum bench_who who, const char *what)
{
	static const char * const name[BENCH_NR_WHO] = {
		"base", "patched", "base again", "base, counted",
		"patched, counted",
	};

	fprintf(stderr, "mhpref: bench %s: %s: %s: %s\n", run->r->c->name,
		name[who], what, run->f[who].why);
	return 1;
}

/* --- kernels */

static int load(struct bench_result *r, const char *dir)
{
	static const char * const file[BENCH_NR_WHO] = {
		"base-time", "patched-time", "base-time", "base-count",
		"patched-count",
	};
	char path[PLACE_MAX + 32];

	for (u32 who = 0; who < BENCH_NR_WHO; who++) {
		snprintf(path, sizeof(path), "%s/%s.so", dir, file[who]);
		if (!r->patched && strstr(file[who], "patched"))
			continue;
		r->k[who] = bench_kernel_load(path);
		if (!r->k[who])
			return 2;
	}
	return 0;
}

/* --- fixtures */

static void free_fixtures(struct run *run)
{
	const struct bench_fixture *base = &run->f[BENCH_BASE];

	for (u32 who = 0; who < BENCH_NR_WHO; who++)
		bench_fixture_free(&run->f[who]);
	if (base->memmap)
		bench_memmap_free(base->k, base->memmap);
}

static int make_fixtures(struct run *run)
{
	for (u32 who = 0; who < BENCH_NR_WHO; who++) {
		struct bench_fixture *f = &run->f[who];

		if (!run->r->k[who])
			continue;
		f->k = run->r->k[who];
		f->c = run->r->c;
		f->size = run->r->size;
		f->memmap = run->f[BENCH_BASE].memmap;
		if (bench_fixture_init(f))
			return complain(run, who, "cannot be set up") + 1;
	}
	return 0;
}

/* --- counts */

static u64 all_loops(const struct kx_bench *k)
{
	const struct bench_count *count;
	u64 sum = 0;
	u32 nr;

	count = k->counts(&nr);
	for (u32 n = 0; n < nr; n++)
		sum += count[n].visits;
	return sum;
}

static int run_counted(struct bench_fixture *f)
{
	if (f->c->start(f) || (f->c->prepare && f->c->prepare(f)))
		return -1;
	f->k->clear();
	return f->c->run(f);
}

/* What the base visits is known; what a patch leaves of it is its own */
static int count(struct run *run, enum bench_who who)
{
	struct bench_fixture *f = &run->f[who];
	bool patched = who == BENCH_COUNT_PATCHED;
	u64 want;

	if (run_counted(f))
		return complain(run, who, "does not run");
	run->r->visits[patched] = bench_visits(f);
	run->r->loops[patched] = all_loops(f->k);
	want = f->c->visits(f);
	if (!patched && run->r->visits[0] != want) {
		snprintf(f->why, sizeof(f->why), "%llu, which must be %llu",
			 run->r->visits[0], want);
		return complain(run, who, "visits");
	}
	if (f->c->check(f))
		return complain(run, who, "wrong result");
	return 0;
}

/* --- times */

static void run_side(void *data)
{
	struct bench_fixture *f = data;

	if (f->c->run(f) && !process_interrupts()) {
		fprintf(stderr, "mhpref: bench %s: %s\n", f->c->name, f->why);
		exit(2);
	}
}

static void prepare_side(void *data)
{
	struct bench_fixture *f = data;

	if (f->c->prepare && f->c->prepare(f)) {
		fprintf(stderr, "mhpref: bench %s: %s\n", f->c->name, f->why);
		exit(2);
	}
	if (f->c->cold)
		bench_evict();
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec / 1e9;
}

/* Seconds of one run and what comes before it; and its result is checked */
static int try_side(struct run *run, enum bench_who who, double *seconds)
{
	struct bench_fixture *f = &run->f[who];
	double start;

	if (f->c->start(f))
		return complain(run, who, "cannot be set up");
	start = now();
	prepare_side(f);
	run_side(f);
	*seconds += now() - start;
	return f->c->check(f) ? complain(run, who, "wrong result") : 0;
}

static u32 pairs_for(double seconds, double each, u32 fewest)
{
	double n = seconds / each;

	return n < fewest ? fewest : n > MOST ? MOST : n;
}

static void progress(const struct run *run, u32 pairs, double each)
{
	fprintf(stderr, "bench %s: visits and results are right; %u pairs, "
		"about %.0f s left\n", run->r->c->name, pairs, pairs * each);
}

static double median_of(const double *ns, u32 pairs)
{
	return bench_median(ns, pairs);
}

static struct bench_side side_of(struct run *run, enum bench_who who)
{
	struct bench_fixture *f = &run->f[who];

	return (struct bench_side){
		.name = who == BENCH_PATCHED ? "patched" : "base",
		.run = run_side, .data = f,
		.prepare = f->c->prepare || f->c->cold ? prepare_side : NULL,
	};
}

static int sample_three(struct run *run, u32 pairs, u64 seed)
{
	struct bench_side base = side_of(run, BENCH_BASE);
	struct bench_side patched = side_of(run, BENCH_PATCHED);
	struct bench_side again = side_of(run, BENCH_AGAIN);
	struct bench_result *r = run->r;
	struct bench_sample control;

	if (bench_controlled(&base, &patched, &again, pairs, seed, &r->sample,
			     &control))
		return 2;
	r->ratio = bench_ratio(&r->sample, seed);
	r->control = bench_ratio(&control, seed);
	r->ns[BENCH_PATCHED] = median_of(r->sample.b, r->sample.pairs);
	r->ns[BENCH_AGAIN] = median_of(control.b, control.pairs);
	bench_sample_free(&control);
	return 0;
}

static int sample_two(struct run *run, u32 pairs, u64 seed)
{
	struct bench_side base = side_of(run, BENCH_BASE);
	struct bench_side again = side_of(run, BENCH_AGAIN);
	struct bench_result *r = run->r;

	if (bench_pairs(&base, &again, pairs, seed, &r->sample))
		return 2;
	r->control = bench_ratio(&r->sample, seed);
	r->ns[BENCH_AGAIN] = median_of(r->sample.b, r->sample.pairs);
	return 0;
}

static int take_times(struct run *run, double seconds, u64 seed)
{
	struct bench_result *r = run->r;
	double each = 0;
	int status = 0;
	u32 pairs;

	for (u32 who = 0; !status && who < BENCH_COUNT_BASE; who++)
		if (r->k[who])
			status = try_side(run, who, &each);
	if (status || process_interrupts())
		return status ? status : 2;
	pairs = pairs_for(seconds, each, run->fewest);
	progress(run, pairs, each);
	status = r->patched ? sample_three(run, pairs, seed) :
			      sample_two(run, pairs, seed);
	if (status || !r->sample.pairs)
		return 2;
	r->ns[BENCH_BASE] = median_of(r->sample.a, r->sample.pairs);
	return 0;
}

/* What was timed last gave the right result as well */
static int check_again(struct run *run)
{
	for (u32 who = 0; who < BENCH_COUNT_BASE; who++)
		if (run->r->k[who] && !run->f[who].c->prepare &&
		    run->f[who].c->check(&run->f[who]))
			return complain(run, who, "wrong result");
	return 0;
}

static int measure(struct run *run, double seconds, u64 seed)
{
	struct bench_fixture *base = &run->f[BENCH_BASE];
	int status = make_fixtures(run);

	if (!status && bench_guard(bench_case_bytes(base), base->c->name))
		status = 2;
	if (!status)
		status = count(run, BENCH_COUNT_BASE);
	if (!status && run->r->patched)
		status = count(run, BENCH_COUNT_PATCHED);
	if (!status)
		status = take_times(run, seconds, seed);
	return status ? status : check_again(run);
}

int bench_objects_measure(const char *dir, u64 seed, double seconds, u32 fewest,
			  struct bench_result *r)
{
	struct run run = { .r = r, .fewest = fewest };
	int status = load(r, dir);

	if (!status)
		status = measure(&run, seconds, seed);
	free_fixtures(&run);
	return status;
}

int bench_case_measure(const struct options *o, const struct bench_case *c,
		       u64 size, double seconds, u32 fewest,
		       struct bench_result *r)
{
	char dir[PLACE_MAX];
	struct place place;

	*r = (struct bench_result){ .c = c, .size = size };
	if (place_find(&place) || setup_bench(o, &place, c->geom, c->conf, dir))
		return 2;
	r->patched = o->patch;
	return bench_objects_measure(dir, o->seed, seconds, fewest, r);
}
