/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A 64-bit hash, the same on every machine and for ever: findings are named
 * by it.
 */
#ifndef FUZZ_HASH_H
#define FUZZ_HASH_H

#include "../ref/types.h"

#define HASH_START	0xcbf29ce484222325ull

/* FNV-1a, so that two hashes can be compared with any other tool's */
static inline u64 hash_bytes(u64 hash, const void *data, size_t size)
{
	const u8 *p = data;

	for (size_t n = 0; n < size; n++)
		hash = (hash ^ p[n]) * 0x100000001b3ull;
	return hash;
}

#endif
