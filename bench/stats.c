// SPDX-License-Identifier: GPL-2.0-only
/*
 * What samples say: medians, intervals, p values. The arithmetic is GSL's.
 */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../fuzz/random.h"
#include "stats.h"

#define RESAMPLES	2000

static double *sorted(const double *values, u32 n)
{
	double *copy = n ? malloc(n * sizeof(*copy)) : NULL;

	if (copy) {
		memcpy(copy, values, n * sizeof(*copy));
		gsl_sort(copy, 1, n);
	}
	return copy;
}

double bench_quantile(const double *values, u32 n, double q)
{
	double *copy = sorted(values, n);
	double found = NAN;

	if (copy)
		found = gsl_stats_quantile_from_sorted_data(copy, 1, n, q);
	free(copy);
	return found;
}

double bench_median(const double *values, u32 n)
{
	return bench_quantile(values, n, 0.5);
}

/* Median of @n values drawn from @n, with replacement */
static double resample(const double *values, double *to, u32 n,
		       struct rng *rng)
{
	for (u32 k = 0; k < n; k++)
		to[k] = values[rng_below(rng, n)];
	gsl_sort(to, 1, n);
	return gsl_stats_median_from_sorted_data(to, 1, n);
}

static void resample_all(const double *values, u32 n, u64 seed,
			 struct bench_interval *to)
{
	double medians[RESAMPLES], *copy = malloc(n * sizeof(*copy));
	struct rng rng = { seed };

	for (u32 k = 0; copy && k < RESAMPLES; k++)
		medians[k] = resample(values, copy, n, &rng);
	if (copy) {
		to->low = bench_quantile(medians, RESAMPLES, 0.025);
		to->high = bench_quantile(medians, RESAMPLES, 0.975);
	}
	free(copy);
}

struct bench_interval bench_bootstrap(const double *values, u32 n, u64 seed)
{
	struct bench_interval i = { NAN, NAN, NAN, NAN };

	if (!n)
		return i;
	i.median = bench_median(values, n);
	i.low = bench_quantile(values, n, 0);
	i.high = bench_quantile(values, n, 1);
	if (n >= 6)
		resample_all(values, n, seed, &i);
	return i;
}

/* Two-sided sign test: how odd is it that so many are on one side of 1? */
static double sign_test(const double *ratios, u32 n)
{
	u32 above = 0, below = 0, less;

	for (u32 k = 0; k < n; k++) {
		above += ratios[k] > 1;
		below += ratios[k] < 1;
	}
	less = above < below ? above : below;
	return fmin(1, 2 * gsl_cdf_binomial_P(less, 0.5, above + below));
}

struct bench_interval bench_ratio(const struct bench_sample *s, u64 seed)
{
	double *ratios = malloc((s->pairs + 1) * sizeof(*ratios));
	struct bench_interval i = { NAN, NAN, NAN, NAN };

	if (!ratios)
		return i;
	for (u32 n = 0; n < s->pairs; n++)
		ratios[n] = s->b[n] / s->a[n];
	i = bench_bootstrap(ratios, s->pairs, seed);
	i.p = sign_test(ratios, s->pairs);
	free(ratios);
	return i;
}

enum bench_control bench_judge_control(const struct bench_interval *control)
{
	double low = 1 - BENCH_TOLERANCE, high = 1 + BENCH_TOLERANCE;

	if (!(control->low <= high && control->high >= low))
		return BENCH_CONTROL_FAILED;
	if (control->low < low || control->high > high)
		return BENCH_CONTROL_WIDE;
	return BENCH_CONTROL_GOOD;
}
