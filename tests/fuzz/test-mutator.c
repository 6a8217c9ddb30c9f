// SPDX-License-Identifier: GPL-2.0-only
/*
 * The mutator: always valid, always the same for a seed, and it gets
 * everywhere from nothing.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "../../ref/model.h"

#include "../../fuzz/codec.h"
#include "../../fuzz/layout.h"
#include "../../fuzz/geometry.h"
#include "../../fuzz/mutator.h"
#include "../../fuzz/scenario-check.h"

#define MUTATIONS	60000
#define FAR_TRIES	400000u

static u8 bytes[CODEC_CBOR_MAX];
static struct ref_scenario s;
static struct ref_layout layout;

static const char *what_is_wrong(u8 geometry, u8 conf)
{
	static struct scenario_error err;
	const struct ref_geometry *g = geometry_by_index(geometry);

	if (s.machine.geometry != geometry || s.machine.conf != conf)
		return "another geometry or configuration";
	if (scenario_check(&s, &err))
		return err.reason;
	return layout_init(&layout, g, &s);
}

static size_t mutate(size_t len, u8 geometry, u8 conf, u64 seed)
{
	struct codec_error err;

	len = mutator_bytes(bytes, len, NULL, 0, bytes, geometry, conf,
			    seed % 64 == 0, seed);
	cr_assert_neq(len, 0u);
	cr_assert_eq(codec_read(bytes, len, &s, &err), 0, "seed %llu: %s",
		     seed, err.reason);
	return len;
}

static void expect_valid(u8 geometry, u8 conf, u64 seeds)
{
	size_t len = 0;

	for (u64 seed = 0; seed < seeds; seed++) {
		len = mutate(len, geometry, conf, seed);
		cr_assert_null(what_is_wrong(geometry, conf),
			       "%s seed %llu: %s", conf_name(conf), seed,
			       what_is_wrong(geometry, conf));
	}
}

Test(mutator, what_it_makes_is_always_valid)
{
	for (u32 g = 0; g < geometry_count(); g++)
		expect_valid(g, 0, 5000);
	for (u32 conf = 1; conf < conf_count(); conf++)
		for (u32 g = 0; conf_name(conf) && g < geometry_count(); g++)
			expect_valid(g, conf, 1000);
}

static u64 hash_of_run(u64 from)
{
	u64 sum = 0;
	size_t len = 0;

	for (u64 seed = from; seed < from + 500; seed++) {
		len = mutate(len, 0, 0, seed);
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
		mutate(len, 0, 0, seed);
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
		len = mutate(len, 0, 0, seed);
		note_machine(&s.machine);
		note_nodes(&s.machine);
		note_regions(&s.machine);
		note_ops();
	}
	cr_expect_eq(reached, all, "not reached: %#llx", all & ~reached);
	cr_log_info("all features after %llu mutations", seed);
}

/* --- what there is in some configurations only */

static bool has_cma(void)
{
	return s.machine.nr_cma > 1;
}

static bool has_memmap_on_memory(void)
{
	return s.machine.memmap_on_memory;
}

static const struct ref_op *find_op(u32 kind)
{
	for (u32 n = 0; n < s.nr_ops; n++)
		if (s.op[n].kind == kind)
			return &s.op[n];
	return NULL;
}

static bool has_altmap(void)
{
	for (u32 n = 0; n < s.nr_ops; n++)
		if (s.op[n].kind == REF_OP_ADD && s.op[n].group &&
		    s.op[n].flags)
			return true;
	return false;
}

/* A mapping that is no whole number of sections, and its end */
static bool has_small_map(void)
{
	const struct ref_op *op = find_op(REF_OP_MAP);

	return op && op->size % (1 << 24) && op->size % (1 << 21) == 0;
}

/* It shares a section with memory */
static bool has_shared_section(void)
{
	const struct ref_machine *m = &s.machine;
	const struct ref_op *op = find_op(REF_OP_MAP);

	for (u32 n = 0; op && n < m->nr_regions; n++)
		if (op->start >= m->region[n].end &&
		    op->start >> 24 == (m->region[n].end - 1) >> 24)
			return true;
	return false;
}

static bool has_unmap(void)
{
	const struct ref_op *map = find_op(REF_OP_MAP);
	const struct ref_op *unmap = find_op(REF_OP_UNMAP);

	return map && unmap && unmap > map && map->start == unmap->start &&
	       map->size == unmap->size;
}

