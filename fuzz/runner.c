// SPDX-License-Identifier: GPL-2.0-only
/*
 * The runner: one scenario through a kernel and the model, side by side.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "geometry.h"
#include "hash.h"
#include "layout.h"
#include "pair.h"
#include "runner.h"

struct runner *runner_new(const struct kx_kernel *kernel)
{
	struct runner *run = calloc(1, sizeof(*run));

	if (!run)
		return NULL;
	run->model = calloc(1, ref_model_size);
	if (!run->model) {
		free(run);
		return NULL;
	}
	run->kernel = kernel;
	run->profile.faults = kernel->faults;
	run->profile.features = conf_features(conf_index(kernel->conf));
	run->rules = ~0ull;
	return run;
}

void runner_free(struct runner *run)
{
	if (!run)
		return;
	pair_free(run);
	free(run->model);
	free(run);
}

u64 runner_state_hash(const struct runner *run, u64 h)
{
	const struct ref_layout *l = &run->layout;
	const struct ref_obs *s = &run->seen;

	h = hash_bytes(h, s->group, sizeof(s->group));
	h = hash_bytes(h, s->node, l->nr_nodes * sizeof(s->node[0]));
	h = hash_bytes(h, s->block, l->nr_blocks * sizeof(s->block[0]));
	h = hash_bytes(h, s->section, l->nr_sections * sizeof(s->section[0]));
	return hash_bytes(h, s->link, l->nr_watch * sizeof(s->link[0]));
}

static void hash_seen(struct runner *run)
{
	run->hash = hash_bytes(run->hash, &run->seen,
			       offsetof(struct ref_obs, group));
	run->hash = runner_state_hash(run, run->hash);
}

static bool judge_step(struct runner *run)
{
	const struct ref_facts *facts = ref_model_facts(run->model);
	u64 rules = run->rules;
	bool ok;

	run->step.fired = facts->fired;
	if (run->hashing)
		hash_seen(run);
	if (!run->layout.sums)
		rules &= ~(1ull << REF_R_CACHE_WALK);
	ok = judge(facts, &run->seen, rules, &run->result);
	if (run->each)
		run->each(run);
	return ok;
}

static void enter_kernel(struct runner *run)
{
	if (run->in_kernel)
		*run->in_kernel = 1;
}

static void leave_kernel(struct runner *run)
{
	if (run->in_kernel)
		*run->in_kernel = 0;
}

static void observe(struct runner *run)
{
	enter_kernel(run);
	run->kernel->observe(&run->seen);
	leave_kernel(run);
}

static bool block_exists(const struct runner *run, u64 id)
{
	u32 lo = 0, hi = run->layout.nr_blocks;

	while (lo < hi) {
		u32 mid = (lo + hi) / 2;

		if (run->layout.block[mid] < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < run->layout.nr_blocks && run->layout.block[lo] == id &&
	       run->seen.block[lo].state != REF_BLOCK_ABSENT;
}

static bool blocks_exist(const struct runner *run, u64 start, u64 size)
{
	u64 block_size = run->machine->block_size;
	u64 id = start / block_size, n = size / block_size;

	if (!n || n > REF_MAX_BLOCKS ||
	    start % block_size || size % block_size)
		return false;
	while (n && block_exists(run, id + n - 1))
		n--;
	return n == 0;
}

bool runner_refuses(const struct runner *run, const struct ref_op *op)
{
	switch (op->kind) {
	case REF_OP_REMOVE:
		return !blocks_exist(run, op->start, op->size);
	case REF_OP_ONLINE:
	case REF_OP_OFFLINE:
		return !blocks_exist(run, op->start,
				     run->machine->block_size);
	}
	return false;
}

/* A quirk would stop the kernel here: it is not asked */
static bool skip(struct runner *run, u64 quirks)
{
	run->step.skipped = true;
	run->step.fired = quirks;
	if (run->each)
		run->each(run);
	return true;
}

