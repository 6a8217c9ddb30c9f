// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is measured: machines of true size, and what happens to them.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases.h"

#define MIB	(1ull << 20)
#define GIB	(1ull << 30)
#define TIB	(1ull << 40)
#define RATIO	301	/* percent of kernel memory that may be movable */

__attribute__((format(printf, 2, 3)))
static int wrong(struct bench_fixture *f, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(f->why, sizeof(f->why), format, args);
	va_end(args);
	return -1;
}

static u64 pages(const struct bench_fixture *f, u64 size)
{
	return size >> f->k->geometry->page_shift;
}

static u64 pageblocks(const struct bench_fixture *f, u64 size)
{
	return pages(f, size) >> f->k->geometry->pageblock_order;
}

static u64 blocks(const struct bench_fixture *f)
{
	return f->size / f->c->block;
}

/* --- boot */

static int boot(struct bench_fixture *f)
{
	f->k->reset();
	f->k->memmap(f->memmap);
	if (!f->k->boot(&f->machine))
		return 0;
	return wrong(f, "boot failed: %s", f->k->message());
}

static int apply(struct bench_fixture *f, enum bench_op op, u64 start,
		 u64 size)
{
	static const char * const name[BENCH_NR_OPS] = {
		"add", "online", "offline", "remove", "register", "memmap",
	};
	int err = f->k->apply(op, start, size, 0);

	if (!err)
		return 0;
	return wrong(f, "%s at 0x%llx failed: %d %s", name[op], start, err,
		     f->k->message());
}

static int boot_all(struct bench_fixture *f)
{
	return boot(f) || apply(f, BENCH_REGISTER, 0, 0) ? -1 : 0;
}

static int nothing(struct bench_fixture *f)
{
	(void)f;
	return 0;
}

/* --- plug and unplug: n blocks behind what is there at boot */

static u64 plug_start(const struct bench_fixture *f)
{
	return f->machine.region[0].end;
}

static int plug(struct bench_fixture *f)
{
	u64 at = plug_start(f), end = at + f->size;

	for (; at < end; at += f->c->block)
		if (apply(f, BENCH_ADD, at, f->c->block) ||
		    apply(f, BENCH_ONLINE, at, f->c->block))
			return -1;
	return 0;
}

/* A block that is not online yet ends its walk: one visit that says no */
static u64 plug_visits(const struct bench_fixture *f)
{
	u64 n = blocks(f);

	return pageblocks(f, f->c->block) * (n * (n - 1) / 2) + n;
}

static int check_zone(struct bench_fixture *f, u32 number, u64 start, u64 size)
{
	struct bench_zone z;

	f->k->zone(0, number, &z);
	if (z.spanned == pages(f, size) && z.present == pages(f, size) &&
	    (!size || z.start == pages(f, start)))
		return 0;
	return wrong(f, "the zone spans 0x%llx + 0x%llx pages and has 0x%llx, "
		     "instead of 0x%llx + 0x%llx", z.start, z.spanned,
		     z.present, pages(f, start), pages(f, size));
}

static int check_blocks(struct bench_fixture *f, u64 start, s32 nid)
{
	u64 first = start / f->c->block;
	s32 got;

	for (u64 n = first; n < first + blocks(f); n++) {
		got = f->k->block(n);
		if (got != nid)
			return wrong(f, "block %llu is of node %d, not %d "
				     "(-2: not there)", n, got, nid);
	}
	return 0;
}

static int check_plugged(struct bench_fixture *f)
{
	u64 start = plug_start(f);

	return check_zone(f, f->k->movable, start, f->size) ||
	       check_blocks(f, start, 0) ? -1 : 0;
}

static int boot_and_plug(struct bench_fixture *f)
{
	return boot_all(f) || plug(f) ? -1 : 0;
}

