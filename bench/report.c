// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cases that the words ask for, and a table of them.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../fuzz/process.h"
#include "json.h"
#include "measure.h"
#include "origin.h"
#include "plot.h"
#include "selftest.h"

#define SECONDS	12	/* of sampling for each case, unless TIME= is given */
#define FEWEST	5	/* pairs */

/* CASE=plug is plug, plug-2g, ... and no other */
static bool is_named(const struct bench_case *c, const char *name)
{
	size_t len = strlen(name);

	return !strncmp(c->name, name, len) &&
	       (!c->name[len] || c->name[len] == '-');
}

/* By default: what takes no long time to set up */
static bool is_usual(const struct bench_case *c)
{
	static const char * const usual[] = {
		"plug", "unplug", "rescan", "rescan-cold", "query",
		"query-cold", "register", "memmap",
	};

	for (u32 n = 0; n < sizeof(usual) / sizeof(usual[0]); n++)
		if (!strcmp(c->name, usual[n]))
			return true;
	return false;
}

static bool is_wanted(const struct options *o, const struct bench_case *c)
{
	if ((o->geom && strcmp(o->geom, c->geom)) ||
	    (o->conf && strcmp(o->conf, c->conf)))
		return false;
	return o->bench_case ? is_named(c, o->bench_case) : is_usual(c);
}

static void print_size(u64 size)
{
	static const char units[] = "KMGT";
	u32 n = 0;

	while (n < 4 && size >= 1024 && !(size & 1023)) {
		size >>= 10;
		n++;
	}
	if (n)
		printf(" %llu%c", size, units[n - 1]);
	else
		printf(" %llu", size);
}

int bench_time(char *to, size_t size, double ns)
{
	static const char * const unit[] = { "ns", "us", "ms", "s" };
	u32 n = 0;

	while (n < 3 && fabs(ns) >= 1000) {
		ns /= 1000;
		n++;
	}
	return snprintf(to, size, "%.4g %s", ns, unit[n]);
}

static void print_ns(const char *what, double ns)
{
	char text[32];

	bench_time(text, sizeof(text), ns);
	printf("  %-9s %11s", what, text);
}

static void print_kernel(const char *what, const struct kx_bench *k)
{
	printf("  kernel    %s %s %s %s %s\n", what, k->version,
	       k->geometry->name, k->conf, k->hash);
}

static void print_interval(const char *what, const struct bench_interval *i)
{
	printf("  %-9s %8.4f (%.4f to %.4f)", what, i->median, i->low, i->high);
}

static void print_visits(const struct bench_result *r, u32 who)
{
	printf("  visits %llu  loops %llu\n", r->visits[who], r->loops[who]);
}

/* Of visits, by number of blocks or nodes */
static void print_growth(const struct bench_result *r, enum bench_who who,
			 const char *name)
{
	struct bench_fit fit;

	if (!r->k[who])
		return;
	if (bench_growth(r->k[who], r->c, &fit)) {
		printf("  growth    %s: no form fits\n", name);
		return;
	}
	printf("  growth    %s: %s, of %s; residual %.1g\n", name,
	       bench_growth_name(fit.growth),
	       r->c->nodes ? "nodes" : "blocks", fit.residual);
}

static void print_surroundings(const struct bench_sample *s)
{
	printf("  pairs %u of %u runs, %s,\n  load %.1f to %.1f, steal %.2f s, "
	       "switches %llu\n", s->pairs, s->repeats, s->clock,
	       s->load_before, s->load_after, s->steal / 1e9, s->switches);
}

/* 0, or 1 if its control says that it is worth nothing */
static int print_result(const struct bench_result *r)
{
	bool fails = bench_judge_control(&r->control) == BENCH_CONTROL_FAILED;

	printf("%s", r->c->name);
	print_size(r->size);
	printf("  %s%s\n", r->c->what,
	       r->c->alias ? "; memory map of aliases" : "");
	print_kernel("base", r->k[BENCH_BASE]);
	if (r->patched)
		print_kernel("patched", r->k[BENCH_PATCHED]);
	print_ns("base", r->ns[BENCH_BASE]);
	print_visits(r, 0);
	if (r->patched) {
		print_ns("patched", r->ns[BENCH_PATCHED]);
		print_visits(r, 1);
		print_interval("ratio", &r->ratio);
		printf(" p %.2g\n", r->ratio.p);
	}
	print_growth(r, BENCH_COUNT_BASE, "base");
	print_growth(r, BENCH_COUNT_PATCHED, "patched");
	print_interval("A/A", &r->control);
	printf("%s\n", fails ? " FAILS: too much noise, run it again" : "");
	print_surroundings(&r->sample);
	return fails;
}

