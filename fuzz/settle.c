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

static bool goes_wrong_the_same(const struct ref_scenario *s, void *data)
{
	const struct goal *goal = data;
	struct trial trial;

	worker_try(goal->w, s, goal->times, &trial);
	return trial_is_bad(&trial) && trial_way(&trial) == goal->way;
}

static u32 budget_for(const struct trial *trial)
{
	if (trial->end == TRIAL_HANG)
		return LOOP_BUDGET;
	return worker_is_hang(trial) ? HANG_BUDGET : MINIMIZER_BUDGET;
}

static void make_smallest(struct worker *w, struct ref_scenario *s, u32 times,
			  const struct trial *trial)
{
	struct goal goal = { w, times, trial_way(trial) };
	struct minimizer min = {
		.same = goes_wrong_the_same,
		.data = &goal,
		.budget = budget_for(trial),
	};

	if (trial->step < s->nr_ops)
		s->nr_ops = trial->step ? trial->step : 0;
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
	return trial_is_bad(trial) && trial_way(trial) == way;
}

/* Smaller ones are tried with fewer steps: they need not be hangs */
static bool shrink(struct worker *w, struct ref_scenario *s, u32 times,
		   struct trial *trial)
{
	static struct ref_scenario whole;
	bool hangs = worker_is_hang(trial);
	u64 way = trial_way(trial);

	whole = *s;
	make_smallest(w, s, times, trial);
	if (is_confirmed(w, s, way, trial))
		return true;
	*s = whole;
	return hangs && is_confirmed(w, s, way, trial);
}

/* The finding, smallest and confirmed, or what hinders that */
static const char *settle(struct worker *w, struct ref_scenario *s,
			  struct trial *trial)
{
	u32 times = worker_confirm(w, s, trial);

	if (trial->end == TRIAL_UNFIT || trial->end == TRIAL_OURS)
		return trial->text;
	if (trial->end == TRIAL_PASS && times > 1)
		return SLOW;
	if (!trial_is_bad(trial))
		return "it breaks no rule here";
	if (!shrink(w, s, times, trial))
		return "it does not go wrong the same way every time";
	return NULL;
}

static enum status keep(struct worker *w, const struct ref_scenario *s,
			const struct trial *trial)
{
	char path[PLACE_MAX + 128];

	if (place_make(w->findings) ||
	    finding_store(w->findings, w->run, trial, s, path, sizeof(path)))
		return STATUS_INCOMPLETE;
	printf("finding %s %s (%u operations)\n", path, report_rule(trial),
	       s->nr_ops);
	return STATUS_BROKEN;
}

static enum status settle_file(struct worker *w, struct ref_scenario *s)
{
	struct trial trial;
	const char *why;

	if (w->o->nr_files != 1) {
		fprintf(stderr, "mhpref: %s: name one scenario\n",
			w->o->command);
		return STATUS_INCOMPLETE;
	}
	if (input_read(w->o->files[0], s))
		return STATUS_INCOMPLETE;
	why = settle(w, s, &trial);
	if (!why)
		return keep(w, s, &trial);
	if (w->o->board)	/* for the supervisor */
		printf("%s %s\n", why == SLOW ? "slow" :
		       trial.end == TRIAL_OURS ? "ours" : "no", why);
	else if (!worker_say_ours(w->o->files[0], &trial))
		fprintf(stderr, "mhpref: %s: not minimised: %s\n",
			w->o->files[0], why);
	return trial.end == TRIAL_PASS ? STATUS_PASS : STATUS_INCOMPLETE;
}

enum status worker_settle(struct worker *w)
{
	static struct ref_scenario s;

	return settle_file(w, &s);
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
	enum status status = settle_file(w, &s);

	if (status == STATUS_BROKEN)
		print_text(&s);
	return status;
}
