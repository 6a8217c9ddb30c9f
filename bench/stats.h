/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What samples say: medians, intervals, growth.
 */
#ifndef BENCH_STATS_H
#define BENCH_STATS_H

#include "sample.h"

/**
 * struct bench_interval - an estimate
 * @median: the estimate
 * @low: lower end of the 95 % interval
 * @high: upper end
 * @p: chance to see a median at least as far from 1 if there is none, by a
 *	sign test, two-sided; NAN where it makes no sense
 */
struct bench_interval {
	double median;
	double low;
	double high;
	double p;
};

/**
 * bench_median() - median of @n values, which stay as they are
 *
 * Return: the mean of the two in the middle if @n is even; NAN of none.
 */
double bench_median(const double *values, u32 n);

/**
 * bench_quantile() - quantile of values, interpolated between neighbours
 * @values: in any order; stay as they are
 * @n: how many
 * @q: 0 to 1
 */
double bench_quantile(const double *values, u32 n, double q);

/**
 * bench_bootstrap() - the median of values, and how sure it is
 * @values: stay as they are
 * @n: how many
 * @seed: what the resampling follows from
 *
 * The interval holds the middle 95 % of the medians of 2000 resamples. With
 * fewer than 6 values it is from the least to the greatest: more cannot be
 * said of so few.
 */
struct bench_interval bench_bootstrap(const double *values, u32 n, u64 seed);

/**
 * bench_ratio() - median of b/a over the pairs, its interval and p
 * @s: the pairs
 * @seed: what the resampling follows from
 */
struct bench_interval bench_ratio(const struct bench_sample *s, u64 seed);

/* How far an A/A control's interval may miss 1, or reach away from it */
#define BENCH_TOLERANCE	0.01

/**
 * enum bench_control - what the control says of its run
 * @BENCH_CONTROL_GOOD: the interval lies within 1 % of 1
 * @BENCH_CONTROL_WIDE: it reaches farther, so that the run cannot tell a
 *	difference as small as that; all larger ones it can
 * @BENCH_CONTROL_FAILED: it misses 1 by more than 1 %, or there is none: equal
 *	code took unequal time, and the run says nothing
 */
enum bench_control {
	BENCH_CONTROL_GOOD,
	BENCH_CONTROL_WIDE,
	BENCH_CONTROL_FAILED,
};

enum bench_control bench_judge_control(const struct bench_interval *control);

/* Forms of growth, and what they are called in tables */
enum bench_growth {
	BENCH_CONSTANT,
	BENCH_LINEAR,
	BENCH_N_LOG_N,
	BENCH_SQUARE,
	BENCH_NR_GROWTHS,
};

const char *bench_growth_name(enum bench_growth growth);

/**
 * struct bench_fit - counts as a function of n
 * @growth: the smallest form that fits
 * @c: of n^2, n, 1 (BENCH_SQUARE) or of n log2 n, n, 1 (all others)
 * @residual: greatest |count - fitted|, as a share of the greatest count
 */
struct bench_fit {
	enum bench_growth growth;
	double c[3];
	double residual;
};

/* A form fits if its residual is at most this */
#define BENCH_RESIDUAL	0.001

/**
 * bench_fit_form() - least squares of counts on one basis
 * @n: sizes
 * @count: counted at each of them
 * @nr: how many; at least 4, or nothing is left to judge by
 * @square: on {n^2, n, 1}; else on {n log2 n, n, 1}
 * @fit: written, @growth by what the coefficients say
 *
 * Return: 0, or -1 if there are too few sizes.
 */
int bench_fit_form(const double *n, const double *count, u32 nr, bool square,
		   struct bench_fit *fit);

/**
 * bench_fit() - how counts grow: the form with the lesser residual
 * @n: sizes
 * @count: counted at each of them
 * @nr: how many
 * @fit: written
 *
 * Return: 0; -1 if there are too few sizes, or if neither form fits.
 */
int bench_fit(const double *n, const double *count, u32 nr,
	      struct bench_fit *fit);

#endif
