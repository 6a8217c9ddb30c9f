// SPDX-License-Identifier: GPL-2.0-only
/*
 * mhpref: what the user calls. It finds or builds what a command needs and
 * leaves what needs a kernel in its own process to a worker.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../bench/measure.h"
#include "bisect.h"
#include "geometry.h"
#include "input.h"
#include "rate.h"
#include "rescale.h"
#include "rules.h"
#include "setup.h"
#include "show.h"
#include "supervisor.h"
#include "worker.h"

static int complain(const char *why)
{
	fprintf(stderr, "mhpref: %s\n", why);
	return STATUS_INCOMPLETE;
}

/* The last line of standard output is the verdict */
static int say(int status)
{
	if (status < STATUS_PASS || status > STATUS_DIFFERS)
		status = STATUS_INCOMPLETE;
	printf("verdict %s\n", status_name(status));
	return status == STATUS_DIFFERS ? STATUS_BROKEN : status;
}

static const char *geom_of(const struct ref_scenario *s)
{
	return geometry_by_index(s->machine.geometry)->name;
}

/* A file names what it was made for; words may not say otherwise */
static int check_words(const struct options *o, const char *path,
		       const struct ref_scenario *s)
{
	const char *conf = conf_name(s->machine.conf);

	if (o->geom && strcmp(o->geom, geom_of(s))) {
		fprintf(stderr, "mhpref: %s: made for GEOM=%s, not %s; leave "
			"GEOM= out, or use mhpref rescale\n", path,
			geom_of(s), o->geom);
		return -1;
	}
	if (o->conf && strcmp(o->conf, conf)) {
		fprintf(stderr, "mhpref: %s: made for CONF=%s, not %s\n",
			path, conf, o->conf);
		return -1;
	}
	return 0;
}

/* Run a worker on files, all of one geometry and configuration */
static int run_worker(struct options *o, const char *geom,
		      const char *conf, char **files, u32 nr)
{
	struct command c = { 0 };
	char object[PLACE_MAX];
	struct place place;
	int status;

	if (place_find(&place) ||
	    setup_object(o, &place, geom, conf, object))
		return STATUS_INCOMPLETE;
	setup_environment();
	setup_worker(&c, o, &place, o->command, object);
	for (u32 n = 0; n < nr; n++)
		command_add(&c, "FILE=%s", files[n]);
	status = process_wait(process_start(&c, -1, -1));
	command_free(&c);
	return status < 0 ? STATUS_INCOMPLETE : status;
}

#define BATCH	40	/* files for one worker, by its command line */

/* What a group of files has in common; index: geometry, configuration */
struct group {
	struct options *o;
	struct input_list *list;
	s32 *kind;		/* of each file; -1: not to be run */
};

static s32 kind_of(const struct ref_scenario *s)
{
	return s->machine.geometry << 8 | s->machine.conf;
}

static s32 read_kind(const struct options *o, const char *path)
{
	static struct ref_scenario s;

	if (input_read(path, &s) || check_words(o, path, &s))
		return -1;
	return kind_of(&s);
}

static int run_batch(const struct group *g, s32 kind, char **batch, u32 nr)
{
	const struct ref_geometry *geometry = geometry_by_index(kind >> 8);

	if (!nr)
		return STATUS_PASS;
	return run_worker(g->o, geometry->name, conf_name(kind & 0xff), batch,
			  nr);
}

/* One worker prints "replay FILE VERDICT" only if it has several */
static int run_kind(const struct group *g, s32 kind)
{
	char *batch[BATCH];
	int status = STATUS_PASS;
	u32 nr = 0;

	for (u32 n = 0; n < g->list->nr; n++) {
		if (g->kind[n] != kind)
			continue;
		batch[nr++] = g->list->path[n];
		if (nr < BATCH)
			continue;
		status = status_stronger(status, run_batch(g, kind, batch, nr));
		nr = 0;
	}
	return status_stronger(status, run_batch(g, kind, batch, nr));
}

static int run_unreadable(const struct group *g)
{
	int status = STATUS_PASS;

	for (u32 n = 0; n < g->list->nr; n++) {
		if (g->kind[n] >= 0)
			continue;
		status = STATUS_INCOMPLETE;
		if (g->list->nr > 1)
			printf("replay %s incomplete\n", g->list->path[n]);
	}
	return status;
}

static bool is_first_of_kind(const struct group *g, u32 n)
{
	for (u32 k = 0; k < n; k++)
		if (g->kind[k] == g->kind[n])
			return false;
	return true;
}

static int run_groups(const struct group *g)
{
	int status = run_unreadable(g);

	for (u32 n = 0; n < g->list->nr; n++)
		if (g->kind[n] >= 0 && is_first_of_kind(g, n))
			status = status_stronger(status,
						 run_kind(g, g->kind[n]));
	return status;
}

static int replay_list(struct options *o, struct input_list *list)
{
	struct group g = { .o = o, .list = list };
	int status;

	g.kind = calloc(list->nr, sizeof(*g.kind));
	if (!g.kind)
		return complain("out of memory");
	for (u32 n = 0; n < list->nr; n++)
		g.kind[n] = read_kind(o, list->path[n]);
	status = run_groups(&g);
	free(g.kind);
	return status;
}

