// SPDX-License-Identifier: GPL-2.0-only
/*
 * What lies in corpora/: few files, small, each valid and the same again
 * after a way through the other form; those in CBOR have but one form.
 */
#include <criterion/criterion.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>

#include "../../fuzz/codec.h"

#define MAX_FILES	300
#define MAX_BYTES	(1 << 20)
#define MAX_RECORDED	(2 << 20)

static u32 nr_files;
static u64 nr_bytes, nr_recorded;

static size_t read_file(const char *path, u8 *bytes, size_t cap)
{
	FILE *file = fopen(path, "r");
	size_t len;

	cr_assert_not_null(file, "cannot open %s", path);
	len = fread(bytes, 1, cap, file);
	fclose(file);
	return len;
}

/* Any form to CBOR, to text, and to CBOR again */
static void check_forms(const char *path, const struct ref_scenario *s,
			const u8 *bytes, size_t len)
{
	static u8 cbor[CODEC_CBOR_MAX], again[CODEC_CBOR_MAX];
	static char text[CODEC_TEXT_MAX];
	static struct ref_scenario back;
	size_t size = codec_write_cbor(s, cbor, sizeof(cbor));
	struct codec_error err;
	size_t chars;

	cr_expect_gt(size, 0, "%s has no CBOR form", path);
	chars = codec_write_text(s, text, sizeof(text));
	cr_expect_gt(chars, 0, "%s has no text form", path);
	cr_expect_eq(codec_read((u8 *)text, strlen(text), &back, &err), 0,
		     "%s: its own text is refused", path);
	cr_expect_eq(codec_write_cbor(&back, again, sizeof(again)), size);
	cr_expect_eq(memcmp(cbor, again, size), 0, "%s changes", path);
	if (!codec_is_text(bytes, len))
		cr_expect(len == size && !memcmp(bytes, cbor, size),
			  "%s is not in canonical form", path);
}

static void check_scenario(const char *path)
{
	static u8 bytes[CODEC_INPUT_MAX + 1];
	static struct ref_scenario s;
	struct codec_error err;
	size_t len = read_file(path, bytes, sizeof(bytes));
	char why[512] = "";

	if (codec_read(bytes, len, &s, &err)) {
		codec_error_text(&err, path, why, sizeof(why));
		cr_expect(false, "%s", why);
		return;
	}
	check_forms(path, &s, bytes, len);
}

static bool ends_in(const char *path, const char *end)
{
	size_t len = strlen(path), at = strlen(end);

	return len > at && !strcmp(path + len - at, end);
}

static int look_at(const char *path, const struct stat *st, int type)
{
	if (type != FTW_F)
		return 0;
	if (strstr(path, "/recorded/")) {
		nr_recorded += st->st_size;
	} else {
		nr_files++;
		nr_bytes += st->st_size;
	}
	if (ends_in(path, ".txt") || ends_in(path, ".cbor"))
		check_scenario(path);
	else
		cr_expect(ends_in(path, "README.md") ||
			  ends_in(path, ".expect") ||
			  ends_in(path, "rules.table"),
			  "%s is no scenario: .txt or .cbor", path);
	return 0;
}

Test(corpora, few_small_and_valid)
{
	cr_assert_eq(ftw("corpora", look_at, 8), 0, "no corpora/ here");
	cr_expect_gt(nr_files, 0);
	cr_expect_leq(nr_files, MAX_FILES, "%u files, %u allowed", nr_files,
		      MAX_FILES);
	cr_expect_leq(nr_bytes, MAX_BYTES, "%llu bytes, %u allowed", nr_bytes,
		      MAX_BYTES);
	cr_expect_gt(nr_recorded, 0);
	cr_expect_leq(nr_recorded, MAX_RECORDED, "%llu bytes of recordings",
		      nr_recorded);
}
