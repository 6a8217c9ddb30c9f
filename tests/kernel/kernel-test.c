// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel-test OBJECT.so...: boot kernel objects and hold what they show to
 * values worked out by hand. All of them are loaded at the same time.
 *
 * The machine: node 0 with a CPU and sections 0 to 2, the first below the
 * end of ZONE_DMA, the others in ZONE_DMA32, which ends at section 4; node 1
 * may exist, node 2 may not. "s" in comments is a section.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../kernel-extract/kernel.h"

#define MAX_KERNELS	256
#define NR_SECTIONS	12

static const struct kx_kernel *k;
static struct ref_machine machine;
static struct ref_layout layout;
static struct ref_obs obs;
static u64 s;			/* bytes in a section */
static u64 n;			/* pages in a section */
static u32 passed, failed, skipped;

static void check(bool ok, const char *what, long long want, long long got,
		  int line)
{
	if (ok) {
		passed++;
		return;
	}
	failed++;
	printf("%s:%d: %s %s %s: %s: want %#llx, got %#llx (%s)\n", __FILE__,
	       line, k->version, k->geometry->name, k->conf, what, want, got,
	       k->message());
}

#define want(value, expected) do { \
	long long want_ = (long long)(expected), got_ = (long long)(value); \
	check(want_ == got_, #value, want_, got_, __LINE__); \
} while (0)

static bool conf_is(const char *name)
{
	return !strcmp(k->conf, name);
}

/* Are there more nodes than one, and are they devices? */
static bool numa(void)
{
	return !conf_is("no-numa");
}

static void make_machine(void)
{
	u32 i;

	memset(&machine, 0, sizeof(machine));
	memset(&layout, 0, sizeof(layout));
	s = 1ULL << k->geometry->section_shift;
	n = s >> k->geometry->page_shift;
	machine.block_size = s;
	machine.dma_end = s;
	machine.dma32_end = 4 * s;
	machine.node[0] = REF_NODE_POSSIBLE | REF_NODE_CPU;
	machine.node[1] = REF_NODE_POSSIBLE;
	machine.nr_regions = 1;
	machine.region[0].end = 3 * s;
	layout.nr_nodes = 2;
	for (i = 0; i < NR_SECTIONS; i++) {
		layout.block[i] = i;
		layout.section[i] = i;
		layout.watch[i] = i * n;
	}
	layout.nr_blocks = NR_SECTIONS;
	layout.nr_sections = NR_SECTIONS;
	layout.nr_watch = NR_SECTIONS;
}

static int boot(void)
{
	int outcome = k->boot(&machine, &layout);

	k->observe(&obs);
	return outcome;
}

static s32 apply(const struct ref_op *op)
{
	k->apply(op);
	k->observe(&obs);
	return obs.err;
}

static s32 add_with(u8 nid, u64 at, u64 sections, u8 fault, u32 nr)
{
	struct ref_op op = {
		.kind = REF_OP_ADD, .nid = nid, .start = at * s,
		.size = sections * s, .fault = fault, .fault_nr = nr,
	};

	return apply(&op);
}

static s32 add(u8 nid, u64 at, u64 sections)
{
	return add_with(nid, at, sections, REF_FAULT_NONE, 0);
}

static s32 online_with(u64 at, u8 how, u8 fault)
{
	struct ref_op op = {
		.kind = REF_OP_ONLINE, .online = how, .start = at * s,
		.fault = fault,
	};

	return apply(&op);
}

static s32 online(u64 at, u8 how)
{
	return online_with(at, how, REF_FAULT_NONE);
}

static s32 offline_with(u64 at, u8 fault)
{
	struct ref_op op = {
		.kind = REF_OP_OFFLINE, .start = at * s, .fault = fault,
	};

	return apply(&op);
}

static s32 offline(u64 at)
{
	return offline_with(at, REF_FAULT_NONE);
}

static s32 take(u64 at, u64 sections)
{
	struct ref_op op = {
		.kind = REF_OP_REMOVE, .start = at * s, .size = sections * s,
	};

	return apply(&op);
}

static s32 add_to_group(u8 group, u64 at, u64 sections)
{
	struct ref_op op = {
		.kind = REF_OP_ADD, .group = group, .start = at * s,
		.size = sections * s,
	};

	return apply(&op);
}

static s32 group_of(u8 nid, u8 flags, u64 size)
{
	struct ref_op op = {
		.kind = REF_OP_REGISTER, .nid = nid, .size = size,
		.flags = flags,
	};

	return apply(&op);
}

static s32 ungroup(u8 group)
{
	struct ref_op op = { .kind = REF_OP_UNREGISTER, .group = group };

	return apply(&op);
}

static s32 set(u8 param, u32 value)
{
	struct ref_op op = {
		.kind = REF_OP_SET, .param = param, .value = value,
	};

	return apply(&op);
}

static s32 ask(u8 nid, u8 group, u64 at, u64 pages)
{
	struct ref_op op = {
		.kind = REF_OP_QUERY, .nid = nid, .group = group,
		.start = at * s, .size = pages << k->geometry->page_shift,
	};

	return apply(&op);
}

/* Ask, and give the zone */
static u8 chosen(u8 nid, u8 group, u64 at, u64 pages)
{
	want(ask(nid, group, at, pages), 0);
	want(obs.locked, 0);
	return obs.chosen;
}

static void want_valid(u64 block, u8 first, u8 second, u8 third, int line)
{
	u8 valid[3] = { first, second, third };
	u32 i;

	for (i = 0; i < 3; i++)
		check(obs.block[block].valid[i] == valid[i], "valid zone",
		      valid[i], obs.block[block].valid[i], line);
}

