// SPDX-License-Identifier: GPL-2.0-only
/*
 * mhpref minimize, and what the supervisor does with a catch: confirm,
 * minimise, confirm again, keep.
 */
#include <stdio.h>
#include <string.h>

#include "codec.h"
#include "finding.h"
#include "input.h"
#include "minimizer.h"
#include "place.h"
#include "report.h"
#include "worker.h"

static const char OWN[] = "its base does so as well";
static const char SLOW[] = "no hang: it ends within ten times as many steps";

/* A hang takes a second or more for each try */
#define HANG_BUDGET	60
/* One that ends by no budget of steps takes TRIAL_SECONDS */
#define LOOP_BUDGET	8

struct goal {
	struct worker *w;
	u32 times;
	u64 way;
};

/* Does it go wrong, or differ from its base, in this way? */
static bool is_shown(const struct trial *trial, u64 way)
{
	return trial_find(trial, way) ||
	       (trial_is_bad(trial) && trial_way(trial) == way);
}

static bool goes_wrong_the_same(const struct ref_scenario *s, void *data)
{
	const struct goal *goal = data;
	struct trial trial;

	worker_try(goal->w, s, goal->times, &trial);
	return is_shown(&trial, goal->way);
}

static u32 step_of(const struct trial *trial, u64 way)
{
	for (u32 n = 0; n < trial->nr_found; n++)
		if (difference_way(&trial->found[n]) == way)
			return trial->found_step[n];
	return trial->step;
}

static u32 budget_for(const struct trial *trial)
{
	if (trial->end == TRIAL_HANG)
		return LOOP_BUDGET;
	return worker_is_hang(trial) ? HANG_BUDGET : MINIMIZER_BUDGET;
}

static void make_smallest(struct worker *w, struct ref_scenario *s, u32 times,
			  u64 way, const struct trial *trial)
{
	struct goal goal = { w, times, way };
	u32 step = step_of(trial, way);
	struct minimizer min = {
		.same = goes_wrong_the_same,
		.data = &goal,
		.budget = budget_for(trial),
	};

	if (step < s->nr_ops)
		s->nr_ops = step;
	minimize(&min, s);
}

u32 worker_confirm(struct worker *w, const struct ref_scenario *s,
		   struct trial *trial)
{
	worker_try(w, s, 1, trial);
	if (!worker_is_hang(trial))
		return 1;
	worker_try(w, s, WORKER_PATIENCE, trial);
	return worker_is_hang(trial) ? 1 : WORKER_PATIENCE;
}

static bool is_confirmed(struct worker *w, const struct ref_scenario *s,
			 u64 way, struct trial *trial)
{
	worker_confirm(w, s, trial);
	return is_shown(trial, way);
}

/* Smaller ones are tried with fewer steps: they need not be hangs */
static bool shrink(struct worker *w, struct ref_scenario *s, u32 times,
		   u64 way, struct trial *trial)
{
	static struct ref_scenario whole;
	bool hangs = worker_is_hang(trial);

	whole = *s;
	make_smallest(w, s, times, way, trial);
	if (is_confirmed(w, s, way, trial))
		return true;
	*s = whole;
	return hangs && is_confirmed(w, s, way, trial);
}

/* What is wanted of it, or else the worst that it shows */
static u64 wanted_way(const struct worker *w, const struct trial *trial)
{
	return w->o->way && is_shown(trial, w->o->way) ? w->o->way :
		trial_way(trial);
}

static const char *nothing(const struct worker *w, const struct trial *trial)
{
	if (trial->in_base)
		return OWN;
	return w->run->pair ? "it does not differ from its base here" :
			      "it breaks no rule here";
}

/* The finding, smallest and confirmed, or what hinders that */
static const char *settle(struct worker *w, struct ref_scenario *s,
			  struct trial *trial, u64 *way)
{
	u32 times = worker_confirm(w, s, trial);

	*way = wanted_way(w, trial);
	if (trial->end == TRIAL_UNFIT || trial->end == TRIAL_OURS)
		return trial->text;
	if (is_shown(trial, *way))
		return shrink(w, s, times, *way, trial) ? NULL :
			"it does not go wrong the same way every time";
	if (trial->end == TRIAL_PASS && times > 1)
		return SLOW;
	return nothing(w, trial);
}

static enum status status_of(const struct difference *d)
{
	if (!d || d->class == DIFFERENCE_BREAKS)
		return STATUS_BROKEN;
	return difference_counts(d) ? STATUS_DIFFERS : STATUS_PASS;
}

static enum status keep(struct worker *w, const struct ref_scenario *s,
			const struct trial *trial, u64 way)
{
	const struct difference *d = trial_find(trial, way);
	char path[PLACE_MAX + 128], key[DIFFERENCE_KEY];

	if (place_make(w->findings) ||
	    finding_store(w->findings, w->run, trial, d, s, path,
			  sizeof(path)))
		return STATUS_INCOMPLETE;
	if (d)
		difference_key(d, key);
	if (d)
		printf("%s %s (%u operations)\n", key, path, s->nr_ops);
	else
		printf("finding %s %s (%u operations)\n", path,
		       report_rule(trial), s->nr_ops);
	return status_of(d);
}

static const char *result_word(const char *why, const struct trial *trial)
{
	if (why == SLOW)
		return "slow";
	if (why == OWN)
		return "own";
	return trial->end == TRIAL_OURS ? "ours" : "no";
}

static enum status settle_file(struct worker *w, struct ref_scenario *s,
			       bool *kept)
{
	struct trial trial;
	const char *why;
	u64 way;

	*kept = false;

	if (w->o->nr_files != 1) {
		fprintf(stderr, "mhpref: %s: name one scenario\n",
			w->o->command);
		return STATUS_INCOMPLETE;
	}
	if (input_read(w->o->files[0], s))
		return STATUS_INCOMPLETE;
	why = settle(w, s, &trial, &way);
	*kept = !why;
	if (!why)
		return keep(w, s, &trial, way);
	if (w->o->board)	/* for the supervisor */
		printf("%s %s\n", result_word(why, &trial), why);
	else if (!worker_say_ours(w->o->files[0], &trial))
		fprintf(stderr, "mhpref: %s: not minimised: %s\n",
			w->o->files[0], why);
	return trial.end == TRIAL_PASS ? STATUS_PASS : STATUS_INCOMPLETE;
}

enum status worker_settle(struct worker *w)
{
	static struct ref_scenario s;
	bool kept;

	return settle_file(w, &s, &kept);
}

static void print_text(const struct ref_scenario *s)
{
	static char text[CODEC_TEXT_MAX];

	if (codec_write_text(s, text, sizeof(text)))
		fputs(text, stdout);
}

enum status worker_minimize(struct worker *w)
{
	static struct ref_scenario s;
	bool kept;
	enum status status = settle_file(w, &s, &kept);

	if (kept && status != STATUS_INCOMPLETE)
		print_text(&s);
	return status;
}