static int replay(struct options *o)
{
	struct input_list list;
	int status;

	if (!o->nr_files)
		return say(complain("replay what? name files or directories"));
	if (input_list(o->files, o->nr_files, &list))
		return say(STATUS_INCOMPLETE);
	if (list.nr > 1)
		o->list = true;
	if (list.nr)
		status = replay_list(o, &list);
	else
		status = complain("there is no scenario in there");
	input_list_free(&list);
	return say(status);
}

/* Read the one file that a command takes */
static int one_file(const struct options *o, struct ref_scenario *s)
{
	if (o->nr_files != 1) {
		fprintf(stderr, "mhpref: %s takes one scenario\n", o->command);
		return -1;
	}
	if (input_read(o->files[0], s))
		return -1;
	return 0;
}

static int work_on_one(struct options *o)
{
	static struct ref_scenario s;
	char *file;

	if (one_file(o, &s) || check_words(o, o->files[0], &s))
		return STATUS_INCOMPLETE;
	file = (char *)o->files[0];
	return run_worker(o, geom_of(&s), conf_name(s.machine.conf), &file, 1);
}

/* The machines in corpora/exhaustive/, and how deep; 0: to the fixed point */
static const struct {
	const char *name;
	u32 depth;
} machines[] = {
	{ "ppc64.txt", 0 }, { "zone-device.txt", 0 }, { "groups.txt", 6 },
};

#define NR_MACHINES	(sizeof(machines) / sizeof(machines[0]))

static bool is_wanted(const struct options *o, const char *path)
{
	static struct ref_scenario s;

	if (input_read(path, &s))
		return true;	/* to fail later, with a message */
	return (!o->geom || !strcmp(o->geom, geom_of(&s))) &&
	       (!o->conf || !strcmp(o->conf, conf_name(s.machine.conf)));
}

static int try_machine(struct options *o, const char *path, u32 depth)
{
	struct options one = *o;
	const char *file = path;

	one.files = &file;
	one.nr_files = 1;
	one.depth = o->depth ? o->depth : depth;
	printf("machine %s depth %u\n", path, one.depth);
	fflush(stdout);
	return work_on_one(&one);
}

static int try_machines(struct options *o, const struct place *place)
{
	char path[PLACE_MAX + 64];
	int one, status = STATUS_PASS;
	bool any = false;

	for (size_t n = 0; n < NR_MACHINES && !process_interrupts(); n++) {
		snprintf(path, sizeof(path), "%s/corpora/exhaustive/%s",
			 place->checkout, machines[n].name);
		if (!is_wanted(o, path))
			continue;
		any = true;
		one = try_machine(o, path, machines[n].depth);
		status = status_stronger(status, one);
	}
	if (!any)
		return complain("none of our machines has this GEOM= and "
				"CONF=: name one, FILE=PATH");
	return status;
}

/* FILE= is another machine, tried to the fixed point unless DEPTH= is given */
static int exhaustive(struct options *o)
{
	struct place place;

	if (place_find(&place))
		return say(STATUS_INCOMPLETE);
	o->engine = "none";
	return say(o->nr_files ? work_on_one(o) : try_machines(o, &place));
}

static int minimize_file(struct options *o)
{
	return say(work_on_one(o));
}

static int bisect(struct options *o)
{
	return bisect_run(o, work_on_one);
}

/* A kernel's view only if one is named: the model's needs nothing built */
static int show(struct options *o)
{
	static struct ref_scenario s;

	if (o->kdir || o->kernel || o->object || o->patch)
		return work_on_one(o);
	if (one_file(o, &s) || check_words(o, o->files[0], &s))
		return STATUS_INCOMPLETE;
	return show_file(o->files[0]);
}

static int rescale_file(struct options *o)
{
	static struct ref_scenario from, to;
	static char text[CODEC_TEXT_MAX];
	struct scenario_error err;

	if (!o->geom)
		return complain("rescale to what? name it: GEOM=x86_64");
	if (one_file(o, &from))
		return STATUS_INCOMPLETE;
	if (rescale(&from, geometry_index(o->geom), &to, &err)) {
		fprintf(stderr, "mhpref: %s: no like in %s: %s %u: %s\n",
			o->files[0], o->geom, scenario_part_name(err.part),
			err.index, err.reason);
		return STATUS_INCOMPLETE;
	}
	if (!codec_write_text(&to, text, sizeof(text)))
		return complain("the scenario has no text");
	fputs(text, stdout);
	return STATUS_PASS;
}

/* "\tname: text", every line of it indented, so that names stand out */
static void print_indented(const char *name, const char *text)
{
	printf("\t%s", name);
	for (; *text; text++) {
		putchar(*text);
		if (*text == '\n')
			putchar('\t');
	}
	putchar('\n');
}

