/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A trial: a scenario run in a process of its own, so that nothing it does
 * to the kernel, a crash or an endless loop included, goes any further.
 */
#ifndef FUZZ_TRIAL_H
#define FUZZ_TRIAL_H

#include "pair.h"

#define TRIAL_TEXT_MAX	256
#define TRIAL_FOUND	16	/* differences */

enum trial_end {
	TRIAL_PASS,
	TRIAL_BROKEN,		/* a rule; see breach */
	TRIAL_DIFFERS,		/* from its base; see found */
	TRIAL_UNFIT,		/* see text */
	TRIAL_CRASH,		/* died of a signal */
	TRIAL_SANITIZER,	/* died of a sanitizer's report */
	TRIAL_HANG,		/* did not end in time */
	TRIAL_FAILED,		/* could not be started */
	TRIAL_OURS,		/* died outside of the kernel: our error */
};

/**
 * struct trial - what became of it
 * @end: how it ended
 * @step: the last step begun: 0 is boot
 * @fired: quirks that fired at any step
 * @skips: operations skipped
 * @in_kernel: it is, or died, inside the kernel
 * @in_base: likewise, of a patched kernel's base
 * @hash: over all observations, if the runner hashes
 * @breach: the first broken rule; for CRASH, SANITIZER and HANG its rule
 *	and field are made up here
 * @text: what the kernel or the sanitizer said
 * @nr_found: kinds of differences from its base, at most TRIAL_FOUND
 * @found: the first of each kind
 * @found_step: when it was seen
 */
struct trial {
	enum trial_end end;
	u32 step;
	u32 skips;
	volatile u8 in_kernel;
	volatile u8 in_base;
	u64 fired;
	u64 hash;
	struct ref_breach breach;
	char text[TRIAL_TEXT_MAX];
	u32 nr_found;
	u32 found_step[TRIAL_FOUND];
	struct difference found[TRIAL_FOUND];
};

/* Seconds of CPU time that one trial may take before it is called a hang */
#define TRIAL_SECONDS	20

/**
 * trial_run() - run a scenario in a child
 * @run: the runner; its each() is called in the child
 * @scenario: what to run
 * @trial: written
 */
void trial_run(struct runner *run, const struct ref_scenario *scenario,
	       struct trial *trial);

/* Does the trial show something wrong? */
bool trial_is_bad(const struct trial *trial);

/**
 * trial_way() - the way in which a trial went wrong, as a number
 *
 * Equal for two trials if they break the same rule in the same way: the
 * same kind of field, leaving out which node, block or pfn it was.
 */
u64 trial_way(const struct trial *trial);

/* The worst difference of a trial, or NULL; of equals, the first */
const struct difference *trial_worst(const struct trial *trial);
/* The difference of a way, or NULL */
const struct difference *trial_find(const struct trial *trial, u64 way);

/* The same for a breach alone */
u64 breach_way(const struct ref_breach *breach);

#endif
