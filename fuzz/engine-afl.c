// SPDX-License-Identifier: GPL-2.0-only
/*
 * Running AFL++.
 */
#include <stdlib.h>
#include <string.h>

#include "campaign.h"
#include "input.h"

static const char * const settings[][2] = {
	{ "AFL_NO_UI", "1" },
	{ "AFL_SKIP_CPUFREQ", "1" },
	{ "AFL_NO_AFFINITY", "1" },
	{ "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1" },
	{ "AFL_SKIP_CRASHES", "1" },
	{ "AFL_IGNORE_PROBLEMS", "1" },
	{ "AFL_CUSTOM_MUTATOR_ONLY", "1" },
	{ "AFL_DISABLE_TRIM", "1" },
	{ "AFL_FAST_CAL", "1" },
	{ "AFL_FORKSRV_INIT_TMOUT", "120000" },
	{ "AFL_QUIET", "1" },
};

static void set_environment(const struct campaign *c)
{
	char path[PLACE_MAX + 32];

	for (size_t n = 0; n < sizeof(settings) / sizeof(settings[0]); n++)
		setenv(settings[n][0], settings[n][1], 1);
	snprintf(path, sizeof(path), "%s/afl-mutator.so", c->place.out);
	setenv("AFL_CUSTOM_MUTATOR_LIBRARY", path, 1);
}

/* AFL++ wants to begin with something: a byte that is no scenario will do */
static int prepare(struct campaign *c)
{
	char in[PLACE_MAX + 32], path[PLACE_MAX + 64];

	set_environment(c);
	snprintf(in, sizeof(in), "%s/in", c->dir);
	if (place_make(in))
		return -1;
	corpus_copy(c, c->corpus, in);
	if (!c->o->corpus) {
		snprintf(path, sizeof(path), "%s/corpora/seed",
			 c->place.checkout);
		corpus_copy(c, path, in);
	}
	snprintf(path, sizeof(path), "%s/nothing", in);
	return input_write(path, "0", 1);
}

static void add_limits(struct campaign *c, u32 n, struct command *command)
{
	command_add(command, "-s");
	command_add(command, "%u", (u32)c->board->seed + n);
	command_add(command, "-V");
	command_add(command, "%llu", campaign_seconds_left(c) + 1);
	if (!c->o->runs)
		return;
	command_add(command, "-E");
	command_add(command, "%llu", c->o->runs);
}

/* The sanitizers must abort, or AFL++ does not see it */
static void start(struct campaign *c, u32 n, struct command *command)
{
	char program[PLACE_MAX];

	setup_program(c->o, &c->place, program);
	command_add(command, "env");
	command_add(command, "ASAN_OPTIONS=abort_on_error=1:symbolize=0:"
			     "detect_leaks=0:allocator_may_return_null=1:"
			     "detect_odr_violation=0");
	command_add(command, "UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1:"
			     "symbolize=0");
	command_add(command, "afl-fuzz");
	command_add(command, "-i");
	command_add(command, c->job[n].starts > 1 ? "-" : "%s/in", c->dir);
	command_add(command, "-o");
	command_add(command, "%s/out", c->dir);
	command_add(command, "-S");
	command_add(command, "job%u", n);
	command_add(command, "-t");
	command_add(command, "15000");
	command_add(command, "-m");
	command_add(command, "none");
	add_limits(c, n, command);
	command_add(command, "--");
	command_add(command, "%s", program);
}

static u64 edges_found(const char *path)
{
	FILE *stats = fopen(path, "re");
	char line[256];
	u64 edges = 0;

	if (!stats)
		return 0;
	while (fgets(line, sizeof(line), stats))
		if (!strncmp(line, "edges_found", 11) && strchr(line, ':'))
			edges = strtoull(strchr(line, ':') + 1, NULL, 10);
	fclose(stats);
	return edges;
}

static u64 coverage(const struct campaign *c)
{
	char path[PLACE_MAX + 64];
	u64 most = 0, edges;

	for (u32 n = 0; n < c->o->jobs; n++) {
		snprintf(path, sizeof(path), "%s/out/job%u/fuzzer_stats",
			 c->dir, n);
		edges = edges_found(path);
		if (edges > most)
			most = edges;
	}
	return most;
}

static void finish(struct campaign *c)
{
	char queue[PLACE_MAX + 64];

	for (u32 n = 0; n < c->o->jobs; n++) {
		snprintf(queue, sizeof(queue), "%s/out/job%u/queue", c->dir,
			 n);
		corpus_copy(c, queue, c->corpus);
	}
}

const struct engine engine_afl = {
	.name = "afl",
	.prepare = prepare,
	.start = start,
	.coverage = coverage,
	.finish = finish,
};
