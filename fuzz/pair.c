// SPDX-License-Identifier: GPL-2.0-only
/*
 * The pair: a patched kernel and its base in lockstep.
 */
#include <stdlib.h>
#include <string.h>

#include "hash.h"
#include "pair.h"

const char *pair_make(struct runner *run, const struct kx_kernel *base)
{
	const struct kx_kernel *k = run->kernel;

	if (strcmp(k->geometry->name, base->geometry->name) ||
	    strcmp(k->conf, base->conf))
		return "base and patched kernel are made for different "
		       "geometries or configurations";
	run->pair = calloc(1, sizeof(*run->pair));
	if (!run->pair)
		return "out of memory";
	run->pair->base = runner_new(base);
	run->pair->strong = calloc(1, ref_model_size);
	if (run->pair->base && run->pair->strong)
		return NULL;
	pair_free(run);
	return "out of memory";
}

void pair_free(struct runner *run)
{
	if (!run->pair)
		return;
	runner_free(run->pair->base);
	free(run->pair->strong);
	free(run->pair);
	run->pair = NULL;
}

u64 pair_weaknesses(void)
{
	u64 set = 0;

	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		if (!strcmp(ref_quirks[n].rule,
			    ref_rules[REF_R_CONTIGUOUS_WEAK].name))
			set |= 1ull << n;
	return set;
}

/* Which is seldom asked for, so that it is done all over again */
const struct ref_facts *pair_strongest(struct runner *run)
{
	struct pair *pair = run->pair;
	struct ref_profile profile = run->profile;

	profile.quirks &= ~pair_weaknesses();
	ref_model_boot(pair->strong, run->kernel->geometry, run->machine,
		       &run->layout, &profile);
	for (u32 n = 1; n <= run->step.nr; n++)
		if (pair->went[n] != PAIR_SKIPPED)
			ref_model_apply(pair->strong,
					&pair->scenario->op[n - 1],
					pair->went[n] == PAIR_ALLOC_FAILED);
	return ref_model_facts(pair->strong);
}

static void note_way(struct runner *run)
{
	const struct ref_op *op = run->step.op;
	u8 *went = &run->pair->went[run->step.nr];

	*went = PAIR_WENT;
	if (run->step.skipped)
		*went = PAIR_SKIPPED;
	else if (op && op->fault == REF_FAULT_ALLOC && run->seen.fired)
		*went = PAIR_ALLOC_FAILED;
}

static void end_with(struct pair *pair, enum run_verdict verdict)
{
	pair->over = true;
	if (verdict == RUN_BROKEN || pair->verdict == RUN_PASS)
		pair->verdict = verdict;
}

/* What is intended is not compared any more */
static void allow(struct pair *pair, struct difference *d)
{
	d->allowed = allow_find(pair->allow, d);
	if (d->allowed == DIFFERENCE_NONE)
		return;
	pair->masked |= 1ull << d->kind;
	pair->follows |= d->class == DIFFERENCE_OTHER;
}

static void weigh(struct pair *pair)
{
	for (u32 n = 0; n < pair->nr; n++) {
		struct difference *d = &pair->difference[n];

		allow(pair, d);
		if (difference_counts(d))
			end_with(pair, d->class == DIFFERENCE_BREAKS ?
				 RUN_BROKEN : RUN_DIFFERS);
	}
}

static bool is_broken(const struct pair *pair, u32 rule)
{
	for (u32 n = 0; n < pair->nr; n++)
		if (pair->difference[n].class == DIFFERENCE_BREAKS &&
		    pair->difference[n].rule == rule)
			return true;
	return false;
}

/* A rule is broken only if that is the patch's doing */
static void forgive(struct runner *run)
{
	struct ref_result *r = &run->result;

	for (u32 n = 0; n < REF_NR_RULES; n++)
		if (r->word[n] == REF_BROKEN && !is_broken(run->pair, n))
			r->word[n] = REF_EXCUSED;
		else if (is_broken(run->pair, n))
			r->word[n] = REF_BROKEN;
	for (u32 n = 0; n < r->nr_breaches; n++)
		r->breach[n].word = r->word[r->breach[n].rule];
}

/* One that did not come back, or was not asked, as a field in a difference */
static void add_end(struct runner *run, u32 class, u32 rule, s32 quirk)
{
	struct difference d = {
		.class = (u8)class, .rule = (u8)rule, .quirk = (s8)quirk,
		.kind = (u8)kind_find("outcome"), .allowed = DIFFERENCE_NONE,
		.base = run->pair->base->seen.outcome,
		.patched = run->seen.outcome, .right = REF_DONE,
		.field = "outcome",
	};

	pair_add(run->pair, &d);
}

static u32 end_rule(const struct runner *run)
{
	return run->seen.outcome == REF_HANG ? REF_R_HANG :
	       run->seen.outcome == REF_BUG ? REF_R_BUG : REF_R_CRASH;
}

/* One of them did not come back: there is nothing more to compare */
static void compare_ends(struct runner *run)
{
	struct runner *base = run->pair->base;
	u32 rule = end_rule(run);

	end_with(run->pair, RUN_PASS);
	if (run->seen.outcome == base->seen.outcome)
		run->pair->own |= 1ull << rule;
	else if (!runner_is_over(run))
		add_end(run, DIFFERENCE_CURES, end_rule(base),
			DIFFERENCE_NONE);
	else if (run->rules >> rule & 1)
		add_end(run, DIFFERENCE_BREAKS, rule, DIFFERENCE_NONE);
}

