// SPDX-License-Identifier: GPL-2.0-only
/*
 * Output files.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "lists.h"
#include "out.h"

static FILE *out;
static const char *out_name;
static u64 offset;
static u32 line;
static FILE *slices;

static FILE *create(const char *path)
{
	FILE *stream = fopen(path, "wb");

	if (!stream)
		die("cannot write %s: %s", path, strerror(errno));
	return stream;
}

static void finish(FILE *stream, const char *what)
{
	bool bad = ferror(stream);

	if (fclose(stream) || bad)
		die("cannot write %s: %s", what, strerror(errno));
}

void out_open(const char *dir, const char *name)
{
	out = create(path_join(dir, name));
	out_name = name;
	offset = 0;
	line = 1;
}

void out_close(void)
{
	finish(out, out_name);
}

void out_bytes(const char *text, u32 len)
{
	u32 i;

	fwrite(text, 1, len, out);
	offset += len;
	for (i = 0; i < len; i++)
		line += text[i] == '\n';
}

void out_print(const char *fmt, ...)
{
	char text[4096];
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (len < 0 || len >= (int)sizeof(text))
		die("a name is too long");
	out_bytes(text, (u32)len);
}

void out_line_here(void)
{
	out_print("#line %u \"%s\"\n", line + 1, out_name);
}

void out_slice(const struct file *file, u32 at, u32 from, u32 to)
{
	out_print("#line %u \"%s\"\n", at, file->path);
	fprintf(slices, "%s %u %llu %u %s %u\n", out_name, at, offset,
		to - from, file->path, from);
	out_bytes(file->text + from, to - from);
	out_bytes("\n", 1);
}

void out_begin_slices(const char *dir)
{
	slices = create(path_join(dir, "slices"));
}

void out_end_slices(void)
{
	finish(slices, "slices");
}