#define want_valid(...)	want_valid(__VA_ARGS__, __LINE__)
#define NONE		REF_ZONE_NONE

static struct ref_obs_zone *zone(u32 nid, u32 z)
{
	return &obs.node[nid].zone[z];
}

/* Right after boot: spans, present, contiguous, blocks, sections, links */
static void test_boot(void)
{
	want(boot(), REF_DONE);
	want(obs.node[0].spanned, 3 * n);
	want(obs.node[0].present, 3 * n);
	want(obs.node[0].nr_zones, 2);
	want(obs.node[0].online, 1);
	want(obs.node[0].memory, 1);
	want(obs.node[0].normal_memory, 1);
	want(obs.node[0].device, numa());
	want(obs.node[1].online, 0);
	want(zone(0, REF_ZONE_DMA)->spanned, n);
	want(zone(0, REF_ZONE_DMA32)->start, n);
	want(zone(0, REF_ZONE_DMA32)->spanned, 2 * n);
	want(zone(0, REF_ZONE_DMA32)->present, 2 * n);
	want(zone(0, REF_ZONE_DMA32)->present_early, 2 * n);
	want(zone(0, REF_ZONE_DMA32)->contiguous, 1);
	want(zone(0, REF_ZONE_DMA32)->initialized, 1);
	want(zone(0, REF_ZONE_NORMAL)->initialized, 0);
	want(obs.block[1].state, REF_BLOCK_ONLINE);
	want(obs.block[1].nid, numa() ? 0 : REF_NO_NODE);
	want(obs.block[1].zone, REF_ZONE_DMA32);
	want(obs.block[3].state, REF_BLOCK_ABSENT);
	want(obs.section[2].flags, 15);
	want(obs.section[3].flags, 0);
	want(obs.link[0], REF_LINK(0, REF_ZONE_DMA));
	want(obs.link[2], REF_LINK(0, REF_ZONE_DMA32));
	want(obs.link[3], REF_LINK_OFFLINE);
	want(obs.warns, 0);
	want(obs.lock_imbalance, 0);
}

/* Not contiguous after an online, set right by the next offline there */
static void test_contiguous(void)
{
	boot();
	want(add(0, 4, 3), 0);
	want(obs.locked, 1);
	want(obs.section[4].flags, REF_SECTION_PRESENT |
	     REF_SECTION_HAS_MEM_MAP);
	want(online(4, REF_ONLINE_DEFAULT), 0);
	want(zone(0, REF_ZONE_NORMAL)->start, 4 * n);
	want(zone(0, REF_ZONE_NORMAL)->contiguous, 0);
	want(online(5, REF_ONLINE_KERNEL), 0);
	want(online(6, REF_ONLINE_MOVABLE), 0);
	want(zone(0, REF_ZONE_NORMAL)->spanned, 2 * n);
	want(zone(0, REF_ZONE_MOVABLE)->start, 6 * n);
	want(obs.block[6].zone, REF_ZONE_MOVABLE);
	want(obs.node[0].nr_zones, 4);
	want(obs.node[0].spanned, 7 * n);
	want(offline(5), 0);
	want(zone(0, REF_ZONE_NORMAL)->spanned, n);
	want(zone(0, REF_ZONE_NORMAL)->contiguous, 1);
	want(offline(6), 0);
	want(zone(0, REF_ZONE_MOVABLE)->start, 0);
	want(zone(0, REF_ZONE_MOVABLE)->spanned, 0);
	want(zone(0, REF_ZONE_MOVABLE)->contiguous, 1);
	want(obs.node[0].spanned, 5 * n);
	want(take(5, 2), 0);
	want(obs.block[5].state, REF_BLOCK_ABSENT);
	want(obs.section[6].flags, 0);
	want(online(4, REF_ONLINE_DEFAULT), -EINVAL);
	want(offline(5), -ENODEV);
	want(obs.outcome, REF_REFUSED);
}

/* Boot memory that is taken out and comes back is early no more */
static void test_early(void)
{
	boot();
	want(offline(2), 0);
	want(zone(0, REF_ZONE_DMA32)->spanned, n);
	want(zone(0, REF_ZONE_DMA32)->present_early, n);
	want(online(2, REF_ONLINE_MOVABLE), 0);
	want(zone(0, REF_ZONE_MOVABLE)->present_early, n);
	want(obs.section[2].flags, 15);
	want(offline(2), 0);
	want(take(2, 1), 0);
	want(add(0, 2, 1), 0);
	want(online(2, REF_ONLINE_DEFAULT), 0);
	want(obs.section[2].flags, 7);
	want(zone(0, REF_ZONE_NORMAL)->present, n);
	want(zone(0, REF_ZONE_NORMAL)->present_early, 0);
}

/* A node comes with its memory and goes with it */
static void test_node(void)
{
	boot();
	want(add(1, 8, 1), 0);
	want(obs.node[1].online, 1);
	want(obs.node[1].device, 1);
	want(obs.node[1].memory, 0);
	want(online(8, REF_ONLINE_MOVABLE), 0);
	want(obs.node[1].memory, 1);
	want(obs.node[1].normal_memory, 0);
	want(obs.node[1].start, 8 * n);
	want(obs.link[8], REF_LINK(1, REF_ZONE_MOVABLE));
	want(take(8, 1), -EBUSY);
	want(offline(8), 0);
	want(obs.node[1].memory, 0);
	want(take(8, 1), 0);
	want(obs.node[1].online, 0);
	want(obs.node[1].device, 0);
}

