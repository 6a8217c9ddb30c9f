// SPDX-License-Identifier: GPL-2.0-only
/*
 * The lines at the end of a campaign. Each starts with a fixed word.
 */
#include <string.h>

#include "campaign.h"
#include "geometry.h"
#include "worker.h"

static bool finding_names(const struct campaign *c, const char *rule)
{
	char word[128];

	snprintf(word, sizeof(word), " %s (", rule);
	for (u32 n = 0; n < c->nr_findings; n++)
		if (strstr(c->finding[n], word))
			return true;
	return false;
}

/* Rules whose break is only known once it is confirmed */
static bool needs_confirming(const char *rule)
{
	return !strcmp(rule, "hang") || !strcmp(rule, "crash") ||
	       !strcmp(rule, "sanitizer");
}

static bool applies(const struct campaign *c, const struct ref_rule *rule)
{
	u32 has = conf_features(c->board->conf) |
		(c->board->sums ? REF_CONF_SUMS : 0);

	return (has & rule->needs) == rule->needs;
}

/* How weak its answers are, a patch may change: its base is what counts */
static bool is_left_to_base(const struct campaign *c, u32 rule)
{
	return c->o->base && rule == REF_R_CONTIGUOUS_EXACT;
}

static enum ref_word word_of(const struct campaign *c,
			     const struct tally *sum, u32 rule)
{
	const char *name = ref_rules[rule].name;
	enum ref_word word = tally_word(sum, rule, c->board->rules);

	if (!applies(c, &ref_rules[rule]) || is_left_to_base(c, rule))
		return REF_OFF;
	if (word != REF_OFF && finding_names(c, name))
		return REF_BROKEN;
	if (word == REF_BROKEN && needs_confirming(name))
		return REF_OK;
	return word;
}

static const char *why_off(const struct campaign *c, u32 rule)
{
	if (is_left_to_base(c, rule))
		return "compared with the base instead";
	return applies(c, &ref_rules[rule]) ? "by RULES=" :
		ref_rules[rule].off;
}

static void print_rule(const struct campaign *c, const struct tally *sum,
		       u32 n)
{
	const struct ref_rule *rule = &ref_rules[n];
	enum ref_word word = word_of(c, sum, n);

	if (word == REF_OFF)
		printf("rule %s off (%s)\n", rule->name, why_off(c, n));
	else
		printf("rule %s %s checked %llu\n", rule->name,
		       word_name(word), tally_checked(sum, n));
}

static void print_quirk(const struct tally *sum, u32 n)
{
	double share = sum->scenarios ? 100.0 * sum->shared[n] /
					sum->scenarios : 0;

	printf("quirk %s seen %llu skipped %llu\n", ref_quirks[n].name,
	       sum->seen[n], sum->skipped[n]);
	printf("share %s %.2f%% of scenarios\n", ref_quirks[n].name, share);
}

static void print_tables(const struct campaign *c, const struct tally *sum)
{
	for (u32 n = 0; n < REF_NR_RULES; n++)
		print_rule(c, sum, n);
	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		if (c->board->probe.has >> n & 1)
			print_quirk(sum, n);
		else if (c->board->probe.unclear >> n & 1)
			printf("unclear %s: this kernel behaves neither as it "
			       "should nor as the quirk says\n",
			       ref_quirks[n].name);
	for (u32 n = 0; n < c->nr_findings; n++)
		puts(c->finding[n]);
	if (c->more)
		printf("more %u findings, not listed: see the folder of "
		       "those above\n", c->more);
}

static bool has_word(const struct campaign *c, const struct tally *sum,
		     enum ref_word word)
{
	for (u32 n = 0; n < REF_NR_RULES; n++)
		if (word_of(c, sum, n) == word)
			return true;
	return false;
}

static enum status status(const struct campaign *c, const struct tally *sum)
{
	if (c->nr_findings || has_word(c, sum, REF_BROKEN) ||
	    contrast_has(c, "breaks"))
		return STATUS_BROKEN;
	if (contrast_has(c, "weaker") || contrast_has(c, "other"))
		return STATUS_DIFFERS;
	if (c->interrupted || c->unconfirmed || c->board->lost ||
	    c->board->probe.unclear || !sum->scenarios ||
	    c->failures >= CAMPAIGN_FAILURES ||
	    has_word(c, sum, REF_UNTESTED))
		return STATUS_INCOMPLETE;
	return STATUS_PASS;
}

static void print_sums(const struct campaign *c, const struct tally *sum)
{
	double cpu = campaign_cpu_ns(c) / 1e9;

	puts(c->kernel_line);
	printf("corpus %s used %u left %u\n", c->corpus, c->used, c->left);
	printf("scenarios %llu checked-ops %llu refused-ops %llu cpu-s %.1f "
	       "rate %.0f\n", sum->scenarios, tally_ops(sum), sum->refused, cpu,
	       cpu > 0 ? tally_ops(sum) / cpu : 0);
	if (c->own)
		printf("own %u: catches by which the base goes wrong as well\n",
		       c->own);
	if (c->unconfirmed)
		printf("unconfirmed %u\n", c->unconfirmed);
	if (c->board->lost)
		printf("lost %u catches: no room to look at them; fuzz again, "
		       "or with fewer RULES=\n", c->board->lost);
}

/* What a series changes and no scenario executes may do anything */
static enum status changed_lines(const struct campaign *c)
{
	if (!c->o->series ||
	    !setup_changed_lines(c->o, &c->place, c->geom, c->conf, c->corpus))
		return STATUS_PASS;
	return STATUS_INCOMPLETE;
}

int verdict_print(struct campaign *c)
{
	enum status result;
	struct tally sum;

	campaign_sum(c, &sum);
	contrast_collect(c);
	result = status(c, &sum);
	summary_begin(c);
	print_sums(c, &sum);
	print_tables(c, &sum);
	contrast_print(c);
	result = status_stronger(result, changed_lines(c));
	printf("verdict %s\n", status_name(result));
	summary_end(c);
	return result == STATUS_DIFFERS ? STATUS_BROKEN : result;
}