static const struct {
	const char *conf;
	const char *what;
	bool (*has)(void);
} there[] = {
	{ "cma", "two CMA areas", has_cma },
	{ "altmap", "memmap_on_memory", has_memmap_on_memory },
	{ "altmap", "an add with a group and altmap", has_altmap },
	{ "zone-device", "a map of subsections", has_small_map },
	{ "zone-device", "a map in a section of memory", has_shared_section },
	{ "zone-device", "an unmap of what was mapped", has_unmap },
	{ "distro", "an unmap of what was mapped", has_unmap },
};

Test(mutator, reaches_what_a_configuration_has)
{
	for (u32 n = 0; n < sizeof(there) / sizeof(there[0]); n++) {
		s32 conf = conf_index(there[n].conf);
		bool found = false;
		size_t len = 0;

		cr_assert_geq(conf, 0, "no %s", there[n].conf);
		for (u64 seed = 1; seed < MUTATIONS / 4 && !found; seed++) {
			len = mutate(len, 0, conf, seed);
			found = there[n].has();
		}
		cr_expect(found, "%s: never %s", there[n].conf, there[n].what);
	}
}

/* --- queries, by the model */

static u32 zone_of(struct ref_model *model, struct ref_op op, u64 more)
{
	op.size += more;
	ref_model_apply(model, &op, false);
	return ref_model_facts(model)->shown->chosen;
}

/* Queries whose answer is another one for a page more or less */
static u32 at_the_limit(struct ref_model *model)
{
	static const struct ref_profile right = { .faults = ~0u,
		.features = ~0u };
	const struct ref_geometry *g = geometry_by_index(0);
	u64 page = 1ull << g->page_shift;
	u32 count = 0;

	cr_assert_null(layout_init(&layout, g, &s));
	ref_model_boot(model, g, &s.machine, &layout, &right);
	for (u32 n = 0; n < s.nr_ops; n++) {
		const struct ref_op *op = &s.op[n];
		u32 zone = zone_of(model, *op, 0);

		if (op->kind == REF_OP_QUERY && op->size > page)
			count += zone_of(model, *op, page) != zone ||
				 zone_of(model, *op, -page) != zone;
	}
	return count;
}

Test(mutator, queries_come_to_the_limit)
{
	struct ref_model *model = calloc(1, ref_model_size);
	size_t len = 0;
	u32 count = 0;

	cr_assert(model);
	for (u64 seed = 1; seed < 2000; seed++) {
		len = mutate(len, 0, 0, seed);
		count += at_the_limit(model);
	}
	free(model);
	cr_expect_gt(count, 100u, "only %u", count);
}

static bool is_memory(const struct ref_machine *m, u64 x)
{
	for (u32 n = 0; n < m->nr_regions; n++)
		if (x >= m->region[n].start && x < m->region[n].end)
			return true;
	return false;
}

/* Above 2^32 pages, and memory if the pfn is cut to 32 bits */
static u32 queries_of_cut_pfns(void)
{
	u64 far = 1ull << (32 + geometry_by_index(0)->page_shift);
	u32 count = 0;

	for (u32 n = 0; n < s.nr_ops; n++)
		count += s.op[n].kind == REF_OP_QUERY && s.op[n].start >= far &&
			 is_memory(&s.machine, s.op[n].start % far);
	return count;
}

Test(mutator, queries_tell_when_a_pfn_is_cut)
{
	size_t len = 0;
	u32 count = 0;

	for (u64 seed = 1; seed < 10000; seed++) {
		len = mutate(len, 0, 0, seed);
		count += queries_of_cut_pfns();
	}
	cr_expect_gt(count, 20u, "only %u", count);
}

/* Adds of a new scenario that fail, since there cannot be such a node */
Test(mutator, hardly_adds_to_impossible_nodes)
{
	struct rng rng = { 1 };
	u32 all = 0, none = 0;

	for (u32 n = 0; n < 100; n++) {
		mutator_machine(&s, 0, 0, &rng);
		mutator_ops(&s, 32, &rng);
		for (u32 k = 0; k < s.nr_ops; k++) {
			if (s.op[k].kind != REF_OP_ADD || s.op[k].group)
				continue;
			all++;
			none += !(s.machine.node[s.op[k].nid] &
				  REF_NODE_POSSIBLE);
		}
	}
	cr_expect_gt(all, 300u);
	cr_expect_gt(none, 0u);
	cr_expect_lt(none, all / 20, "%u of %u", none, all);
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
	cr_expect_null(what_is_wrong(0, 0));
	cr_expect_gt(n, 100u, "not rare: after %u", n);
}
