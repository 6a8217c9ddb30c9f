// SPDX-License-Identifier: GPL-2.0-only
/*
 * How visits grow with the size, from counts alone: they are the same on every
 * machine, however busy.
 */
#include "measure.h"

#define SIZES	5	/* each twice the one before */

static int count_at(struct bench_fixture *f, double *n, double *visits)
{
	const struct bench_case *c = f->c;
	int status;

	status = bench_fixture_init(f) || c->start(f) ||
		 (c->prepare && c->prepare(f));
	if (!status) {
		f->k->clear();
		status = c->run(f);
		*visits = bench_visits(f);
		*n = c->nodes ? f->size : (double)f->size / c->block;
	}
	bench_fixture_free(f);
	if (f->memmap)
		bench_memmap_free(f->k, f->memmap);
	return status ? -1 : 0;
}

int bench_growth(const struct kx_bench *k, const struct bench_case *c,
		 struct bench_fit *fit)
{
	double n[SIZES], visits[SIZES];
	u64 size = c->nodes ? 4 : c->layout ? 4 * c->block : c->block;

	for (u32 i = 0; i < SIZES; i++, size *= 2) {
		struct bench_fixture f = { .k = k, .c = c, .size = size };

		if (count_at(&f, &n[i], &visits[i]))
			return -1;
	}
	return bench_fit(n, visits, SIZES, fit);
}
