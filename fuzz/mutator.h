/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The mutator: changes scenarios, for libFuzzer and AFL++ alike.
 *
 * It works on decoded scenarios, holds none of its own, and gives the same
 * for the same seed. What it gives is always valid and of bounded cost.
 */
#ifndef FUZZ_MUTATOR_H
#define FUZZ_MUTATOR_H

#include "../ref/scenario.h"

#include "random.h"

/**
 * mutator_machine() - a random small machine without operations
 * @s: overwritten
 * @geometry: index
 * @conf: index
 * @rng: random numbers
 */
void mutator_machine(struct ref_scenario *s, u8 geometry, u8 conf,
		     struct rng *rng);

/**
 * mutator_ops() - append operations that make sense one after another
 * @s: valid
 * @count: at most so many
 * @rng: random numbers
 */
void mutator_ops(struct ref_scenario *s, u32 count, struct rng *rng);

/**
 * mutator_bytes() - what an engine asks for: bytes to bytes
 * @in: an input, may be anything
 * @len: bytes in @in
 * @add: another input to cross with, or NULL
 * @add_len: bytes in @add
 * @out: at least CODEC_CBOR_MAX bytes; may be @in
 * @geometry: index that inputs must have; others are replaced
 * @conf: likewise
 * @fresh: start from a new machine in any case
 * @seed: what the changes depend on, apart from the inputs
 *
 * Return: bytes written to @out, always a valid scenario.
 */
size_t mutator_bytes(const u8 *in, size_t len, const u8 *add, size_t add_len,
		     u8 *out, u8 geometry, u8 conf, bool fresh, u64 seed);

#endif
