/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which of many names somebody may have meant.
 */
#ifndef FUZZ_NEAREST_H
#define FUZZ_NEAREST_H

#include "../ref/types.h"

#define NEAREST		3	/* names that are kept */
#define NEAREST_LEN	64	/* of a name; of longer ones that much counts */

/**
 * struct nearest - the names that were nearest so far, nearest first
 * @wanted: what was typed
 * @name: names, or ""
 * @distance: of each
 */
struct nearest {
	const char *wanted;
	const char *name[NEAREST];
	u32 distance[NEAREST];
};

void nearest_start(struct nearest *near, const char *wanted);

/* One more name; of two that are as near, the earlier is kept first */
void nearest_offer(struct nearest *near, const char *name);

/* Letters to be changed, put in or left out; 0 if one is a part of the other */
u32 nearest_distance(const char *a, const char *b);

#endif
