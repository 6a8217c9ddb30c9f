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
#include "runner.h"

struct runner *runner_new(const struct kx_kernel *kernel)
{
	struct runner *run = calloc(1, sizeof(*run));

	if (!run)
		return NULL;
	run->model = calloc(1, ref_model_size());
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
	if (run)
		free(run->model);
	free(run);
}

/* Only what the layout names: the rest means nothing */
static void hash_seen(struct runner *run)
{
	const struct ref_layout *l = &run->layout;
	const struct ref_obs *s = &run->seen;
	u64 h = run->hash;

	h = hash_bytes(h, s, offsetof(struct ref_obs, node));
	h = hash_bytes(h, s->node, l->nr_nodes * sizeof(s->node[0]));
	h = hash_bytes(h, s->block, l->nr_blocks * sizeof(s->block[0]));
	h = hash_bytes(h, s->section, l->nr_sections * sizeof(s->section[0]));
	run->hash = hash_bytes(h, s->link, l->nr_watch * sizeof(s->link[0]));
}

static bool judge_step(struct runner *run)
{
	const struct ref_facts *facts = ref_model_facts(run->model);
	bool ok;

	run->step.fired = facts->fired;
	if (run->hashing)
		hash_seen(run);
	ok = judge(facts, &run->seen, run->rules, &run->result);
	if (run->each)
		run->each(run);
	return ok;
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

static bool boot(struct runner *run, const struct ref_machine *machine)
{
	const struct kx_kernel *k = run->kernel;
	u64 quirks;

	run->step = (struct run_step){ .nr = 0 };
	ref_model_boot(run->model, k->geometry, machine, &run->layout,
		       &run->profile);
	quirks = ref_model_stops(run->model, NULL);
	if (quirks)
		return skip(run, quirks);
	k->boot(machine, &run->layout);
	k->observe(&run->seen);
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

static bool apply(struct runner *run, const struct ref_op *op, u32 nr)
{
	u64 quirks = ref_model_stops(run->model, op);

	run->step = (struct run_step){ .nr = nr, .op = op };
	run->step.idle = set_param(run, op);
	if (quirks)
		return skip(run, quirks);
	run->kernel->apply(op);
	run->kernel->observe(&run->seen);
	ref_model_apply(run->model, op, op->fault == REF_FAULT_ALLOC &&
			run->seen.fired);
	return judge_step(run);
}

/* After a hang or a BUG there is no going on, whatever the rules say */
static bool is_over(const struct runner *run)
{
	return run->seen.outcome > REF_REFUSED;
}

static bool run_all(struct runner *run, const struct ref_scenario *s)
{
	if (!boot(run, &s->machine))
		return false;
	if (run->step.skipped)
		return true;
	for (u32 n = 0; n < s->nr_ops && !is_over(run); n++)
		if (!apply(run, &s->op[n], n + 1))
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

static bool is_unfit(struct runner *run, const struct ref_scenario *s)
{
	if (!is_made_for(&s->machine, run->kernel))
		run->unfit = "made for another geometry or configuration";
	else
		run->unfit = layout_init(&run->layout, run->kernel->geometry,
					 s);
	return run->unfit;
}

enum run_verdict runner_run(struct runner *run,
			    const struct ref_scenario *scenario)
{
	bool ok;

	run->hash = HASH_START;
	run->machine = &scenario->machine;
	run->params = scenario->machine.params;
	if (is_unfit(run, scenario))
		return RUN_UNFIT;
	ok = run_all(run, scenario);
	run->kernel->reset();
	return ok ? RUN_PASS : RUN_BROKEN;
}

bool run_step_checked(const struct runner *run)
{
	const struct ref_obs *s = &run->seen;

	if (!run->step.op || run->step.skipped || run->step.idle ||
	    s->outcome == REF_REFUSED)
		return false;
	return s->err == 0 || s->locked;
}
