// SPDX-License-Identifier: GPL-2.0-only
/*
 * Running libFuzzer.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign.h"

static int prepare(struct campaign *c)
{
	(void)c;
	return 0;
}

/* What is left of RUNS= for one job */
static u64 runs_left(const struct campaign *c, u32 n)
{
	const struct tally *t = &c->board->slot[n].tally;
	u64 done = t->scenarios + t->unfit;

	return done < c->o->runs ? c->o->runs - done : 1;
}

static void add_limits(struct campaign *c, u32 n, struct command *command)
{
	u64 seed = c->board->seed + 1000003ull * n + 7919ull * c->job[n].starts;

	command_add(command, "-seed=%u", (u32)(seed % 0xffffffffu) + 1);
	command_add(command, "-max_len=%u", CODEC_CBOR_MAX);
	command_add(command, "-max_total_time=%llu",
		    campaign_seconds_left(c) + 1);
	if (c->o->runs)
		command_add(command, "-runs=%llu", runs_left(c, n));
}

/* libFuzzer wants folders that exist */
static void add_folder(const struct campaign *c, const char *name,
		       struct command *command)
{
	char path[PLACE_MAX + 32];

	snprintf(path, sizeof(path), "%s/corpora/%s", c->place.checkout, name);
	if (!access(path, R_OK | X_OK))
		command_add(command, "%s", path);
}

static void start(struct campaign *c, u32 n, struct command *command)
{
	char program[PLACE_MAX];

	setup_program(c->o, &c->place, program);
	command_add(command, "%s", program);
	add_limits(c, n, command);
	command_add(command, "-len_control=0");
	/* a machine with pfns above 2^32 costs a thousand small ones */
	command_add(command, "-entropic_scale_per_exec_time=1");
	command_add(command, "-timeout=300");
	command_add(command, "-rss_limit_mb=0");
	command_add(command, "-detect_leaks=0");
	command_add(command, "-reload=%d", c->o->jobs > 1);
	command_add(command, "-artifact_prefix=%s/", c->dir);
	command_add(command, "%s", c->corpus);
	if (c->o->corpus)
		return;
	add_folder(c, "seed", command);
	add_folder(c, "regress", command);
}

/* The number after the last "cov: " in the tail of a log */
static u64 last_cov(const char *path)
{
	char tail[4096 + 1], *at = tail, *last = NULL;
	FILE *log = fopen(path, "re");
	size_t len;

	if (!log)
		return 0;
	if (fseek(log, -4096, SEEK_END))
		rewind(log);
	len = fread(tail, 1, 4096, log);
	fclose(log);
	tail[len] = 0;
	while ((at = strstr(at, " cov: ")))
		last = at += 6;
	return last ? strtoull(last, NULL, 10) : 0;
}

static u64 coverage(const struct campaign *c)
{
	char path[PLACE_MAX + 32];
	u64 most = 0, cov;

	for (u32 n = 0; n < c->o->jobs; n++) {
		snprintf(path, sizeof(path), "%s/log-%u", c->dir, n);
		cov = last_cov(path);
		if (cov > most)
			most = cov;
	}
	return most;
}

static void finish(struct campaign *c)
{
	(void)c;
}

const struct engine engine_libfuzzer = {
	.name = "libfuzzer",
	.prepare = prepare,
	.start = start,
	.coverage = coverage,
	.finish = finish,
};