static void test_refusals(void)
{
	struct ref_op half = {
		.kind = REF_OP_REMOVE, .start = s / 2, .size = s,
	};

	boot();
	want(add(0, 1, 1), -EEXIST);
	want(add(2, 4, 1), -EINVAL);
	want(obs.warns, 1);
	want(!strstr(k->message(), "mm/memory_hotplug.c:"), 0);
	want(apply(&half), -ENODEV);
	want(take(4, 1), -ENODEV);
	want(obs.warns, 0);
	half.kind = REF_OP_ADD;
	half.start = 4 * s + s / 2;
	want(apply(&half), -EINVAL);
	want(obs.locked, 0);
}

/* Only what one add brought, or boot, gives its addresses back at once */
static void test_resources(void)
{
	boot();
	want(add(0, 8, 2), 0);
	want(add(0, 10, 1), 0);
	want(take(9, 2), 0);
	want(add(0, 9, 1), -EEXIST);
	want(add(0, 10, 1), -EEXIST);
	want(take(8, 1), 0);
	want(add(0, 8, 1), 0);
	want(offline(2), 0);
	want(offline(1), 0);
	want(take(1, 2), 0);
	want(add(0, 1, 2), 0);
}

/* Stages at which offlining fails, and that it leaves everything */
static void test_offline_faults(void)
{
	static const struct {
		u8 fault;
		s32 err;
	} stage[] = {
		{ REF_FAULT_NOTIFY, -EPERM },
		{ REF_FAULT_ISOLATE, -EBUSY },
		{ REF_FAULT_UNMOVABLE, -EBUSY },
		{ REF_FAULT_SIGNAL, -EINTR },
		{ REF_FAULT_HUGETLB, -EBUSY },
	};
	u32 i;

	boot();
	for (i = 0; i < sizeof(stage) / sizeof(stage[0]); i++) {
		want(k->faults >> stage[i].fault & 1, 1);
		want(offline_with(2, stage[i].fault), stage[i].err);
		want(obs.fired, 1);
		want(obs.lock_imbalance, 0);
		want(obs.block[2].state, REF_BLOCK_ONLINE);
		want(zone(0, REF_ZONE_DMA32)->present, 2 * n);
		want(obs.link[2], REF_LINK(0, REF_ZONE_DMA32));
	}
	want(offline(2), 0);
	want(obs.fired, 0);
}

static void test_prepare(void)
{
	bool offered = k->faults >> REF_FAULT_PREPARE & 1;

	if (!offered)
		return;
	want(online_with(8, REF_ONLINE_KERNEL, REF_FAULT_PREPARE), -EPERM);
	want(obs.fired, 1);
	want(obs.locked, 1);
	want(obs.block[8].state, REF_BLOCK_OFFLINE);
	want(zone(1, REF_ZONE_NORMAL)->initialized, 0);
}

static void test_online_faults(void)
{
	boot();
	add(1, 8, 2);
	test_prepare();
	want(online_with(8, REF_ONLINE_KERNEL, REF_FAULT_NOTIFY), -EPERM);
	want(obs.fired, 1);
	want(obs.block[8].state, REF_BLOCK_OFFLINE);
	want(zone(1, REF_ZONE_NORMAL)->spanned, 0);
	want(zone(1, REF_ZONE_NORMAL)->initialized, 1);
	want(obs.node[1].nr_zones, 3);
	if (!(k->faults >> REF_FAULT_NODE_NOTIFY & 1)) {
		want(online_with(8, REF_ONLINE_KERNEL, REF_FAULT_NODE_NOTIFY),
		     0);
		want(obs.fired, 0);
		return;
	}
	want(online_with(8, REF_ONLINE_KERNEL, REF_FAULT_NODE_NOTIFY), -EPERM);
	want(obs.fired, 1);
	want(online(8, REF_ONLINE_KERNEL), 0);
	want(offline_with(8, REF_FAULT_NODE_NOTIFY), -EPERM);
	want(obs.node[1].memory, 1);
}

/* Another of the things that a section needs fails for each block */
static void test_section_faults(void)
{
	/* Of classic sparsemem test_classic() has it */
	if (conf_is("classic"))
		return;
	for (u32 at = 8; at < 11; at++) {
		boot();
		want(add_with(numa(), at, 2, REF_FAULT_MEMMAP, 1), -ENOMEM);
		want(obs.fired, 1);
		want(obs.lock_imbalance, 0);
		want(obs.block[at].state, REF_BLOCK_ABSENT);
		want(obs.section[at + 1].flags, 0);
		want(obs.section[at + 1].submap[0], 0);
		want(add_with(numa(), at + 1, 1, REF_FAULT_MEMMAP, 1), 0);
		want(obs.fired, 0);
		k->reset();
	}
}

static void test_add_faults(void)
{
	boot();
	want(add_with(0, 8, 2, REF_FAULT_BLOCK_DEVICE, 1), -EEXIST);
	want(obs.block[8].state, REF_BLOCK_ABSENT);
	want(obs.section[8].flags, 0);
	want(add_with(0, 8, 2, REF_FAULT_BLOCK_DEVICE, 2), 0);
	want(obs.fired, 0);
}

/* Whichever allocation fails: no block is left, and it can be added then */
static void test_alloc_faults(void)
{
	u32 nr = 0, failures = 0;
	bool fired = true;

	for (; fired && nr < 64; nr++) {
		s32 err;

		boot();
		err = add_with(numa(), 8, 2, REF_FAULT_ALLOC, nr);
		fired = obs.fired;
		failures += err < 0;
		want(obs.block[8].state, err < 0 ? REF_BLOCK_ABSENT :
						   REF_BLOCK_OFFLINE);
		want(obs.lock_imbalance, 0);
		want(obs.node[0].present, 3 * n);
		k->reset();
	}
	want(nr < 64 && failures > 3, 1);
}

