// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory that lives as long as the program, and errors that end it.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "token.h"

#define BLOCK_SIZE	1048576u

static char *block;
static size_t block_left;
static u64 allocated;
static u32 nr_errors;

static void *get_memory(size_t size)
{
	void *memory;

	allocated += size;
	if (allocated > KX_MAX_MEMORY)
		die("more than %llu bytes of memory needed: too much input",
		    KX_MAX_MEMORY);
	memory = calloc(1, size);
	if (!memory)
		die("out of memory");
	return memory;
}

void *arena_alloc(size_t size)
{
	char *memory;

	size = (size + 15) & ~(size_t)15;
	if (size > BLOCK_SIZE / 4)
		return get_memory(size);
	if (size > block_left) {
		block = get_memory(BLOCK_SIZE);
		block_left = BLOCK_SIZE;
	}
	memory = block;
	block += size;
	block_left -= size;
	return memory;
}

char *arena_copy(const char *text, size_t len)
{
	char *copy = arena_alloc(len + 1);

	memcpy(copy, text, len);
	return copy;
}

static char *read_open(FILE *stream, u32 *size)
{
	char *text;
	long end;

	if (fseek(stream, 0, SEEK_END))
		return NULL;
	end = ftell(stream);
	if (end < 0 || end > (long)KX_MAX_FILE) {
		errno = end < 0 ? errno : EFBIG;
		return NULL;
	}
	rewind(stream);
	text = arena_alloc((size_t)end + 1);
	errno = EIO;
	if (fread(text, 1, (size_t)end, stream) != (size_t)end)
		return NULL;
	*size = (u32)end;
	return text;
}

char *arena_read(const char *path, u32 *size)
{
	FILE *stream = fopen(path, "rb");
	char *text;
	int err;

	if (!stream)
		return NULL;
	text = read_open(stream, size);
	err = errno;
	fclose(stream);
	errno = err;
	return text;
}

void die(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	fputs("extract: ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
	exit(2);
}

void die_at(const struct file *file, u32 line, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	fprintf(stderr, "extract: %s:%u: ", file->path, line);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
	exit(2);
}

void complain(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	fputs("extract: ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
	nr_errors++;
}

void die_if_errors(void)
{
	if (nr_errors)
		die("%u errors: what was written is of no use but to look at",
		    nr_errors);
}
