// SPDX-License-Identifier: GPL-2.0-only
/*
 * How the words of single steps come to words of a run.
 */
#include <criterion/criterion.h>
#include <errno.h>
#include <string.h>

#include "../../fuzz/tally.h"

static struct tally tally;
static struct runner run;
static const struct ref_op op = { .kind = REF_OP_ONLINE };

static void fresh(void)
{
	memset(&tally, 0, sizeof(tally));
	memset(&run, 0, sizeof(run));
	memset(run.result.word, REF_UNTESTED, sizeof(run.result.word));
	run.step.op = &op;
}

/* One step after the other, each with its word for rule 0 */
static enum ref_word word_of(const char *steps)
{
	fresh();
	for (; *steps; steps++) {
		run.result.word[0] = *steps - '0';
		tally_step(&tally, &run);
	}
	return tally_word(&tally, 0, ~0ull);
}

static const struct {
	const char *steps;	/* digits: enum ref_word */
	enum ref_word word;
	u64 checked;
} runs[] = {
	{ "", REF_UNTESTED, 0 },
	{ "444", REF_UNTESTED, 0 },
	{ "434", REF_OK, 1 },
	{ "333", REF_OK, 3 },
	{ "3323", REF_WEAK, 4 },
	{ "3231", REF_EXCUSED, 4 },
	{ "1323", REF_EXCUSED, 4 },
	{ "32104", REF_BROKEN, 4 },
	{ "0333", REF_BROKEN, 4 },
};

Test(tally, the_strongest_word_wins)
{
	for (size_t n = 0; n < sizeof(runs) / sizeof(runs[0]); n++) {
		cr_expect_eq(word_of(runs[n].steps), runs[n].word, "%s",
			     runs[n].steps);
		cr_expect_eq(tally_checked(&tally, 0), runs[n].checked, "%s",
			     runs[n].steps);
	}
}

Test(tally, a_rule_that_is_off_has_no_word)
{
	word_of("0");
	cr_expect_eq(tally_word(&tally, 0, ~1ull), REF_OFF);
	cr_expect_eq(tally_word(&tally, 0, 1ull), REF_BROKEN);
}

static const struct {
	s32 err;
	u8 outcome;
	u8 locked;
	bool boot;
	u64 checked;
	u64 refused;
} ops[] = {
	{ 0, REF_DONE, 1, false, 1, 0 },
	{ -EBUSY, REF_DONE, 1, false, 1, 0 },
	{ -EINVAL, REF_DONE, 0, false, 0, 1 },
	{ -EEXIST, REF_DONE, 0, false, 0, 1 },
	{ -ENODEV, REF_REFUSED, 0, false, 0, 1 },
	{ 0, REF_DONE, 1, true, 0, 0 },
};

Test(tally, what_counts_as_a_checked_operation)
{
	for (size_t n = 0; n < sizeof(ops) / sizeof(ops[0]); n++) {
		fresh();
		run.seen.err = ops[n].err;
		run.seen.outcome = ops[n].outcome;
		run.seen.locked = ops[n].locked;
		if (ops[n].boot)
			run.step.op = NULL;
		tally_step(&tally, &run);
		cr_expect_eq(tally.checked, ops[n].checked, "row %zu", n);
		cr_expect_eq(tally.refused, ops[n].refused, "row %zu", n);
	}
}

/* Of 12 answered queries, one for every nine other checked operations */
Test(tally, queries_are_a_tenth_at_most)
{
	static const struct ref_op query = { .kind = REF_OP_QUERY };

	fresh();
	for (u32 n = 0; n < 12; n++) {
		run.step.op = &query;
		tally_step(&tally, &run);
	}
	cr_expect_eq(tally_ops(&tally), 0u);
	for (u32 n = 0; n < 26; n++) {
		run.step.op = &op;
		tally_step(&tally, &run);
	}
	cr_expect_eq(tally.queries, 12u);
	cr_expect_eq(tally.refused, 0u);
	cr_expect_eq(tally_ops(&tally), 28u);
	for (u32 n = 0; n < 100; n++)
		tally_step(&tally, &run);
	cr_expect_eq(tally_ops(&tally), 126u + 12);
}

Test(tally, what_sets_nothing_is_not_checked)
{
	static const struct ref_op set = { .kind = REF_OP_SET };

	fresh();
	run.step.op = &set;
	run.step.idle = true;
	tally_step(&tally, &run);
	cr_expect_eq(tally.refused, 1u);
	run.step.idle = false;
	tally_step(&tally, &run);
	cr_expect_eq(tally_ops(&tally), 1u);
}

Test(tally, skipped_operations_are_counted_apart)
{
	fresh();
	run.step.skipped = true;
	run.step.fired = 1ull << 3 | 1ull << 40;
	run.result.word[0] = REF_BROKEN;
	tally_step(&tally, &run);
	cr_expect_eq(tally.skipped[3], 1u);
	cr_expect_eq(tally.skipped[40], 1u);
	cr_expect_eq(tally.seen[3], 0u);
	cr_expect_eq(tally.checked + tally.refused, 0u);
	cr_expect_eq(tally_word(&tally, 0, ~0ull), REF_UNTESTED);
}

Test(tally, a_hang_is_none_before_it_is_confirmed)
{
	fresh();
	run.seen.outcome = REF_HANG;
	run.result.word[0] = REF_BROKEN;
	tally_step(&tally, &run);
	cr_expect_eq(tally_word(&tally, 0, ~0ull), REF_UNTESTED);
}

Test(tally, tallies_add_up)
{
	struct tally sum = { 0 };

	fresh();
	run.step.fired = 2;
	run.result.word[1] = REF_WEAK;
	tally_step(&tally, &run);
	tally_scenario(&tally, 2);
	tally_add(&sum, &tally);
	tally_add(&sum, &tally);
	cr_expect_eq(sum.scenarios, 2u);
	cr_expect_eq(sum.checked, 2u);
	cr_expect_eq(sum.seen[1], 2u);
	cr_expect_eq(sum.shared[1], 2u);
	cr_expect_eq(sum.word[1][REF_WEAK], 2u);
}
