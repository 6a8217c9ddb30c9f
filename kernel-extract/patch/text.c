// SPDX-License-Identifier: GPL-2.0-only
/*
 * A text as its lines.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

/* What is cited may be anything, even what a terminal would obey */
static void make_printable(char *text)
{
	for (; *text; text++)
		if ((unsigned char)*text < ' ' || *text == 127)
			*text = '?';
}

void die(const char *fmt, ...)
{
	char text[2048];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	make_printable(text);
	fprintf(stderr, "mhpref: %s\n", text);
	exit(2);
}

void *text_alloc(size_t nr, size_t size)
{
	void *memory = calloc(nr ? nr : 1, size);

	if (!memory)
		die("out of memory");
	return memory;
}

char *text_after(char *line, const char *word)
{
	size_t len = strlen(word);

	return strncmp(line, word, len) ? NULL : line + len;
}

static char *read_all(const char *path, size_t *size)
{
	FILE *stream = strcmp(path, "-") ? fopen(path, "r") : stdin;
	char *bytes = text_alloc(1, TEXT_MAX + 2);

	if (!stream)
		die("%s: %s", path, strerror(errno));
	*size = fread(bytes, 1, TEXT_MAX + 1, stream);
	if (ferror(stream))
		die("%s: %s", path, strerror(errno));
	fclose(stream);
	if (*size > TEXT_MAX)
		die("%s: more than %u MiB: too much for a patch", path,
		    TEXT_MAX >> 20);
	if (memchr(bytes, 0, *size))
		die("%s: has a NUL byte, so is no text", path);
	return bytes;
}

static u32 count_lines(const char *at)
{
	u32 nr = 0;

	for (; *at; nr++) {
		at += strcspn(at, "\n");
		at += *at == '\n';
	}
	return nr;
}

/* Cut off the line that @at begins with; return where the next one begins */
static char *cut_line(char *at)
{
	size_t len = strcspn(at, "\n");
	char *next = at + len + (at[len] == '\n');

	if (len && at[len - 1] == '\r')
		at[len - 1] = 0;
	at[len] = 0;
	return next;
}

void text_read(struct text *text, const char *path)
{
	size_t size;
	char *at = read_all(path, &size);

	text->path = path;
	text->nr = count_lines(at);
	text->line = text_alloc(text->nr, sizeof(*text->line));
	for (u32 n = 0; n < text->nr; n++) {
		text->line[n] = at;
		at = cut_line(at);
	}
}
