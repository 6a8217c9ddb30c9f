// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory that lives as long as the program, and errors that end it.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

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

static int file_size(const char *path, u32 *size)
{
	struct stat st;

	if (stat(path, &st))
		return -1;
	/* a fifo would be waited for */
	if (!S_ISREG(st.st_mode))
		die("cannot read %s: not a file", path);
	errno = EFBIG;
	*size = (u32)st.st_size;
	return st.st_size > (off_t)KX_MAX_FILE ? -1 : 0;
}

static char *read_open(FILE *stream, u32 size)
{
	char *text = arena_alloc((size_t)size + 1);

	errno = EIO;
	return fread(text, 1, size, stream) == size ? text : NULL;
}

char *arena_read(const char *path, u32 *size)
{
	FILE *stream;
	char *text;
	int err;

	if (file_size(path, size))
		return NULL;
	stream = fopen(path, "rb");
	if (!stream)
		return NULL;
	text = read_open(stream, *size);
	err = errno;
	fclose(stream);
	errno = err;
	return text;
}

static void say(const char *fmt, va_list args)
{
	fputs("extract: ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
}

void die(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	say(fmt, args);
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
	say(fmt, args);
	va_end(args);
	nr_errors++;
}

void die_if_errors(void)
{
	if (nr_errors)
		die("%u errors: what was written is of no use but to look at",
		    nr_errors);
}
