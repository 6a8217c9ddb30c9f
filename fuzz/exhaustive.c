// SPDX-License-Identifier: GPL-2.0-only
/*
 * mhpref exhaustive: every sequence of operations, to the fixed point.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "exhaustive.h"
#include "finding.h"
#include "hash.h"
#include "input.h"
#include "process.h"
#include "report.h"

#define SAVE_NS		5000000000ull
/* Processes that die one by one take long: a loop counts as many */
#define MOST_DEATHS	1000
#define LOOP_DEATHS	100
/* Of those that died, the first are looked at */
#define DEATHS_TRIED	32

static bool is_known(const struct exhaustive *x, u64 way)
{
	for (u32 n = 0; n < x->kept.nr_ways; n++)
		if (x->kept.way[n] == way)
			return true;
	return x->kept.nr_ways == EXHAUSTIVE_FINDINGS;
}

static void keep(struct exhaustive *x, const struct trial *trial)
{
	char path[PLACE_MAX + 128];

	x->kept.way[x->kept.nr_ways++] = trial_way(trial);
	if (place_make(x->w->findings) ||
	    finding_store(x->w->findings, x->w->run, trial, NULL, &x->path,
			  path, sizeof(path))) {
		x->stop = "a finding cannot be written";
		return;
	}
	snprintf(x->kept.finding[x->kept.nr_findings++], EXHAUSTIVE_LINE,
		 "finding %s %s (%u operations)", path, report_rule(trial),
		 x->path.nr_ops);
	if (x->w->o->first)
		x->stop = "FIRST=1";
}

/* What was tried between the boot and the operation comes before it */
static void insert_tried(struct exhaustive *x, u32 state, u32 op,
			 const struct exhaustive_result *r)
{
	u32 nr = exhaustive_path(x, state);

	for (u32 n = r->since; n < op && nr < REF_MAX_OPS - 1; n++)
		if (exhaustive_leads_back(x, state, &r[(s32)(n - op)]))
			x->path.op[nr++] = x->base.op[n];
	x->path.op[nr++] = x->base.op[op];
	x->path.nr_ops = nr;
}

/* Of the operations before the last, from @first, only what it takes stays */
static void drop_tried(struct exhaustive *x, u32 first, struct trial *trial)
{
	static struct ref_scenario whole;
	u64 way = trial_way(trial);
	struct trial less;

	for (u32 at = first; at + 1 < x->path.nr_ops; ) {
		whole = x->path;
		x->path.nr_ops--;
		memmove(&x->path.op[at], &x->path.op[at + 1],
			(x->path.nr_ops - at) * sizeof(x->path.op[0]));
		worker_confirm(x->w, &x->path, &less);
		if (trial_is_bad(&less) && trial_way(&less) == way) {
			*trial = less;
			continue;
		}
		x->path = whole;
		at++;
	}
}

/* Breadth first, there is no shorter way to where it breaks */
static bool confirm(struct exhaustive *x, u32 state, u32 op,
		    const struct exhaustive_result *r, struct trial *trial)
{
	struct exhaustive_result alone = { .since = op };

	insert_tried(x, state, op, &alone);
	worker_confirm(x->w, &x->path, trial);
	if (trial_is_bad(trial))
		return true;
	insert_tried(x, state, op, r);
	worker_confirm(x->w, &x->path, trial);
	if (trial_is_bad(trial) && trial->end != TRIAL_HANG)
		drop_tried(x, x->state[state].depth, trial);
	return trial_is_bad(trial);
}

bool exhaustive_found(struct exhaustive *x, u32 state, u32 op,
		      const struct exhaustive_result *r)
{
	struct trial trial;

	if (r->end == EXHAUSTIVE_BROKEN && is_known(x, r->value))
		return true;
	if (!confirm(x, state, op, r, &trial)) {
		x->kept.unconfirmed++;
		return false;
	}
	if (!is_known(x, trial_way(&trial)))
		keep(x, &trial);
	return true;
}

/* A loop that ends with more time is none, but what it leads to is not known */
static void died(struct exhaustive *x, u32 state, u32 op,
		 const struct exhaustive_result *r)
{
	if ((x->kept.deaths < DEATHS_TRIED || r->end == EXHAUSTIVE_LOOP) &&
	    !exhaustive_found(x, state, op, r))
		return;
	x->kept.deaths += r->end == EXHAUSTIVE_LOOP ? LOOP_DEATHS : 1;
	if (x->kept.deaths >= MOST_DEATHS)
		x->stop = "the kernel dies too often";
}

static void merge(struct exhaustive *x, u32 state, u32 op,
		  const struct exhaustive_result *r)
{
	x->kept.transitions += r->end >= EXHAUSTIVE_STATE;
	switch (r->end) {
	case EXHAUSTIVE_STATE:
		if (exhaustive_add(x, r->value, state, op))
			x->stop = "too many states";
		break;
	case EXHAUSTIVE_BROKEN:
		exhaustive_found(x, state, op, r);
		break;
	case EXHAUSTIVE_DEAD:
	case EXHAUSTIVE_LOOP:
		died(x, state, op, r);
		break;
	case EXHAUSTIVE_LOST:
		x->stop = "the same operations do not lead to the same state";
		break;
	}
}

