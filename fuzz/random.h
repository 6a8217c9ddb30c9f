/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pseudo-random numbers: the same sequence for a seed on every machine.
 */
#ifndef FUZZ_RANDOM_H
#define FUZZ_RANDOM_H

#include "../ref/types.h"

struct rng {
	u64 state;
};

/* splitmix64 (Steele, Lea, Flood 2014): any seed is a good seed */
static inline u64 rng_next(struct rng *rng)
{
	u64 z = rng->state += 0x9e3779b97f4a7c15ull;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

/* 0 to @n - 1; 0 if @n is 0 */
static inline u64 rng_below(struct rng *rng, u64 n)
{
	return n ? rng_next(rng) % n : 0;
}

/* Once in @n times */
static inline bool rng_once_in(struct rng *rng, u64 n)
{
	return rng_below(rng, n) == 0;
}

#endif
