// SPDX-License-Identifier: GPL-2.0-only
/*
 * The mutator: always valid, always the same for a seed, and it gets
 * everywhere from nothing.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "../../ref/model.h"

#include "../../fuzz/codec.h"
#include "../../fuzz/geometry.h"
#include "../../fuzz/mutator.h"
#include "../../fuzz/scenario-check.h"

#define MUTATIONS	60000
#define FAR_TRIES	400000u

static u8 bytes[CODEC_CBOR_MAX];
static struct ref_scenario s;
static struct ref_layout layout;

static const char *what_is_wrong(u8 geometry)
{
	static struct scenario_error err;
	const struct ref_geometry *g = geometry_by_index(geometry);

	if (s.machine.geometry != geometry || s.machine.conf)
		return "another geometry or configuration";
	if (scenario_check(&s, &err))
		return err.reason;
	return ref_layout_init(&layout, g, &s);
}

static size_t mutate(size_t len, u8 geometry, u64 seed)
{
	struct codec_error err;

	len = mutator_bytes(bytes, len, NULL, 0, bytes, geometry, 0,
			    seed % 64 == 0, seed);
	cr_assert_neq(len, 0u);
	cr_assert_eq(codec_read(bytes, len, &s, &err), 0, "seed %llu: %s",
		     seed, err.reason);
	return len;
}

Test(mutator, what_it_makes_is_always_valid)
{
	for (u32 g = 0; g < geometry_count(); g++) {
		size_t len = 0;

		for (u64 seed = 0; seed < 5000; seed++) {
			len = mutate(len, g, seed);
			cr_assert_null(what_is_wrong(g), "seed %llu: %s", seed,
				       what_is_wrong(g));
		}
	}
}

static u64 hash_of_run(u64 from)
{
	u64 sum = 0;
	size_t len = 0;

	for (u64 seed = from; seed < from + 500; seed++) {
		len = mutate(len, 0, seed);
		for (size_t n = 0; n < len; n++)
			sum = sum * 31 + bytes[n];
	}
	return sum;
}

Test(mutator, the_same_seed_gives_the_same)
{
	u64 first = hash_of_run(1);

	cr_expect_eq(hash_of_run(1), first);
	cr_expect_neq(hash_of_run(2), first);
}

Test(mutator, any_bytes_will_do)
{
	for (u64 seed = 0; seed < 2000; seed++) {
		struct rng rng = { seed };
		size_t len = rng_below(&rng, 64);

		for (size_t n = 0; n < len; n++)
			bytes[n] = rng_next(&rng);
		mutate(len, 0, seed);
	}
}

/* What a campaign must be able to reach; each bit is found by has() */
enum feature {
	EIGHT_NODES, NODE_BELOW, NO_CPU, MEMORYLESS, IMPOSSIBLE, INTERLEAVED,
	PFN_ZERO, DMA, DMA32, KERNELCORE, MOVABLECORE, MOVABLE_NODE,
	HOTPLUG, NOMAP, RESERVED, POISON, STALE, BLOCK_1, BLOCK_4, BLOCK_64,
	HOLE_PAGE, HOLE_SECTIONS, EDGE_PAGE_OFF, EDGE_IN_PAGE, EDGE_SUBSECTION,
	LONG, MISALIGNED_ADD, SHARED_PAGE, MANY_REGIONS, AUTO_MOVABLE,
	RATIO_LARGE, NUMA_UNAWARE, AUTO_ONLINE, ADD_GROUP, DYNAMIC,
	QUERY_GROUP, QUERY_PAGE, SET_RATIO_0, OP_FIRST,
	NR_FEATURES = OP_FIRST + REF_NR_OPS + REF_NR_ONLINE + REF_NR_FAULTS,
};

static u64 reached;

static void note(u32 feature, bool has)
{
	if (has)
		reached |= 1ull << feature;
}

static void note_machine(const struct ref_machine *m)
{
	note(PFN_ZERO, m->region[0].start == 0);
	note(DMA, m->dma_end);
	note(DMA32, m->dma32_end);
	note(KERNELCORE, m->kernelcore);
	note(MOVABLECORE, m->movablecore);
	note(MOVABLE_NODE, m->movable_node);
	note(RESERVED, m->nr_reserved);
	note(m->memmap ? POISON : STALE, true);
	note(MANY_REGIONS, m->nr_regions > 128);
	note(AUTO_MOVABLE, m->params.value[REF_PARAM_POLICY]);
	note(RATIO_LARGE, m->params.value[REF_PARAM_RATIO] >> 31);
	note(NUMA_UNAWARE, !m->params.value[REF_PARAM_NUMA_AWARE]);
	note(AUTO_ONLINE, m->params.value[REF_PARAM_AUTO]);
	note(BLOCK_1, m->block_size == 1ull << 24);
	note(BLOCK_4, m->block_size == 4ull << 24);
	note(BLOCK_64, m->block_size == 64ull << 24);
}

