// SPDX-License-Identifier: GPL-2.0-only
/*
 * usage: select OBJECT QUIRKS HAVE... -- FILE...
 *
 * Print the fewest of the scenarios FILE, found greedily, that together take
 * every edge of the kernel that any of them takes and none of HAVE does.
 * OBJECT is built for libFuzzer, without sanitizers; QUIRKS as in QUIRKS=. Of
 * two as good, the earlier wins: name small ones first. corpora/regress is
 * made by select.sh with it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../fuzz/input.h"
#include "../../fuzz/kernel-object.h"
#include "../../fuzz/runner.h"

#include "sancov.h"

#define MAX_EDGES	8192

__thread u64 __sancov_lowest_stack;

static u8 *counters;
static u32 nr_edges;

void __sanitizer_cov_8bit_counters_init(u8 *start, u8 *stop)
{
	if (counters)
		return;
	counters = start;
	nr_edges = stop - start;
}

void __sanitizer_cov_pcs_init(const u64 *start, const u64 *stop)
{
	(void)start;
	(void)stop;
}

void __sanitizer_cov_trace_pc_indir(u64 callee)
{
	(void)callee;
}

struct taken {
	const char *path;
	u8 edge[MAX_EDGES];
};

static struct ref_scenario scenario;

static void run(struct runner *runner, struct taken *t)
{
	memset(counters, 0, nr_edges);
	memset(t->edge, 0, sizeof(t->edge));
	if (input_read(t->path, &scenario) ||
	    runner_run(runner, &scenario) != RUN_PASS)
		return;
	for (u32 e = 0; e < nr_edges; e++)
		t->edge[e] = !!counters[e];
}

static u8 seen[MAX_EDGES];

static u32 news(const struct taken *t)
{
	u32 sum = 0;

	for (u32 e = 0; e < nr_edges; e++)
		sum += t->edge[e] & !seen[e];
	return sum;
}

static const struct taken *best(const struct taken *t, u32 nr)
{
	const struct taken *found = NULL;
	u32 most = 0;

	for (u32 n = 0; n < nr; n++) {
		u32 is = news(&t[n]);

		if (is <= most)
			continue;
		most = is;
		found = &t[n];
	}
	return found;
}

static void see(const struct taken *t)
{
	for (u32 e = 0; e < nr_edges; e++)
		seen[e] |= t->edge[e];
}

static void choose(const struct taken *t, u32 nr)
{
	const struct taken *next;

	while ((next = best(t, nr))) {
		see(next);
		puts(next->path);
	}
}

static u64 quirks(const char *names)
{
	u64 bits = 0;

	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		if (strstr(names, ref_quirks[n].name))
			bits |= 1ull << n;
	return bits;
}

int main(int argc, char **argv)
{
	const struct kx_kernel *kernel;
	struct runner *runner;
	struct taken *taken;
	bool have = true;
	u32 nr = 0;

	if (argc < 4) {
		fputs("usage: select OBJECT QUIRKS HAVE... -- FILE...\n",
		      stderr);
		return 2;
	}
	kernel = kernel_object_load(argv[1]);
	runner = kernel ? runner_new(kernel) : NULL;
	taken = calloc(argc - 3, sizeof(*taken));
	if (!runner || !taken || !counters || nr_edges > MAX_EDGES) {
		fprintf(stderr, "select: %s cannot be used\n", argv[1]);
		return 2;
	}
	runner->profile.quirks = quirks(argv[2]);
	for (int n = 3; n < argc; n++) {
		struct taken *t = &taken[nr];

		if (!strcmp(argv[n], "--")) {
			have = false;
			continue;
		}
		t->path = argv[n];
		run(runner, t);
		if (have)
			see(t);
		else
			nr++;
	}
	choose(taken, nr);
	return 0;
}
