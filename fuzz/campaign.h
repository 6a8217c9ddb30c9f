/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A campaign: what the parts of the supervisor share.
 */
#ifndef FUZZ_CAMPAIGN_H
#define FUZZ_CAMPAIGN_H

#include <stdio.h>

#include "board.h"
#include "setup.h"

#define CAMPAIGN_FINDINGS	64
#define CAMPAIGN_LINE		4608
/* Engine processes that may fail to start, before that is given up */
#define CAMPAIGN_FAILURES	3

#define CAMPAIGN_CONTRASTS	128

/**
 * struct contrasts - differences of a patched kernel from its base
 * @nr: entries
 * @key: what is alike: difference_key(), or "allowed NAME"
 * @count: scenarios in which it was seen
 * @file: with the shortest scenario, or NULL
 * @nr_ops: operations in it
 */
struct contrasts {
	u32 nr;
	struct contrast {
		char key[DIFFERENCE_KEY];
		u64 count;
		char *file;
		u32 nr_ops;
	} entry[CAMPAIGN_CONTRASTS];
};

/**
 * struct campaign_job - one engine process
 * @pid: 0: not running
 * @starts: times it was started
 * @done: it has ended as it should
 * @killed: by us, since it was stuck
 * @began: scenarios run when it was last started
 * @moved_ns: what it had computed when it was last seen to get on
 * @mark: how far it was then
 */
struct campaign_job {
	pid_t pid;
	u32 starts;
	u64 began;
	bool killed;
	bool done;
	u64 moved_ns;
	u64 mark;
};

/**
 * struct campaign - one run of mhpref fuzz
 * @o: the words
 * @place: where our parts are
 * @engine: how to run the engine
 * @geom: geometry's name
 * @conf: configuration's name
 * @object: path of the kernel object
 * @dir: for files that live as long as the campaign
 * @corpus: directory
 * @kernel_line: "kernel base ...", and for a patched kernel a second one
 * @board: shared with the engine processes
 * @job: the engine processes, @o->jobs of them
 * @cpu_ns: CPU time of those that ended
 * @start_ns: when fuzzing began
 * @failures: engine processes that died without running anything
 * @stop: no more: time is up, interrupted, or a finding for FIRST=1
 * @interrupted: by a signal
 * @settling: process that confirms and minimises a catch, or 0
 * @catches: handed to such processes
 * @own: catches that a patched kernel's base goes wrong by as well
 * @unconfirmed: catches that could not be confirmed
 * @way: of the catch that is being settled
 * @more: findings of which there was no room for the line
 * @finding: lines, @nr_findings of them
 * @lines: what is printed at the end, until it is
 * @out: standard output, while @lines is in its place
 */
struct campaign {
	struct options *o;
	struct place place;
	const struct engine *engine;
	const char *geom;
	const char *conf;
	char object[PLACE_MAX];
	char dir[PLACE_MAX];
	char corpus[PLACE_MAX];
	char kernel_line[512];
	struct board *board;
	struct campaign_job job[OPTIONS_JOBS_MAX];
	u64 cpu_ns;
	u64 start_ns;
	u32 used;
	u32 left;
	u32 failures;
	bool stop;
	bool interrupted;
	pid_t settling;
	u32 catches;
	u32 own;
	u32 unconfirmed;
	u64 way;
	u32 more;
	u32 nr_findings;
	char *finding[CAMPAIGN_FINDINGS];
	struct contrasts contrasts;
	FILE *lines;
	int out;
};

/**
 * struct engine - how to run one
 * @name: as in ENGINE=
 * @prepare: before the first process starts; 0, or -1 after a message
 * @start: fill in the command line of job @n
 * @coverage: a number that grows with the code reached
 * @finish: after the last process ended: what is new goes to the corpus
 */
struct engine {
	const char *name;
	int (*prepare)(struct campaign *c);
	void (*start)(struct campaign *c, u32 n, struct command *command);
	u64 (*coverage)(const struct campaign *c);
	void (*finish)(struct campaign *c);
};

extern const struct engine engine_libfuzzer;
extern const struct engine engine_afl;

/* Nanoseconds on a clock that only goes forward */
u64 campaign_now(void);
u64 campaign_seconds_left(const struct campaign *c);
void campaign_sum(const struct campaign *c, struct tally *sum);
u64 campaign_cpu_ns(const struct campaign *c);

/* settle-jobs.c: catches to findings, one process at a time */
void catches_collect(struct campaign *c);
bool catches_pending(const struct campaign *c);
void campaign_add_finding(struct campaign *c, const char *line);

/* progress.c: one line, in place on a terminal */
void progress_show(const struct campaign *c, bool last);
/* Before a message is printed in its place */
void progress_clear(void);

/*
 * contrast.c: the lines about a patched kernel, from the board and from what
 * was minimised: "KEY FILE (N operations)"
 */
void contrast_add_file(struct campaign *c, const char *line);
void contrast_collect(struct campaign *c);
void contrast_print(const struct campaign *c);
/* Is there one of a class, "breaks", "weaker", ...? */
bool contrast_has(const struct campaign *c, const char *class);

/*
 * summary.c: what is printed between the two goes to build/report as well, as
 * a page of HTML with each scenario step by step, and as text of 72 columns
 */
void summary_begin(struct campaign *c);
void summary_end(struct campaign *c);

/* verdict.c: the lines at the end; returns mhpref's exit status */
int verdict_print(struct campaign *c);

/* corpus.c */
int corpus_prepare(struct campaign *c);
void corpus_trim(const struct campaign *c);
/* Copy scenarios of this geometry from one directory into another */
u32 corpus_copy(const struct campaign *c, const char *from, const char *to);

#endif
