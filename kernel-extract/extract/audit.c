// SPDX-License-Identifier: GPL-2.0-only
/*
 * The audit.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "audit.h"
#include "lists.h"
#include "token.h"

/**
 * struct loaded - a file that is kept while the audit runs
 * @next: the one before
 * @path: as opened
 * @text: its bytes
 * @size: bytes
 * @marked: #line directives of the tree that slices account for
 */
struct loaded {
	struct loaded *next;
	const char *path;
	const char *text;
	u32 size;
	u32 marked;
};

struct auditing {
	const char *dir;
	const char *tree;
	struct loaded *emitted;
	struct loaded *origin;
	u32 nr;
};

static struct loaded *load(struct loaded **list, const char *dir,
			   const char *name)
{
	const char *path = path_join(dir, name);
	struct loaded *file;

	for (file = *list; file; file = file->next)
		if (!strcmp(file->path, path))
			return file;
	file = arena_alloc(sizeof(*file));
	file->path = path;
	file->text = arena_read(path, &file->size);
	if (!file->text)
		die("audit: cannot read %s: %s", path, strerror(errno));
	file->next = *list;
	*list = file;
	return file;
}

static u32 number(const struct line *line, u32 i)
{
	char *end;
	unsigned long value = strtoul(line->word[i], &end, 10);

	if (*end || value > KX_MAX_FILE)
		die("audit: %s:%u: %s is no number", line->path, line->nr,
		    line->word[i]);
	return (u32)value;
}

/* The #line before the slice says where it comes from */
static void check_mark(const struct line *line, const struct loaded *file,
		       u32 offset)
{
	char mark[4200];
	int len = snprintf(mark, sizeof(mark), "#line %u \"%s\"\n",
			   number(line, 1), line->word[4]);

	if (len < 0 || len >= (int)sizeof(mark) || (u32)len > offset ||
	    memcmp(file->text + offset - len, mark, (size_t)len))
		die("audit: %s: no #line %s \"%s\" before offset %u",
		    file->path, line->word[1], line->word[4], offset);
}

static u32 line_of(const char *text, u32 offset)
{
	u32 line = 1;

	while (offset--)
		line += text[offset] == '\n';
	return line;
}

static void compare(const char *name, const struct loaded *emitted, u32 at,
		    const struct loaded *origin, u32 from, u32 len)
{
	u32 i;

	for (i = 0; i < len; i++)
		if (emitted->text[at + i] != origin->text[from + i])
			die("audit: %s:%u: differs from %s:%u", emitted->path,
			    line_of(emitted->text, at + i), name,
			    line_of(origin->text, from + i));
}

static void check_slice(const struct line *line, void *arg)
{
	struct auditing *auditing = arg;
	struct loaded *emitted, *origin;
	u32 at, len, from;

	if (line->nr_words != 6)
		die("audit: %s:%u: expected six words", line->path, line->nr);
	at = number(line, 2);
	len = number(line, 3);
	from = number(line, 5);
	emitted = load(&auditing->emitted, auditing->dir, line->word[0]);
	origin = load(&auditing->origin, auditing->tree, line->word[4]);
	if ((u64)at + len >= emitted->size || (u64)from + len > origin->size)
		die("audit: %s: slice of %s:%s ends beyond the file",
		    emitted->path, line->word[4], line->word[1]);
	check_mark(line, emitted, at);
	compare(line->word[4], emitted, at, origin, from, len);
	if (number(line, 1) != line_of(origin->text, from))
		die("audit: %s: slice of %s begins at line %u, not %s",
		    emitted->path, line->word[4],
		    line_of(origin->text, from), line->word[1]);
	if (emitted->text[at + len] != '\n')
		die("audit: %s:%u: text after the slice of %s:%s",
		    emitted->path, line_of(emitted->text, at + len),
		    line->word[4], line->word[1]);
	emitted->marked++;
	auditing->nr++;
}

/* No other text claims to come from the tree */
static void check_marks(const struct loaded *file)
{
	const char *own = strrchr(file->path, '/') + 1;
	const char *at = file->text;
	u32 marks = 0;

	while ((at = strstr(at, "\n#line "))) {
		const char *quote = strchr(at, '"');

		at++;
		if (quote && strncmp(quote + 1, own, strlen(own)))
			marks++;
	}
	if (marks != file->marked)
		die("audit: %s: %u pieces claim to be of the tree, %u are",
		    file->path, marks, file->marked);
}

u32 audit_run(const char *dir, const char *tree)
{
	struct auditing auditing = { .dir = dir, .tree = tree };
	const struct loaded *file;

	list_read(path_join(dir, "slices"), LIST_REQUIRED, check_slice,
		  &auditing);
	for (file = auditing.emitted; file; file = file->next)
		check_marks(file);
	return auditing.nr;
}
