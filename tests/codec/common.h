/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the codec's tests share: the seeds, and random valid scenarios.
 */
#ifndef TESTS_CODEC_COMMON_H
#define TESTS_CODEC_COMMON_H

#include <criterion/criterion.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "../../fuzz/codec.h"
#include "../../fuzz/geometry.h"
#include "../../fuzz/scenario-check.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define NR_SEEDS	10

/* The first ten seeds, decoded; tests run in the checkout */
static inline void read_seeds(struct ref_scenario seeds[NR_SEEDS])
{
	static u8 bytes[CODEC_TEXT_MAX];
	struct codec_error err;
	glob_t paths;

	cr_assert_eq(glob("corpora/seed/*.txt", 0, NULL, &paths), 0,
		     "expected corpora/seed/*.txt in the current directory");
	cr_assert_geq(paths.gl_pathc, NR_SEEDS, "expected ten seeds");
	for (u32 i = 0; i < NR_SEEDS; i++) {
		FILE *file = fopen(paths.gl_pathv[i], "r");
		size_t len;

		cr_assert(file, "cannot open %s", paths.gl_pathv[i]);
		len = fread(bytes, 1, sizeof(bytes), file);
		fclose(file);
		cr_assert_eq(codec_read(bytes, len, &seeds[i], &err), 0,
			     "%s:%u:%u: %s", paths.gl_pathv[i], err.line,
			     err.column, err.reason);
	}
	globfree(&paths);
}

/* xorshift64: the same numbers in every run */
static inline u64 random_u64(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static inline u64 random_below(u64 *state, u64 end)
{
	return random_u64(state) % end;
}

/*
 * An address below @end: any byte, or the multiple of a random power of two
 * plus or minus one unit of another
 */
static inline u64 random_address(u64 *state, u64 end)
{
	u64 address = random_below(state, end);

	if (random_below(state, 4))
		address &= ~0ull << random_below(state, 40);
	if (!random_below(state, 4))
		address += 1ull << random_below(state, 20);
	return address < end ? address : end - 1;
}

static inline void random_op(u64 *state, struct ref_scenario *s, u64 end)
{
	struct ref_op *op = &s->op[s->nr_ops++];

	op->kind = random_below(state, REF_NR_OPS);
	op->start = random_address(state, end);
	op->fault = random_below(state, 2) * random_below(state, REF_NR_FAULTS);
	if (scenario_fault_counts(op->fault))
		op->fault_nr = random_below(state, SCENARIO_FAULT_NR_MAX + 1);
	if (scenario_op_forms[op->kind].size)
		op->size = 1 + random_address(state, end - op->start);
	else
		op->start &= ~(s->machine.block_size - 1);
	if (scenario_op_forms[op->kind].nid)
		op->nid = random_below(state, REF_MAX_NODES);
	if (scenario_op_forms[op->kind].online)
		op->online = random_below(state, REF_NR_ONLINE);
}

static inline void random_regions(u64 *state, struct ref_machine *m, u64 end)
{
	u32 count = 1 + random_below(state, REF_MAX_REGIONS);
	u64 least = random_below(state, 2) ? 0 : end / 2;
	u64 step = (end - least) / (2 * count);

	/* One piece of [least, end) for each, so that they are in order */
	for (u32 i = 0; i < count; i++) {
		struct ref_region *r = &m->region[m->nr_regions++];

		r->start = least + random_address(state, step);
		r->end = least + step + random_address(state, step);
		r->nid = random_below(state, REF_MAX_NODES);
		r->flags = i ? random_below(state, 4) : 0;
		m->node[r->nid] |= REF_NODE_POSSIBLE;
		least += 2 * step;
	}
	m->region[0].end = m->region[0].start + step;
}

static inline void random_reserved(u64 *state, struct ref_machine *m, u64 end)
{
	u64 least = 0;

	m->nr_reserved = random_below(state, REF_MAX_RESERVED + 1);
	for (u32 i = 0; i < m->nr_reserved; i++) {
		m->reserved[i].start = least;
		least += 1 + random_address(state, end / 32);
		m->reserved[i].end = least;
		least += random_below(state, end / 32);
	}
}

/* A valid scenario that follows from @state */
static inline void random_scenario(u64 *state, struct ref_scenario *s)
{
	struct ref_machine *m = &s->machine;
	const struct ref_geometry *g;
	u64 mask, end;
	u32 ops;

	memset(s, 0, sizeof(*s));
	m->geometry = random_below(state, geometry_count());
	g = geometry_by_index(m->geometry);
	/* Half of them small */
	end = 1ull << (random_below(state, 2) ? 34 : g->phys_bits);
	mask = (1ull << g->page_shift) - 1;
	m->memmap = random_below(state, 2);
	m->movable_node = random_below(state, 2);
	m->block_size = 1ull << (g->section_shift + random_below(state, 7));
	m->dma_end = random_below(state, 2) * (end / 4 & ~mask);
	m->dma32_end = random_below(state, 2) *
		       ((end / 4 + random_below(state, end / 4)) & ~mask);
	m->kernelcore = random_below(state, 2) * random_address(state, end);
	m->movablecore = random_below(state, 2) * random_address(state, end);
	for (u32 i = 0; i < REF_MAX_NODES; i++)
		m->node[i] = random_below(state, 2) * 3;
	random_regions(state, m, end);
	random_reserved(state, m, end);
	ops = random_below(state, 40);
	while (s->nr_ops < ops)
		random_op(state, s, end);
}

#endif
