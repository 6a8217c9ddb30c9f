// SPDX-License-Identifier: GPL-2.0-only
/*
 * Links in sysfs, as pairs of the names of the two directories: a kind and a
 * number.
 */
#include <errno.h>

#include "arena.h"

#define MAX_LINKS	4096

static u32 nr_links;
static struct kx_link links[MAX_LINKS];

static u32 find(u64 from, u64 to)
{
	u32 i;

	for (i = nr_links; i-- > 0;)
		if (links[i].from == from && links[i].to == to)
			return i;
	return nr_links;
}

/*
 * 0 or -EEXIST. A link is never made to fail: the kernel only says so and
 * goes on, which would look like a failed allocation without consequence.
 */
int kx_link(u64 from, u64 to)
{
	if (find(from, to) < nr_links)
		return -EEXIST;
	if (nr_links == MAX_LINKS)
		kx_bug(__FILE__, __LINE__, "too many links");
	links[nr_links++] = (struct kx_link){ from, to };
	return 0;
}

/* A link that is not there is no error: sysfs only warns in debug builds */
void kx_unlink(u64 from, u64 to)
{
	u32 at = find(from, to);

	if (at < nr_links)
		links[at] = links[--nr_links];
}

/* A directory goes, and the links in it; those to it stay, and dangle */
void kx_unlink_from(u64 from)
{
	u32 i;

	for (i = nr_links; i-- > 0;)
		if (links[i].from == from)
			links[i] = links[--nr_links];
}

/* All links, in no order; @nr: set to their number */
const struct kx_link *kx_links(u32 *nr)
{
	*nr = nr_links;
	return links;
}

void kx_link_reset(void)
{
	nr_links = 0;
}
