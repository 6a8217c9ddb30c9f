/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory that lives as long as the program, and errors that end it.
 */
#ifndef KX_ARENA_H
#define KX_ARENA_H

#include "../../ref/types.h"

#define BIT(n)		(1u << (n))
#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

#define KX_MAX_MEMORY	1073741824ull
#define KX_MAX_FILE	16777216u

struct file;

/* Zeroed memory, never freed; ends the program beyond KX_MAX_MEMORY */
void *arena_alloc(size_t size);
char *arena_copy(const char *text, size_t len);

/**
 * arena_read() - a whole file, with a NUL behind it
 * @path: for opendir-relative or absolute use
 * @size: written: bytes, without the NUL
 *
 * Return: the text, or NULL with errno set (EFBIG beyond KX_MAX_FILE).
 */
char *arena_read(const char *path, u32 *size);

/* Print "extract: ..." and exit with 2 */
void die(const char *fmt, ...)
	__attribute__((noreturn, format(printf, 1, 2)));
/* Same, with "FILE:LINE: " before the text */
void die_at(const struct file *file, u32 line, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));

/* Print an error and go on; die_if_errors() exits with 2 if there was one */
void complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void die_if_errors(void);

#endif
