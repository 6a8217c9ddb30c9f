// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tally: what all scenarios of a campaign come to.
 */
#include <assert.h>

#include "tally.h"

static const char * const word_names[REF_NR_WORDS] = {
	[REF_BROKEN] = "broken",
	[REF_EXCUSED] = "excused",
	[REF_WEAK] = "weak",
	[REF_OK] = "ok",
	[REF_UNTESTED] = "untested",
	[REF_OFF] = "off",
};

const char *word_name(enum ref_word word)
{
	assert(word < REF_NR_WORDS);
	return word_names[word];
}

static void count_bits(u64 count[TALLY_MAX], u64 bits)
{
	for (; bits; bits &= bits - 1)
		count[__builtin_ctzll(bits)]++;
}

static void count_op(struct tally *tally, const struct runner *run)
{
	const struct ref_op *op = run->step.op;

	if (op && !run_step_checked(run))
		tally->refused++;
	else if (op && op->kind == REF_OP_QUERY)
		tally->queries++;
	else if (op)
		tally->checked++;
}

u64 tally_ops(const struct tally *tally)
{
	u64 most = tally->checked / 9;

	return tally->checked + (tally->queries < most ? tally->queries : most);
}

void tally_step(struct tally *tally, const struct runner *run)
{
	if (run->step.skipped) {
		count_bits(tally->skipped, run->step.fired);
		return;
	}
	count_bits(tally->seen, run->step.fired);
	count_op(tally, run);
	if (run->seen.outcome == REF_HANG)
		return;		/* is one once it is confirmed */
	for (u32 n = 0; n < REF_NR_RULES; n++)
		tally->word[n][run->result.word[n]]++;
}

void tally_scenario(struct tally *tally, u64 fired)
{
	tally->scenarios++;
	count_bits(tally->shared, fired);
}

void tally_add(struct tally *sum, const struct tally *part)
{
	u64 *to = (u64 *)sum;
	const u64 *from = (const u64 *)part;

	for (size_t n = 0; n < sizeof(*sum) / sizeof(u64); n++)
		to[n] += from[n];
}

u64 tally_checked(const struct tally *tally, u32 rule)
{
	u64 n = 0;

	for (u32 word = REF_BROKEN; word <= REF_OK; word++)
		n += tally->word[rule][word];
	return n;
}

enum ref_word tally_word(const struct tally *tally, u32 rule, u64 on)
{
	if (!(on >> rule & 1))
		return REF_OFF;
	for (u32 word = REF_BROKEN; word <= REF_OK; word++)
		if (tally->word[rule][word])
			return word;
	return REF_UNTESTED;
}
