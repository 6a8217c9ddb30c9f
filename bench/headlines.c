// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the threads of patches claimed, beside what is counted and measured.
 */
#include <stdio.h>
#include <string.h>

#include "../fuzz/place.h"
#include "../fuzz/process.h"
#include "measure.h"

#define GIB	(1ull << 30)
#define TIB	(1ull << 40)
#define SECONDS	20

/*
 * A claim, in ns before and after; of a machine of theirs. @visits: what the
 * base visits, where that is known of their machine.
 */
static const struct headline {
	const char *title, *name, *series;
	u64 size;
	double before, after;
	u32 pairs;
	u32 times;	/* in a whole operation */
	const char *whole, *unseen;
} headlines[] = {
	{ "plug 256G, 128M blocks", "plug", "contiguous-counter", 256 * GIB,
	  10e9, 3e9, 5, 1, "plugging 256G",
	  "sysfs, udev, locks and page faults of the guest" },
	{ "plug 512G, 128M blocks", "plug", "contiguous-counter", 512 * GIB,
	  36e9, 7e9, 3, 1, "plugging 512G",
	  "sysfs, udev, locks and page faults of the guest" },
	{ "unplug 256G, 128M blocks", "unplug", "contiguous-counter",
	  256 * GIB, 11e9, 4e9, 5, 1, "unplugging 256G",
	  "migration, isolation, sysfs and locks" },
	{ "unplug 512G, 128M blocks", "unplug", "contiguous-counter",
	  512 * GIB, 36e9, 9e9, 3, 1, "unplugging 512G",
	  "migration, isolation, sysfs and locks" },
	{ "query, 8 nodes, warm", "query", "movable-cache", 8, 2402, 453, 50,
	  4096, "plugging 512G in 4096 blocks, a query each",
	  "what else is in the caches when a block goes online" },
	{ "query, 8 nodes, cold", "query-cold", "movable-cache", 8, 2402, 453,
	  50, 4096, "plugging 512G in 4096 blocks, a query each",
	  "what else is in the caches when a block goes online" },
	{ "register 32T, deferred, nodes by turns", "register-late",
	  "block-regions", 32 * TIB, 76.5e9, 17.2e9, 2, 1, "booting with 32T",
	  "sysfs: each link is a name in a tree" },
	{ "register 32T, deferred, nodes in halves", "register-late-halves",
	  "block-regions", 32 * TIB, 28.3e9, 15.6e9, 5, 1, "booting with 32T",
	  "sysfs: each link is a name in a tree" },
};

#define NR_HEADLINES	(sizeof(headlines) / sizeof(headlines[0]))

static const struct bench_case *case_of(const char *name)
{
	u32 n = 0;

	while (strcmp(bench_cases[n].name, name))
		n++;
	return &bench_cases[n];
}

static void print_line(const char *what, double before, double after,
		       double ratio)
{
	char from[32], to[32];

	bench_time(from, sizeof(from), before);
	bench_time(to, sizeof(to), after);
	printf("  %-9s %11s to %11s  ratio %.4f", what, from, to, ratio);
}

static void print_visit(const struct headline *h, const struct bench_result *r)
{
	double gain = r->ns[BENCH_BASE] - r->ns[BENCH_PATCHED];
	double less = (double)r->visits[0] - r->visits[1];

	if (less > 0)
		printf("  a visit   claim %.1f ns, here %.1f ns, if the visits "
		       "are all that\n            differs\n",
		       (h->before - h->after) / less, gain / less);
}

static void print_scale(const struct headline *h, const struct bench_result *r)
{
	char gain[32];

	bench_time(gain, sizeof(gain), h->times * (r->ns[BENCH_BASE] -
						   r->ns[BENCH_PATCHED]));
	printf("  scale     %s gains %s on this machine;\n"
	       "            not seen: %s\n", h->whole, gain, h->unseen);
}

static int print_headline(const struct headline *h,
			  const struct bench_result *r)
{
	bool fails = bench_judge_control(&r->control) == BENCH_CONTROL_FAILED;

	printf("%s (series %s)\n", h->title, h->series);
	print_line("claim", h->before, h->after, h->after / h->before);
	printf("\n  counted   %11llu to %11llu visits%s\n", r->visits[0],
	       r->visits[1], r->c->alias ? "; memory map of aliases" : "");
	print_line("measured", r->ns[BENCH_BASE], r->ns[BENCH_PATCHED],
		   r->ratio.median);
	printf("\n            (%.4f to %.4f), %u pairs\n", r->ratio.low,
	       r->ratio.high, r->sample.pairs);
	printf("  A/A       %.4f (%.4f to %.4f)%s\n", r->control.median,
	       r->control.low, r->control.high,
	       fails ? " FAILS: too much noise, run it again" : "");
	print_visit(h, r);
	print_scale(h, r);
	fflush(stdout);
	return fails;
}

static int run_headline(const struct options *o, const struct headline *h)
{
	char series[PLACE_MAX + 64];
	struct options own = *o;
	struct bench_result r;
	struct place place;
	int status;

	if (place_find(&place))
		return 2;
	snprintf(series, sizeof(series), "%s/kernel-extract/series/%s.cocci",
		 place.checkout, h->series);
	own.patch = series;
	status = bench_case_measure(&own, case_of(h->name), h->size, SECONDS,
				    h->pairs, &r);
	if (!status)
		status = print_headline(h, &r);
	bench_sample_free(&r.sample);
	return status;
}

static bool is_wanted(const struct options *o, const struct headline *h)
{
	return (!o->bench_case || !strcmp(o->bench_case, h->name)) &&
	       (!o->size || o->size == h->size);
}

int bench_headlines(struct options *o)
{
	int status = 0, one;

	for (u32 n = 0; n < NR_HEADLINES && !process_interrupts(); n++) {
		if (!is_wanted(o, &headlines[n]))
			continue;
		fprintf(stderr, "headline %u of %lu: %s\n", n + 1,
			NR_HEADLINES, headlines[n].title);
		one = run_headline(o, &headlines[n]);
		status = status == 1 || one == 1 ? 1 : status > one ? status :
								      one;
	}
	if (process_interrupts())
		status = status ? status : 2;
	return status;
}
