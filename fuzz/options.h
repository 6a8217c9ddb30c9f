/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the user typed: a command, NAME=VALUE words, files.
 */
#ifndef FUZZ_OPTIONS_H
#define FUZZ_OPTIONS_H

#include "../ref/types.h"

/**
 * struct options - the words, checked, with defaults where none was given
 * @command: "fuzz", "replay", ...
 * @files: FILE= and the words without "="; @nr_files of them
 * @kdir: kernel tree, or NULL
 * @kernel: version to fetch, or NULL
 * @geom: geometry's name; NULL: not given
 * @conf: configuration's name; NULL: not given
 * @engine: "libfuzzer", "afl" or "none"
 * @rules: bit n: rule n is on
 * @rules_text: RULES= as given, or NULL
 * @corpus: directory, or NULL
 * @out: O=, or NULL
 * @seconds: TIME=, in seconds
 * @time_given: there was one
 * @seed: SEED=, or one made up
 * @jobs: processes
 * @depth: DEPTH=, of an exhaustive run; 0: to the fixed point
 * @san: sanitizers
 * @verbose: show commands
 * @runs: RUNS=, executions for each process; 0: no limit (for tests)
 * @findings: FINDINGS=, folder for findings; NULL: the checkout's (for tests)
 * @list: LIST=1, a line for each file even if there is one (to workers)
 * @html: HTML=1, rules as a page of HTML (for make rules)
 * @first: FIRST=1, stop at the first finding (for tests)
 * @quirks: QUIRKS=, names with commas; NULL: found by probing (for tests)
 * @object: OBJECT=, kernel object; NULL: built from the tree (for tests, and
 *	from mhpref to its workers)
 * @patch: PATCH=, a series to judge, or NULL
 * @base: BASE=, kernel object before the series; NULL: none, or not built yet
 *	(for tests, and from mhpref to its workers)
 * @series: directory of the series that was built, or NULL
 * @allow: ALLOW=, file of differences that are intended; or NULL
 * @base_quirks: BASE_QUIRKS=, of the base; NULL: as QUIRKS= (for tests)
 * @rule: RULE=, which alone is meant; NULL: any (to workers)
 * @way: WAY=, of the difference that is wanted; 0: the worst (to workers)
 * @bench_case: CASE=, what to measure; NULL: the usual ones (to bench)
 * @headlines: HEADLINES=1: what patches claimed (to bench)
 * @size: SIZE=, bytes or number of nodes; 0: the usual ones (to bench)
 * @board: BOARD=, file shared with the supervisor (to workers)
 * @selftest: SELFTEST=1: test the sampler, not a kernel (to bench)
 * @plot: PLOT=1: several sizes, and a picture of them (to bench)
 * @compare: COMPARE=, two files with results of bench, with a blank between
 * @argc: number of words as they were typed
 * @argv: those words
 */
struct options {
	const char *command;
	const char **files;
	u32 nr_files;
	const char *kdir;
	const char *kernel;
	const char *geom;
	const char *conf;
	const char *engine;
	const char *rules_text;
	u64 rules;
	const char *corpus;
	const char *out;
	u64 seconds;
	bool time_given;
	u64 seed;
	bool seed_given;
	u32 jobs;
	u32 depth;
	bool san;
	bool verbose;
	u64 runs;
	const char *findings;
	bool list;
	bool html;
	bool first;
	const char *quirks;
	const char *object;
	const char *patch;
	const char *base;
	const char *series;
	const char *allow;
	const char *base_quirks;
	const char *rule;
	u64 way;
	const char *bench_case;
	bool headlines;
	u64 size;
	const char *board;
	bool selftest;
	bool plot;
	const char *compare;
	int argc;
	char **argv;
};

#define OPTIONS_JOBS_MAX	64

/**
 * options_parse() - read the words of a command line
 * @o: written
 * @argc: number of words, the program's name included
 * @argv: words; must stay valid
 * @why: written on error: what is wrong and what to do
 * @size: bytes in @why
 *
 * Return: 0, or -1 with @why filled in.
 */
int options_parse(struct options *o, int argc, char **argv, char *why,
		  size_t size);

/* Defaults of what may be left open in struct options */
#define OPTIONS_KERNEL	"6.12"
#define OPTIONS_GEOM	"ppc64"
#define OPTIONS_CONF	"default"

#endif
