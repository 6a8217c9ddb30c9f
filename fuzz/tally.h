/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tally: what all scenarios of a campaign come to.
 *
 * Plain counters, so that it can lie in memory shared between processes,
 * one tally for each, and be added up by another.
 */
#ifndef FUZZ_TALLY_H
#define FUZZ_TALLY_H

#include "runner.h"

#define TALLY_MAX	64	/* rules, quirks */

/**
 * struct tally - counters
 * @scenarios: run to their end or to a broken rule
 * @unfit: not runnable, or not decodable
 * @checked: operations that changed state, or failed under the lock
 * @queries: that were answered
 * @refused: all other operations, skipped ones not counted
 * @word: for each rule and each of its words: steps
 * @seen: for each quirk: steps at which it fired
 * @skipped: for each quirk: operations not given to the kernel
 * @shared: for each quirk: scenarios in which it fired or skipped
 */
struct tally {
	u64 scenarios;
	u64 unfit;
	u64 checked;
	u64 queries;
	u64 refused;
	u64 word[TALLY_MAX][REF_NR_WORDS];
	u64 seen[TALLY_MAX];
	u64 skipped[TALLY_MAX];
	u64 shared[TALLY_MAX];
};

/* Count the step that @run has just done */
void tally_step(struct tally *tally, const struct runner *run);

/* Count a scenario; @fired: quirks of all of its steps */
void tally_scenario(struct tally *tally, u64 fired);

void tally_add(struct tally *sum, const struct tally *part);

/* Checked operations: of queries, as many as are a tenth of them at most */
u64 tally_ops(const struct tally *tally);

/* Steps at which the rule was checked */
u64 tally_checked(const struct tally *tally, u32 rule);

/**
 * tally_word() - what a rule comes to over a run
 * @tally: of all scenarios
 * @rule: index
 * @on: bit n: rule n is on
 *
 * Return: the strongest word of any step; REF_OFF if it is off or cannot
 * apply, REF_UNTESTED if no step checked it.
 */
enum ref_word tally_word(const struct tally *tally, u32 rule, u64 on);

const char *word_name(enum ref_word word);

#endif