static int unplug(struct bench_fixture *f)
{
	u64 at = plug_start(f), end = at + f->size;

	for (; at < end; at += f->c->block)
		if (apply(f, BENCH_OFFLINE, at, f->c->block) ||
		    apply(f, BENCH_REMOVE, at, f->c->block))
			return -1;
	return 0;
}

/* All that is left is online */
static u64 unplug_visits(const struct bench_fixture *f)
{
	u64 n = blocks(f);

	return pageblocks(f, f->c->block) * (n * (n - 1) / 2);
}

static int check_unplugged(struct bench_fixture *f)
{
	return check_zone(f, f->k->movable, 0, 0) ||
	       check_blocks(f, plug_start(f), -2) ? -1 : 0;
}

/* --- one rescan, of a zone that was there at boot */

static int rescan(struct bench_fixture *f)
{
	f->k->rescan(0, f->k->normal);
	return 0;
}

static u64 rescan_visits(const struct bench_fixture *f)
{
	return pageblocks(f, f->size);
}

static int check_rescan(struct bench_fixture *f)
{
	struct bench_zone z;

	f->k->zone(0, f->k->normal, &z);
	if (!z.contiguous)
		return wrong(f, "a zone without a hole is not contiguous");
	return check_zone(f, f->k->normal, 0, f->size);
}

/* --- a query of auto_movable: each node has a block of memory */

static u64 may_go(const struct bench_fixture *f)
{
	return f->size * pages(f, f->c->block) * RATIO / 100;
}

static int query(struct bench_fixture *f)
{
	f->k->query(0, f->machine.region[f->machine.nr_regions - 1].end,
		    may_go(f));
	return 0;
}

static u64 query_visits(const struct bench_fixture *f)
{
	return f->size * f->k->zones;
}

/* As many as may go, and not one more */
static int check_query(struct bench_fixture *f)
{
	u64 at = f->machine.region[f->machine.nr_regions - 1].end;

	if (!f->k->query(0, at, may_go(f)))
		return wrong(f, "%llu pages may not go movable", may_go(f));
	if (f->k->query(0, at, may_go(f) + 1))
		return wrong(f, "%llu pages may go movable", may_go(f) + 1);
	return 0;
}

/* --- registration of blocks and nodes at boot */

static int register_all(struct bench_fixture *f)
{
	return apply(f, BENCH_REGISTER, 0, 0);
}

/*
 * Before 7.x each node walks over the blocks of its span, and over all pages of
 * those that are not its own; from then on it is a walk over regions and their
 * blocks.
 */
static u64 register_visits(const struct bench_fixture *f)
{
	u64 n = blocks(f);
	u64 foreign = f->c->layout == BENCH_TURNS ? n - 2 : 0;

	if (!bench_count_of(f->k, "register_mem_block_under_node_early"))
		return f->machine.nr_regions + n;
	return n + foreign * pages(f, f->c->block);
}

static s32 owner(const struct bench_fixture *f, u64 block)
{
	if (f->c->layout == BENCH_TURNS)
		return block % 2;
	return block >= blocks(f) / 2;
}

static int check_registered(struct bench_fixture *f)
{
	u64 links = f->k->links();

	if (links != 2 * blocks(f))
		return wrong(f, "%llu links, not two for each of %llu blocks",
			     links, blocks(f));
	for (u64 n = 0; n < blocks(f); n++)
		if (f->k->block(n) != owner(f, n))
			return wrong(f, "block %llu is of node %d, not %d", n,
				     f->k->block(n), owner(f, n));
	return 0;
}

/* --- the memory map of a range is initialised, and no more */

/* Its sections are there, and it is not online */
static int boot_and_add(struct bench_fixture *f)
{
	if (boot_all(f))
		return -1;
	return apply(f, BENCH_ADD, plug_start(f), f->size);
}

static int memmap(struct bench_fixture *f)
{
	return apply(f, BENCH_MEMMAP, plug_start(f), f->size);
}

static u64 memmap_visits(const struct bench_fixture *f)
{
	return pages(f, f->size);
}

