// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is measured, through the interface that drivers and sysfs use.
 */
#include "glue.h"
#include "bench-glue.h"

struct call {
	enum bench_op op;
	u64 start, size;
	s32 nid, err;
};

static struct memory_block *block_at(u64 addr)
{
	return kx_memory_block((unsigned long)(addr / kx_run.block_size));
}

static s32 set_state(const struct call *c, const char *state)
{
	u64 at;

	for (at = c->start; at < c->start + c->size; at += kx_run.block_size) {
		struct memory_block *mem = block_at(at);
		ssize_t ret = mem ? kx_state_store(mem, state) : -ENODEV;

		if (ret < 0)
			return (s32)ret;
	}
	return 0;
}

static s32 do_add(const struct call *c)
{
	return add_memory(c->nid, c->start, c->size, MHP_NONE);
}

static s32 do_online(const struct call *c)
{
	return set_state(c, "online_movable");
}

static s32 do_offline(const struct call *c)
{
	return set_state(c, "offline");
}

static s32 do_remove(const struct call *c)
{
	return remove_memory(c->start, c->size);
}

static s32 do_register(const struct call *c)
{
	(void)c;
	memory_dev_init();
	node_dev_init();
	system_state = SYSTEM_RUNNING;
	return 0;
}

static s32 do_memmap(const struct call *c)
{
	memmap_init_range(PHYS_PFN(c->size), c->nid, ZONE_MOVABLE,
			  PHYS_PFN(c->start), 0, MEMINIT_HOTPLUG, NULL,
			  MIGRATE_MOVABLE
#ifdef KX_ISOLATES
			  , false
#endif
			 );
	return 0;
}

static s32 (*const do_op[BENCH_NR_OPS])(const struct call *c) = {
	[BENCH_ADD] = do_add,
	[BENCH_ONLINE] = do_online,
	[BENCH_OFFLINE] = do_offline,
	[BENCH_REMOVE] = do_remove,
	[BENCH_REGISTER] = do_register,
	[BENCH_MEMMAP] = do_memmap,
};

static void run_call(void *arg)
{
	struct call *c = arg;

	c->err = do_op[c->op](c);
}

int bench_apply(enum bench_op op, u64 start, u64 size, s32 nid)
{
	struct call c = { op, start, size, nid, 0 };

	return kx_guard(run_call, &c) == REF_DONE ? c.err : 1;
}

static struct zone *zone_of(s32 nid, u32 zone)
{
	return &NODE_DATA(nid)->node_zones[zone];
}

void bench_rescan(s32 nid, u32 zone)
{
	zone_of(nid, zone)->contiguous = false;
	set_zone_contiguous(zone_of(nid, zone));
}

bool bench_query(s32 nid, u64 start, u64 pages)
{
	struct zone *zone;

	zone = zone_for_pfn_range(MMOP_ONLINE, nid, NULL, PHYS_PFN(start),
				  pages);
	return zone_idx(zone) == ZONE_MOVABLE;
}

void bench_zone(s32 nid, u32 number, struct bench_zone *to)
{
	const struct zone *zone = zone_of(nid, number);

	to->start = zone->zone_start_pfn;
	to->spanned = zone->spanned_pages;
	to->present = zone->present_pages;
	to->contiguous = zone->contiguous;
}

s32 bench_block(u64 number)
{
	const struct memory_block *mem = kx_memory_block(number);

	return mem ? mem->nid : -2;
}
