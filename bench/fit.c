// SPDX-License-Identifier: GPL-2.0-only
/*
 * How counts grow with size, by least squares.
 */
#include <gsl/gsl_multifit.h>
#include <math.h>

#include "stats.h"

#define TERMS	3	/* of each basis */
#define LEAST	(TERMS + 1)

static const char * const names[BENCH_NR_GROWTHS] = {
	[BENCH_CONSTANT] = "constant",
	[BENCH_LINEAR] = "n",
	[BENCH_N_LOG_N] = "n log n",
	[BENCH_SQUARE] = "n^2",
};

const char *bench_growth_name(enum bench_growth growth)
{
	return names[growth];
}

static double term(u32 t, double n, bool square)
{
	if (t == 2)
		return 1;
	if (t == 1)
		return n;
	return square ? n * n : n * log2(n);
}

static double greatest(const double *values, u32 nr)
{
	double most = 0;

	for (u32 k = 0; k < nr; k++)
		most = fmax(most, fabs(values[k]));
	return most;
}

/* What term @t adds at the greatest size, as a share of the greatest count */
static double share(const double *n, const double *count, u32 nr, bool square,
		    const struct bench_fit *fit, u32 t)
{
	double most = greatest(count, nr);

	return most ? fabs(fit->c[t] * term(t, greatest(n, nr), square)) / most
		    : 0;
}

/* The largest term that is more than what a fit may be wrong by */
static enum bench_growth growth_of(const double *n, const double *count,
				   u32 nr, bool square,
				   const struct bench_fit *fit)
{
	if (share(n, count, nr, square, fit, 0) > BENCH_RESIDUAL)
		return square ? BENCH_SQUARE : BENCH_N_LOG_N;
	if (share(n, count, nr, square, fit, 1) > BENCH_RESIDUAL)
		return BENCH_LINEAR;
	return BENCH_CONSTANT;
}

static double residual_of(const double *n, const double *count, u32 nr,
			  bool square, const struct bench_fit *fit)
{
	double most = greatest(count, nr), worst = 0, off;

	for (u32 k = 0; k < nr; k++) {
		off = count[k];
		for (u32 t = 0; t < TERMS; t++)
			off -= fit->c[t] * term(t, n[k], square);
		worst = fmax(worst, fabs(off));
	}
	return most ? worst / most : 0;
}

static void solve(const double *n, const double *count, u32 nr, bool square,
		  double *c)
{
	gsl_multifit_linear_workspace *work;
	gsl_vector_const_view y = gsl_vector_const_view_array(count, nr);
	gsl_vector_view to = gsl_vector_view_array(c, TERMS);
	gsl_matrix *x = gsl_matrix_alloc(nr, TERMS);
	gsl_matrix *cov = gsl_matrix_alloc(TERMS, TERMS);
	double chisq;

	work = gsl_multifit_linear_alloc(nr, TERMS);
	for (u32 k = 0; k < nr; k++)
		for (u32 t = 0; t < TERMS; t++)
			gsl_matrix_set(x, k, t, term(t, n[k], square));
	gsl_multifit_linear(x, &y.vector, &to.vector, cov, &chisq, work);
	gsl_multifit_linear_free(work);
	gsl_matrix_free(cov);
	gsl_matrix_free(x);
}

int bench_fit_form(const double *n, const double *count, u32 nr, bool square,
		   struct bench_fit *fit)
{
	if (nr < LEAST)
		return -1;
	solve(n, count, nr, square, fit->c);
	fit->residual = residual_of(n, count, nr, square, fit);
	fit->growth = growth_of(n, count, nr, square, fit);
	return 0;
}

int bench_fit(const double *n, const double *count, u32 nr,
	      struct bench_fit *fit)
{
	struct bench_fit square;

	if (bench_fit_form(n, count, nr, true, &square) ||
	    bench_fit_form(n, count, nr, false, fit))
		return -1;
	if (square.residual < fit->residual)
		*fit = square;
	return fit->residual <= BENCH_RESIDUAL ? 0 : -1;
}
