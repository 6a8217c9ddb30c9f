// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a kernel tree or a version to a kernel object, by kernel-extract/.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "setup.h"

#define OUTPUT_MAX	(1 << 20)

/* Cut off and return the last line that is not empty */
static char *last_line(char *text)
{
	size_t len = strlen(text);
	char *line;

	while (len && text[len - 1] == '\n')
		text[--len] = 0;
	line = strrchr(text, '\n');
	if (!line)
		return text;
	*line = 0;
	return line + 1;
}

/* A script's last line is its result, those before are for the user */
static int run_script(const struct command *c, char *result)
{
	static char text[OUTPUT_MAX];
	int status = process_read(c, text, sizeof(text));
	char *last;

	if (process_interrupts()) {
		fprintf(stderr, "mhpref: interrupted\n");
		return -1;
	}
	if (status) {
		fprintf(stderr, "%smhpref: %s failed (status %d)\n", text,
			c->word[0], status);
		return -1;
	}
	last = last_line(text);
	if (last != text)
		fprintf(stderr, "%s\n", text);
	snprintf(result, PLACE_MAX, "%s", last);
	if (!access(result, R_OK))
		return 0;
	fprintf(stderr, "mhpref: %s printed no path of a file: %s\n",
		c->word[0], result);
	return -1;
}

static int find_tree(const struct options *o, const struct place *place,
		     char *tree)
{
	struct command c = { 0 };
	int result;

	if (o->kdir && realpath(o->kdir, tree))
		return 0;
	if (o->kdir) {
		perror(o->kdir);
		return -1;
	}
	command_add(&c, "%s/kernel-extract/fetch.sh", place->checkout);
	command_add(&c, "%s", o->kernel ? o->kernel : OPTIONS_KERNEL);
	result = run_script(&c, tree);
	command_free(&c);
	return result;
}

static void set_path(const char *name, const struct place *place,
		     const char *file)
{
	char path[PLACE_MAX + 32];

	snprintf(path, sizeof(path), "%s/%s", place->out, file);
	setenv(name, path, 1);
}

/* What all that builds a kernel object is told after the tree */
static void add_words(struct command *c, const struct options *o,
		      const struct place *place, const char *geom,
		      const char *conf)
{
	set_path("KX_EXTRACT", place, "extract");
	set_path("KX_CACHE", place, "kernels");
	command_add(c, "%s", geom);
	command_add(c, "%s", conf);
	command_add(c, "%d", o->san);
	command_add(c, "%s", o->engine);
	command_add(c, "%s/kernels", place->out);
}

static int build(const struct options *o, const struct place *place,
		 const char *tree, const char *geom, const char *conf,
		 char *object)
{
	struct command c = { 0 };
	int result;

	command_add(&c, "%s/kernel-extract/build.sh", place->checkout);
	command_add(&c, "%s", tree);
	add_words(&c, o, place, geom, conf);
	result = run_script(&c, object);
	command_free(&c);
	return result;
}

static void pair_path(const struct options *o, const char *which,
		      const char *geom, const char *conf, char *object)
{
	snprintf(object, PLACE_MAX, "%.3900s/%s-%s-%s-%d-%s.so", o->series,
		 which, geom, conf, o->san, o->engine);
}

/* Base and patched; the series lies in a directory named by its content */
static int build_pair(struct options *o, const struct place *place,
		      const char *tree, const char *geom, const char *conf,
		      char *object)
{
	static char base[PLACE_MAX], series[PLACE_MAX];
	struct command c = { 0 };
	int result;

	command_add(&c, "%s/kernel-extract/patch/build.sh", place->checkout);
	command_add(&c, "%s", tree);
	command_add(&c, "%s", o->patch);
	add_words(&c, o, place, geom, conf);
	result = run_script(&c, series);
	command_free(&c);
	if (result)
		return -1;
	o->series = series;
	o->base = base;
	pair_path(o, "base", geom, conf, base);
	pair_path(o, "patched", geom, conf, object);
	return 0;
}