static void test_node_faults(void)
{
	bool offered = k->faults >> REF_FAULT_NODE_DEVICE & 1;

	boot();
	want(add_with(1, 8, 1, REF_FAULT_NODE_DEVICE, 0),
	     offered ? -EEXIST : 0);
	want(obs.fired, offered);
	want(obs.outcome, REF_DONE);
	want(obs.node[1].online, !offered);
}

/* A panic at boot is told, and leaves nothing behind */
static void test_bug(void)
{
	machine.block_size = s / 2;
	want(boot(), REF_BUG);
	want(obs.outcome, REF_BUG);
	want(!strstr(k->message(), "drivers/base/memory.c:"), 0);
	k->reset();
	machine.block_size = s;
	test_boot();
}

/* Blocks of two sections; half of one has no memory at boot */
static void test_blocks(void)
{
	machine.block_size = 2 * s;
	boot();
	want(obs.block[0].state, REF_BLOCK_ONLINE);
	want(obs.block[0].zone, REF_ZONE_NONE);
	want(obs.block[1].zone, REF_ZONE_DMA32);
	want(offline(0), -EINVAL);
	want(offline(2), -EINVAL);
	want(add(0, 4, 4), 0);
	want(obs.block[2].state, REF_BLOCK_OFFLINE);
	want(online(4, REF_ONLINE_KERNEL), 0);
	want(obs.section[5].flags, 7);
	want(obs.node[0].present, 5 * n);
	want(offline(4), 0);
	want(obs.section[5].flags, 3);
	want(take(4, 4), 0);
}

/* movablecore= and kernelcore= through the kernel's own parsers */
static void test_command_line(void)
{
	machine.region[0].end = 8 * s;
	machine.movablecore = 2 * s;
	boot();
	want(zone(0, REF_ZONE_MOVABLE)->start, 6 * n);
	want(zone(0, REF_ZONE_MOVABLE)->spanned, 2 * n);
	want(zone(0, REF_ZONE_NORMAL)->spanned, 2 * n);
	k->reset();
	machine.movablecore = 0;
	machine.kernelcore = 5 * s;
	boot();
	want(zone(0, REF_ZONE_MOVABLE)->start, 5 * n);
	k->reset();
	machine.kernelcore = 0;
	machine.movable_node = 1;
	machine.nr_regions = 2;
	machine.region[1] = machine.region[0];
	machine.region[0].end = 5 * s;
	machine.region[1].start = 5 * s;
	machine.region[1].flags = REF_REGION_HOTPLUG;
	boot();
	want(zone(0, REF_ZONE_MOVABLE)->start, 5 * n);
	want(obs.warns, 0);
}

/* NOMAP memory spans and counts, but its block cannot be offlined */
static void test_nomap(void)
{
	machine.nr_regions = 3;
	machine.region[0].end = 2 * s;
	machine.region[1].start = 2 * s;
	machine.region[1].end = 2 * s + s / 2;
	machine.region[1].flags = REF_REGION_NOMAP;
	machine.region[2].start = 2 * s + s / 2;
	machine.region[2].end = 3 * s;
	machine.nr_reserved = 1;
	machine.reserved[0].start = s;
	machine.reserved[0].end = s + s / 2;
	boot();
	want(obs.node[0].present, 3 * n);
	want(offline(2), -EINVAL);
	want(offline(1), 0);
	want(add(0, 2, 1), -EEXIST);
}

/* A pfn of more than 32 bits */
static void test_big(void)
{
	u64 big = 1ULL << (32 - (k->geometry->section_shift -
				 k->geometry->page_shift));

	if (k->geometry->section_shift < 25) {
		layout.block[11] = big + 2;
		layout.section[11] = big + 2;
		layout.watch[11] = (big + 2) * n;
		boot();
		want(add(0, big + 2, 1), 0);
		want(online(big + 2, REF_ONLINE_DEFAULT), 0);
		want(obs.outcome, REF_DONE);
		want(obs.link[11], REF_LINK(0, REF_ZONE_NORMAL));
		want(zone(0, REF_ZONE_NORMAL)->start, (big + 2) * n);
		want(offline(big + 2), 0);
		want(zone(0, REF_ZONE_NORMAL)->spanned, 0);
	}
}

/* A budget is never what stops a walk that is legal; but it is finite */
static void test_steps(void)
{
	u64 steps;

	boot();
	steps = k->steps();
	want(steps > 3, 1);
	want(offline(2), 0);
	want(k->steps() > steps, 1);
}

static void test_poison(void)
{
	machine.memmap = REF_MEMMAP_POISON;
	test_contiguous();
	k->reset();
	test_early();
}

/* Numbers come from 1, the lowest first; a group goes when it is empty */
static void test_groups(void)
{
	boot();
	want(group_of(0, 0, 4 * s), 0);
	want(group_of(1, REF_OP_DYNAMIC, 2 * s), 0);
	want(obs.group[0].type, REF_GROUP_STATIC);
	want(obs.group[0].size, 4 * n);
	want(obs.group[0].nid, 0);
	want(obs.group[1].type, REF_GROUP_DYNAMIC);
	want(obs.group[1].size, 2 * n);
	want(obs.group[1].nid, 1);
	want(obs.locked, 0);
	want(add_to_group(2, 8, 2), 0);
	want(obs.block[8].group, 2);
	want(obs.block[9].nid, 1);
	want(online(8, REF_ONLINE_MOVABLE), 0);
	want(online(9, REF_ONLINE_KERNEL), 0);
	want(obs.group[1].movable, n);
	want(obs.group[1].kernel, n);
	want(ungroup(2), -EBUSY);
	want(ungroup(1), 0);
	want(obs.group[0].type, REF_GROUP_NONE);
	want(obs.group[0].size, 0);
	want(group_of(1, 0, s), 0);
	want(obs.group[0].nid, 1);
	want(offline(8), 0);
	want(obs.group[1].movable, 0);
	want(offline(9), 0);
	want(ungroup(2), -EBUSY);
	want(take(8, 2), 0);
	want(obs.block[8].group, 0);
	want(ungroup(2), 0);
	want(ungroup(2), -EINVAL);
}

