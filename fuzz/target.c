// SPDX-License-Identifier: GPL-2.0-only
/*
 * The target: what both engines call with every input.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "board.h"
#include "geometry.h"
#include "kernel-object.h"
#include "pair.h"
#include "target.h"
#include "trial.h"

static struct runner *runner;
static struct board *board;
static struct board_slot *slot;
static struct ref_scenario scenario;
static struct allow allow;
static struct {
	u32 nr;
	struct difference difference[PAIR_DIFFERENCES];
} known;
static u64 fired;
static u8 *features;
static s32 pid;

static const char *need(const char *name)
{
	const char *value = getenv(name);

	if (value)
		return value;
	fprintf(stderr, "mhpref: %s is not set; this program is run by "
		"\"mhpref fuzz\"\n", name);
	exit(2);
}

void target_open_board(void)
{
	u32 n = strtoul(need(TARGET_SLOT), NULL, 10) % OPTIONS_JOBS_MAX;

	board = board_open(need(TARGET_BOARD));
	if (!board)
		exit(2);
	slot = &board->slot[n];
}

void target_set_features(u8 *counters)
{
	features = counters;
}

static void note(u32 feature)
{
	features[feature * 2654435761u >> 20] = 1;
}

static u32 zone_shape(const struct ref_obs_zone *z)
{
	return z->contiguous | (z->spanned == z->present) << 1 |
	       !z->present << 2 | !z->spanned << 3 | !!z->start << 4;
}

/* Which shapes a node's zones have together */
static void note_node(const struct ref_obs_node *node, u32 nid)
{
	u32 shape = nid;

	for (u32 z = 0; z < REF_ZONE_DEVICE; z++)
		shape = shape * 32 + zone_shape(&node->zone[z]);
	note(shape);
}

/* A state counts for what kind of operation with what result led there */
static void note_step(const struct runner *run)
{
	const struct ref_op *op = run->step.op;
	u32 result = -run->seen.err;

	if (op)
		note(1u << 24 | result << 16 | op->kind << 12 |
		     op->online << 8 | op->fault << 4 | run->seen.fired);
	for (u32 n = 0; n < run->layout.nr_nodes; n++)
		note_node(&run->seen.node[n], n);
}

/* Is it the first of its kind in this scenario? */
static bool is_new(const struct difference *d)
{
	for (u32 n = 0; n < known.nr; n++)
		if (pair_alike(&known.difference[n], d))
			return false;
	if (known.nr < PAIR_DIFFERENCES)
		known.difference[known.nr++] = *d;
	return true;
}

/* Scenarios are counted, and handed on once for each kind of difference */
static void note_difference(const struct difference *d)
{
	if (!is_new(d))
		return;
	if (d->allowed != DIFFERENCE_NONE)
		board_count(slot, d, allow.entry[d->allowed].name);
	else if (d->rule != REF_R_HANG)
		board_count(slot, d, NULL);	/* else once it is confirmed */
	if (d->allowed == DIFFERENCE_NONE)
		board_catch(board, slot, difference_way(d), slot->input,
			    slot->len);
}

static void after_step(struct runner *run)
{
	for (u32 n = 0; run->pair && n < run->pair->nr; n++)
		note_difference(&run->pair->difference[n]);
	tally_step(&slot->tally, run);
	slot->step = run->step.nr + 1;
	fired |= run->step.fired;
	if (features && !run->step.fired && !run->step.skipped)
		note_step(run);
}

static const struct kx_kernel *load_kernel(const char *path)
{
	const struct kx_kernel *kernel = kernel_object_load(path);

	if (!kernel)
		exit(2);
	return kernel;
}

static void fail(const char *why)
{
	fprintf(stderr, "mhpref: %s\n", why);
	exit(2);
}

/* What the patched kernel is compared with, if there is one */
static void load_base(void)
{
	const char *path = getenv(TARGET_BASE), *file = getenv(TARGET_ALLOW);
	const char *why;

	if (!path || !*path)
		return;
	why = pair_make(runner, load_kernel(path));
	if (why)
		fail(why);
	if (file && *file && allow_read(file, &allow))
		exit(2);
	runner->pair->allow = &allow;
	runner->pair->base->profile.quirks = board->base.has;
}

static void load(void)
{
	runner = runner_new(load_kernel(need(TARGET_OBJECT)));
	if (!runner)
		fail("out of memory");
	load_base();
	runner->profile.quirks = board->probe.has;
	runner->rules = board->rules;
	runner->each = after_step;
}

void target_start(void)
{
	target_open_board();
	load();
}

static void note_cpu(void)
{
	static u64 before;
	struct timespec now;
	u64 ns;

	if (slot->tally.scenarios % 64)
		return;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	ns = now.tv_sec * 1000000000ull + now.tv_nsec;
	slot->cpu_ns += ns - before;
	before = ns;
}

static u64 way_of_break(void)
{
	static const struct ref_breach none;

	if (runner->result.nr_breaches)
		return breach_way(&runner->result.breach[0]);
	return breach_way(&none);
}

/* Not for this kernel; libFuzzer gives up if no input of a folder counts */
static void note_unfit(void)
{
	if (features)
		features[0] = 1;
	slot->tally.unfit++;
}

static void after_run(enum run_verdict verdict, const u8 *input, size_t len)
{
	if (verdict == RUN_UNFIT) {
		note_unfit();
		return;
	}
	tally_scenario(&slot->tally, fired);
	note_cpu();
	if (verdict == RUN_BROKEN && !runner->pair)
		board_catch(board, slot, way_of_break(), input, len);
	else if (fired)
		board_mark_dull(board, input, len);
}

/* What killed the process before this one (AFL++ forks a new one) */
static void catch_dead(void)
{
	board_catch_dead(board, slot);
	slot->running = 0;
}

void target_run(const u8 *input, size_t len)
{
	struct codec_error err;

	if (!pid)
		pid = getpid();
	if (slot->running)
		catch_dead();
	if (codec_read(input, len, &scenario, &err)) {
		note_unfit();
		return;
	}
	fired = 0;
	known.nr = 0;
	slot->pid = pid;
	board_begin(slot, input, len);
	after_run(runner_run(runner, &scenario), input, len);
	board_end(slot);
}

u8 target_geometry(void)
{
	return board->geometry;
}

u8 target_conf(void)
{
	return board->conf;
}

bool target_is_dull(const u8 *input, size_t len)
{
	return board_is_dull(board, input, len);
}
