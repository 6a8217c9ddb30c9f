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

/* Any kind that the configuration has */
static inline u32 random_kind(u64 *state, u32 conf)
{
	u32 kind = random_below(state, REF_NR_OPS);

	while ((kind == REF_OP_MAP || kind == REF_OP_UNMAP) &&
	       !conf_has(conf, REF_CONF_ZONE_DEVICE))
		kind = random_below(state, REF_NR_OPS);
	return kind;
}

static inline u64 random_op_field(u64 *state, const struct ref_scenario *s,
				  const struct ref_op *op, u32 field, u64 end)
{
	u64 most[SCENARIO_NR_OP_FIELDS] = {
		[SCENARIO_OP_START] = end - 1,
		[SCENARIO_OP_SIZE] = end - op->start - 1,
		[SCENARIO_OP_NID] = conf_has(s->machine.conf, REF_CONF_NUMA) ?
				    REF_MAX_NODES - 1 : 0,
		[SCENARIO_OP_ONLINE] = REF_NR_ONLINE - 1,
		[SCENARIO_OP_GROUP] = REF_MAX_GROUPS - 1,
		[SCENARIO_OP_FLAGS] = scenario_op_forms[op->kind].flags,
		[SCENARIO_OP_PARAM] = REF_NR_PARAMS - 1,
		[SCENARIO_OP_VALUE] = scenario_param_most(op->param),
	};

	if (field == SCENARIO_OP_START || field == SCENARIO_OP_SIZE)
		return random_address(state, most[field] + 1);
	return random_below(state, most[field] + 1);
}

/* What the kind and the configuration want of fields of any value */
static inline void mend_op(u64 *state, const struct ref_scenario *s,
			   struct ref_op *op, u64 page)
{
	u32 conf = s->machine.conf;

	op->size += scenario_op_has(op->kind, SCENARIO_OP_SIZE);
	if (op->kind == REF_OP_ONLINE || op->kind == REF_OP_OFFLINE)
		op->start &= ~(s->machine.block_size - 1);
	if (op->kind == REF_OP_UNREGISTER)
		op->group++;
	op->flags &= scenario_op_forms[op->kind].flags;
	if (op->kind == REF_OP_QUERY || op->kind == REF_OP_REGISTER) {
		op->start &= ~(page - 1);
		op->size &= ~(page - 1);
		op->size += op->size ? 0 : page;
	}
	if (op->kind == REF_OP_ADD && random_below(state, 2))
		op->group = 0;
	if (op->kind == REF_OP_ADD && op->group)
		op->nid = 0;
	if (op->kind == REF_OP_ADD &&
	    !conf_has(conf, REF_CONF_MEMMAP_ON_MEMORY))
		op->flags = 0;
	if (op->kind == REF_OP_SET && op->param == REF_PARAM_NUMA_AWARE)
		op->value |= !conf_has(conf, REF_CONF_NUMA);
}

static inline void random_op(u64 *state, struct ref_scenario *s, u64 end)
{
	const struct ref_geometry *g = geometry_by_index(s->machine.geometry);
	struct ref_op *op = &s->op[s->nr_ops++];
	u32 most = SCENARIO_FAULT_NR_MAX;

	op->kind = random_kind(state, s->machine.conf);
	for (u32 n = 0; n < SCENARIO_NR_OP_FIELDS; n++)
		if (scenario_op_has(op->kind, n))
			scenario_op_set(op, n, random_op_field(state, s, op, n,
							       end));
	mend_op(state, s, op, 1ull << g->page_shift);
	if (scenario_op_forms[op->kind].fault)
		op->fault = random_below(state, 2) *
			    random_below(state, REF_NR_FAULTS);
	if (op->group || op->flags)
		most = SCENARIO_FAULT_NR_LONG;
	if (scenario_fault_counts(op->fault))
		op->fault_nr = random_below(state, most + 1);
}

static inline u32 random_node(u64 *state, const struct ref_machine *m)
{
	u32 nid = random_below(state, REF_MAX_NODES);

	return conf_has(m->conf, REF_CONF_NUMA) ? nid : 0;
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
		r->nid = random_node(state, m);
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

/* Half of them as usual */
static inline void random_params(u64 *state, struct ref_machine *m)
{
	m->params = REF_PARAMS;
	for (u32 n = 0; n < REF_NR_PARAMS; n++)
		if (random_below(state, 2))
			m->params.value[n] = random_below(state, 1 +
						(u64)scenario_param_most(n));
	m->params.value[REF_PARAM_NUMA_AWARE] |=
		!conf_has(m->conf, REF_CONF_NUMA);
}

/* Pageblocks at the start of the first region, if it has any */
static inline void random_cma(u64 *state, struct ref_machine *m)
{
	const struct ref_geometry *g = geometry_by_index(m->geometry);
	u64 size = 1ull << (g->page_shift + g->pageblock_order);
	u64 start = (m->region[0].start + size - 1) & ~(size - 1);
	u64 most = random_below(state, REF_MAX_CMA + 1);

	memset(m->reserved, 0, sizeof(m->reserved));
	m->nr_reserved = 0;
	m->dma_end = 0;
	m->dma32_end = 0;
	for (; m->nr_cma < most && start + size <= m->region[0].end;
	     start += 2 * size)
		m->cma[m->nr_cma++] = (struct ref_span){ start,
							     start + size };
}

static inline void random_features(u64 *state, struct ref_machine *m)
{
	random_params(state, m);
	if (conf_has(m->conf, REF_CONF_MEMMAP_ON_MEMORY))
		m->memmap_on_memory = random_below(state, 3);
	if (conf_has(m->conf, REF_CONF_CMA) && random_below(state, 2))
		random_cma(state, m);
}

static inline u32 random_conf(u64 *state)
{
	u32 conf = random_below(state, conf_count());

	while (!conf_name(conf))
		conf = random_below(state, conf_count());
	return conf;
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
	m->conf = random_conf(state);
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
		m->node[random_node(state, m)] = random_below(state, 2) * 3;
	random_regions(state, m, end);
	random_reserved(state, m, end);
	random_features(state, m);
	ops = random_below(state, 40);
	while (s->nr_ops < ops)
		random_op(state, s, end);
}

#endif
