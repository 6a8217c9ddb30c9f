/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Places: addresses at which something may be decided, and lengths.
 */
#ifndef FUZZ_PLACES_H
#define FUZZ_PLACES_H

#include "../ref/scenario.h"

#include "random.h"

/* An address at or near an edge of anything there is, or just beyond */
u64 place_edge(const struct ref_scenario *s, struct rng *rng);

/* An address not far from @x */
u64 place_near(const struct ref_scenario *s, u64 x, struct rng *rng);

/* An address within [start, end] */
u64 place_within(const struct ref_scenario *s, u64 start, u64 end,
		 struct rng *rng);

/* Bytes: a few sections, or odd */
u64 place_length(const struct ref_scenario *s, struct rng *rng);

/* Bytes: from one page to many sections */
u64 place_hole(const struct ref_scenario *s, struct rng *rng);

/* A node id; mostly of a possible node */
u8 place_node(const struct ref_scenario *s, struct rng *rng);

/* No more sections of memory than this, for speed */
u64 place_sections(const struct ref_scenario *s);

/* No region ends above this address */
u64 place_limit(const struct ref_scenario *s);

/* An address whose pfn differs from that of @x only above 31 or 32 bits */
u64 place_alias(const struct ref_scenario *s, u64 x, struct rng *rng);

/* Are there pfns above 2^31, or gaps so wide that walks take long? */
bool place_is_far(const struct ref_scenario *s);

/* The same for an operation: is it far above all memory, and not a query? */
bool place_op_is_far(const struct ref_scenario *s, const struct ref_op *op);

/* By how much to move memory, in bytes, to get it there */
u64 place_far(const struct ref_scenario *s, struct rng *rng);

/* Close the gap that makes a machine far */
void place_pull_near(struct ref_scenario *s, struct rng *rng);

#endif