static void merge_round(struct exhaustive *x, u32 count)
{
	const struct exhaustive_result *r = x->shared->result;
	u32 first = x->kept.done;

	for (u32 n = 0; n < count && !x->stop; n++) {
		for (u32 op = 0; op < x->base.nr_ops && !x->stop; op++)
			merge(x, first + n, op, r++);
		x->kept.done++;
	}
	if (exhaustive_now() - x->saved_ns > SAVE_NS)
		exhaustive_save(x);
}

/* A round ends with its level: then its states are all that there are */
static u32 next_round(const struct exhaustive *x)
{
	u32 first = x->kept.done, n = 0;

	while (n < EXHAUSTIVE_ROUND && first + n < x->kept.nr &&
	       x->state[first + n].depth == x->state[first].depth)
		n++;
	return n;
}

static bool is_deep(struct exhaustive *x)
{
	u32 depth = x->state[x->kept.done].depth;

	if (depth == REF_MAX_OPS - 1)
		x->stop = "the way to a state is too long";
	return depth == REF_MAX_OPS - 1 ||
	       (x->w->o->depth && depth >= x->w->o->depth);
}

static void explore(struct exhaustive *x)
{
	while (!x->stop && x->kept.done < x->kept.nr && !is_deep(x)) {
		u32 count = next_round(x);

		if (exhaustive_round(x, x->kept.done, count))
			merge_round(x, count);
		else if (!x->stop)
			x->stop = "interrupted";
	}
}

/* What is seen after boot is the first state */
static int begin(struct exhaustive *x)
{
	struct runner *run = x->w->run;
	struct trial trial;

	x->path.nr_ops = 0;
	trial_run(run, &x->path, &trial);
	if (trial.end != TRIAL_PASS) {
		if (trial_is_bad(&trial))
			keep(x, &trial);
		x->stop = "it does not boot";
		return 0;
	}
	runner_boot(run);
	exhaustive_add(x, exhaustive_key(x), 0, 0);
	run->kernel->reset();
	return x->kept.nr == 1 ? 0 : -1;
}

/* All that the result depends on; the program stands for rules and model */
static int fingerprint(struct exhaustive *x)
{
	const struct runner *run = x->w->run;
	FILE *program = fopen("/proc/self/exe", "r");
	u64 h = HASH_START;
	char bytes[65536];
	size_t got;

	if (!program)
		return -1;
	while ((got = fread(bytes, 1, sizeof(bytes), program)))
		h = hash_bytes(h, bytes, got);
	fclose(program);
	h = hash_bytes(h, run->kernel->hash, strlen(run->kernel->hash));
	h = hash_bytes(h, &run->profile, sizeof(run->profile));
	h = hash_bytes(h, &run->rules, sizeof(run->rules));
	x->kept.made_of = hash_bytes(h, &x->base, sizeof(x->base));
	return 0;
}

static int name_file(struct exhaustive *x)
{
	const struct kx_kernel *k = x->w->run->kernel;
	struct place place;

	if (place_find(&place))
		return -1;
	snprintf(x->file, PLACE_MAX, "%.3900s/exhaustive", place.out);
	if (place_make(x->file))
		return -1;
	snprintf(x->file, PLACE_MAX, "%.3900s/exhaustive/%.32s-%.32s-%016llx",
		 place.out, k->version, k->geometry->name, x->kept.made_of);
	return 0;
}

static int read_machine(struct exhaustive *x)
{
	struct worker *w = x->w;

	if (w->o->nr_files != 1) {
		fprintf(stderr, "mhpref: exhaustive takes one scenario\n");
		return -1;
	}
	if (input_read(w->o->files[0], &x->base))
		return -1;
	if (!runner_prepare(w->run, &x->base)) {
		fprintf(stderr, "mhpref: %s: cannot be run: %s\n",
			w->o->files[0], w->run->unfit);
		return -1;
	}
	x->path.machine = x->base.machine;
	if (exhaustive_alphabet(w->run, &x->base))
		return -1;
	/* The file's operations name blocks, these are what is watched */
	return runner_prepare(w->run, &x->base) ? 0 : -1;
}

static int prepare(struct exhaustive *x)
{
	if (read_machine(x) || fingerprint(x) || name_file(x))
		return -1;
	x->shared = mmap(NULL, sizeof(*x->shared), PROT_READ | PROT_WRITE,
			 MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (x->shared == MAP_FAILED) {
		perror("mhpref: exhaustive");
		return -1;
	}
	if (exhaustive_load(x))
		fprintf(stderr, "mhpref: going on from %u states, %u done\n",
			x->kept.nr, x->kept.done);
	else if (begin(x))
		return -1;
	x->first = x->kept.done;
	return 0;
}

static void finish(struct exhaustive *x)
{
	if (isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr);
	if (!x->stop) {
		unlink(x->file);
		return;
	}
	exhaustive_save(x);
	fprintf(stderr, "mhpref: stopped: %s; the next call goes on here\n",
		x->stop);
}

enum status worker_exhaustive(struct worker *w)
{
	static struct exhaustive x;
	enum status status;

	process_catch_signals();
	x.w = w;
	x.start_ns = exhaustive_now();
	x.saved_ns = x.start_ns;
	if (prepare(&x))
		return STATUS_INCOMPLETE;
	fprintf(stderr, "mhpref: %u operations in each state, %u processes\n",
		x.base.nr_ops, w->o->jobs);
	explore(&x);
	finish(&x);
	status = exhaustive_verdict(&x);
	free(x.state);
	free(x.index);
	munmap(x.shared, sizeof(*x.shared));
	return status;
}
