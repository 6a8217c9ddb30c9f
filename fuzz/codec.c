// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading a scenario: which form, then what is wrong and where.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "codec-forms.h"

int codec_fail(struct codec_error *err, size_t offset, const char *fmt, ...)
{
	va_list ap;

	if (err->reason[0])
		return -1;
	err->offset = offset;
	va_start(ap, fmt);
	vsnprintf(err->reason, sizeof(err->reason), fmt, ap);
	va_end(ap);
	return -1;
}

bool codec_is_text(const u8 *bytes, size_t len)
{
	if (!len)
		return true;
	return (bytes[0] >= ' ' && bytes[0] <= '~') ||
	       (bytes[0] >= '\t' && bytes[0] <= '\r');
}

/* Offset of the item that a failed check names */
static size_t item_offset(const struct codec_places *places,
			  const struct scenario_error *wrong)
{
	const struct {
		const u32 *offset;
		u32 count;
	} lists[SCENARIO_NR_PARTS] = {
		[SCENARIO_NODE] = { places->node, REF_MAX_NODES },
		[SCENARIO_REGION] = { places->region, REF_MAX_REGIONS },
		[SCENARIO_RESERVED] = { places->reserved, REF_MAX_RESERVED },
		[SCENARIO_CMA] = { places->cma, REF_MAX_CMA },
		[SCENARIO_OP] = { places->op, REF_MAX_OPS },
	};

	if (wrong->index < lists[wrong->part].count &&
	    lists[wrong->part].offset[wrong->index])
		return lists[wrong->part].offset[wrong->index];
	return places->part[wrong->part];
}

static int check(const u8 *bytes, size_t len, const struct ref_scenario *s,
		 const struct codec_places *places, struct codec_error *err)
{
	struct scenario_error wrong;
	size_t offset;

	if (!scenario_check(s, &wrong))
		return 0;
	offset = item_offset(places, &wrong);
	if (codec_is_text(bytes, len))
		offset = codec_field_text(bytes, len, offset, wrong.part,
					  wrong.field);
	else
		offset = codec_field_cbor(bytes, len, offset, wrong.part,
					  wrong.field);
	return codec_fail(err, offset, "%s", wrong.reason);
}

/* An offset in text, for people: tabs and other bytes count one column */
static void set_line(const u8 *bytes, struct codec_error *err)
{
	size_t start = 0;

	err->line = 1;
	for (size_t i = 0; i < err->offset; i++) {
		if (bytes[i] != '\n')
			continue;
		err->line++;
		start = i + 1;
	}
	err->column = err->offset - start + 1;
}

int codec_read(const u8 *bytes, size_t len, struct ref_scenario *out,
	       struct codec_error *err)
{
	struct codec_places places;
	bool text = codec_is_text(bytes, len);
	int ret;

	memset(err, 0, offsetof(struct codec_error, reason) + 1);
	if (len > CODEC_INPUT_MAX)
		ret = codec_fail(err, CODEC_INPUT_MAX,
				 "expected at most %u bytes", CODEC_INPUT_MAX);
	else if (text)
		ret = codec_read_text(bytes, len, out, &places, err);
	else
		ret = codec_read_cbor(bytes, len, out, &places, err);
	if (!ret)
		ret = check(bytes, len, out, &places, err);
	if (ret && text)
		set_line(bytes, err);
	return ret;
}

void codec_error_text(const struct codec_error *err, const char *file,
		      char *buf, size_t cap)
{
	if (err->line)
		snprintf(buf, cap, "%s:%u:%u: %s", file, err->line,
			 err->column, err->reason);
	else
		snprintf(buf, cap, "%s: byte %zu: %s", file, err->offset,
			 err->reason);
}