static int list_quirks(struct options *o)
{
	(void)o;
	for (u32 n = 0; n < REF_NR_QUIRKS; n++) {
		const struct ref_quirk *q = &ref_quirks[n];

		printf("%s (%s)\n", q->name, q->versions);
		print_indented("", q->statement);
		print_indented("formula: ", q->formula);
		print_indented("rule: ", q->rule);
		print_indented("verdict: ", q->verdict);
		print_indented("source: ", q->source);
	}
	return STATUS_PASS;
}

static int help(struct options *o);

static const struct command_entry {
	const char *name;
	int (*run)(struct options *o);
	const char *help;
} commands[] = {
	{ "fuzz", supervisor_fuzz, "fuzz a kernel for TIME=, say the verdict" },
	{ "replay", replay, "FILE|DIR...: every step, or a line for each" },
	{ "show", show, "FILE: as text, and a map after each step" },
	{ "minimize", minimize_file, "FILE: smallest that breaks the same" },
	{ "bisect", bisect, "FILE: for git bisect run: status 0, 1 or 125" },
	{ "exhaustive", exhaustive, "every sequence on a small machine" },
	{ "rescale", rescale_file, "FILE GEOM=: for another geometry" },
	{ "rate", rate_measure, "speed of the kernel alone, and of it all" },
	{ "bench", bench_measure, "CASE= SIZE=: visits and times of walks" },
	{ "rules", rules_print, "[NAME]...: what a kernel is held to; why" },
	{ "quirks", list_quirks, "how released kernels depart from them" },
	{ "help", help, "this text" },
	{ "--help", help, "likewise" },
};

#define NR_COMMANDS	(sizeof(commands) / sizeof(commands[0]))

static const char * const variables =
	"  KDIR=DIR          a kernel tree; never written to\n"
	"  KERNEL=6.12       or 6.1, 7.2, 7.3: fetched instead\n"
	"  GEOM=ppc64        or x86_64, arm64-64k\n"
	"  CONF=default      kernel configuration\n"
	"  TIME=60           how long to fuzz: 90s, 5m, 8h\n"
	"  ENGINE=libfuzzer  or afl\n"
	"  SEED=N            what the random choices follow from\n"
	"  JOBS=N            processes\n"
	"  PATCH=SERIES      diff, mbox, quilt directory, git:RANGE or .cocci\n"
	"  DEPTH=N           of an exhaustive run; else to the fixed point\n"
	"  SAN=1             sanitizers; 0: without\n"
	"  RULES=a,b         only these rules; -a,-b: all but these\n"
	"  ALLOW=FILE        differences that are intended: NAME class field "
	"reason\n"
	"  CORPUS=DIR        scenarios to start from and to add to\n"
	"  FILE=PATH         a scenario, CBOR or text\n"
	"  CASE=NAME         of bench: plug, unplug, rescan, query, register, "
	"memmap\n"
	"  SIZE=16G          of bench: memory, or a number of nodes\n"
	"  PLOT=1            of bench: sizes up to SIZE, and a picture\n"
	"  COMPARE=\"A B\"     of bench: two files that it wrote (bench.json)\n"
	"  SELFTEST=1        of bench: does it see what is there to see?\n"
	"  O=DIR             where mhpref was built\n"
	"  V=1               show commands\n";

static int help(struct options *o)
{
	(void)o;
	printf("usage: mhpref COMMAND [NAME=VALUE | FILE]...\n\ncommands:\n");
	for (size_t n = 0; n < NR_COMMANDS; n++)
		printf("  %-17s %s\n", commands[n].name, commands[n].help);
	printf("\nvariables:\n%s\nexit status: 0 agrees, 1 broken, 2 could "
	       "not be told\n", variables);
	return STATUS_PASS;
}

static const struct command_entry *find_command(const char *name)
{
	for (size_t n = 0; n < NR_COMMANDS; n++)
		if (!strcmp(name, commands[n].name))
			return &commands[n];
	return NULL;
}

/* Do they end with a verdict? Whoever reads it wants one in any case */
static bool has_verdict(const char *command)
{
	return !strcmp(command, "fuzz") || !strcmp(command, "replay") ||
	       !strcmp(command, "minimize") ||
	       !strcmp(command, "exhaustive");
}

/* What it prints is not what it says */
static bool is_bisect(int argc, char **argv)
{
	return argc > 1 && !strcmp(argv[1], "bisect");
}

int main(int argc, char **argv)
{
	const struct command_entry *command;
	static struct options o;
	char why[512];
	int status;

	if (options_parse(&o, argc, argv, why, sizeof(why))) {
		complain(why);
		if (is_bisect(argc, argv))
			return BISECT_SKIP;
		return argc > 1 && has_verdict(argv[1]) ?
		       say(STATUS_INCOMPLETE) : STATUS_INCOMPLETE;
	}
	process_catch_signals();
	command = find_command(o.command);
	if (!command) {
		fprintf(stderr, "mhpref: %s: no such command; \"mhpref help\" "
			"lists them\n", o.command);
		return STATUS_INCOMPLETE;
	}
	status = command->run(&o);
	free(o.files);
	if ((fflush(stdout) || ferror(stdout)) && !is_bisect(argc, argv))
		status = STATUS_INCOMPLETE;
	return status;
}
