// SPDX-License-Identifier: GPL-2.0-only
/*
 * ALLOW=FILE: differences that a patch makes on purpose.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "allow.h"
#include "nearest.h"

#define WORD_MAX	64

/* Where we are in the file, and what the line has come to */
struct reader {
	const char *path;
	u32 line;
	const char *start, *at;
	struct allow *allow;
};

static int wrong(const struct reader *r, const char *word, const char *why)
{
	fprintf(stderr, "mhpref: %s:%u:%u: %s\n", r->path, r->line,
		(u32)(word - r->start) + 1, why);
	return -1;
}

static bool is_end(char c)
{
	return !c || c == '\n' || c == '#';
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* The next word, "" at the end of the line or before a comment */
static const char *next_word(struct reader *r, char *word)
{
	const char *start;
	size_t n = 0;

	while (is_blank(*r->at))
		r->at++;
	start = r->at;
	for (; !is_end(*r->at) && !is_blank(*r->at); r->at++)
		if (n < WORD_MAX - 1)
			word[n++] = *r->at;
	word[n] = 0;
	return start;
}

static int read_name(struct reader *r, const char *at, const char *name)
{
	struct allow *a = r->allow;

	if (strlen(name) >= ALLOW_NAME)
		return wrong(r, at, "name too long: 31 letters at most");
	for (u32 n = 0; n < a->nr; n++)
		if (!strcmp(a->entry[n].name, name))
			return wrong(r, at, "this name is taken by a line "
				     "above");
	if (a->nr == ALLOW_MAX)
		return wrong(r, at, "too many: 32 lines at most");
	strcpy(a->entry[a->nr].name, name);
	return 0;
}

static int read_class(struct reader *r, const char *at, const char *name)
{
	for (u32 n = DIFFERENCE_WEAKER; n <= DIFFERENCE_STRONGER; n++)
		if (!strcmp(difference_class_name(n), name)) {
			r->allow->entry[r->allow->nr].class = (u8)n;
			return 0;
		}
	return wrong(r, at, "expected weaker, other or stronger: NAME class "
			    "field reason");
}

static int read_field(struct reader *r, const char *at, const char *name)
{
	struct nearest near;
	int kind = kind_find(name);
	char why[256];

	if (kind >= 0) {
		r->allow->entry[r->allow->nr].kind = (u8)kind;
		return 0;
	}
	nearest_start(&near, name);
	for (u32 n = 0; n < kind_count(); n++)
		nearest_offer(&near, kind_name(n));
	snprintf(why, sizeof(why), "expected a field; meant %s, %s or %s?",
		 near.name[0], near.name[1], near.name[2]);
	return wrong(r, at, why);
}

static int read_reason(struct reader *r, const char *at, const char *word)
{
	if (!*word)
		return wrong(r, at, "expected a reason");
	while (!is_end(*r->at))
		r->at++;
	r->allow->nr++;
	return 0;
}

/* "NAME class field reason", or nothing */
static int read_line(struct reader *r)
{
	static int (* const read[])(struct reader *r, const char *at,
				    const char *word) = {
		read_name, read_class, read_field, read_reason,
	};
	char word[WORD_MAX];

	for (u32 n = 0; n < 4; n++) {
		const char *at = next_word(r, word);

		if (!*word && n == 0)
			return 0;
		if (read[n](r, at, word))
			return -1;
	}
	return 0;
}

static int read_lines(struct reader *r)
{
	while (*r->at) {
		r->line++;
		r->start = r->at;
		if (read_line(r))
			return -1;
		r->at += strcspn(r->at, "\n");
		r->at += *r->at == '\n';
	}
	return 0;
}

int allow_read(const char *path, struct allow *allow)
{
	static char text[ALLOW_FILE_MAX + 1];
	struct reader r = { .path = path, .at = text, .allow = allow };
	FILE *file = fopen(path, "re");
	bool whole;
	size_t len;

	memset(allow, 0, sizeof(*allow));
	if (!file) {
		fprintf(stderr, "mhpref: ALLOW=%s: %s\n", path,
			strerror(errno));
		return -1;
	}
	len = fread(text, 1, ALLOW_FILE_MAX, file);
	whole = fgetc(file) == EOF && !ferror(file);
	fclose(file);
	text[len] = 0;
	if (!whole || strlen(text) != len) {
		fprintf(stderr, "mhpref: ALLOW=%s: want a file of text, 64 KiB "
			"at most\n", path);
		return -1;
	}
	return read_lines(&r);
}

s32 allow_find(const struct allow *allow, const struct difference *d)
{
	for (u32 n = 0; allow && n < allow->nr; n++)
		if (allow->entry[n].class == d->class &&
		    allow->entry[n].kind == d->kind)
			return (s32)n;
	return DIFFERENCE_NONE;
}