int setup_object(struct options *o, const struct place *place,
		 const char *geom, const char *conf, char *object)
{
	char tree[PATH_MAX];

	if (o->object) {
		snprintf(object, PLACE_MAX, "%s", o->object);
		return 0;
	}
	setenv("O", place->out, 1);
	if (o->verbose)
		setenv("V", "1", 1);
	if (find_tree(o, place, tree))
		return -1;
	if (o->patch)
		return build_pair(o, place, tree, geom, conf, object);
	return build(o, place, tree, geom, conf, object);
}

int setup_bench(const struct options *o, const struct place *place,
		const char *geom, const char *conf, char *directory)
{
	char tree[PATH_MAX];
	struct command c = { 0 };
	int result;

	setenv("O", place->out, 1);
	if (find_tree(o, place, tree))
		return -1;
	set_path("KX_EXTRACT", place, "extract");
	set_path("KX_CACHE", place, "kernels");
	command_add(&c, "%s/kernel-extract/bench/build.sh", place->checkout);
	command_add(&c, "%s", tree);
	command_add(&c, "%s", o->patch ? o->patch : "-");
	command_add(&c, "%s", geom);
	command_add(&c, "%s", conf);
	command_add(&c, "%s/kernels", place->out);
	result = run_script(&c, directory);
	command_free(&c);
	return result;
}

int setup_changed_lines(const struct options *o, const struct place *place,
			const char *geom, const char *conf, const char *corpus)
{
	struct command c = { 0 };
	int status;

	fflush(stdout);
	command_add(&c, "%s/kernel-extract/patch/changed-lines.sh",
		    place->checkout);
	command_add(&c, "%s", o->series);
	command_add(&c, "%s", geom);
	command_add(&c, "%s", conf);
	command_add(&c, "%s", corpus);
	status = process_wait(process_start(&c, -1, -1));
	command_free(&c);
	return status < 0 || status > 2 ? 2 : status;
}

void setup_program(const struct options *o, const struct place *place,
		   char *program)
{
	snprintf(program, PLACE_MAX, "%.4000s/fuzz-%s%s", place->out,
		 o->engine, o->san ? "-san" : "");
}

/* What the user has set comes last and so wins */
static void set_sanitizer(const char *name, const char *ours)
{
	const char *theirs = getenv(name);
	char value[1024];

	snprintf(value, sizeof(value), "%s:%s", ours, theirs ? theirs : "");
	setenv(name, value, 1);
}

void setup_environment(void)
{
	set_sanitizer("ASAN_OPTIONS", "detect_leaks=0:abort_on_error=0:"
		      "symbolize=1:allocator_may_return_null=1:"
		      "detect_odr_violation=0");
	set_sanitizer("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=0");
	/* AFL++: no fork server before the kernel object is loaded */
	setenv("__AFL_DEFER_FORKSRV", "1", 1);
	setenv("AFL_IGNORE_PROBLEMS", "1", 1);
}

void setup_worker(struct command *c, const struct options *o,
		  const struct place *place, const char *command,
		  const char *object)
{
	char program[PLACE_MAX];

	setup_program(o, place, program);
	command_add(c, "%s", program);
	command_add(c, "%s", command);
	command_add(c, "OBJECT=%s", object);
	if (o->base)
		command_add(c, "BASE=%s", o->base);
	if (o->allow)
		command_add(c, "ALLOW=%s", o->allow);
	if (o->rule)
		command_add(c, "RULE=%s", o->rule);
	if (o->base_quirks)
		command_add(c, "BASE_QUIRKS=%s", o->base_quirks);
	if (o->rules_text)
		command_add(c, "RULES=%s", o->rules_text);
	if (o->quirks)
		command_add(c, "QUIRKS=%s", o->quirks);
	if (o->board)
		command_add(c, "BOARD=%s", o->board);
	command_add(c, "ENGINE=%s", o->engine);
	command_add(c, "SAN=%d", o->san);
	command_add(c, "JOBS=%u", o->jobs);
	if (o->depth)
		command_add(c, "DEPTH=%u", o->depth);
	if (o->first)
		command_add(c, "FIRST=1");
	if (o->findings)
		command_add(c, "FINDINGS=%s", o->findings);
	if (o->list)
		command_add(c, "LIST=1");
}
