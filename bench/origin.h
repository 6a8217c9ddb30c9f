/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What numbers come from.
 */
#ifndef BENCH_ORIGIN_H
#define BENCH_ORIGIN_H

#include "../fuzz/options.h"

/* Commit of mhpref, compiler and processor */
const char *bench_version(void);
const char *bench_compiler(void);
const char *bench_cpu(void);

/* All that, and the command, in lines of at most 72 columns */
void bench_print_origin(const struct options *o);

#endif
