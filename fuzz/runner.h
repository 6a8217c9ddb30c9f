/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The runner: one scenario through a kernel and the model, side by side.
 *
 * After boot and after every operation both are observed and the judge is
 * asked. Nothing is allocated or formatted here.
 */
#ifndef FUZZ_RUNNER_H
#define FUZZ_RUNNER_H

#include "../kernel-extract/kernel.h"
#include "judge.h"

enum run_verdict {
	RUN_PASS,
	RUN_BROKEN,	/* a rule is broken; the run stopped there */
	RUN_DIFFERS,	/* from its base, as nothing allows */
	RUN_UNFIT,	/* cannot be run on this kernel, see runner.unfit */
};

/**
 * struct run_step - what became of one step
 * @nr: 0: boot; n: operation n, counted from 1
 * @op: the operation, NULL for boot
 * @idle: it sets a parameter to what that is
 * @skipped: not given to the kernel, because of a quirk that stops it
 * @fired: quirks that made the model differ from what is right, or, if
 *	@skipped, would have
 */
struct run_step {
	u32 nr;
	bool idle;
	bool skipped;
	const struct ref_op *op;
	u64 fired;
};

/**
 * struct runner - a kernel, the model, and what is known of the current run
 * @kernel: the kernel object
 * @model: of ref_model_size bytes, from runner_new()
 * @profile: the quirks that are on, and the faults that the kernel offers
 * @rules: bit n: rule n is on
 * @each: called after every step, or NULL; may look at everything here
 * @data: for @each
 * @hashing: compute @hash
 * @hash: over every observation of the run
 * @params: as they are
 * @pair: of a patched kernel: its base, see pair.h; else NULL
 * @asked: it is known whether the kernel keeps sums (profile.features)
 * @in_kernel: written around every call into the kernel, or NULL; whoever
 *	looks at it after a death knows whose it was
 * @unfit: why the scenario cannot be run
 * @step: the current step
 * @seen: what the kernel showed
 * @result: what the rules say of it
 */
struct runner {
	const struct kx_kernel *kernel;
	struct ref_model *model;
	struct ref_profile profile;
	u64 rules;
	void (*each)(struct runner *run);
	void *data;
	bool hashing;
	u64 hash;
	struct ref_params params;
	struct pair *pair;
	bool asked;
	volatile u8 *in_kernel;
	const char *unfit;
	struct run_step step;
	const struct ref_machine *machine;
	struct ref_layout layout;
	struct ref_obs seen;
	struct ref_result result;
};

/* A runner for a kernel, with every rule on; NULL: out of memory */
struct runner *runner_new(const struct kx_kernel *kernel);
void runner_free(struct runner *run);

/**
 * runner_run() - run one scenario from boot to its end or to a broken rule
 * @run: from runner_new()
 * @scenario: valid, as the codec checks it
 *
 * The kernel is reset afterwards. A kernel that crashes takes the process
 * with it: see trial.h.
 */
enum run_verdict runner_run(struct runner *run,
			    const struct ref_scenario *scenario);

/*
 * The same in parts, for who goes another way through them: prepare once,
 * then boot, apply and, when done, the reset of the kernel.
 */

/**
 * runner_prepare() - the layout of a scenario
 * @run: @unfit is written
 * @scenario: valid; its machine must stay
 *
 * Return: false if it cannot be run on this kernel.
 */
bool runner_prepare(struct runner *run, const struct ref_scenario *scenario);

/* Does the kernel keep sums? It is asked once. It must not be booted. */
bool runner_keeps_sums(struct runner *run);

/* Boot, or an operation; false: a rule is broken */
bool runner_boot(struct runner *run);
bool runner_apply(struct runner *run, const struct ref_op *op, u32 nr);

/*
 * No driver and no file in sysfs would ask the kernel for this, as far as
 * blocks tell: of others the kernel object says so, see REF_REFUSED
 */
bool runner_refuses(const struct runner *run, const struct ref_op *op);

/* After a hang or a BUG there is no going on, whatever the rules say */
bool runner_is_over(const struct runner *run);

/* Hash of what is seen now, whatever came of the step, onto hash @h */
u64 runner_state_hash(const struct runner *run, u64 h);

/* Did this step count as a checked operation (and not as a refused one)? */
bool run_step_checked(const struct runner *run);

#endif
