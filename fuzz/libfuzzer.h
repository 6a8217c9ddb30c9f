/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What libFuzzer calls; the names are its own.
 */
#ifndef FUZZ_LIBFUZZER_H
#define FUZZ_LIBFUZZER_H

#include "../ref/types.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max, u32 seed);
size_t LLVMFuzzerCustomCrossOver(const u8 *data1, size_t size1,
				 const u8 *data2, size_t size2,
				 u8 *out, size_t max, u32 seed);

#endif
