/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The supervisor: runs the engine's processes, survives what kills them,
 * and says the verdict.
 */
#ifndef FUZZ_SUPERVISOR_H
#define FUZZ_SUPERVISOR_H

#include "options.h"

/* mhpref fuzz; returns the exit status, after the verdict is printed */
int supervisor_fuzz(struct options *o);

#endif