/* The flags, in a page's first word, say Movable: no page is without */
static int check_memmap(struct bench_fixture *f)
{
	const char *at = f->memmap;
	u64 flags, first = 0;

	at += bench_memmap_bytes(f->k, plug_start(f));
	for (u64 n = 0; n < pages(f, f->size); n++) {
		memcpy(&flags, at + n * f->k->page_size, sizeof(flags));
		first = n ? first : flags;
		if (!flags || flags != first)
			return wrong(f, "page %llu was not initialised", n);
	}
	return 0;
}

/* --- the table */

#define PLUG(name_, what_, block_, most_, start_, run_, visits_, check_) { \
	.name = name_, .what = what_, .geom = "x86_64", .conf = "default", \
	.walk = { "set_zone_contiguous" }, .block = block_, \
	.least = 128 * MIB, .usual = 64 * GIB, .most = most_, \
	.start = nothing, \
	.prepare = start_, .run = run_, .visits = visits_, .check = check_ }

#define REGISTER(name_, what_, geom_, conf_, layout_, most_) { \
	.name = name_, .what = what_, .geom = geom_, .conf = conf_, \
	.walk = { "register_mem_block_under_node_early", \
		  "register_memory_blocks_under_nodes" }, \
	.block = 2 * GIB, .least = 8 * GIB, .usual = TIB, .most = most_, \
	.layout = layout_, .alias = true, .start = nothing, .prepare = boot, \
	.run = register_all, .visits = register_visits, \
	.check = check_registered }

#define RESCAN(name_, what_, cold_) { \
	.name = name_, .what = what_, .geom = "x86_64", .conf = "default", \
	.walk = { "set_zone_contiguous" }, .block = 128 * MIB, \
	.least = 128 * MIB, .usual = 16 * GIB, .most = 512 * GIB, \
	.cold = cold_, .start = boot_all, .run = rescan, \
	.visits = rescan_visits, .check = check_rescan }

#define QUERY(name_, what_, cold_) { \
	.name = name_, .what = what_, .geom = "x86_64-nodes", \
	.conf = "default", .walk = { "auto_movable_can_online_movable" }, \
	.block = 128 * MIB, .least = 2, .usual = 8, .most = 1024, \
	.nodes = true, .cold = cold_, .alias = true, .start = boot_all, \
	.run = query, .visits = query_visits, .check = check_query }

const struct bench_case bench_cases[] = {
	PLUG("plug", "add and online, ascending, blocks of 128M", 128 * MIB,
	     512 * GIB, boot_all, plug, plug_visits, check_plugged),
	PLUG("plug-2g", "add and online, ascending, blocks of 2G", 2 * GIB,
	     512 * GIB, boot_all, plug, plug_visits, check_plugged),
	PLUG("unplug", "offline and remove, ascending, blocks of 128M",
	     128 * MIB, 512 * GIB, boot_and_plug, unplug, unplug_visits,
	     check_unplugged),
	PLUG("unplug-2g", "offline and remove, ascending, blocks of 2G",
	     2 * GIB, 512 * GIB, boot_and_plug, unplug, unplug_visits,
	     check_unplugged),
	RESCAN("rescan", "one walk for contiguity, warm caches", false),
	RESCAN("rescan-cold", "one walk for contiguity, cold caches", true),
	QUERY("query", "one query of auto_movable, warm caches", false),
	QUERY("query-cold", "one query of auto_movable, cold caches", true),
	REGISTER("register", "boot: blocks to two nodes, by turns", "x86_64",
		 "default", BENCH_TURNS, 4 * TIB),
	REGISTER("register-halves", "boot: blocks to two nodes, half and half",
		 "x86_64", "default", BENCH_HALVES, 4 * TIB),
	REGISTER("register-late", "boot, deferred: by turns", "x86_64",
		 "deferred", BENCH_TURNS, 32 * TIB),
	REGISTER("register-late-halves", "boot, deferred: half and half",
		 "x86_64", "deferred", BENCH_HALVES, 32 * TIB),
	REGISTER("register-64k", "boot, pages of 64K: by turns", "arm64-64k",
		 "default", BENCH_TURNS, 32 * TIB),
	REGISTER("register-64k-halves", "boot, pages of 64K: half and half",
		 "arm64-64k", "default", BENCH_HALVES, 32 * TIB),
	{
		.name = "memmap", .what = "struct pages initialised, no more",
		.geom = "x86_64", .conf = "default",
		.walk = { "memmap_init_range" }, .block = 128 * MIB,
		.least = 128 * MIB, .usual = GIB, .most = 512 * GIB,
		.start = boot_and_add, .run = memmap, .visits = memmap_visits,
		.check = check_memmap,
	},
};

