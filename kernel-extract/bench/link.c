// SPDX-License-Identifier: GPL-2.0-only
/*
 * Links in sysfs: how many there are. The kernel looks for a name in a tree;
 * to do so here would be measured and would say nothing.
 */
#include "arena.h"
#include "../glue/bench-glue.h"

static u64 nr_links;

int kx_link(u64 from, u64 to)
{
	(void)from;
	(void)to;
	nr_links++;
	return 0;
}

void kx_unlink(u64 from, u64 to)
{
	(void)from;
	(void)to;
	nr_links--;
}

/* What is in a directory that goes was unlinked before */
void kx_unlink_from(u64 from)
{
	(void)from;
}

u64 bench_links(void)
{
	return nr_links;
}

void kx_link_reset(void)
{
	nr_links = 0;
}
