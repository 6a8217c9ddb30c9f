/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What AFL++ calls in a custom mutator; the names are its own.
 */
#ifndef FUZZ_AFL_MUTATOR_H
#define FUZZ_AFL_MUTATOR_H

#include "../ref/types.h"

void *afl_custom_init(void *afl, u32 seed);
void afl_custom_deinit(void *data);
size_t afl_custom_fuzz(void *data, u8 *in, size_t in_len, u8 **out, u8 *add,
		       size_t add_len, size_t max);

#endif
