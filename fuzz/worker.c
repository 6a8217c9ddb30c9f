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
	if (w->run->pair)
		kernel_object_print("base", w->run->pair->base->kernel);
	kernel_object_print(w->run->pair ? "patched" : "base", w->run->kernel);
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
	{ "review", worker_review },
	{ "hash", worker_hash },
	{ "exhaustive", worker_exhaustive },
	{ "bisect", worker_bisect },
};

#define NR_COMMANDS	(sizeof(commands) / sizeof(commands[0]))

const char *status_name(enum status status)
{
	static const char * const names[] = {
		[STATUS_PASS] = "pass",
		[STATUS_BROKEN] = "broken",
		[STATUS_INCOMPLETE] = "incomplete",
		[STATUS_DIFFERS] = "differs",
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

static void say_pair(const struct probe *p, const struct probe *base)
{
	say_quirks(base->missing, "corpora/findings/ has no scenario of them");
	say_quirks(base->unclear, "the base behaves neither as it should nor "
				  "as they say");
	say_quirks(p->lacks, "the patched kernel behaves as it should, where "
			     "its base does not");
	if (p->unclear)
		fprintf(stderr, "mhpref: of quirks of its base, the patched "
			"kernel shows some in another way\n");
}

#define FOLDER_MAX	(PLACE_MAX + 32)

/* What the kernels are known for */
struct profiles {
	struct probe own, base;
};

static int find_scenarios(char *folder)
{
	struct place place;

	if (place_find(&place))
		return -1;
	snprintf(folder, FOLDER_MAX, "%s/corpora/findings", place.checkout);
	return 0;
}

static void find_quirks(struct worker *w, struct profiles *p)
{
	char folder[FOLDER_MAX], nearest[PROBE_VERSION_MAX];

	if (find_scenarios(folder))
		return;
	if (w->run->pair) {
		probe_pair(w->run, folder, &p->own, &p->base);
		say_pair(&p->own, &p->base);
		return;
	}
	probe_run(w->run, folder, &p->own);
	probe_nearest(w->run->kernel->version, nearest);
	say_probe(&p->own, nearest);
}

static void fill_board(struct board *board, struct runner *run,
		       const struct profiles *p)
{
	const struct kx_kernel *k = run->kernel;

	board->sums = runner_keeps_sums(run) ||
		(run->pair && runner_keeps_sums(run->pair->base));
	board->geometry = geometry_index(k->geometry->name);
	board->conf = conf_index(k->conf);
	board->probe = p->own;
	board->base = p->base;
}

static void catch_scenario(struct board *board, const struct ref_scenario *s,
			   const struct difference *d)
{
	static u8 cbor[CODEC_CBOR_MAX];
	size_t len = codec_write_cbor(s, cbor, sizeof(cbor));

	board_count(&board->slot[0], d, NULL);
	board_catch(board, &board->slot[0], difference_way(d), cbor, len);
}

/*
 * What the patched kernel does in the scenario of a quirk that it shows in
 * another way than its base is a difference, or nothing that counts
 */
static void clear_up(struct worker *w, struct board *board, struct probe *p)
{
	static struct ref_scenario s;
	const struct difference *worst;
	char folder[FOLDER_MAX];
	struct trial trial;

	if (!w->run->pair || find_scenarios(folder))
		return;
	for (u32 n = 0; n < REF_NR_QUIRKS; n++) {
		if (!(p->unclear >> n & 1) ||
		    probe_scenario(n, folder, w->run->kernel, &s))
			continue;
		worker_confirm(w, &s, &trial);
		worst = trial_worst(&trial);
		if (worst && difference_counts(worst))
			catch_scenario(board, &s, worst);
		if (worst || trial.end == TRIAL_PASS)
			p->unclear &= ~(1ull << n);
	}
}

/* The supervisor has the profile on its board; "probe" puts it there */
static int use_board(struct worker *w, struct profiles *p)
{
	struct board *board = board_open(w->o->board);

	if (!board)
		return -1;
	if (strcmp(w->o->command, "probe"))
		*p = (struct profiles){ board->probe, board->base };
	else if (!w->o->quirks)
		find_quirks(w, p);
	if (!strcmp(w->o->command, "probe"))
		clear_up(w, board, &p->own);
	fill_board(board, w->run, p);
	board_close(board);
	return 0;
}

/* As they are told, for tests */
static int told_quirks(const struct options *o, struct profiles *p)
{
	if (named_quirks(o->quirks, &p->own.has))
		return -1;
	if (o->base_quirks)
		return named_quirks(o->base_quirks, &p->base.has);
	p->base.has = p->own.has;
	return 0;
}

static int set_profile(struct worker *w)
{
	struct profiles p = { 0 };

	if (w->o->quirks && told_quirks(w->o, &p))
		return -1;
	if (w->o->board && use_board(w, &p))
		return -1;
	if (!w->o->board && !w->o->quirks)
		find_quirks(w, &p);
	w->run->profile.quirks = p.own.has;
	if (w->run->pair)
		w->run->pair->base->profile.quirks = p.base.has;
	w->unlisted = p.own.unlisted;
	w->unclear = p.own.unclear;
	return 0;
}

static int load_base(struct worker *w)
{
	const struct kx_kernel *base;
	const char *why;

	if (!w->o->base)
		return 0;
	base = kernel_object_load(w->o->base);
	if (!base)
		return -1;
	why = pair_make(w->run, base);
	if (why)
		return fail(why);
	if (w->o->allow && allow_read(w->o->allow, &w->allow))
		return -1;
	w->run->pair->allow = &w->allow;
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
	return load_base(w) || find_folder(w) || set_profile(w);
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
