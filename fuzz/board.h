/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The board: memory shared by the supervisor and its engine processes. It
 * survives whatever kills one of them.
 */
#ifndef FUZZ_BOARD_H
#define FUZZ_BOARD_H

#include "codec.h"
#include "difference.h"
#include "options.h"
#include "probe.h"
#include "tally.h"

#define BOARD_INPUT_MAX	CODEC_TEXT_MAX
#define BOARD_CATCHES	16
#define BOARD_WAYS	256
#define BOARD_DULL	65536
/* Inputs kept for each way in which something is broken */
#define BOARD_SAME_WAY	3

/* An input that breaks a rule in @way, as the engine gave it */
struct board_catch {
	u64 way;
	u32 len;
	u8 input[BOARD_INPUT_MAX];
};

#define BOARD_DIFFERENCES	64

/* A kind of difference, or an entry of ALLOW=, and how often it was seen */
struct board_difference {
	u64 way;
	u64 count;
	char key[DIFFERENCE_KEY];
};

/**
 * struct board_slot - one engine process's own part
 * @running: it is inside a scenario, @input
 * @pid: of the process that runs the target
 * @step: of @input, the one that runs: 0 is boot
 * @cpu_ns: CPU time of the process
 * @nr_differences: in use in @difference; past its end: that many are lost
 * @difference: of a patched kernel from its base
 * @caught: catches written; the last BOARD_CATCHES are there
 * @settled: catches that the supervisor has taken
 */
struct board_slot {
	volatile u32 running;
	volatile u32 len;
	volatile u32 step;
	volatile s32 pid;
	volatile u64 cpu_ns;
	volatile u32 caught;
	volatile u32 settled;
	struct tally tally;
	volatile u32 nr_differences;
	struct board_difference difference[BOARD_DIFFERENCES];
	u8 input[BOARD_INPUT_MAX];
	struct board_catch catch[BOARD_CATCHES];
};

/**
 * struct board - what all share
 * @probe: what the kernel is known for
 * @base: what the base of a patched kernel is known for
 * @geometry: index, of the kernel
 * @conf: index, of the kernel
 * @sums: the kernel, or its base, keeps sums for auto_movable
 * @rules: that are on
 * @seed: of the campaign
 * @lost: catches of which there was no room for even one of their way
 * @nr_ways: in use in @way
 * @way: ways in which rules were broken so far, and how often each was kept
 * @dull: hashes of inputs whose only news is a known quirk; a table in which
 *	later ones replace earlier ones
 */
struct board {
	struct probe probe;
	struct probe base;
	u8 geometry;
	u8 conf;
	u8 sums;
	u64 rules;
	u64 seed;
	volatile u32 lost;
	volatile u32 nr_ways;
	struct {
		volatile u64 way;
		volatile u32 kept;
	} way[BOARD_WAYS];
	volatile u64 dull[BOARD_DULL];
	struct board_slot slot[OPTIONS_JOBS_MAX];
};

/* Make the file, or open it; NULL after a message on standard error */
struct board *board_create(const char *path);
struct board *board_open(const char *path);
void board_close(struct board *board);

/* Before and after a scenario: what runs, should it never return */
void board_begin(struct board_slot *slot, const u8 *input, size_t len);
void board_end(struct board_slot *slot);

/* Hand an input that went wrong in @way to the supervisor, unless known */
void board_catch(struct board *board, struct board_slot *slot, u64 way,
		 const u8 *input, size_t len);

/* The same for what a dead process left in its slot; true if it had any */
bool board_catch_dead(struct board *board, struct board_slot *slot);

/* The catch was nothing: another one of its way is wanted */
void board_forget(struct board *board, u64 way);

/* Count a difference, or what is allowed of it under @name */
void board_count(struct board_slot *slot, const struct difference *d,
		 const char *name);

/* The next catch that is not settled, or NULL */
const struct board_catch *board_next(struct board_slot *slot);

void board_mark_dull(struct board *board, const u8 *input, size_t len);
bool board_is_dull(const struct board *board, const u8 *input, size_t len);

#endif
