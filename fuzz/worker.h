/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Workers: commands that need a kernel object in their own process. Every
 * engine's program is one when it is called with a worker's command, so that
 * what an engine found is looked at in the very kernel it was found in.
 */
#ifndef FUZZ_WORKER_H
#define FUZZ_WORKER_H

#include "options.h"
#include "trial.h"

/**
 * struct worker - what every command has
 * @o: the words; @o->object is the kernel object
 * @run: a runner with the kernel's profile
 * @allow: of a patched kernel: differences that are intended
 * @findings: folder
 * @unlisted: quirks that it has and the nearest known version has not
 * @unclear: quirks of which it could not be told: nothing passes
 */
struct worker {
	const struct options *o;
	struct runner *run;
	struct allow allow;
	char findings[4096];
	u64 unlisted;
	u64 unclear;
};

/* Exit statuses of mhpref */
enum status {
	STATUS_PASS,
	STATUS_BROKEN,
	STATUS_INCOMPLETE,
	STATUS_DIFFERS,		/* mhpref's own is then that of BROKEN */
};

const char *status_name(enum status status);
/* Of two files: broken, differs, incomplete, pass, the strongest first */
enum status status_stronger(enum status a, enum status b);

/* Does the command line name a worker's command? */
bool worker_is_asked(int argc, char **argv);
int worker_main(int argc, char **argv);

/* The commands; they return an exit status */
enum status worker_replay(struct worker *w);
enum status worker_minimize(struct worker *w);
enum status worker_settle(struct worker *w);
enum status worker_rate(struct worker *w);
enum status worker_show(struct worker *w);
enum status worker_review(struct worker *w);
enum status worker_hash(struct worker *w);
enum status worker_exhaustive(struct worker *w);
enum status worker_bisect(struct worker *w);

/* Is a trial's hang one of its rule, to be confirmed with more steps? */
bool worker_is_hang(const struct trial *trial);

/* What ends within so many times the budget of steps is no hang */
#define WORKER_PATIENCE	10

/* Run a scenario with @times the budget of steps */
void worker_try(struct worker *w, const struct ref_scenario *s, u32 times,
		struct trial *trial);

/* Tell the user of an error of our own; false if it was none */
bool worker_say_ours(const char *path, const struct trial *trial);

/*
 * A trial; a hang must last with more steps. Return how many times the budget
 * shows what @trial says: WORKER_PATIENCE if it was called a hang and is none.
 */
u32 worker_confirm(struct worker *w, const struct ref_scenario *s,
		   struct trial *trial);

#endif
