/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the linker puts in place of memcpy() and the like (--wrap).
 */
#ifndef FUZZ_PLAIN_MEMORY_H
#define FUZZ_PLAIN_MEMORY_H

#include <stddef.h>

void *__wrap_memcpy(void *to, const void *from, size_t size);
void *__wrap_memmove(void *to, const void *from, size_t size);
void *__wrap_memset(void *to, int byte, size_t size);
int __wrap_memcmp(const void *a, const void *b, size_t size);
int __wrap_bcmp(const void *a, const void *b, size_t size);

#endif
