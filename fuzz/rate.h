/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Measuring how fast scenarios run.
 */
#ifndef FUZZ_RATE_H
#define FUZZ_RATE_H

#include "options.h"

/* mhpref rate; returns an exit status: 1 if a floor is not met */
int rate_measure(struct options *o);

#endif
