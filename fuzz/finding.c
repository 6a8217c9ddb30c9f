// SPDX-License-Identifier: GPL-2.0-only
/*
 * Findings: files with a sidecar.
 *
 * The sidecar is the scenario as text under comments, so that it can be
 * mailed as it is and replayed by whoever gets it.
 */
#include <stdio.h>
#include <string.h>

#include "codec.h"
#include "finding.h"
#include "hash.h"
#include "input.h"
#include "report.h"
#include "version.h"

#define SIDECAR_MAX	(CODEC_TEXT_MAX + 8192)

/* One comment line, cut to the width of the notation */
static void comment(char *text, const char *name, const char *value)
{
	size_t len = strlen(text);

	snprintf(text + len, SIDECAR_MAX - len, "# %-9s %.*s\n", name,
		 CODEC_COLUMNS - 12, value);
	for (char *c = text + len; *c; c++)
		if (*c != '\n' && (*c < ' ' || *c > '~'))
			*c = '?';
}

static void describe_kernel(char *text, const char *which,
			    const struct kx_kernel *k)
{
	char line[128];

	snprintf(line, sizeof(line), "%s%s %s %s", which, k->version,
		 k->geometry->name, k->conf);
	comment(text, "kernel", line);
	comment(text, "hash", k->hash);
}

static void describe_us(char *text)
{
	comment(text, "mhpref", MHPREF_VERSION);
	comment(text, "compiler", __VERSION__);
}

static void describe_quirks(char *text, u64 quirks)
{
	if (!quirks)
		comment(text, "quirks", "none");
	for (; quirks; quirks &= quirks - 1)
		comment(text, "quirk",
			ref_quirks[__builtin_ctzll(quirks)].name);
}

static void describe_break(char *text, const struct trial *trial,
			   const struct ref_scenario *scenario)
{
	const struct ref_breach *b = &trial->breach;
	char op[CODEC_COLUMNS + 1], line[128], value[REPORT_VALUE_MAX];

	comment(text, "rule", report_rule(trial));
	report_op(scenario, trial->step, op);
	snprintf(line, sizeof(line), "%u: %s", trial->step, op);
	comment(text, "step", line);
	comment(text, "field", b->field);
	report_value(b->field, b->expected, value);
	comment(text, "expected", value);
	report_value(b->field, b->got, value);
	comment(text, "got", value);
	if (trial->text[0])
		comment(text, "message", trial->text);
}

static void describe_value(char *text, const char *name, const char *field,
			   u64 x)
{
	char value[REPORT_VALUE_MAX];

	report_value(field, x, value);
	comment(text, name, value);
}

static u32 step_of(const struct trial *trial, const struct difference *d)
{
	u32 n = 0;

	while (n + 1 < trial->nr_found && &trial->found[n] != d)
		n++;
	return trial->found_step[n];
}

static void describe_difference(char *text, const struct trial *trial,
				const struct difference *d,
				const struct ref_scenario *scenario)
{
	char op[CODEC_COLUMNS + 1], line[128], key[DIFFERENCE_KEY];
	u32 step = step_of(trial, d);

	difference_key(d, key);
	comment(text, "what", key);
	if (d->class == DIFFERENCE_BREAKS)
		comment(text, "rule", ref_rules[d->rule].name);
	report_op(scenario, step, op);
	snprintf(line, sizeof(line), "%u: %s", step, op);
	comment(text, "step", line);
	comment(text, "field", d->field);
	if (d->class == DIFFERENCE_BREAKS)
		describe_value(text, "expected", d->field, d->right);
	describe_value(text, "base", d->field, d->base);
	describe_value(text, "patched", d->field, d->patched);
	if (trial->text[0])
		comment(text, "message", trial->text);
}

static void describe_kernels(char *text, const struct runner *run)
{
	if (!run->pair) {
		describe_kernel(text, "", run->kernel);
		return;
	}
	describe_kernel(text, "patched ", run->kernel);
	describe_kernel(text, "base ", run->pair->base->kernel);
}

static int write_sidecar(const char *path, const struct runner *run,
			 const struct trial *trial, const struct difference *d,
			 const struct ref_scenario *scenario)
{
	static char text[SIDECAR_MAX];
	size_t len;

	strcpy(text, "# A finding of mhpref, replay it with: "
		     "mhpref replay FILE\n");
	if (d)
		describe_difference(text, trial, d, scenario);
	else
		describe_break(text, trial, scenario);
	describe_kernels(text, run);
	describe_us(text);
	describe_quirks(text, run->profile.quirks);
	len = strlen(text);
	if (!codec_write_text(scenario, text + len, SIDECAR_MAX - len))
		return -1;
	return input_write(path, text, strlen(text));
}

/* "breaks-zone-present", "weaker-node-zone-contiguous", "cures-span-wraps" */
static void name_difference(const struct difference *d, char *name)
{
	char key[DIFFERENCE_KEY];
	const char *from = key;

	difference_key(d, key);
	if (d->class == DIFFERENCE_BREAKS)
		snprintf(key, sizeof(key), "breaks %s",
			 ref_rules[d->rule].name);
	if (!strncmp(from, "difference ", 11))
		from += 11;
	for (; *from; from++)
		if (*from != ']')
			*name++ = strchr(" .[", *from) ? '-' : *from;
	*name = 0;
}

int finding_store(const char *folder, const struct runner *run,
		  const struct trial *trial, const struct difference *d,
		  const struct ref_scenario *scenario, char *path, size_t size)
{
	static u8 cbor[CODEC_CBOR_MAX];
	size_t len = codec_write_cbor(scenario, cbor, sizeof(cbor));
	u64 hash = hash_bytes(HASH_START, cbor, len);
	char name[DIFFERENCE_KEY];

	snprintf(name, sizeof(name), "%s", report_rule(trial));
	if (d)
		name_difference(d, name);
	snprintf(path, size, "%s/%s-%016llx.txt", folder, name, hash);
	if (!len || write_sidecar(path, run, trial, d, scenario))
		return -1;
	snprintf(path, size, "%s/%s-%016llx.cbor", folder, name, hash);
	return input_write(path, cbor, len);
}