/* What a driver cannot have; and after a reset there is no group */
static void test_group_refusals(void)
{
	struct ref_op op = {
		.kind = REF_OP_REGISTER, .size = s, .fault = REF_FAULT_ALLOC,
	};
	u8 i;

	boot();
	want(group_of(0, 0, 0), -EINVAL);
	want(group_of(2, 0, s), -EINVAL);
	want(group_of(0, REF_OP_DYNAMIC, 3 * s), -EINVAL);
	want(group_of(0, REF_OP_DYNAMIC, s / 2), -EINVAL);
	want(add_to_group(1, 8, 1), -EINVAL);
	want(obs.locked, 0);
	want(obs.warns, 0);
	for (i = 0; i < 3; i++) {
		op.fault_nr = i;
		want(apply(&op), i < 2 ? -ENOMEM : 0);
		want(obs.fired, i < 2);
	}
	for (i = 1; i < REF_MAX_GROUPS; i++)
		want(group_of(0, 0, s), 0);
	want(group_of(0, 0, s), -ENODEV);
	want(obs.outcome, REF_REFUSED);
	k->reset();
	boot();
	want(obs.group[0].type, REF_GROUP_NONE);
	want(ungroup(1), -EINVAL);
}

/* The exact limit of a ratio, and one page beyond; boot has 3 s of kernel */
static void test_ratio(void)
{
	boot();
	want(chosen(0, 0, 8, n), REF_ZONE_NORMAL);
	want(set(REF_PARAM_POLICY, REF_POLICY_AUTO_MOVABLE), 0);
	want(set(REF_PARAM_RATIO, 200), 0);
	want(obs.locked, 0);
	want(chosen(0, 0, 8, 6 * n), REF_ZONE_MOVABLE);
	want(chosen(0, 0, 8, 6 * n + 1), REF_ZONE_NORMAL);
	want(chosen(0, 0, 1, 6 * n + 1), REF_ZONE_DMA32);
	want(chosen(1, 0, 8, 6 * n), REF_ZONE_MOVABLE);
	want(set(REF_PARAM_NUMA_AWARE, 1), 0);
	want(chosen(1, 0, 8, 1), REF_ZONE_NORMAL);
	want(chosen(0, 0, 8, 6 * n), REF_ZONE_MOVABLE);
	want(set(REF_PARAM_RATIO, 0), 0);
	want(chosen(0, 0, 8, 1), REF_ZONE_NORMAL);
	want(set(REF_PARAM_POLICY, REF_POLICY_CONTIG), 0);
	want(set(REF_PARAM_RATIO, 200), 0);
	want(chosen(0, 0, 8, 1), REF_ZONE_NORMAL);
	k->reset();
	machine.params.value[REF_PARAM_POLICY] = REF_POLICY_AUTO_MOVABLE;
	machine.params.value[REF_PARAM_RATIO] = 100;
	boot();
	want(chosen(1, 0, 8, 3 * n), REF_ZONE_MOVABLE);
	machine.params.value[REF_PARAM_NUMA_AWARE] = 1;
	k->reset();
	boot();
	want(chosen(1, 0, 8, 3 * n), REF_ZONE_NORMAL);
	want(chosen(0, 0, 8, 3 * n), REF_ZONE_MOVABLE);
	want(chosen(0, 0, 8, 3 * n + 1), REF_ZONE_NORMAL);
}

/* Groups in what auto-movable decides */
static void test_group_zones(void)
{
	machine.params.value[REF_PARAM_POLICY] = REF_POLICY_AUTO_MOVABLE;
	machine.params.value[REF_PARAM_RATIO] = 100;
	boot();
	want(group_of(0, 0, 3 * s), 0);
	want(group_of(0, 0, 4 * s), 0);
	want(chosen(0, 1, 8, n), REF_ZONE_MOVABLE);
	want(chosen(0, 2, 8, n), REF_ZONE_NORMAL);
	want(add_to_group(1, 8, 2), 0);
	want(online(8, REF_ONLINE_KERNEL), 0);
	want(obs.group[0].kernel, n);
	want(chosen(0, 1, 9, n), REF_ZONE_NORMAL);
	want_valid(9, REF_ZONE_NORMAL, REF_ZONE_MOVABLE, NONE);
	want(group_of(0, REF_OP_DYNAMIC, 2 * s), 0);
	want(add_to_group(3, 10, 2), 0);
	want_valid(10, REF_ZONE_MOVABLE, REF_ZONE_NORMAL, NONE);
	want(online(10, REF_ONLINE_DEFAULT), 0);
	want(obs.block[10].zone, REF_ZONE_MOVABLE);
	want(obs.group[2].movable, n);
	want(set(REF_PARAM_RATIO, 66), 0);
	want(chosen(0, 3, 11, n), REF_ZONE_NORMAL);
	want(set(REF_PARAM_RATIO, 67), 0);
	want(chosen(0, 3, 11, n), REF_ZONE_MOVABLE);
}