static bool is_predicted(const struct runner *run)
{
	return pair_same(&run->layout, &run->seen,
			 ref_model_facts(run->model)->shown);
}

/* Does each model still have the state of its kernel? */
static void keep_track(struct runner *run, bool base_ok)
{
	struct pair *pair = run->pair;

	pair->diverged |= !pair_same(&run->layout, &run->seen,
				     &pair->base->seen);
	if (!base_ok)
		end_with(pair, RUN_PASS);
	if (pair->follows || is_predicted(run))
		return;
	if (pair->diverged)
		end_with(pair, RUN_PASS);
	else
		pair->follows = true;
}

static void compare(struct runner *run, bool ok, bool base_ok)
{
	struct runner *base = run->pair->base;

	if (runner_is_over(run) || runner_is_over(base)) {
		compare_ends(run);
	} else if (!ok || !base_ok ||
		   !pair_same(&run->layout, &run->seen, &base->seen)) {
		pair_compare(run);
		keep_track(run, base_ok);
	} else {
		return;
	}
	weigh(run->pair);
	forgive(run);
}

/* The patched kernel alone went on, and broke rules that must hold */
static void add_breaches(struct runner *run)
{
	const struct ref_result *r = &run->result;
	u64 must = difference_rules();
	char kind[REF_FIELD_LEN];

	for (u32 n = 0; n < r->nr_breaches; n++) {
		const struct ref_breach *b = &r->breach[n];
		struct difference d = {
			.class = DIFFERENCE_BREAKS, .rule = (u8)b->rule,
			.quirk = DIFFERENCE_NONE, .allowed = DIFFERENCE_NONE,
			.patched = b->got, .right = b->expected,
		};
		int k;

		if (b->word != REF_BROKEN || !(must >> b->rule & 1))
			continue;
		memcpy(d.field, b->field, sizeof(d.field));
		field_kind(b->field, kind);
		k = kind_find(kind);
		d.kind = k < 0 ? 0 : (u8)k;
		pair_add(run->pair, &d);
	}
}

/* What stops the base does not stop the patched kernel: is it right? */
static void compare_skipped(struct runner *run)
{
	struct pair *pair = run->pair;
	u64 quirks = pair->base->step.fired;

	end_with(pair, RUN_PASS);
	add_breaches(run);
	if (pair->nr)
		quirks = 0;
	for (; quirks; quirks &= quirks - 1)
		add_end(run, DIFFERENCE_CURES, 0, __builtin_ctzll(quirks));
	weigh(pair);
	forgive(run);
}

static bool step(struct runner *run, const struct ref_op *op, u32 nr)
{
	return op ? runner_apply(run, op, nr) : runner_boot(run);
}

/* Not asked: by a quirk that its base has as well, or a new one */
static void compare_stopped(struct runner *run)
{
	struct pair *pair = run->pair;
	u64 new = run->step.fired & ~pair->base->profile.quirks;

	if (!new && pair->base->step.skipped && run->step.op)
		return;
	end_with(pair, RUN_PASS);
	if (new)
		add_end(run, DIFFERENCE_BREAKS, (u32)rule_find(ref_quirks
			[__builtin_ctzll(new)].rule), DIFFERENCE_NONE);
	weigh(pair);
}

/* Its model does not know where it is: its base's quirk stands for its own */
static bool must_not_ask(const struct runner *run)
{
	const struct runner *base = run->pair->base;

	return run->pair->follows && base->step.skipped &&
	       base->step.fired & run->profile.quirks;
}

static void step_both(struct runner *run, const struct ref_op *op, u32 nr)
{
	struct pair *pair = run->pair;
	bool base_ok, ok;

	pair->nr = 0;
	pair->own = 0;
	base_ok = step(pair->base, op, nr);
	pair->fired |= pair->base->step.fired;
	if (must_not_ask(run)) {
		run->step = pair->base->step;
		end_with(pair, RUN_PASS);
		return;
	}
	ok = step(run, op, nr);
	note_way(run);
	if (run->step.skipped)
		compare_stopped(run);
	else if (pair->base->step.skipped)
		compare_skipped(run);
	else
		compare(run, ok, base_ok);
}

/* As runner_run() goes through it, but the caller is told of both at once */
static void run_steps(struct runner *run, const struct ref_scenario *s,
		      void (*each)(struct runner *run))
{
	struct pair *pair = run->pair;

	for (u32 n = 0; n <= s->nr_ops && !pair->over; n++) {
		step_both(run, n ? &s->op[n - 1] : NULL, n);
		if (each)
			each(run);
		pair->over |= runner_is_over(run);
	}
}

static void begin(struct runner *run, const struct ref_scenario *s)
{
	struct pair *pair = run->pair;

	pair->scenario = s;
	pair->masked = 0;
	pair->fired = 0;
	pair->diverged = false;
	pair->follows = false;
	pair->over = false;
	pair->verdict = RUN_PASS;
	pair->base->rules = ~(1ull << REF_R_CONTIGUOUS_EXACT);
	pair->base->hash = HASH_START;
	runner_prepare(pair->base, s);
	pair->base->layout.sums = run->layout.sums;
}

enum run_verdict pair_run(struct runner *run, const struct ref_scenario *s)
{
	void (*each)(struct runner *run) = run->each;
	u64 rules = run->rules;

	begin(run, s);
	run->each = NULL;
	run->rules |= 1ull << REF_R_EXACT;
	run->rules &= ~(1ull << REF_R_CONTIGUOUS_EXACT);
	run_steps(run, s, each);
	run->each = each;
	run->rules = rules;
	return run->pair->verdict;
}
