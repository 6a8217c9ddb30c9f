// SPDX-License-Identifier: GPL-2.0-only
/*
 * Kernels that keep sums for auto_movable: how they are told from others, and
 * what of the sums can be seen, whatever they are called: the most memory that
 * the kernel would let go movable.
 */
#include "glue.h"

/*
 * Its steps are not the operation's. Without a node nobody would ask: a walk
 * starts from the first.
 */
u64 glue_movable_left(void)
{
	u64 left = 0, n = kx_ratio() ? REF_LEFT_MOST : 0;
	s64 steps = kx_left;

	if (!num_online_nodes())
		return 0;
	kx_left = 1LL << 62;
	for (; n; n >>= 1)
		left += kx_may_be_movable(left + n) ? n : 0;
	kx_left = steps;
	return left;
}

/* More memory in a zone than there is: who walks over zones will see it */
static void add_to_zone(void *node)
{
	struct zone *zone = &((struct pglist_data *)node)->node_zones[0];

	while (!populated_zone(zone))
		zone++;
	zone->present_pages += PAGES_PER_SECTION;
	zone->present_early_pages += PAGES_PER_SECTION;
}

bool glue_keeps_sums(void)
{
	static const struct ref_layout layout = { .nr_nodes = 1 };
	static struct ref_machine machine;
	u64 size = 4ULL << SECTION_SIZE_BITS, before;
	bool keeps = false;

	machine = (struct ref_machine){
		.block_size = 1ULL << SECTION_SIZE_BITS, .params = REF_PARAMS,
		.nr_regions = 1, .region = { { .end = size } },
		.node = { REF_NODE_POSSIBLE | REF_NODE_CPU },
	};
	if (glue_boot(&machine, &layout) == REF_DONE) {
		before = glue_movable_left();
		add_to_zone(NODE_DATA(0));
		keeps = glue_movable_left() == before;
	}
	glue_reset();
	return keeps;
}
