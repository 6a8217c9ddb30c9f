/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Operations that make sense where they stand, and changes to them.
 */
#ifndef FUZZ_OPS_H
#define FUZZ_OPS_H

#include "../ref/scenario.h"

#include "random.h"

/* Insert at @at an operation that suits the state of the blocks there */
void ops_insert(struct ref_scenario *s, u32 at, struct rng *rng);

/* A value for a parameter, mostly at an edge */
u32 ops_param_value(u32 param, struct rng *rng);

/* Make most operations such that can succeed */
void ops_mend(struct ref_scenario *s, struct rng *rng);

/* One random change to the list of operations */
void ops_mutate(struct ref_scenario *s, struct rng *rng);

#endif
