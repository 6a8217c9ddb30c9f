/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The pair: a patched kernel and its base in lockstep, each with a model and
 * a profile of its own.
 *
 * The patched kernel is judged by the rules that must hold, and compared with
 * its base field by field. As long as the two have shown the same, its state
 * is that of the base; once they have shown different things, each of which
 * its own model predicts, each is held to its own.
 */
#ifndef FUZZ_PAIR_H
#define FUZZ_PAIR_H

#include "allow.h"
#include "runner.h"

#define PAIR_DIFFERENCES	16	/* at one step, of different kinds */

enum pair_went { PAIR_WENT, PAIR_ALLOC_FAILED, PAIR_SKIPPED };

/**
 * struct pair - what a patched kernel's runner has of its base
 * @base: the base's runner
 * @allow: differences that are intended, or NULL
 * @masked: kinds of fields that are not compared any more in this scenario
 * @fired: the base's quirks that fired so far
 * @diverged: the two have shown different things
 * @follows: the patched kernel's model has lost it: judged by the base's
 * @over: the scenario ends here for the pair
 * @verdict: so far
 * @scenario: that runs
 * @strong: model for pair_strongest()
 * @went: of each step so far, how it is to be done again
 * @own: bit n: rule n is broken at this step, by the base in the same way
 * @nr: of differences at this step
 * @difference: the worst first
 */
struct pair {
	struct runner *base;
	const struct allow *allow;
	u64 masked;
	u64 fired;
	bool diverged;
	bool follows;
	bool over;
	enum run_verdict verdict;
	const struct ref_scenario *scenario;
	struct ref_model *strong;
	u8 went[REF_MAX_OPS + 1];
	u64 own;
	u32 nr;
	struct difference difference[PAIR_DIFFERENCES];
};

/**
 * pair_make() - give a patched kernel its base
 * @run: runner of the patched kernel
 * @base: its base
 *
 * Return: NULL, or what is wrong.
 */
const char *pair_make(struct runner *run, const struct kx_kernel *base);
void pair_free(struct runner *run);

/* All of a prepared scenario; for runner_run() */
enum run_verdict pair_run(struct runner *run, const struct ref_scenario *s);

/* The quirks by which answers are weaker than they could be */
u64 pair_weaknesses(void);

/*
 * What the patched kernel would show now if its profile had none of them: how
 * weak its base is, a patch may change at will
 */
const struct ref_facts *pair_strongest(struct runner *run);

/* Of the same class, kind of field, and rule or quirk? */
bool pair_alike(const struct difference *a, const struct difference *b);

/*
 * pair-step.c: differences at a step that both came back from. @run's pair is
 * filled in.
 */
void pair_compare(struct runner *run);
void pair_add(struct pair *pair, const struct difference *d);

/* Are two observations the same, all that the layout names? */
bool pair_same(const struct ref_layout *l, const struct ref_obs *a,
	       const struct ref_obs *b);

#endif
