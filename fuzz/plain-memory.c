// SPDX-License-Identifier: GPL-2.0-only
/*
 * memcpy() and the like for our own code in programs with a sanitizer.
 *
 * The sanitizer's own look up, at every call, whether all of the memory may
 * be used. That is for the kernel object, which is loaded later and keeps
 * them; our code is not compiled for it, and copies and compares whole states
 * after every operation. The linker puts these in their place (--wrap).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "plain-memory.h"

/* The C library's, behind the sanitizer's */
static void *libc(const char *name)
{
	void *function = dlsym(RTLD_NEXT, name);

	if (!function)
		abort();
	return function;
}

void *__wrap_memcpy(void *to, const void *from, size_t size)
{
	static __typeof__(memcpy) *real;

	if (!real)
		real = libc("memcpy");
	return real(to, from, size);
}

void *__wrap_memmove(void *to, const void *from, size_t size)
{
	static __typeof__(memmove) *real;

	if (!real)
		real = libc("memmove");
	return real(to, from, size);
}

void *__wrap_memset(void *to, int byte, size_t size)
{
	static __typeof__(memset) *real;

	if (!real)
		real = libc("memset");
	return real(to, byte, size);
}

int __wrap_memcmp(const void *a, const void *b, size_t size)
{
	static __typeof__(memcmp) *real;

	if (!real)
		real = libc("memcmp");
	return real(a, b, size);
}

/* What a compiler makes of memcmp() where only equality counts */
int __wrap_bcmp(const void *a, const void *b, size_t size)
{
	return __wrap_memcmp(a, b, size);
}