/* All of a unit is looked at, however large it is */
static void test_large_unit(void)
{
	machine.params.value[REF_PARAM_POLICY] = REF_POLICY_AUTO_MOVABLE;
	machine.params.value[REF_PARAM_RATIO] = 100;
	machine.movable_node = 1;
	machine.region[0].start = 4 * s;
	machine.region[0].end = 7 * s;
	machine.region[0].flags = REF_REGION_HOTPLUG;
	boot();
	want(obs.block[4].zone, REF_ZONE_MOVABLE);
	want(group_of(0, REF_OP_DYNAMIC,
		      1ULL << (k->geometry->phys_bits - 2)), 0);
	want(add_to_group(1, 8, 1), 0);
	want_valid(8, REF_ZONE_NORMAL, REF_ZONE_MOVABLE, NONE);
	want(chosen(0, 1, 8, n), REF_ZONE_NORMAL);
	want(obs.outcome, REF_DONE);
}

/* As sysfs prints it: the default first, then the kernel zone and MOVABLE */
static void test_valid_zones(void)
{
	machine.block_size = 2 * s;
	boot();
	want_valid(0, NONE, NONE, NONE);
	want_valid(1, REF_ZONE_DMA32, NONE, NONE);
	want_valid(3, NONE, NONE, NONE);
	want(add(0, 4, 4), 0);
	want_valid(2, REF_ZONE_NORMAL, REF_ZONE_MOVABLE, NONE);
	want(online(4, REF_ONLINE_MOVABLE), 0);
	want_valid(2, REF_ZONE_MOVABLE, NONE, NONE);
	want(online(6, REF_ONLINE_MOVABLE), 0);
	want(add(0, 8, 2), 0);
	want(online(8, REF_ONLINE_MOVABLE), 0);
	want(offline(6), 0);
	want_valid(3, REF_ZONE_MOVABLE, REF_ZONE_NORMAL, NONE);
	k->reset();
	machine.movable_node = 1;
	boot();
	want(add(0, 4, 2), 0);
	want_valid(2, REF_ZONE_MOVABLE, REF_ZONE_NORMAL, NONE);
}

/* What is added comes online, if it can: the answer to ADD is no other */
static void test_auto_online(void)
{
	static const u8 zone_of[REF_NR_AUTO] = {
		NONE, REF_ZONE_NORMAL, REF_ZONE_NORMAL, REF_ZONE_MOVABLE,
	};
	u32 i;

	for (i = 0; i < REF_NR_AUTO; i++) {
		machine.params.value[REF_PARAM_AUTO] = i;
		boot();
		want(add(0, 8, 2), 0);
		want(obs.locked, 1);
		want(obs.lock_imbalance, 0);
		want(obs.block[8].zone, zone_of[i]);
		want(obs.block[9].zone, zone_of[i]);
		want(set(REF_PARAM_AUTO, (i + 1) % REF_NR_AUTO), 0);
		want(add(0, 10, 1), 0);
		want(obs.block[10].zone, zone_of[(i + 1) % REF_NR_AUTO]);
		k->reset();
	}
	machine.params.value[REF_PARAM_AUTO] = REF_AUTO_ONLINE;
	boot();
	want(add_with(0, 8, 2, REF_FAULT_NOTIFY, 0), 0);
	want(obs.fired, 1);
	want(obs.block[8].state, REF_BLOCK_OFFLINE);
	want(obs.block[9].state, REF_BLOCK_OFFLINE);
	k->reset();
	machine.params.value[REF_PARAM_AUTO] = REF_AUTO_OFFLINE;
	boot();
	want(add(0, 8, 2), 0);
	want(obs.block[8].state, REF_BLOCK_OFFLINE);
}

/* Links in both directions; a block of two nodes has links to both */
static void test_links(void)
{
	machine.nr_regions = 2;
	machine.region[0].end = 3 * s;
	machine.region[1].start = 3 * s;
	machine.region[1].end = 6 * s;
	machine.region[1].nid = 1;
	machine.block_size = 2 * s;
	boot();
	want(obs.block[0].nodes, 1);
	want(obs.block[0].links, 1);
	want(obs.block[1].nodes, 3);
	want(obs.block[1].links, 3);
	want(obs.block[1].nid, 1);
	want(obs.block[1].zone, REF_ZONE_NONE);
	want(obs.block[2].nodes, 2);
	want(obs.block[3].nodes, 0);
	want(add(0, 6, 2), 0);
	want(obs.block[3].nodes, 1);
	want(obs.block[3].links, 1);
	want(take(6, 2), 0);
	want(obs.block[3].nodes, 0);
	want(obs.block[3].links, 0);
	want(offline(4), 0);
	want(obs.block[2].nodes, 2);
	want(take(4, 2), 0);
	want(obs.block[2].nodes, 0);
	want(obs.block[2].links, 0);
	want(obs.node[1].device, 1);
}

/* What never reaches a kernel */
static void test_query_refusals(void)
{
	u64 end = 1ULL << (k->geometry->phys_bits - k->geometry->section_shift);

	boot();
	want(ask(0, 0, end - 1, n), 0);
	want(obs.chosen, REF_ZONE_NORMAL);
	want(ask(0, 0, end - 1, n + 1), -ENODEV);
	want(obs.chosen, REF_ZONE_NONE);
	want(obs.outcome, REF_REFUSED);
	want(ask(2, 0, 8, n), -ENODEV);
	want(ask(0, 1, 8, n), -ENODEV);
	want(obs.outcome, REF_REFUSED);
}

/*
 * Whole sections have no bits. When there is no memory for the map of one,
 * the kernel frees what it never got.
 */
static void test_classic(void)
{
	boot();
	want(obs.section[1].submap[0], 0);
	want(add(0, 8, 1), 0);
	want(obs.section[8].flags, REF_SECTION_ADDED);
	want(take(8, 1), 0);
	add_with(0, 8, 1, REF_FAULT_MEMMAP, 0);
	want(obs.fired, 1);
	want(obs.outcome, REF_BUG);
}

