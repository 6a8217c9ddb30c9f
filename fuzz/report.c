// SPDX-License-Identifier: GPL-2.0-only
/*
 * Steps, breaches and trials as text for a user.
 */
#define _GNU_SOURCE
#include <string.h>

#include "codec.h"
#include "map.h"
#include "report.h"
#include "tally.h"

/* "-EBUSY", or NULL: an errno is 32 bits wide, whatever it is kept in */
static const char *errno_of(const char *field, u64 value)
{
	return strcmp(field, "err") ? NULL : strerrorname_np(-(s32)value);
}

void report_value(const char *field, u64 value, char *text)
{
	const char *name = value ? errno_of(field, value) : NULL;

	if (name)
		snprintf(text, REPORT_VALUE_MAX, "-%s", name);
	else if (value < 10)
		snprintf(text, REPORT_VALUE_MAX, "%llu", value);
	else
		snprintf(text, REPORT_VALUE_MAX, "%llu (0x%llx)", value,
			 value);
}

const char *report_rule(const struct trial *trial)
{
	return ref_rules[trial->breach.rule].name;
}

static void print_breach(FILE *to, const struct ref_breach *b)
{
	char expected[REPORT_VALUE_MAX], got[REPORT_VALUE_MAX];

	report_value(b->field, b->expected, expected);
	report_value(b->field, b->got, got);
	fprintf(to, "  %s %s: %s expected %s got %s\n", word_name(b->word),
		ref_rules[b->rule].name, b->field, expected, got);
}

static void print_quirks(FILE *to, const char *what, u64 quirks)
{
	for (; quirks; quirks &= quirks - 1)
		fprintf(to, "  %s quirk %s\n", what,
			ref_quirks[__builtin_ctzll(quirks)].name);
}

static const char *outcome(const struct ref_obs *seen)
{
	static const char * const names[] = {
		[REF_REFUSED] = "refused",
		[REF_HANG] = "hang",
		[REF_BUG] = "bug",
		[REF_CRASH] = "crash",
	};
	const char *name;

	if (seen->outcome != REF_DONE)
		return seen->outcome <= REF_CRASH ? names[seen->outcome] :
						    "unknown";
	if (!seen->err)
		return "done";
	name = strerrorname_np(-seen->err);
	return name ? name : "unknown error";
}

static void print_op(FILE *to, const struct runner *run)
{
	char text[CODEC_COLUMNS + 1] = "boot";

	if (run->step.op)
		codec_op_text(run->step.op, text, sizeof(text));
	fprintf(to, "step %u %s: ", run->step.nr, text);
}

static void print_result(FILE *to, const struct runner *run)
{
	const struct ref_obs *s = &run->seen;
	const char *message = run->kernel->message();

	fprintf(to, "%s%s", outcome(s), s->fired ? ", fault met" : "");
	if (run->step.op && run->step.op->kind == REF_OP_QUERY && !s->outcome)
		fprintf(to, ", %s", map_zone_name(s->chosen));
	fputc('\n', to);
	if (s->warns)
		fprintf(to, "  warnings %u\n", s->warns);
	if (s->warns || s->outcome > REF_REFUSED)
		fprintf(to, "  kernel says: %s\n", message);
}

static void print_difference(FILE *to, const struct difference *d,
			     const struct allow *allow)
{
	char base[REPORT_VALUE_MAX], patched[REPORT_VALUE_MAX];
	char key[DIFFERENCE_KEY];

	report_value(d->field, d->base, base);
	report_value(d->field, d->patched, patched);
	difference_key(d, key);
	fprintf(to, "  %s: %s base %s patched %s", key, d->field, base,
		patched);
	if (d->allowed != DIFFERENCE_NONE)
		fprintf(to, ", allowed by %s", allow->entry[d->allowed].name);
	fputc('\n', to);
}

static void print_pair(FILE *to, const struct pair *pair)
{
	for (u32 n = 0; n < pair->nr; n++)
		print_difference(to, &pair->difference[n], pair->allow);
	for (u32 n = 0; n < REF_NR_RULES; n++)
		if (pair->own >> n & 1)
			fprintf(to, "  its base's own: %s\n",
				ref_rules[n].name);
	if (pair->over)
		fprintf(to, "  compared no further\n");
}

void report_step(FILE *to, const struct runner *run)
{
	print_op(to, run);
	if (run->step.skipped) {
		fprintf(to, "skipped\n");
		print_quirks(to, "stopped by", run->step.fired);
		if (run->pair)
			print_pair(to, run->pair);
		return;
	}
	print_result(to, run);
	print_quirks(to, "shows", run->step.fired);
	for (u32 n = 0; n < run->result.nr_breaches; n++)
		print_breach(to, &run->result.breach[n]);
	if (run->pair)
		print_pair(to, run->pair);
}

void report_op(const struct ref_scenario *scenario, u32 step, char *text)
{
	if (step && step <= scenario->nr_ops)
		codec_op_text(&scenario->op[step - 1], text,
			      CODEC_COLUMNS + 1);
	else
		strcpy(text, step ? "end" : "boot");
}

void report_death(FILE *to, const struct trial *trial,
		  const struct ref_scenario *scenario)
{
	char op[CODEC_COLUMNS + 1];

	if (!trial_is_bad(trial) || trial->end == TRIAL_BROKEN)
		return;
	report_op(scenario, trial->step, op);
	fprintf(to, "step %u %s: %s\n  %s\n", trial->step, op,
		report_rule(trial), trial->text);
}