static u64 size_of(const struct options *o, const struct bench_case *c)
{
	return o->size ? o->size : c->usual;
}

static int check_size(const struct bench_case *c, u64 size)
{
	u64 unit = c->nodes ? 1 : c->layout ? 2 * c->block : c->block;

	if (size >= c->least && size <= c->most && !(size % unit))
		return 0;
	fprintf(stderr, "mhpref: bench %s: SIZE: want %llu to %llu%s, a "
		"multiple of %llu\n", c->name, c->least, c->most,
		c->nodes ? " nodes" : " bytes", unit);
	return 2;
}

/* Where what is measured goes to, and how long that may take */
struct report {
	struct json_t *json;
	FILE *rows;
	double seconds;
};

static int run_case(const struct options *o, const struct bench_case *c,
		    u64 size, const struct report *to)
{
	struct bench_result r;
	int status = check_size(c, size);

	if (status)
		return status;
	status = bench_case_measure(o, c, size, to->seconds, FEWEST, &r);
	if (!status) {
		bench_json_add(to->json, &r);
		bench_plot_add(to->rows, &r);
		status = print_result(&r);
	}
	fflush(stdout);
	bench_sample_free(&r.sample);
	return status;
}

static int stronger(int a, int b)
{
	return a == 1 || b == 1 ? 1 : a > b ? a : b;
}

#define PLOT_SIZES	6

/* Each size twice the one before, up to the one that is asked for */
static int run_sizes(const struct options *o, const struct bench_case *c,
		     struct report *to)
{
	u64 top = size_of(o, c), size = top;
	u32 nr = 1;
	int status = 0;

	while (nr < PLOT_SIZES && size / 2 >= c->least &&
	       !(size / 2 % (c->nodes ? 1 : 2 * c->block))) {
		size /= 2;
		nr++;
	}
	to->seconds /= nr;
	to->rows = bench_plot_open(c);
	for (; size <= top && status != 2 && !process_interrupts(); size *= 2)
		status = stronger(status, run_case(o, c, size, to));
	status = stronger(status, bench_plot_close(to->rows, c, o->patch));
	to->seconds *= nr;
	to->rows = NULL;
	return status;
}

static int run_wanted(const struct options *o, const struct bench_case *c,
		      struct report *to)
{
	if (o->plot)
		return run_sizes(o, c, to);
	return run_case(o, c, size_of(o, c), to);
}

static int nothing_wanted(void)
{
	fprintf(stderr, "mhpref: bench: no such case; there are");
	for (u32 n = 0; n < bench_nr_cases; n++)
		fprintf(stderr, " %s", bench_cases[n].name);
	fprintf(stderr, "\n");
	return 2;
}

static int measure_cases(struct options *o)
{
	struct report to = { .seconds = SECONDS };
	int status = 0;
	u32 wanted = 0, done = 0;

	for (u32 n = 0; n < bench_nr_cases; n++)
		wanted += is_wanted(o, &bench_cases[n]);
	if (!wanted)
		return nothing_wanted();
	if (o->time_given)
		to.seconds = (double)o->seconds / wanted;
	to.json = bench_json_new(o);
	bench_print_origin(o);
	for (u32 n = 0; n < bench_nr_cases && !process_interrupts(); n++)
		if (is_wanted(o, &bench_cases[n])) {
			fprintf(stderr, "case %u of %u: %s\n", ++done, wanted,
				bench_cases[n].name);
			status = stronger(status,
					  run_wanted(o, &bench_cases[n], &to));
		}
	status = stronger(status, bench_json_write(to.json));
	if (process_interrupts())
		status = stronger(status, 2);
	return status;
}

int bench_measure(struct options *o)
{
	int status = o->selftest ? bench_selftest(o->seed) :
		o->compare ? bench_compare(o->compare) :
		o->headlines ? bench_headlines(o) : measure_cases(o);

	printf("verdict %s\n", status == 0 ? "pass" : status == 1 ? "broken" :
	       "incomplete");
	return status;
}
