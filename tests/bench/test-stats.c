// SPDX-License-Identifier: GPL-2.0-only
/*
 * Statistics, against values that are known: worked out by hand, published,
 * or the share of intervals that must hold the truth.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "../../bench/stats.h"
#include "../../fuzz/random.h"

Test(stats, median_of_none_few_and_many)
{
	double three[] = { 3, 1, 2 }, four[] = { 4, 1, 3, 2 };

	cr_assert(isnan(bench_median(three, 0)));
	cr_assert_float_eq(bench_median(three, 1), 3., 0);
	cr_assert_float_eq(bench_median(three, 3), 2., 0);
	cr_assert_float_eq(bench_median(four, 4), 2.5, 0);
	cr_assert_eq(three[0], 3, "the values were sorted in place");
}

/* Type 7 of Hyndman and Fan (1996), which R and most others use */
Test(stats, quantiles_between_values)
{
	double values[] = { 40, 10, 30, 20 };

	cr_assert_float_eq(bench_quantile(values, 4, 0), 10., 0);
	cr_assert_float_eq(bench_quantile(values, 4, 0.25), 17.5, 1 / 1e12);
	cr_assert_float_eq(bench_quantile(values, 4, 0.9), 37., 1 / 1e12);
	cr_assert_float_eq(bench_quantile(values, 4, 1), 40., 0);
}

static struct bench_interval ratio_of(double *a, double *b, u32 pairs)
{
	struct bench_sample s = { .pairs = pairs, .a = a, .b = b };

	return bench_ratio(&s, 1);
}

/* Of ten throws 1 or fewer, or 9 or more: 22 of 1024 */
Test(stats, sign_test_of_ten)
{
	double a[] = { 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5 };
	double b[] = { 2, 2, 2, 2, 2, 2, 2, 2, 2, 0.5, 5 };

	cr_assert_float_eq(ratio_of(a, b, 10).p, 22 / 1024., 1 / 1e12);
	cr_assert_float_eq(ratio_of(b, a, 10).p, 22 / 1024., 1 / 1e12);
	/* a tie says nothing */
	cr_assert_float_eq(ratio_of(a, b, 11).p, 22 / 1024., 1 / 1e12);
	cr_assert_float_eq(ratio_of(a, a, 10).p, 1., 0);
}

Test(stats, ratio_is_of_pairs_not_of_medians)
{
	double a[] = { 1, 10, 100 }, b[] = { 2, 5, 200 };

	cr_assert_float_eq(ratio_of(a, b, 3).median, 2., 1 / 1e12);
	cr_assert_float_eq(ratio_of(a, b, 3).low, 0.5, 1 / 1e12);
	cr_assert_float_eq(ratio_of(a, b, 3).high, 2., 1 / 1e12);
}

Test(stats, bootstrap_follows_from_the_seed)
{
	double values[40];
	struct bench_interval one, same, other;
	bool differ = false;

	for (u32 n = 0; n < 40; n++)
		values[n] = exp(sin(n * 12.9898));
	one = bench_bootstrap(values, 40, 1);
	same = bench_bootstrap(values, 40, 1);
	cr_assert(one.low == same.low && one.high == same.high);
	for (u32 n = 2; n < 20; n++) {
		other = bench_bootstrap(values, 40, n);
		differ |= one.low != other.low || one.high != other.high;
	}
	cr_assert(differ);
	cr_assert(one.low < one.median && one.median < one.high);
}

static double uniform(struct rng *rng)
{
	return (rng_next(rng) >> 11) / 0x1p53;
}

/* Skewed, as times are; the median is 1 */
static double skewed(struct rng *rng)
{
	return -log1p(-uniform(rng)) / M_LN2;
}

/* In how many of 400 experiments does the interval hold the truth? */
static u32 held(u32 size, u64 seed)
{
	struct rng rng = { seed };
	struct bench_interval i;
	double values[200];
	u32 held = 0;

	for (u32 n = 0; n < 400; n++) {
		for (u32 k = 0; k < size; k++)
			values[k] = skewed(&rng);
		i = bench_bootstrap(values, size, n);
		held += i.low <= 1 && 1 <= i.high;
	}
	return held;
}

/*
 * 95 % of 400 are 380, give or take 3 times 4.4; of ten values the interval
 * is coarse: 97.9 % between the second and the ninth.
 */
Test(stats, intervals_hold_the_truth)
{
	u32 of_200 = held(200, 1), of_10 = held(10, 2);

	cr_assert(of_200 >= 367 && of_200 <= 393, "%u of 400", of_200);
	cr_assert(of_10 >= 360 && of_10 <= 396, "%u of 400", of_10);
}

Test(stats, few_values_are_the_whole_interval)
{
	double values[] = { 5, 1, 3, 2, 4 };
	struct bench_interval i = bench_bootstrap(values, 5, 1);

	cr_assert_float_eq(i.low, 1., 0);
	cr_assert_float_eq(i.high, 5., 0);
	cr_assert_float_eq(i.median, 3., 0);
}

Test(stats, control_may_miss_by_one_percent)
{
	static const struct {
		struct bench_interval i;
		enum bench_control says;
	} cases[] = {
		{ { 1, 0.999, 1.001, 1 }, BENCH_CONTROL_GOOD },
		{ { 1, 0.991, 1.009, 1 }, BENCH_CONTROL_GOOD },
		{ { 1, 0.989, 1.009, 1 }, BENCH_CONTROL_WIDE },
		{ { 1.02, 1.009, 1.03, 0 }, BENCH_CONTROL_WIDE },
		{ { 1.02, 1.011, 1.03, 0 }, BENCH_CONTROL_FAILED },
		{ { 0.98, 0.97, 0.991, 0 }, BENCH_CONTROL_WIDE },
		{ { 0.98, 0.97, 0.989, 0 }, BENCH_CONTROL_FAILED },
		{ { NAN, NAN, NAN, NAN }, BENCH_CONTROL_FAILED },
	};

	for (size_t n = 0; n < sizeof(cases) / sizeof(cases[0]); n++)
		cr_assert_eq(bench_judge_control(&cases[n].i), cases[n].says,
			     "case %zu", n);
}
