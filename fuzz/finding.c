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

static void describe_kernel(char *text, const struct kx_kernel *k)
{
	char line[128];

	snprintf(line, sizeof(line), "%s %s %s", k->version, k->geometry->name,
		 k->conf);
	comment(text, "kernel", line);
	comment(text, "hash", k->hash);
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

static int write_sidecar(const char *path, const struct runner *run,
			 const struct trial *trial,
			 const struct ref_scenario *scenario)
{
	static char text[SIDECAR_MAX];
	size_t len;

	strcpy(text, "# A finding of mhpref, replay it with: "
		     "mhpref replay FILE\n");
	describe_break(text, trial, scenario);
	describe_kernel(text, run->kernel);
	describe_quirks(text, run->profile.quirks);
	len = strlen(text);
	if (!codec_write_text(scenario, text + len, SIDECAR_MAX - len))
		return -1;
	return input_write(path, text, strlen(text));
}

int finding_store(const char *folder, const struct runner *run,
		  const struct trial *trial,
		  const struct ref_scenario *scenario, char *path, size_t size)
{
	static u8 cbor[CODEC_CBOR_MAX];
	size_t len = codec_write_cbor(scenario, cbor, sizeof(cbor));
	u64 hash = hash_bytes(HASH_START, cbor, len);

	snprintf(path, size, "%s/%s-%016llx.txt", folder, report_rule(trial),
		 hash);
	if (!len || write_sidecar(path, run, trial, scenario))
		return -1;
	snprintf(path, size, "%s/%s-%016llx.cbor", folder, report_rule(trial),
		 hash);
	return input_write(path, cbor, len);
}
