/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * mhpref bisect: what "git bisect run" wants to know of a commit.
 */
#ifndef FUZZ_BISECT_H
#define FUZZ_BISECT_H

#include "options.h"

/* Exit statuses: the two of replay, and "skip this commit" */
#define BISECT_SKIP	125

/**
 * bisect_run() - does a kernel tree go wrong by a scenario?
 * @o: one file; KDIR= is the directory we are in unless given; TIME= is the
 *	most that it may take
 * @work: does it, in a process of its own: 0: agrees, 1: goes wrong as the
 *	file's sidecar says, anything else: could not be told
 *
 * Return: 0, 1 or BISECT_SKIP, whatever becomes of that process.
 */
int bisect_run(struct options *o, int (*work)(struct options *o));

#endif
