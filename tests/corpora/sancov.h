/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What code that was compiled with -fsanitize=fuzzer-no-link calls.
 */
#ifndef TESTS_CORPORA_SANCOV_H
#define TESTS_CORPORA_SANCOV_H

#include "../../ref/types.h"

void __sanitizer_cov_8bit_counters_init(u8 *start, u8 *stop);
void __sanitizer_cov_pcs_init(const u64 *start, const u64 *stop);
void __sanitizer_cov_trace_pc_indir(u64 callee);
extern __thread u64 __sancov_lowest_stack;

#endif
