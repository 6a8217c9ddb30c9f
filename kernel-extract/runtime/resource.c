// SPDX-License-Identifier: GPL-2.0-only
/*
 * The iomem resources: what physical addresses are taken, and which of them
 * are System RAM. One level, no children: nothing here has any.
 */
#include <errno.h>
#include <string.h>

#include "arena.h"

#define MAX_RESOURCES	512

struct taken {
	u64 start;
	u64 end;
	bool ram;
};

static u32 nr_taken;
static struct taken taken[MAX_RESOURCES];	/* ascending, disjoint */

/* First entry that ends behind @addr */
static u32 find(u64 addr)
{
	u32 i = 0;

	while (i < nr_taken && taken[i].end <= addr)
		i++;
	return i;
}

static void insert(u32 at, u64 start, u64 end, bool ram)
{
	if (nr_taken == MAX_RESOURCES)
		kx_bug(__FILE__, __LINE__, "too many resources");
	memmove(&taken[at + 1], &taken[at],
		(nr_taken - at) * sizeof(taken[0]));
	taken[at] = (struct taken){ start, end, ram };
	nr_taken++;
}

static void erase(u32 at)
{
	nr_taken--;
	memmove(&taken[at], &taken[at + 1],
		(nr_taken - at) * sizeof(taken[0]));
}

static int take(u64 start, u64 end, bool ram)
{
	u32 at = find(start);

	if (start >= end || (at < nr_taken && taken[at].start < end))
		return -EEXIST;
	insert(at, start, end, ram);
	return 0;
}

/**
 * kx_iomem_boot() - what firmware reports
 * @start: first byte
 * @end: first byte behind
 * @ram: it is System RAM
 *
 * Adjacent memory is one resource, as in the firmware's map.
 *
 * Return: 0 or -EEXIST.
 */
int kx_iomem_boot(u64 start, u64 end, bool ram)
{
	u32 at = find(start);

	if (at && ram && taken[at - 1].ram && taken[at - 1].end == start &&
	    (at == nr_taken || taken[at].start >= end)) {
		taken[at - 1].end = end;
		return 0;
	}
	return take(start, end, ram);
}

/* Hot-added memory: [start, end); 0, or -EEXIST if any of it is taken */
int kx_iomem_request(u64 start, u64 end)
{
	return take(start, end, true);
}

/*
 * Give [start, end) back; what is left of the resource around it stays. If
 * that is not part of one resource, nothing is given back, without a word.
 */
void kx_iomem_release(u64 start, u64 end)
{
	u32 at = find(start);
	struct taken old;

	if (at == nr_taken || taken[at].start > start || taken[at].end < end)
		return;
	old = taken[at];
	erase(at);
	if (old.start < start)
		insert(at++, old.start, start, old.ram);
	if (old.end > end)
		insert(at, end, old.end, old.ram);
}

/**
 * kx_iomem_next_ram() - walk System RAM
 * @start: where to look from; set to the piece's start
 * @end: where to stop; set to the piece's end
 *
 * Return: false if there is no System RAM in [start, end).
 */
bool kx_iomem_next_ram(u64 *start, u64 *end)
{
	u32 at;

	for (at = find(*start); at < nr_taken; at++) {
		if (taken[at].start >= *end)
			return false;
		if (!taken[at].ram)
			continue;
		if (taken[at].start > *start)
			*start = taken[at].start;
		if (taken[at].end < *end)
			*end = taken[at].end;
		return true;
	}
	return false;
}

void kx_iomem_reset(void)
{
	nr_taken = 0;
}
