// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lists.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "config.h"
#include "lists.h"

static struct stop *stops;
static struct stop **stops_tail = &stops;
static struct root *roots;
static struct root **roots_tail = &roots;

const char *path_join(const char *dir, const char *name)
{
	size_t size = strlen(dir) + strlen(name) + 2;
	char *path = arena_alloc(size);

	snprintf(path, size, "%s/%s", dir, name);
	return path;
}

static void split_line(struct line *line, char *text)
{
	char *save;
	char *word = strtok_r(text, " \t\r", &save);

	line->nr_words = 0;
	for (; word; word = strtok_r(NULL, " \t\r", &save)) {
		if (line->nr_words == LIST_MAX_WORDS)
			die("%s:%u: more than %u words", line->path, line->nr,
			    LIST_MAX_WORDS);
		line->word[line->nr_words++] = word;
	}
}

void list_read(const char *path, enum list_need need,
	       void (*entry)(const struct line *line, void *arg), void *arg)
{
	struct line line = { .path = path };
	u32 size = 0;
	char *text = arena_read(path, &size);
	char *end;

	if (!text && need == LIST_OPTIONAL && errno == ENOENT)
		return;
	if (!text)
		die("cannot read %s: %s", path, strerror(errno));
	if (memchr(text, 0, size))
		die("%s: has a NUL byte, so is no list", path);
	for (; *text; text = end) {
		end = text + strcspn(text, "\n");
		end += *end == '\n' ? (*end = 0, 1) : 0;
		line.nr++;
		text[strcspn(text, "#")] = 0;
		split_line(&line, text);
		if (line.nr_words)
			entry(&line, arg);
	}
}

const char *list_words(const struct line *line, u32 from)
{
	char *text = arena_alloc(4096);
	size_t len = 0;
	u32 i;

	for (i = from; i < line->nr_words; i++) {
		if (len + strlen(line->word[i]) + 2 > 4096)
			die("%s:%u: line too long", line->path, line->nr);
		len += (size_t)sprintf(text + len, "%s%s", i > from ? " " : "",
				       line->word[i]);
	}
	return text;
}

/* Of CLASS:CONFIG_X or CLASS:!CONFIG_X */
static bool applies(const char *condition)
{
	bool wanted = *condition != '!';

	return config_on(condition + !wanted) == wanted;
}

static void read_stop(const struct line *line, void *arg)
{
	struct stop *stop = arena_alloc(sizeof(*stop));
	const char *class = line->word[1];

	(void)arg;
	if (line->nr_words < 3 || !strchr("ABC", class[0]) ||
	    (class[1] && class[1] != ':'))
		die("%s:%u: expected NAME CLASS REASON, CLASS being A, B or C",
		    line->path, line->nr);
	if (class[1] && !applies(class + 2))
		return;
	stop->name = name_of(line->word[0]);
	if (stop->name->stop)
		die("%s:%u: %s is already on line %u", line->path, line->nr,
		    line->word[0], stop->name->stop->line);
	stop->class = line->word[1][0];
	stop->reason = list_words(line, 2);
	stop->line = line->nr;
	stop->name->stop = stop;
	*stops_tail = stop;
	stops_tail = &stop->next;
}

static void read_root(const struct line *line, void *arg)
{
	struct root *root = arena_alloc(sizeof(*root));
	const char *text = line->word[0];

	(void)arg;
	if (line->nr_words != 1)
		die("%s:%u: expected NAME or ?NAME", line->path, line->nr);
	root->optional = *text == '?';
	root->name = name_of(text + root->optional);
	root->line = line->nr;
	*roots_tail = root;
	roots_tail = &root->next;
}

static void read_flag(const struct line *line, void *arg)
{
	u32 i;

	for (i = 0; i < line->nr_words; i++)
		name_of(line->word[i])->flags |= *(const u32 *)arg;
}

void lists_read(const char *dir)
{
	u32 leaf = NAME_LEAF, provided = NAME_PROVIDED;

	list_read(path_join(dir, "stops"), LIST_OPTIONAL, read_stop, NULL);
	list_read(path_join(dir, "roots"), LIST_REQUIRED, read_root, NULL);
	list_read(path_join(dir, "leaves"), LIST_OPTIONAL, read_flag, &leaf);
	list_read(path_join(dir, "provides"), LIST_OPTIONAL, read_flag,
		  &provided);
}

const struct stop *lists_stops(void)
{
	return stops;
}

const struct root *lists_roots(void)
{
	return roots;
}