const u32 bench_nr_cases = sizeof(bench_cases) / sizeof(bench_cases[0]);

/* --- machines */

static struct bench_region *add_region(struct bench_fixture *f, u64 start,
				       u64 end, s32 nid)
{
	struct bench_region *all = (void *)f->machine.region;

	all[f->machine.nr_regions] = (struct bench_region){ start, end, nid };
	return &all[f->machine.nr_regions++];
}

/* What is measured is there at boot, or goes behind a small machine */
static void one_node(struct bench_fixture *f)
{
	bool later = f->c->run == plug || f->c->run == unplug ||
		     f->c->run == memmap;

	add_region(f, 0, later ? 4 * GIB : f->size, 0);
}

static void make_regions(struct bench_fixture *f)
{
	u64 unit = f->c->block;
	u64 n = f->c->nodes ? f->size : blocks(f);

	if (f->c->layout == BENCH_WHOLE && !f->c->nodes) {
		one_node(f);
	} else if (f->c->layout == BENCH_HALVES) {
		add_region(f, 0, n / 2 * unit, 0);
		add_region(f, n / 2 * unit, n * unit, 1);
	} else {
		for (u64 i = 0; i < n; i++)
			add_region(f, i * unit, (i + 1) * unit,
				   f->c->nodes ? i : i % 2);
	}
}

int bench_fixture_init(struct bench_fixture *f)
{
	u64 n = f->c->nodes ? f->size : blocks(f);
	u32 kinds = f->c->nodes ? 1 : 2;

	f->machine.block_size = f->c->block;
	f->machine.nodes = f->c->nodes ? f->size :
			   f->c->layout == BENCH_WHOLE ? 1 : 2;
	f->machine.auto_movable = f->c->nodes;
	f->machine.region = calloc(n + 2, sizeof(struct bench_region));
	if (!f->machine.region)
		return wrong(f, "no memory for a machine");
	make_regions(f);
	if (f->memmap)
		return 0;
	f->memmap = f->c->alias ?
		bench_memmap_alias(f->k, n * f->c->block, f->c->block, kinds,
				   f->c->layout == BENCH_TURNS) :
		bench_memmap_true(f->k);
	return f->memmap ? 0 : wrong(f, "no memory map");
}

void bench_fixture_free(struct bench_fixture *f)
{
	free((void *)f->machine.region);
}

u64 bench_count_of(const struct kx_bench *k, const char *function)
{
	const struct bench_count *count;
	u32 nr;

	count = k->counts(&nr);
	for (u32 n = 0; n < nr; n++)
		if (!strcmp(count[n].function, function))
			return count[n].visits;
	return 0;
}

u64 bench_visits(const struct bench_fixture *f)
{
	u64 sum = 0;

	for (u32 n = 0; f->c->walk[n]; n++)
		sum += bench_count_of(f->k, f->c->walk[n]);
	return sum;
}

u64 bench_case_bytes(const struct bench_fixture *f)
{
	if (f->c->alias)
		return 2 * bench_memmap_bytes(f->k, f->c->block);
	return bench_memmap_bytes(f->k, f->size + 4 * GIB);
}