static bool is_far(const struct ref_machine *m)
{
	return m->region[m->nr_regions - 1].end > 1ull << (31 + 16);
}

static bool has_memory(const struct ref_machine *m, u32 nid)
{
	for (u32 n = 0; n < m->nr_regions; n++)
		if (m->region[n].nid == nid)
			return true;
	return false;
}

static void note_nodes(const struct ref_machine *m)
{
	for (u32 n = 0; n < REF_MAX_NODES; n++) {
		bool memory = has_memory(m, n);

		note(NO_CPU, memory && !(m->node[n] & REF_NODE_CPU));
		note(MEMORYLESS, !memory && m->node[n] & REF_NODE_CPU);
		note(IMPOSSIBLE, n < 3 && !m->node[n]);
		note(EIGHT_NODES, n == 7 && memory);
	}
}

static void note_hole(u64 hole)
{
	note(HOLE_PAGE, hole == 1ull << 16);
	note(HOLE_SECTIONS, hole >= 2ull << 24);
}

static void note_regions(const struct ref_machine *m)
{
	for (u32 n = 0; n < m->nr_regions; n++) {
		const struct ref_region *r = &m->region[n];
		u64 off = r->end % (1ull << 24);

		note(HOTPLUG, r->flags & REF_REGION_HOTPLUG);
		note(NOMAP, r->flags & REF_REGION_NOMAP);
		note(EDGE_PAGE_OFF, off == 1ull << 16);
		note(EDGE_IN_PAGE, r->end % (1ull << 16));
		note(EDGE_SUBSECTION, off && off % (1ull << 21) == 0);
		note(NODE_BELOW, n && r->nid < r[-1].nid);
		if (n > 1)
			note(INTERLEAVED, r->nid == r[-2].nid &&
			     r->nid != r[-1].nid);
		if (n)
			note(SHARED_PAGE, r->nid != r[-1].nid &&
			     r->start >> 16 == (r[-1].end - 1) >> 16);
		if (n)
			note_hole(r->start - r[-1].end);
	}
}

static void note_op(const struct ref_op *op)
{
	bool query = op->kind == REF_OP_QUERY;

	note(OP_FIRST + op->kind, true);
	note(OP_FIRST + REF_NR_OPS + op->online, op->kind == REF_OP_ONLINE);
	note(OP_FIRST + REF_NR_OPS + REF_NR_ONLINE + op->fault, true);
	note(MISALIGNED_ADD, op->kind == REF_OP_ADD &&
	     op->start % s.machine.block_size);
	note(ADD_GROUP, op->kind == REF_OP_ADD && op->group);
	note(DYNAMIC, op->kind == REF_OP_REGISTER && op->flags);
	note(SET_RATIO_0, op->kind == REF_OP_SET &&
	     op->param == REF_PARAM_RATIO && !op->value);
	note(QUERY_GROUP, query && op->group);
	note(QUERY_PAGE, query && op->size % s.machine.block_size);
}

static void note_ops(void)
{
	note(LONG, s.nr_ops > 150);
	for (u32 n = 0; n < s.nr_ops; n++)
		note_op(&s.op[n]);
}

/* What this configuration does not have */
#define NEVER	(1ull << (OP_FIRST + REF_OP_MAP) | \
		 1ull << (OP_FIRST + REF_OP_UNMAP))

Test(mutator, gets_everywhere_from_nothing)
{
	const u64 all = ((1ull << NR_FEATURES) - 1) & ~NEVER;
	size_t len = 0;
	u64 seed;

	for (seed = 1; seed < MUTATIONS && reached != all; seed++) {
		len = mutate(len, 0, seed);
		note_machine(&s.machine);
		note_nodes(&s.machine);
		note_regions(&s.machine);
		note_ops();
	}
	cr_expect_eq(reached, all, "not reached: %#llx", all & ~reached);
	cr_log_info("all features after %llu mutations", seed);
}

/* Rare, since walks over such machines take a second */
Test(mutator, sometimes_goes_beyond_31_bits_of_pfn)
{
	struct rng rng = { 1 };
	u32 n = 0;

	do {
		mutator_machine(&s, 0, 0, &rng);
	} while (++n < FAR_TRIES && !is_far(&s.machine));
	cr_expect_lt(n, FAR_TRIES);
	cr_expect_null(what_is_wrong(0));
	cr_expect_gt(n, 100u, "not rare: after %u", n);
}
