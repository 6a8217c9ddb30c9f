// SPDX-License-Identifier: GPL-2.0-only
/*
 * Measuring one kernel object: K, the kernel alone, and T, all that happens
 * to a scenario but for the engine: decode, boot, kernel, model, observe,
 * judge.
 *
 * K gives the kernel exactly the operations that it is given in T, and ends
 * with its reset. What kernel text does for the observation (a read of every
 * valid_zones, the page of every watched pfn) counts as observing: in T only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "codec.h"
#include "input.h"
#include "tally.h"
#include "worker.h"

#define ROUNDS		5
#define ROUND_NS	300000000ull	/* at least so long is measured */

/* One scenario, ready to be run in either way */
struct sample {
	u8 *bytes;
	size_t len;
	struct ref_scenario s;
	struct ref_layout layout;
	u8 given[REF_MAX_OPS];	/* the kernel gets this operation */
};

struct bench {
	struct runner *run;
	struct sample *sample;
	u32 nr;
	struct tally tally;	/* of all samples once */
	u64 fired;
};

static u64 cpu_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static void run_kernel(const struct bench *b)
{
	const struct kx_kernel *k = b->run->kernel;

	for (u32 n = 0; n < b->nr; n++) {
		const struct sample *p = &b->sample[n];

		k->boot(&p->s.machine, &p->layout);
		for (u32 op = 0; op < p->s.nr_ops; op++)
			if (p->given[op])
				k->apply(&p->s.op[op]);
		k->reset();
	}
}

static void count_step(struct runner *run)
{
	struct bench *b = run->data;

	tally_step(&b->tally, run);
	b->fired |= run->step.fired;
}

static void run_all(struct bench *b)
{
	static struct ref_scenario s;
	struct codec_error err;

	for (u32 n = 0; n < b->nr; n++) {
		b->fired = 0;
		if (codec_read(b->sample[n].bytes, b->sample[n].len, &s, &err))
			abort();
		runner_run(b->run, &s);
		tally_scenario(&b->tally, b->fired);
	}
}

static struct sample *current;

static void note_given(struct runner *run)
{
	tally_step(&((struct bench *)run->data)->tally, run);
	if (run->step.op)
		current->given[run->step.nr - 1] = !run->step.skipped &&
			run->seen.outcome != REF_REFUSED;
}

static int prepare(struct bench *b, struct sample *p, const char *path)
{
	struct codec_error err;
	const u8 *bytes = input_bytes(path, &p->len);

	p->bytes = bytes ? malloc(p->len) : NULL;
	if (!p->bytes)
		return -1;
	memcpy(p->bytes, bytes, p->len);
	if (codec_read(p->bytes, p->len, &p->s, &err))
		return -1;
	current = p;
	b->run->each = note_given;
	b->run->data = b;
	if (runner_run(b->run, &p->s) != RUN_PASS)
		return -1;	/* cut short, it would say nothing */
	p->layout = b->run->layout;
	return 0;
}

/* CPU nanoseconds for one pass over all samples, the best of some rounds */
static double measure(struct bench *b, bool all)
{
	double best = 0, one;

	for (u32 round = 0; round < ROUNDS; round++) {
		u64 start = cpu_now(), passes = 0;

		while (cpu_now() - start < ROUND_NS) {
			if (all)
				run_all(b);
			else
				run_kernel(b);
			passes++;
		}
		one = (double)(cpu_now() - start) / passes;
		if (!best || one < best)
			best = one;
	}
	return best;
}

static void print(const struct tally *once, double k, double t)
{
	u64 ops = once->checked + once->queries + once->refused;
	u64 checked = tally_ops(once);

	printf("rate ops %llu checked %llu K %.0f T %.0f ratio %.2f "
	       "checked-per-cpu-s %.0f\n", ops, checked, k / ops, t / ops,
	       t / k, checked * 1e9 / t);
}

static void run_bench(struct bench *b)
{
	struct tally once = b->tally;
	double k, t;

	b->run->each = count_step;
	k = measure(b, false);
	t = measure(b, true);
	print(&once, k, t);
}

static void free_bench(struct bench *b, struct input_list *list)
{
	for (u32 n = 0; n < b->nr; n++)
		free(b->sample[n].bytes);
	free(b->sample);
	input_list_free(list);
}

/* Return: -1 after a message if a scenario is of no use */
static int prepare_all(struct bench *b, const struct input_list *list)
{
	b->sample = calloc(list->nr, sizeof(*b->sample));
	for (u32 n = 0; b->sample && n < list->nr; n++) {
		if (!prepare(b, &b->sample[b->nr++], list->path[n]))
			continue;
		fprintf(stderr, "mhpref: %s: cannot be measured: not "
			"readable, or it breaks a rule\n", list->path[n]);
		return -1;
	}
	return b->nr ? 0 : -1;
}

enum status worker_rate(struct worker *w)
{
	struct bench b = { .run = w->run };
	struct input_list list;
	int result;

	if (input_list(w->o->files, w->o->nr_files, &list))
		return STATUS_INCOMPLETE;
	result = prepare_all(&b, &list);
	if (!result)
		run_bench(&b);
	free_bench(&b, &list);
	return result ? STATUS_INCOMPLETE : STATUS_PASS;
}
