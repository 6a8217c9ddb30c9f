// SPDX-License-Identifier: GPL-2.0-only
/*
 * mhpref replay: every step of a scenario, or one line for each of several.
 */
#include <stdio.h>
#include <string.h>

#include "input.h"
#include "report.h"
#include "worker.h"

static void print_step(struct runner *run)
{
	report_step(stdout, run);
	fflush(stdout);
}

/* Of the patched kernel, or, without a quirk, of its base */
static bool is_hang(const struct difference *d)
{
	return d->rule == REF_R_HANG && d->quirk == DIFFERENCE_NONE;
}

bool worker_is_hang(const struct trial *trial)
{
	for (u32 n = 0; n < trial->nr_found; n++)
		if (is_hang(&trial->found[n]))
			return true;
	return trial->end == TRIAL_HANG ||
	       (trial->end == TRIAL_BROKEN &&
		!strcmp(report_rule(trial), "hang"));
}

static enum status status_of(const struct trial *trial)
{
	if (trial_is_bad(trial))
		return STATUS_BROKEN;
	if (trial->end == TRIAL_DIFFERS)
		return STATUS_DIFFERS;
	return trial->end == TRIAL_PASS ? STATUS_PASS : STATUS_INCOMPLETE;
}

static void set_budget(const struct runner *run, u32 times)
{
	if (run->kernel->budget)
		run->kernel->budget(times);
	if (run->pair)
		set_budget(run->pair->base, times);
}

void worker_try(struct worker *w, const struct ref_scenario *s, u32 times,
		struct trial *trial)
{
	set_budget(w->run, times);
	trial_run(w->run, s, trial);
	set_budget(w->run, 1);
}

bool worker_say_ours(const char *path, const struct trial *trial)
{
	if (trial->end != TRIAL_OURS)
		return false;
	fprintf(stderr, "mhpref: %s: %s: an error of mhpref, not of the "
		"kernel; please report it with this file\n", path,
		trial->text);
	return true;
}

static void print_end(const struct trial *trial, const struct ref_scenario *s,
		      const char *path)
{
	report_death(stdout, trial, s);
	worker_say_ours(path, trial);
	if (trial->end == TRIAL_UNFIT)
		fprintf(stderr, "mhpref: cannot be run: %s\n", trial->text);
	if (trial->end == TRIAL_FAILED)
		fprintf(stderr, "mhpref: cannot start a process: %s\n",
			trial->text);
	printf("hash %016llx\n", trial->hash);
}

static enum status replay_one(struct worker *w, const char *path)
{
	static struct ref_scenario s;
	struct trial trial;

	if (input_read(path, &s))
		return STATUS_INCOMPLETE;
	w->run->each = print_step;
	w->run->hashing = true;
	worker_try(w, &s, WORKER_PATIENCE, &trial);
	print_end(&trial, &s, path);
	return status_of(&trial);
}

static enum status replay_quietly(struct worker *w, const char *path)
{
	static struct ref_scenario s;
	struct trial trial;

	if (input_read(path, &s))
		return STATUS_INCOMPLETE;
	w->run->each = NULL;
	w->run->hashing = true;
	worker_try(w, &s, WORKER_PATIENCE, &trial);
	worker_say_ours(path, &trial);
	if (trial.end == TRIAL_UNFIT)
		fprintf(stderr, "mhpref: %s: cannot be run: %s\n", path,
			trial.text);
	return status_of(&trial);
}

static enum status replay_many(struct worker *w, const struct input_list *list)
{
	enum status all = STATUS_PASS, one;

	for (u32 n = 0; n < list->nr; n++) {
		one = replay_quietly(w, list->path[n]);
		printf("replay %s %s\n", list->path[n], status_name(one));
		fflush(stdout);
		all = status_stronger(all, one);
	}
	return all;
}

enum status worker_replay(struct worker *w)
{
	struct input_list list;
	enum status status;

	if (input_list(w->o->files, w->o->nr_files, &list))
		return STATUS_INCOMPLETE;
	if (list.nr == 1 && !w->o->list)
		status = replay_one(w, list.path[0]);
	else
		status = replay_many(w, &list);
	input_list_free(&list);
	return status;
}