bool runner_boot(struct runner *run)
{
	const struct kx_kernel *k = run->kernel;
	u64 quirks;

	run->step = (struct run_step){ .nr = 0 };
	run->params = run->machine->params;
	ref_model_boot(run->model, k->geometry, run->machine, &run->layout,
		       &run->profile);
	quirks = ref_model_stops(run->model, NULL);
	if (quirks)
		return skip(run, quirks);
	enter_kernel(run);
	k->boot(run->machine, &run->layout);
	leave_kernel(run);
	observe(run);
	return judge_step(run);
}

/* Whether it changes nothing: SET never fails */
static bool set_param(struct runner *run, const struct ref_op *op)
{
	u32 before = run->params.value[op->param];

	if (op->kind != REF_OP_SET)
		return false;
	run->params.value[op->param] = op->value;
	return before == op->value;
}

bool runner_apply(struct runner *run, const struct ref_op *op, u32 nr)
{
	u64 quirks = ref_model_stops(run->model, op);

	run->step = (struct run_step){ .nr = nr, .op = op };
	run->step.idle = set_param(run, op);
	if (quirks)
		return skip(run, quirks);
	enter_kernel(run);
	run->kernel->apply(op);
	leave_kernel(run);
	observe(run);
	ref_model_apply(run->model, op, op->fault == REF_FAULT_ALLOC &&
			run->seen.fired);
	return judge_step(run);
}

bool runner_is_over(const struct runner *run)
{
	return run->seen.outcome > REF_REFUSED;
}

static bool run_all(struct runner *run, const struct ref_scenario *s)
{
	if (!runner_boot(run))
		return false;
	if (run->step.skipped)
		return true;
	for (u32 n = 0; n < s->nr_ops && !runner_is_over(run); n++)
		if (!runner_apply(run, &s->op[n], n + 1))
			return false;
	return true;
}

static bool is_made_for(const struct ref_machine *m, const struct kx_kernel *k)
{
	const struct ref_geometry *g = geometry_by_index(m->geometry);
	const char *conf = conf_name(m->conf);

	return g && conf && !strcmp(g->name, k->geometry->name) &&
	       !strcmp(conf, k->conf);
}

bool runner_keeps_sums(struct runner *run)
{
	const struct kx_kernel *k = run->kernel;

	enter_kernel(run);
	if (!run->asked && k->keeps_sums && k->keeps_sums())
		run->profile.features |= REF_CONF_SUMS;
	leave_kernel(run);
	run->asked = true;
	return run->profile.features & REF_CONF_SUMS;
}

/* A patched kernel and its base show the same */
static bool shows_sums(struct runner *run)
{
	return runner_keeps_sums(run) ||
	       (run->pair && runner_keeps_sums(run->pair->base));
}

bool runner_prepare(struct runner *run, const struct ref_scenario *s)
{
	run->machine = &s->machine;
	if (!is_made_for(&s->machine, run->kernel))
		run->unfit = "made for another geometry or configuration";
	else
		run->unfit = layout_init(&run->layout, run->kernel->geometry,
					 s);
	run->layout.sums = !run->unfit && shows_sums(run);
	return !run->unfit;
}

static void reset(struct runner *run)
{
	enter_kernel(run);
	run->kernel->reset();
	leave_kernel(run);
}

enum run_verdict runner_run(struct runner *run,
			    const struct ref_scenario *scenario)
{
	enum run_verdict verdict;

	run->hash = HASH_START;
	if (!runner_prepare(run, scenario))
		return RUN_UNFIT;
	if (run->pair) {
		verdict = pair_run(run, scenario);
		reset(run->pair->base);
	} else {
		verdict = run_all(run, scenario) ? RUN_PASS : RUN_BROKEN;
	}
	reset(run);
	return verdict;
}

bool run_step_checked(const struct runner *run)
{
	const struct ref_obs *s = &run->seen;

	if (!run->step.op || run->step.skipped || run->step.idle ||
	    s->outcome == REF_REFUSED)
		return false;
	return s->err == 0 || s->locked;
}