static s32 device(u8 kind, u64 start, u64 size)
{
	struct ref_op op = { .kind = kind, .start = start, .size = size };

	return apply(&op);
}

/*
 * Whole sections: spanned by a zone that nothing is present in, and that does
 * not shrink
 */
static void test_device(void)
{
	struct ref_obs_zone *z = zone(0, REF_ZONE_DEVICE);

	boot();
	want(device(REF_OP_UNMAP, 8 * s, 2 * s), -ENODEV);
	want(obs.outcome, REF_REFUSED);
	want(device(REF_OP_MAP, 8 * s, 2 * s), 0);
	want(obs.locked, 1);
	want(z->start, 8 * n);
	want(z->spanned, 2 * n);
	want(z->present, 0);
	want(obs.node[0].spanned, 10 * n);
	want(obs.node[0].present, 3 * n);
	want(obs.section[8].flags, REF_SECTION_ADDED);
	want(obs.block[8].state, REF_BLOCK_ABSENT);
	want(obs.link[8], REF_LINK_OFFLINE);
	want(device(REF_OP_MAP, 9 * s, 2 * s), -EBUSY);
	want(add(0, 9, 1), -EEXIST);
	want(device(REF_OP_MAP, 2 * s, s), -EBUSY);
	want(device(REF_OP_UNMAP, 8 * s, 2 * s), 0);
	want(z->spanned, 2 * n);
	want(obs.node[0].spanned, 10 * n);
	want(obs.section[8].flags, 0);
	want(obs.warns, 0);
	want(add(0, 9, 1), 0);
}

/* A subsection, alone in its section and beside RAM */
static void test_subsections(void)
{
	u64 sub = 1ULL << k->geometry->subsection_shift;

	machine.region[0].end = 3 * s - 2 * sub;
	boot();
	want(obs.section[2].flags, REF_SECTION_BOOT);
	want(device(REF_OP_MAP, 3 * s - sub / 2, sub / 2), -EINVAL);
	want(device(REF_OP_MAP, 3 * s - sub, sub), 0);
	want(obs.section[2].flags, REF_SECTION_BOOT | REF_SECTION_DEVICE);
	want(zone(0, REF_ZONE_DEVICE)->start, 3 * n - sub / (s / n));
	want(obs.link[2], REF_LINK(0, REF_ZONE_DMA32));
	want(device(REF_OP_MAP, 8 * s + sub, sub), 0);
	want(obs.section[8].submap[0], 2);
	want(device(REF_OP_UNMAP, 3 * s - sub, sub), 0);
	want(obs.section[2].flags, REF_SECTION_BOOT | REF_SECTION_DEVICE);
	want(device(REF_OP_UNMAP, 8 * s + sub, sub), 0);
	want(obs.section[8].flags, 0);
	want(obs.warns, 0);
}

/* Whichever allocation fails, it can be mapped then */
static void test_device_faults(void)
{
	struct ref_op op = {
		.kind = REF_OP_MAP, .start = 8 * s, .size = s,
		.fault = REF_FAULT_ALLOC,
	};

	boot();
	while (apply(&op), obs.fired) {
		want(obs.err, -ENOMEM);
		want(obs.section[8].flags, 0);
		want(obs.lock_imbalance, 0);
		op.fault_nr++;
	}
	want(op.fault_nr, 2);
	want(obs.err, 0);
}

/* Areas are counted in their zone, and go with their block */
static void test_cma(void)
{
	u64 size = s / n << k->geometry->pageblock_order;

	machine.nr_cma = 2;
	machine.cma[0].end = size;
	machine.cma[1].start = 2 * s;
	machine.cma[1].end = 2 * s + size;
	want(boot(), REF_DONE);
	want(zone(0, REF_ZONE_DMA)->cma, size / (s / n));
	want(zone(0, REF_ZONE_DMA32)->cma, size / (s / n));
	want(zone(0, REF_ZONE_DMA32)->present, 2 * n);
	want(zone(0, REF_ZONE_NORMAL)->cma, 0);
	want(obs.warns, 0);
}

/* More sections than a node begins with: all have links after boot */
static void test_deferred(void)
{
	u32 i;

	machine.region[0].end = 8 * s;
	machine.dma32_end = s;
	want(boot(), REF_DONE);
	want(zone(0, REF_ZONE_NORMAL)->present, 7 * n);
	want(zone(0, REF_ZONE_NORMAL)->contiguous, 1);
	for (i = 1; i < 8; i++)
		want(obs.link[i], REF_LINK(0, REF_ZONE_NORMAL));
	want(obs.block[7].zone, REF_ZONE_NORMAL);
	want(offline(7), 0);
	want(take(7, 1), 0);
}

/*
 * More regions than the first array holds. Where memblock is discarded, newer
 * kernels read the second one after it was given back, and do not get far.
 */
static void test_regions(void)
{
	u64 page = s / n;
	u32 i;

	for (i = 0; i < 130; i++) {
		machine.region[i].start = 2 * i * page;
		machine.region[i].end = (2 * i + 1) * page;
	}
	machine.nr_regions = i;
	want(boot(), REF_DONE);
	want(obs.node[0].present, 130);
	want(obs.lock_imbalance, 0);
	want(add(0, 8, 1), 0);
}

/*
 * The larger array is given back, and must not be read then. Kernels that
 * register nodes by region do, and crash.
 */
static void test_discard(void)
{
	if (!strncmp(k->version, "6.", 2))
		test_regions();
}

