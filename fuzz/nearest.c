// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which of many names somebody may have meant.
 */
#include <string.h>

#include "nearest.h"

static u32 least(u32 a, u32 b)
{
	return a < b ? a : b;
}

u32 nearest_distance(const char *a, const char *b)
{
	u32 row[NEAREST_LEN + 1];
	size_t len_a = strnlen(a, NEAREST_LEN), len_b = strnlen(b, NEAREST_LEN);

	if (len_a && (strstr(a, b) || strstr(b, a)))
		return 0;
	for (u32 n = 0; n <= len_b; n++)
		row[n] = n;
	for (u32 i = 1; i <= len_a; i++) {
		u32 corner = row[0];

		row[0] = i;
		for (u32 n = 1; n <= len_b; n++) {
			u32 swap = corner + (a[i - 1] != b[n - 1]);

			corner = row[n];
			row[n] = least(swap, least(row[n], row[n - 1]) + 1);
		}
	}
	return row[len_b];
}

void nearest_start(struct nearest *near, const char *wanted)
{
	near->wanted = wanted;
	for (u32 n = 0; n < NEAREST; n++) {
		near->name[n] = "";
		near->distance[n] = ~0u;
	}
}

void nearest_offer(struct nearest *near, const char *name)
{
	u32 distance = nearest_distance(near->wanted, name), at = NEAREST;

	while (at && distance < near->distance[at - 1])
		at--;
	if (at == NEAREST)
		return;
	for (u32 n = NEAREST - 1; n > at; n--) {
		near->name[n] = near->name[n - 1];
		near->distance[n] = near->distance[n - 1];
	}
	near->name[at] = name;
	near->distance[at] = distance;
}
