// SPDX-License-Identifier: GPL-2.0-only
/*
 * Workers: commands that need a kernel object in their own process.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "geometry.h"
#include "kernel-object.h"
#include "place.h"
#include "worker.h"

static enum status probe(struct worker *w)
{
	kernel_object_print(w->run->kernel);
	return STATUS_PASS;
}

static const struct {
	const char *name;
	enum status (*run)(struct worker *w);
} commands[] = {
	{ "probe", probe },
	{ "replay", worker_replay },
	{ "minimize", worker_minimize },
	{ "settle", worker_settle },
	{ "rate", worker_rate },
	{ "show", worker_show },
	{ "hash", worker_hash },
	{ "exhaustive", worker_exhaustive },
};

#define NR_COMMANDS	(sizeof(commands) / sizeof(commands[0]))

const char *status_name(enum status status)
{
	static const char * const names[] = {
		[STATUS_PASS] = "pass",
		[STATUS_BROKEN] = "broken",
		[STATUS_INCOMPLETE] = "incomplete",
	};

	return names[status];
}

enum status status_stronger(enum status a, enum status b)
{
	if (a == STATUS_BROKEN || b == STATUS_BROKEN)
		return STATUS_BROKEN;
	return a > b ? a : b;
}

bool worker_is_asked(int argc, char **argv)
{
	for (size_t n = 0; argc > 1 && n < NR_COMMANDS; n++)
		if (!strcmp(argv[1], commands[n].name))
			return true;
	return false;
}

static int fail(const char *why)
{
	fprintf(stderr, "mhpref: %s\n", why);
	return STATUS_INCOMPLETE;
}

/* QUIRKS=a,b */
static int named_quirks(const char *names, u64 *quirks)
{
	char copy[1024], *at = copy, *name;

	snprintf(copy, sizeof(copy), "%s", names);
	while ((name = strsep(&at, ","))) {
		int n = quirk_find(name);

		if (!*name)
			continue;
		if (n < 0) {
			fprintf(stderr, "mhpref: QUIRKS: there is no quirk "
				"\"%s\"\n", name);
			return -1;
		}
		*quirks |= 1ull << n;
	}
	return 0;
}

/* One line for all of them */
static void say_quirks(u64 quirks, const char *what)
{
	if (!quirks)
		return;
	fprintf(stderr, "mhpref: taken as absent, since %s:", what);
	for (; quirks; quirks &= quirks - 1)
		fprintf(stderr, " %s",
			ref_quirks[__builtin_ctzll(quirks)].name);
	fputc('\n', stderr);
}

static void say_probe(const struct probe *p, const char *version)
{
	char why[128];

	say_quirks(p->missing, "corpora/findings/ has no scenario of them");
	say_quirks(p->unclear, "this kernel behaves neither as it should nor "
			       "as they say");
	snprintf(why, sizeof(why), "this kernel behaves as it should, where "
		 "%s did not", version);
	say_quirks(p->lacks, why);
}

static void find_quirks(struct worker *w, struct probe *p)
{
	char folder[PLACE_MAX + 32], nearest[PROBE_VERSION_MAX];
	struct place place;

	if (place_find(&place))
		return;
	snprintf(folder, sizeof(folder), "%s/corpora/findings",
		 place.checkout);
	probe_run(w->run, folder, p);
	probe_nearest(w->run->kernel->version, nearest);
	say_probe(p, nearest);
}

static void fill_board(struct board *board, const struct kx_kernel *k,
		       const struct probe *p)
{
	board->geometry = geometry_index(k->geometry->name);
	board->conf = conf_index(k->conf);
	board->probe = *p;
}

/* The supervisor has the profile on its board; "probe" puts it there */
static int use_board(struct worker *w, struct probe *p)
{
	struct board *board = board_open(w->o->board);

	if (!board)
		return -1;
	if (strcmp(w->o->command, "probe"))
		*p = board->probe;
	else if (w->o->quirks)
		fill_board(board, w->run->kernel, p);
	else
		find_quirks(w, p);
	fill_board(board, w->run->kernel, p);
	board_close(board);
	return 0;
}

static int set_profile(struct worker *w)
{
	struct probe p = { 0 };

	if (w->o->quirks && named_quirks(w->o->quirks, &p.has))
		return -1;
	if (w->o->board && use_board(w, &p))
		return -1;
	if (!w->o->board && !w->o->quirks)
		find_quirks(w, &p);
	w->run->profile.quirks = p.has;
	w->unlisted = p.unlisted;
	w->unclear = p.unclear;
	return 0;
}

static int find_folder(struct worker *w)
{
	struct place place;

	if (place_find(&place))
		return -1;
	place_findings(&place, w->o, w->findings);
	return 0;
}

static int load(struct worker *w)
{
	const struct kx_kernel *kernel;

	if (!w->o->object)
		return fail("OBJECT= is missing; call mhpref instead");
	kernel = kernel_object_load(w->o->object);
	if (!kernel)
		return -1;
	w->run = runner_new(kernel);
	if (!w->run)
		return fail("out of memory");
	w->run->rules = w->o->rules;
	return find_folder(w) || set_profile(w);
}

int worker_main(int argc, char **argv)
{
	static struct options o;
	static struct worker w = { .o = &o };
	char why[512];
	size_t n = 0;
	int status;

	if (options_parse(&o, argc, argv, why, sizeof(why)))
		return fail(why);
	if (load(&w))
		return STATUS_INCOMPLETE;
	while (strcmp(commands[n].name, o.command))
		n++;
	status = commands[n].run(&w);
	fflush(stdout);
	runner_free(w.run);
	free(o.files);
	return status;
}