/* The first pages of a block hold its memmap, if that is whole pageblocks */
static void test_altmap(void)
{
	struct ref_op op = {
		.kind = REF_OP_ADD, .start = 8 * s, .size = s,
		.flags = REF_OP_MEMMAP_ON_MEMORY,
	};

	machine.memmap_on_memory = 1;
	boot();
	want(apply(&op), 0);
	want(obs.section[8].flags, REF_SECTION_ADDED);
	want(online(8, REF_ONLINE_MOVABLE), 0);
	want(zone(0, REF_ZONE_MOVABLE)->present, n);
	want(obs.link[8], REF_LINK(0, REF_ZONE_MOVABLE));
	want(offline(8), 0);
	want(zone(0, REF_ZONE_MOVABLE)->spanned, 0);
	want(take(8, 1), 0);
	want(obs.warns, 0);
	want(obs.section[8].flags, 0);
}

/*
 * A block with its memmap on it is removed alone; so is seen whether it has
 * one: what the parameter forces on ppc64 is by itself so on x86_64.
 */
static void test_altmap_alone(void)
{
	bool small = !strcmp(k->geometry->name, "ppc64");
	bool has = !strcmp(k->geometry->name, "x86_64") ||
		(small && strncmp(k->version, "6.1.", 4));
	struct ref_op op = {
		.kind = REF_OP_ADD, .start = 8 * s, .size = small ? 4 * s : s,
		.flags = REF_OP_MEMMAP_ON_MEMORY,
	};

	if (small) {
		machine.block_size = op.size;
		layout.nr_blocks = 3;
	}
	machine.memmap_on_memory = small ? 2 : 1;
	boot();
	want(apply(&op), 0);
	op.start -= op.size;
	op.flags = 0;
	want(apply(&op), 0);
	op.kind = REF_OP_REMOVE;
	op.size *= 2;
	want(apply(&op), has ? -EINVAL : 0);
}

/*
 * @conf: the only configuration that it is for; with "-" before: the only one
 * that it is not for; NULL: for all
 */
static const struct {
	const char *name;
	void (*run)(void);
	const char *conf;
} tests[] = {
	{ "boot", test_boot, NULL },
	{ "contiguous", test_contiguous, NULL },
	{ "early", test_early, NULL },
	{ "node", test_node, "-no-numa" },
	{ "refusals", test_refusals, NULL },
	{ "resources", test_resources, NULL },
	{ "offline faults", test_offline_faults, NULL },
	{ "online faults", test_online_faults, "-no-numa" },
	{ "section faults", test_section_faults, NULL },
	{ "add faults", test_add_faults, NULL },
	{ "alloc faults", test_alloc_faults, NULL },
	{ "node faults", test_node_faults, "-no-numa" },
	{ "bug", test_bug, NULL },
	{ "blocks", test_blocks, NULL },
	{ "command line", test_command_line, NULL },
	{ "nomap", test_nomap, NULL },
	{ "big", test_big, NULL },
	{ "steps", test_steps, NULL },
	{ "poison", test_poison, NULL },
	{ "regions", test_regions, "-discard" },
	{ "discard", test_discard, "discard" },
	{ "groups", test_groups, "-no-numa" },
	{ "group refusals", test_group_refusals, "-no-numa" },
	{ "ratio", test_ratio, "-no-numa" },
	{ "group zones", test_group_zones, NULL },
	{ "large unit", test_large_unit, "-no-numa" },
	{ "valid zones", test_valid_zones, NULL },
	{ "auto online", test_auto_online, NULL },
	{ "links", test_links, "-no-numa" },
	{ "query refusals", test_query_refusals, "-no-numa" },
	{ "classic", test_classic, "classic" },
	{ "device", test_device, "zone-device" },
	{ "subsections", test_subsections, "zone-device" },
	{ "device faults", test_device_faults, "zone-device" },
	{ "cma", test_cma, "cma" },
	{ "deferred", test_deferred, "deferred" },
	{ "altmap", test_altmap, "altmap" },
	{ "altmap alone", test_altmap_alone, "altmap" },
};

#define NR_TESTS	(sizeof(tests) / sizeof(tests[0]))

static u64 hash_of(const void *data, size_t size, u64 hash)
{
	const u8 *at = data;

	while (size--)
		hash = (hash ^ *at++) * 0x100000001b3ULL;
	return hash;
}

static bool applies(const char *conf)
{
	return !conf || (*conf == '-' ? !conf_is(conf + 1) : conf_is(conf));
}

/* Everything that a test sees, as one number */
static u64 hash_test(u32 nr)
{
	u64 hash;

	if (!applies(tests[nr].conf))
		return 0;
	make_machine();
	memset(&obs, 0, sizeof(obs));
	tests[nr].run();
	hash = hash_of(&obs, sizeof(obs), 14695981039346656037ULL);
	hash = hash_of(k->message(), strlen(k->message()), hash);
	hash += k->steps();
	k->reset();
	return hash;
}

/* In any order, with anything before, a scenario shows the same */
static void test_determinism(void)
{
	u64 first[NR_TESTS];
	u32 i;

	for (i = 0; i < NR_TESTS; i++)
		first[i] = hash_test(i);
	for (i = NR_TESTS; i-- > 0;)
		want(hash_test(i), first[i]);
}

static bool load(const char *path)
{
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);

	k = object ? dlsym(object, KX_SYMBOL) : NULL;
	if (!k)
		printf("%s: %s\n", path, dlerror());
	return k;
}

int main(int argc, char **argv)
{
	const struct kx_kernel *kernel[MAX_KERNELS];
	int i, nr = 0;

	for (i = 1; i < argc && nr < MAX_KERNELS; i++) {
		if (!load(argv[i]))
			failed++;
		else
			kernel[nr++] = k;
	}
	for (i = 0; i < nr; i++) {
		k = kernel[i];
		test_determinism();
	}
	printf("%u passed, %u failed, %u skipped\n", passed, failed, skipped);
	return failed || !passed;
}
