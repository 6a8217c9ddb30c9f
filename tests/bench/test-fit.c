// SPDX-License-Identifier: GPL-2.0-only
/*
 * Growth of counts, against counts whose form is known.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "../../bench/stats.h"

#define SIZES	6

static const double sizes[SIZES] = { 128, 256, 512, 1024, 2048, 4096 };

static int fit_to(double (*f)(double), struct bench_fit *fit)
{
	double count[SIZES];

	for (u32 n = 0; n < SIZES; n++)
		count[n] = f(sizes[n]);
	return bench_fit(sizes, count, SIZES, fit);
}

/* Visits of a rescan before each of n blocks goes online */
static double plug(double n)
{
	return 64 * n * (n - 1) / 2 + n;
}

static double log_linear(double n)
{
	return 3 * n * log2(n) + 7 * n + 11;
}

static double linear(double n)
{
	return 107 * n + 40;
}

static double constant(double n)
{
	(void)n;
	return 2;
}

static double cubic(double n)
{
	return n * n * n;
}

Test(fit, plug_is_a_square)
{
	struct bench_fit fit;

	cr_assert_eq(fit_to(plug, &fit), 0);
	cr_assert_eq(fit.growth, BENCH_SQUARE);
	cr_assert_float_eq(fit.c[0], 32., 1 / 1e9);
	cr_assert_float_eq(fit.c[1], -31., 1 / 1e5);
	cr_assert(fit.residual < 1 / 1e9);
}

Test(fit, n_log_n_is_not_a_square)
{
	struct bench_fit fit;

	cr_assert_eq(fit_to(log_linear, &fit), 0);
	cr_assert_eq(fit.growth, BENCH_N_LOG_N);
	cr_assert_float_eq(fit.c[0], 3., 1 / 1e9);
	cr_assert_float_eq(fit.c[1], 7., 1 / 1e7);
	cr_assert_float_eq(fit.c[2], 11., 1 / 1e4);
}

Test(fit, linear_and_constant_are_in_both_bases)
{
	struct bench_fit fit;

	cr_assert_eq(fit_to(linear, &fit), 0);
	cr_assert_eq(fit.growth, BENCH_LINEAR);
	cr_assert_float_eq(fit.c[1], 107., 1 / 1e6);
	cr_assert_eq(fit_to(constant, &fit), 0);
	cr_assert_eq(fit.growth, BENCH_CONSTANT);
}

Test(fit, what_fits_neither_is_said)
{
	struct bench_fit fit;

	cr_assert_eq(fit_to(cubic, &fit), -1);
	cr_assert(fit.residual > BENCH_RESIDUAL);
}

/* Three points lie on every curve with three coefficients */
Test(fit, three_sizes_prove_nothing)
{
	double count[] = { 1, 4, 9 };
	struct bench_fit fit;

	cr_assert_eq(bench_fit(sizes, count, 3, &fit), -1);
}

/* A fixture that cuts one walk short: seen in the residual */
Test(fit, one_count_off_is_seen)
{
	double count[SIZES];
	struct bench_fit fit;

	for (u32 n = 0; n < SIZES; n++)
		count[n] = plug(sizes[n]);
	count[4] = 1;
	cr_assert_eq(bench_fit(sizes, count, SIZES, &fit), -1);
}

/* By orthogonal polynomials: (0 - 10 - 40 - 30 + 82) / 14 */
Test(fit, residual_is_a_share_of_the_greatest)
{
	double count[] = { 0, 10, 20, 30, 41 };
	double n[] = { 0, 1, 2, 3, 4 };
	struct bench_fit fit;

	cr_assert_eq(bench_fit_form(n, count, 5, true, &fit), 0);
	cr_assert_float_eq(fit.c[0], 1 / 7., 1 / 1e12);
	cr_assert(fit.residual > 0.001 && fit.residual < 0.02);
}

/* NIST, Statistical Reference Datasets, Pontius: two runs of a load cell */
static const double pontius[] = {
	0.11019, 0.21956, 0.32949, 0.43899, 0.54803, 0.65694, 0.76562,
	0.87487, 0.98292, 1.09146, 1.20001, 1.30822, 1.41599, 1.52399,
	1.63194, 1.73947, 1.84646, 1.95392, 2.06128, 2.16844,
	0.11052, 0.22018, 0.32939, 0.43886, 0.54798, 0.65739, 0.76596,
	0.87474, 0.98300, 1.09150, 1.20004, 1.30818, 1.41613, 1.52408,
	1.63159, 1.73965, 1.84696, 1.95445, 2.06177, 2.16829,
};

/* The certified coefficients */
Test(fit, pontius_of_nist)
{
	struct bench_fit fit;
	double load[40];

	for (u32 n = 0; n < 40; n++)
		load[n] = 150000. * (n % 20 + 1);
	cr_assert_eq(bench_fit_form(load, pontius, 40, true, &fit), 0);
	cr_assert_float_eq(fit.c[0], -0.316081871345029 / 1e14, 1 / 1e23);
	cr_assert_float_eq(fit.c[1], 0.732059160401003 / 1e6, 1 / 1e15);
	cr_assert_float_eq(fit.c[2], 0.673565789473684 / 1e3, 1 / 1e12);
}
