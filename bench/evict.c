// SPDX-License-Identifier: GPL-2.0-only
/*
 * Emptying the caches.
 */
#include <stdlib.h>

#include "sample.h"

#define LINE	64
#define SIZE	(64ul << 20)

void bench_evict(void)
{
	static volatile char *buffer;

	if (!buffer)
		buffer = malloc(SIZE);
	for (size_t at = 0; buffer && at < SIZE; at += LINE)
		buffer[at]++;
}
