// SPDX-License-Identifier: GPL-2.0-only
/*
 * The configuration.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "config.h"
#include "lists.h"

static struct value *first;
static struct value **tail = &first;
static bool default_no;
static const struct value off = { .no = true };
static struct need *needs;

static struct value *get_value(struct name *name)
{
	if (name->value)
		return name->value;
	name->value = arena_alloc(sizeof(*name->value));
	name->value->name = name;
	*tail = name->value;
	tail = &name->value->next;
	return name->value;
}

void config_set(struct name *name, s64 number)
{
	struct value *value = get_value(name);

	value->number = number;
	value->no = false;
	value->written = true;
}

static s64 parse_number(const struct line *line, const char *text)
{
	char *end;
	s64 number;

	errno = 0;
	number = strtoll(text, &end, 0);
	if (errno || end == text || *end)
		die("%s:%u: %s is neither y, n nor a number", line->path,
		    line->nr, text);
	return number;
}

static void read_setting(const struct line *line, void *arg)
{
	char *text = line->word[0];
	char *equals = strchr(text, '=');

	(void)arg;
	if (line->nr_words != 1 || !equals || equals == text || !equals[1])
		die("%s:%u: expected NAME=VALUE without blanks", line->path,
		    line->nr);
	*equals++ = 0;
	if (!strcmp(text, "DEFAULT") && !strcmp(equals, "n")) {
		default_no = true;
		return;
	}
	if (!strcmp(equals, "y"))
		config_set(name_of(text), 1);
	else if (strcmp(equals, "n"))
		config_set(name_of(text), parse_number(line, equals));
	else
		config_set(name_of(text), 0);
	name_of(text)->value->no = !strcmp(equals, "n");
}

/* One level: what is included are settings */
static void include(const struct line *line)
{
	const char *slash = strrchr(line->path, '/');
	size_t len = slash ? (size_t)(slash - line->path) : 0;
	const char *dir = slash ? arena_copy(line->path, len) : ".";

	list_read(path_join(dir, line->word[1]), LIST_REQUIRED, read_setting,
		  NULL);
}

static void add_need(const struct line *line)
{
	struct need *need = arena_alloc(sizeof(*need));

	need->name = name_of(line->word[1]);
	need->reason = list_words(line, 2);
	need->next = needs;
	needs = need;
}

static void read_line(const struct line *line, void *arg)
{
	if (line->nr_words == 2 && !strcmp(line->word[0], "include"))
		include(line);
	else if (line->nr_words > 2 && !strcmp(line->word[0], "needs"))
		add_need(line);
	else
		read_setting(line, arg);
}

const struct need *config_needs(void)
{
	return needs;
}

void config_read(const char *path)
{
	list_read(path, LIST_REQUIRED, read_line, NULL);
}

const struct value *config_value(const struct name *name)
{
	if (name->value)
		return name->value;
	if (default_no && !strncmp(name->text, "CONFIG_", 7))
		return &off;
	return NULL;
}

void config_write(FILE *out)
{
	const struct value *value;

	fputs("/* Generated from the configuration files: do not edit. */\n"
	      "#ifndef KX_CONFIG\n#define KX_CONFIG\n", out);
	for (value = first; value; value = value->next)
		if (value->written && !value->no)
			fprintf(out, "#define %s %lld\n", value->name->text,
				value->number);
	fputs("#endif\n", out);
}

bool config_on(const char *option)
{
	const struct value *value = config_value(name_of(option));

	return value && !value->no;
}
