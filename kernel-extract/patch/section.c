// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sections of a unified diff.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "section.h"

#define NAME_CHARS	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" \
			"0123456789_-+.,@%=~:#/"
#define NAME_MAX_LEN	1000u
#define LINES_MAX	1000000u	/* of a hunk, and in its header */

/**
 * struct reader - where we are
 * @diff: being read
 * @tree: directory in which the files are, or NULL
 * @strip: of each name
 * @now: section being read, or NULL
 * @hunk: room for all
 * @nr_hunks: used
 * @head: still in the header that git writes
 */
struct reader {
	struct diff *diff;
	const char *tree;
	int strip;
	struct section *now;
	struct hunk *hunk;
	u32 nr_hunks;
	bool head;
};

#define wrong(r, n, fmt, ...)					\
	die("%s:%u: " fmt, (r)->diff->text.path, (n) + 1, ##__VA_ARGS__)

const char *section_name(const struct section *s)
{
	return s->new ? s->new : s->old;
}

static char *line_at(const struct reader *r, u32 n)
{
	return n < r->diff->text.nr ? r->diff->text.line[n] : "";
}

static bool is_file(const char *tree, const char *name)
{
	char path[8192];

	if (!tree || !name)
		return false;
	snprintf(path, sizeof(path), "%s/%s", tree, name);
	return !access(path, F_OK);
}

static char *strip_name(char *name, int strip)
{
	for (; name && strip > 0; strip--) {
		name = strchr(name, '/');
		name += !!name;
	}
	return name;
}

/* The first component is a prefix, unless only with it there is a file */
static char *strip_auto(const struct reader *r, char *name)
{
	char *less = strip_name(name, 1);

	if (!less || (!is_file(r->tree, less) && is_file(r->tree, name)))
		return name;
	return less;
}

static bool leaves_tree(const char *name)
{
	size_t len;

	for (; ; name += len + 1) {
		len = strcspn(name, "/");
		if (!len || (name[0] == '.' && (len == 1 ||
						(len == 2 && name[1] == '.'))))
			return true;
		if (!name[len])
			return false;
	}
}

/* A name as a header has it: a blank or a tab begins a date */
static char *take_name(const struct reader *r, u32 n, const char *text)
{
	size_t len = strcspn(text, " \t");
	char *name = text_alloc(len + 1, 1);

	memcpy(name, text, len);
	if (!strcmp(name, "/dev/null"))
		return NULL;
	if (!len || len > NAME_MAX_LEN || strspn(name, NAME_CHARS) != len)
		wrong(r, n, "no name of a file in a kernel tree: %.100s",
		      text);
	if (leaves_tree(name))
		wrong(r, n, "%.100s: leads out of the tree; make the diff with "
		      "names below it", name);
	name = r->strip == STRIP_AUTO ? strip_auto(r, name) :
					strip_name(name, r->strip);
	if (!name)
		wrong(r, n, "%.100s: has fewer than %d components to strip",
		      text, r->strip);
	return name;
}

static struct section *begin_section(struct reader *r, u32 n)
{
	if (r->diff->nr == SECTION_MAX)
		wrong(r, n, "more than %u files: split the series",
		      SECTION_MAX);
	r->now = &r->diff->section[r->diff->nr++];
	r->now->hunk = r->hunk + r->nr_hunks;
	return r->now;
}

/* "diff --git a/NAME b/NAME": of use where no other line has a name */
static void git_line(struct reader *r, u32 n, const char *rest)
{
	struct section *s = begin_section(r, n);
	const char *second = strchr(rest, ' ');

	r->head = true;
	s->old = take_name(r, n, rest);
	s->new = take_name(r, n, second ? second + 1 : rest);
}

struct head_word {
	const char *word;
	enum section_kind kind;
	bool has_name;
	bool is_new;
};

static const struct head_word head_words[] = {
	{ "rename from ", SECTION_RENAME, true, false },
	{ "rename to ", SECTION_RENAME, true, true },
	{ "copy from ", SECTION_COPY, true, false },
	{ "copy to ", SECTION_COPY, true, true },
	{ "new file mode 120", SECTION_LINK, false, false },
	{ "new file mode 160", SECTION_LINK, false, false },
	{ "new file mode ", SECTION_NEW, false, false },
	{ "deleted file mode ", SECTION_DELETE, false, false },
	{ "GIT binary patch", SECTION_BINARY, false, false },
	{ "Binary files ", SECTION_BINARY, false, false },
};

/* Names after "rename" and "copy" have no prefix */
static void head_name(struct reader *r, u32 n, const struct head_word *w,
		      const char *rest)
{
	int strip = r->strip;
	char *name;

	r->strip = 0;
	name = take_name(r, n, rest);
	r->strip = strip;
	if (w->is_new)
		r->now->new = name;
	else
		r->now->old = name;
}

static bool head_line(struct reader *r, u32 n, char *line)
{
	for (size_t i = 0; i < ARRAY_SIZE(head_words); i++) {
		const struct head_word *w = &head_words[i];
		char *rest = text_after(line, w->word);

		if (!rest)
			continue;
		if (r->now->kind != SECTION_LINK)
			r->now->kind = w->kind;
		if (w->has_name)
			head_name(r, n, w, rest);
		return true;
	}
	return false;
}

/* Of two names that differ, the one that there is */
static void choose_name(const struct reader *r, struct section *s)
{
	if (s->kind != SECTION_CHANGE || !strcmp(s->old, s->new))
		return;
	if (is_file(r->tree, s->new))
		s->old = s->new;
	else
		s->new = s->old;
}

/* "--- OLD" and "+++ NEW" */
static u32 name_lines(struct reader *r, u32 n)
{
	struct section *s = r->head ? r->now : begin_section(r, n);
	char *old = take_name(r, n, line_at(r, n) + 4);
	char *new = take_name(r, n + 1, line_at(r, n + 1) + 4);

	r->head = false;
	if (!old && !new)
		wrong(r, n, "a file that is neither before nor after");
	if (s->kind == SECTION_RENAME || s->kind == SECTION_COPY)
		return n + 2;
	s->old = old;
	s->new = new;
	if (s->kind != SECTION_LINK)
		s->kind = !old ? SECTION_NEW : !new ? SECTION_DELETE :
						      SECTION_CHANGE;
	choose_name(r, s);
	return n + 2;
}

/* "START[,LINES]"; return what follows, or NULL */
static char *take_range(char *at, u32 *start, u32 *lines)
{
	unsigned long value;

	value = strtoul(at, &at, 10);
	*start = value > LINES_MAX * 100 ? 0 : value;
	*lines = 1;
	if (*at != ',')
		return at;
	value = strtoul(at + 1, &at, 10);
	*lines = value;
	return value > LINES_MAX ? NULL : at;
}

static bool take_header(char *line, struct hunk *h)
{
	char *at = text_after(line, "@@ -");

	at = at ? take_range(at, &h->old, &h->nr_old) : NULL;
	at = at ? text_after(at, " +") : NULL;
	at = at ? take_range(at, &h->new, &h->nr_new) : NULL;
	return at && text_after(at, " @@");
}

/* Count one line of a hunk; an editor may have cut a blank at its end */
static bool count_line(const char *line, u32 *old, u32 *new)
{
	switch (*line) {
	case ' ':
	case 0:
		return (*old)-- && (*new)--;
	case '-':
		return (*old)--;
	case '+':
		return (*new)--;
	}
	return *line == '\\';
}

static void check_end(const struct reader *r, u32 n)
{
	const char *line = line_at(r, n);

	if (*line == '+' || (*line == '-' && line[1] != '-'))
		wrong(r, n, "a hunk goes on after the lines that its header "
		      "counts: edited, or wrapped by a mail program?");
}

static u32 hunk_lines(const struct reader *r, u32 n, const struct hunk *h)
{
	u32 old = h->nr_old, new = h->nr_new, at = n;

	for (; old || new; at++) {
		if (at == r->diff->text.nr)
			wrong(r, n - 1, "this hunk lacks %u old and %u new "
			      "lines: is the end missing?", old, new);
		if (!count_line(line_at(r, at), &old, &new))
			wrong(r, at, "not the line of a diff that the hunk of "
			      "line %u wants: edited, or wrapped by a mail "
			      "program?", n);
	}
	at += *line_at(r, at) == '\\';
	check_end(r, at);
	return at;
}

static u32 take_hunk(struct reader *r, u32 n)
{
	struct hunk *h = &r->hunk[r->nr_hunks];

	if (!r->now || r->head)
		wrong(r, n, "a hunk without \"--- NAME\" and \"+++ NAME\" "
		      "before it");
	if (r->nr_hunks++ == HUNK_MAX)
		wrong(r, n, "more than %u hunks: split the series", HUNK_MAX);
	if (!take_header(line_at(r, n), h))
		wrong(r, n, "no header of a hunk: %.60s", line_at(r, n));
	h->first = n + 1;
	h->end = hunk_lines(r, n + 1, h);
	r->now->nr++;
	return h->end;
}

static bool is_context_diff(const struct reader *r, u32 n)
{
	return text_after(line_at(r, n), "*** ") &&
	       text_after(line_at(r, n + 1), "--- ") &&
	       text_after(line_at(r, n + 2), "**********");
}

static u32 next(struct reader *r, u32 n)
{
	char *line = line_at(r, n), *rest = text_after(line, "diff --git ");

	if (rest)
		git_line(r, n, rest);
	else if (text_after(line, "--- ") &&
		 text_after(line_at(r, n + 1), "+++ ") &&
		 text_after(line_at(r, n + 2), "@@ -"))
		return name_lines(r, n);
	else if (r->diff->nr && text_after(line, "@@ -"))
		return take_hunk(r, n);
	else if (is_context_diff(r, n))
		wrong(r, n, "a context diff: make it again with diff -u");
	else if (!r->head || !head_line(r, n, line))
		r->now = r->head ? r->now : NULL;
	return n + 1;
}

/* diff -N names a file that is not there all the same */
static void find_new(const struct reader *r, struct section *s)
{
	if (s->kind != SECTION_CHANGE || s->nr != 1)
		return;
	if (!s->hunk->old && !s->hunk->nr_old && !is_file(r->tree, s->new)) {
		s->kind = SECTION_NEW;
		s->old = NULL;
	} else if (!s->hunk->new && !s->hunk->nr_new) {
		s->kind = SECTION_DELETE;
		s->new = NULL;
	}
}

void diff_read(struct diff *diff, const char *path, const char *tree,
	       int strip)
{
	struct reader r = { .diff = diff, .tree = tree, .strip = strip };

	text_read(&diff->text, path);
	r.hunk = text_alloc(HUNK_MAX + 1, sizeof(*r.hunk));
	for (u32 n = 0; n < diff->text.nr; )
		n = next(&r, n);
	for (u32 n = 0; n < diff->nr; n++)
		find_new(&r, &diff->section[n]);
}
