// SPDX-License-Identifier: GPL-2.0-only
/*
 * The minimiser, on predicates that know the answer.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "../../fuzz/codec.h"
#include "../../fuzz/minimizer.h"
#include "../../fuzz/mutator.h"
#include "../../fuzz/scenario-check.h"

static u32 calls;

static u32 count(const struct ref_scenario *s, u8 kind)
{
	u32 n = 0;

	for (u32 op = 0; op < s->nr_ops; op++)
		n += s->op[op].kind == kind;
	return n;
}

/* Goes wrong if something is onlined after something was removed */
static bool online_after_remove(const struct ref_scenario *s, void *data)
{
	bool removed = false;

	(void)data;
	calls++;
	cr_assert_eq(scenario_check(s, NULL), 0);
	for (u32 n = 0; n < s->nr_ops; n++) {
		if (removed && s->op[n].kind == REF_OP_ONLINE)
			return true;
		removed |= s->op[n].kind == REF_OP_REMOVE;
	}
	return false;
}

/* As many adds as removes, and two: only pairs can go */
static bool balanced(const struct ref_scenario *s, void *data)
{
	(void)data;
	calls++;
	return count(s, REF_OP_ADD) == count(s, REF_OP_REMOVE) &&
	       count(s, REF_OP_ADD) >= 2;
}

static bool two_nodes(const struct ref_scenario *s, void *data)
{
	(void)data;
	calls++;
	for (u32 n = 0; n < s->machine.nr_regions; n++)
		if (s->machine.region[n].nid != s->machine.region[0].nid)
			return true;
	return false;
}

static bool anything(const struct ref_scenario *s, void *data)
{
	(void)s;
	(void)data;
	calls++;
	return true;
}

/* Goes wrong if something is added to the second group or one after it */
static bool second_group(const struct ref_scenario *s, void *data)
{
	u32 groups = 0;

	(void)data;
	calls++;
	for (u32 n = 0; n < s->nr_ops; n++) {
		groups += s->op[n].kind == REF_OP_REGISTER;
		if (s->op[n].kind == REF_OP_ADD && s->op[n].group > 1 &&
		    groups >= s->op[n].group)
			return true;
	}
	return false;
}

/* Goes wrong if a ratio of at least 100 is set */
static bool ratio_100(const struct ref_scenario *s, void *data)
{
	(void)data;
	calls++;
	for (u32 n = 0; n < s->nr_ops; n++)
		if (s->op[n].kind == REF_OP_SET &&
		    s->op[n].param == REF_PARAM_RATIO && s->op[n].value >= 100)
			return true;
	return false;
}

static void make(struct ref_scenario *s, u64 seed,
		 bool (*wrong)(const struct ref_scenario *s, void *data))
{
	struct rng rng = { seed };

	do {
		mutator_machine(s, 0, 0, &rng);
		mutator_ops(s, 60, &rng);
	} while (!wrong(s, NULL));
}

static void shrink(struct ref_scenario *s, u32 budget,
		   bool (*wrong)(const struct ref_scenario *s, void *data))
{
	struct minimizer min = { .same = wrong, .budget = budget };

	calls = 0;
	minimize(&min, s);
	cr_assert(wrong(s, NULL));
	cr_assert_eq(scenario_check(s, NULL), 0);
}

Test(minimizer, finds_the_two_operations)
{
	static struct ref_scenario s;

	for (u64 seed = 0; seed < 10; seed++) {
		make(&s, seed, online_after_remove);
		shrink(&s, MINIMIZER_BUDGET, online_after_remove);
		cr_expect_eq(s.nr_ops, 2u, "seed %llu: %u", seed, s.nr_ops);
		cr_expect_eq(s.op[0].kind, REF_OP_REMOVE);
		cr_expect_eq(s.op[1].kind, REF_OP_ONLINE);
		cr_expect_eq(s.op[1].online, REF_ONLINE_DEFAULT);
		cr_expect_eq(s.op[0].fault | s.op[1].fault, 0);
		cr_expect_eq(s.machine.nr_regions, 1u);
		cr_expect_eq(s.machine.nr_reserved, 0u);
	}
}

Test(minimizer, keeps_as_many_groups_as_are_needed)
{
	static struct ref_scenario s;

	for (u64 seed = 0; seed < 5; seed++) {
		make(&s, seed, second_group);
		shrink(&s, MINIMIZER_BUDGET, second_group);
		cr_expect_eq(s.nr_ops, 3u, "seed %llu: %u", seed, s.nr_ops);
		cr_expect_eq(s.op[2].group, 2u);
		cr_expect_eq(s.op[0].flags | s.op[1].flags, 0u);
		cr_expect_eq(s.op[0].nid | s.op[1].nid, 0u);
	}
}

Test(minimizer, parameters_become_usual_and_values_small)
{
	static const struct ref_params usual = REF_PARAMS;
	static struct ref_scenario s;

	make(&s, 3, ratio_100);
	s.machine.params.value[REF_PARAM_POLICY] = REF_POLICY_AUTO_MOVABLE;
	s.machine.params.value[REF_PARAM_AUTO] = REF_AUTO_KERNEL;
	shrink(&s, MINIMIZER_BUDGET, ratio_100);
	cr_expect_eq(s.nr_ops, 1u);
	cr_expect_geq(s.op[0].value, 100u);
	cr_expect_lt(s.op[0].value, 200u);
	cr_expect_eq(memcmp(&s.machine.params, &usual, sizeof(usual)), 0);
}

Test(minimizer, pairs_go_together)
{
	static struct ref_scenario s;

	for (u64 seed = 0; seed < 5; seed++) {
		make(&s, seed, balanced);
		shrink(&s, MINIMIZER_BUDGET, balanced);
		cr_expect_eq(s.nr_ops, 4u, "seed %llu: %u", seed, s.nr_ops);
	}
}

Test(minimizer, keeps_what_is_needed_of_the_machine)
{
	static struct ref_scenario s;

	make(&s, 7, two_nodes);
	shrink(&s, MINIMIZER_BUDGET, two_nodes);
	cr_expect_eq(s.nr_ops, 0u);
	cr_expect_eq(s.machine.nr_regions, 2u);
	cr_expect_eq(s.machine.movable_node, 0);
	cr_expect_eq(s.machine.kernelcore + s.machine.movablecore, 0u);
}

Test(minimizer, is_deterministic)
{
	static struct ref_scenario a, b;
	static u8 first[CODEC_CBOR_MAX], second[CODEC_CBOR_MAX];
	size_t len;

	make(&a, 3, online_after_remove);
	b = a;
	shrink(&a, MINIMIZER_BUDGET, online_after_remove);
	shrink(&b, MINIMIZER_BUDGET, online_after_remove);
	len = codec_write_cbor(&a, first, sizeof(first));
	cr_assert_eq(codec_write_cbor(&b, second, sizeof(second)), len);
	cr_expect_arr_eq(first, second, len);
}

Test(minimizer, keeps_to_its_budget)
{
	static struct ref_scenario s;

	make(&s, 3, anything);
	shrink(&s, 20, anything);
	cr_expect_leq(calls, 21u);
}

Test(minimizer, ends_when_anything_goes)
{
	static struct ref_scenario s;

	for (u64 seed = 0; seed < 20; seed++) {
		make(&s, seed, anything);
		shrink(&s, MINIMIZER_BUDGET, anything);
		cr_expect_eq(s.nr_ops, 0u);
		cr_expect_eq(s.machine.nr_regions, 1u);
		cr_expect_lt(calls, MINIMIZER_BUDGET / 2, "%u", calls);
	}
}
