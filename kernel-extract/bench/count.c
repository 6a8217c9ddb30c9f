// SPDX-License-Identifier: GPL-2.0-only
/*
 * Iterations of loops, by function.
 */
#include <string.h>

#include "kx.h"
#include "../glue/bench-glue.h"

#define MAX_COUNTERS	1024

static u32 nr_counters;
static struct bench_count counters[MAX_COUNTERS];

/* Functions of one name in several files share a counter */
unsigned long long *kx_counter(const char *function)
{
	u32 i = 0;

	while (i < nr_counters && strcmp(counters[i].function, function))
		i++;
	if (i == MAX_COUNTERS)
		kx_bug(__FILE__, __LINE__, "too many functions with loops");
	if (i == nr_counters)
		counters[nr_counters++].function = function;
	return &counters[i].visits;
}

const struct bench_count *bench_counts(u32 *nr)
{
	*nr = nr_counters;
	return counters;
}

void bench_clear(void)
{
	u32 i;

	for (i = 0; i < nr_counters; i++)
		counters[i].visits = 0;
}
