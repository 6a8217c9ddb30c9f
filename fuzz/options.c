// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the user typed: a command, NAME=VALUE words, files.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "../ref/scenario.h"

#include "geometry.h"
#include "judge.h"
#include "options.h"

static char *reason;
static size_t reason_size;

__attribute__((format(printf, 1, 2)))
static int wrong(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(reason, reason_size, format, args);
	va_end(args);
	return -1;
}

/* A word from a list, "a b c" */
static int in_list(const char *name, const char *value, const char *list)
{
	size_t len = strlen(value);
	const char *at = len ? strstr(list, value) : NULL;

	for (; at; at = strstr(at + 1, value))
		if ((at == list || at[-1] == ' ') &&
		    (!at[len] || at[len] == ' '))
			return 0;
	return wrong("%s=%s: want one of: %s", name, value, list);
}

static int number(const char *name, const char *value, u64 least, u64 most,
		  u64 *to)
{
	char *end;

	errno = 0;
	*to = strtoull(value, &end, 0);
	if (*value < '0' || *value > '9' || *end || errno ||
	    *to < least || *to > most)
		return wrong("%s=%s: want a number from %llu to %llu", name,
			     value, least, most);
	return 0;
}

static int flag(const char *name, const char *value, bool *to)
{
	if (strcmp(value, "0") && strcmp(value, "1"))
		return wrong("%s=%s: want 0 or 1", name, value);
	*to = *value == '1';
	return 0;
}

static int directory(const char *name, const char *value)
{
	struct stat st;

	if (stat(value, &st))
		return wrong("%s=%s: %s; name a directory that exists", name,
			     value, strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return wrong("%s=%s: not a directory", name, value);
	return 0;
}

static int take_kdir(struct options *o, const char *value)
{
	o->kdir = value;
	return directory("KDIR", value);
}

static int take_kernel(struct options *o, const char *value)
{
	o->kernel = value;
	return in_list("KERNEL", value, "6.1 6.12 7.2 7.3");
}

static int take_geom(struct options *o, const char *value)
{
	o->geom = value;
	if (geometry_index(value) >= 0)
		return 0;
	return wrong("GEOM=%s: want one of: ppc64 x86_64 arm64-64k", value);
}

static int take_conf(struct options *o, const char *value)
{
	char names[256] = "";
	size_t len = 0;

	o->conf = value;
	if (conf_index(value) >= 0)
		return 0;
	for (u32 n = 0; n < conf_count() && len < sizeof(names); n++)
		if (conf_name(n))
			len += snprintf(names + len, sizeof(names) - len,
					" %s", conf_name(n));
	return wrong("CONF=%s: want one of:%s", value, names);
}

static u64 unit_seconds(char unit)
{
	switch (unit) {
	case 0:
	case 's':
		return 1;
	case 'm':
		return 60;
	case 'h':
		return 3600;
	}
	return 0;
}

static int take_time(struct options *o, const char *value)
{
	char *end;
	u64 n = strtoull(value, &end, 10);
	u64 unit = *end && end[1] ? 0 : unit_seconds(*end);

	if (*value < '0' || *value > '9' || !n || n > 1000000 || !unit)
		return wrong("TIME=%s: want seconds, or a number with s, m or "
			     "h, such as 90s, 5m, 8h", value);
	o->seconds = n * unit;
	o->time_given = true;
	return 0;
}

static int take_engine(struct options *o, const char *value)
{
	o->engine = value;
	return in_list("ENGINE", value, "libfuzzer afl none");
}

static int take_seed(struct options *o, const char *value)
{
	o->seed_given = true;
	return number("SEED", value, 0, ~0u, &o->seed);
}

static int take_jobs(struct options *o, const char *value)
{
	u64 n;

	if (number("JOBS", value, 1, OPTIONS_JOBS_MAX, &n))
		return -1;
	o->jobs = n;
	return 0;
}

static int take_depth(struct options *o, const char *value)
{
	u64 n;

	if (number("DEPTH", value, 1, REF_MAX_OPS - 1, &n))
		return -1;
	o->depth = n;
	return 0;
}

static int take_san(struct options *o, const char *value)
{
	return flag("SAN", value, &o->san);
}

static int take_verbose(struct options *o, const char *value)
{
	return flag("V", value, &o->verbose);
}

static int take_first(struct options *o, const char *value)
{
	return flag("FIRST", value, &o->first);
}

static int take_findings(struct options *o, const char *value)
{
	o->findings = value;
	return *value ? 0 : wrong("FINDINGS=: want a directory");
}

static int take_list(struct options *o, const char *value)
{
	return flag("LIST", value, &o->list);
}

static int take_html(struct options *o, const char *value)
{
	return flag("HTML", value, &o->html);
}

static int take_runs(struct options *o, const char *value)
{
	return number("RUNS", value, 1, ~0u, &o->runs);
}

static int take_rule(const char *name, bool on, u64 *rules)
{
	int n = rule_find(name);

	if (n < 0)
		return wrong("RULES: there is no rule \"%s\"; \"mhpref rules\" "
			     "lists them", name);
	if (on)
		*rules |= 1ull << n;
	else
		*rules &= ~(1ull << n);
	return 0;
}

/* Names alone: only these; names with "-" alone: all but these */
static int take_rules(struct options *o, const char *value)
{
	char copy[1024], *at = copy, *name;

	o->rules_text = value;
	if (!*value || strlen(value) >= sizeof(copy))
		return wrong("RULES=: want names of rules, with commas");
	strcpy(copy, value);
	o->rules = *value == '-' ? ~0ull : 0;
	while ((name = strsep(&at, ",")))
		if (take_rule(name + (*name == '-'), *name != '-', &o->rules))
			return -1;
	return 0;
}

static int take_corpus(struct options *o, const char *value)
{
	o->corpus = value;
	return *value ? 0 : wrong("CORPUS=: want a directory");
}

static int take_out(struct options *o, const char *value)
{
	o->out = value;
	return *value ? directory("O", value) : wrong("O=: want a directory");
}

static int take_file(struct options *o, const char *value)
{
	o->files[o->nr_files++] = value;
	return *value ? 0 : wrong("FILE=: want the name of a scenario");
}

static int take_quirks(struct options *o, const char *value)
{
	o->quirks = value;
	return 0;
}

static int take_object(struct options *o, const char *value)
{
	o->object = value;
	return 0;
}

static int take_base(struct options *o, const char *value)
{
	o->base = value;
	return *value ? 0 : wrong("BASE=: want a kernel object");
}

static int take_patch(struct options *o, const char *value)
{
	o->patch = value;
	return *value ? 0 : wrong("PATCH=: want a diff, a mail or mbox, a "
				  "quilt directory, git:RANGE or a .cocci "
				  "file");
}

static int take_allow(struct options *o, const char *value)
{
	o->allow = value;
	return *value ? 0 : wrong("ALLOW=: want a file");
}

static int take_base_quirks(struct options *o, const char *value)
{
	o->base_quirks = value;
	return 0;
}

static int take_rule_name(struct options *o, const char *value)
{
	o->rule = value;
	return rule_find(value) < 0 ? wrong("RULE=%s: no such rule", value) : 0;
}

static int take_way(struct options *o, const char *value)
{
	return number("WAY", value, 0, ~0ull, &o->way);
}

static int take_headlines(struct options *o, const char *value)
{
	return flag("HEADLINES", value, &o->headlines);
}

static int take_case(struct options *o, const char *value)
{
	o->bench_case = value;
	return *value ? 0 : wrong("CASE=: want the name of a case");
}

/* 64, 16G, 2T: a number, with a unit or without */
static int take_size(struct options *o, const char *value)
{
	static const char units[] = "KMGT";
	char *end;
	const char *unit;
	u64 n = strtoull(value, &end, 10);

	unit = *end ? strchr(units, *end) : NULL;
	if (*value < '0' || *value > '9' || !n || n > 1u << 20 ||
	    (*end && (!unit || end[1])))
		return wrong("SIZE=%s: want a number, with K, M, G or T if "
			     "it is of bytes, such as 256G", value);
	o->size = unit ? n << (10 * (unit - units + 1)) : n;
	return 0;
}

static int take_board(struct options *o, const char *value)
{
	o->board = value;
	return 0;
}

static int take_selftest(struct options *o, const char *value)
{
	return flag("SELFTEST", value, &o->selftest);
}

static int take_plot(struct options *o, const char *value)
{
	return flag("PLOT", value, &o->plot);
}

static int take_compare(struct options *o, const char *value)
{
	o->compare = value;
	return 0;
}

static const struct {
	const char *name;
	int (*take)(struct options *o, const char *value);
} words[] = {
	{ "KDIR", take_kdir },
	{ "KERNEL", take_kernel },
	{ "GEOM", take_geom },
	{ "TIME", take_time },
	{ "ENGINE", take_engine },
	{ "CONF", take_conf },
	{ "SEED", take_seed },
	{ "JOBS", take_jobs },
	{ "DEPTH", take_depth },
	{ "SAN", take_san },
	{ "RULES", take_rules },
	{ "CORPUS", take_corpus },
	{ "O", take_out },
	{ "V", take_verbose },
	{ "FILE", take_file },
	{ "RUNS", take_runs },
	{ "FIRST", take_first },
	{ "FINDINGS", take_findings },
	{ "LIST", take_list },
	{ "HTML", take_html },
	{ "QUIRKS", take_quirks },
	{ "OBJECT", take_object },
	{ "BASE", take_base },
	{ "PATCH", take_patch },
	{ "BASE_QUIRKS", take_base_quirks },
	{ "ALLOW", take_allow },
	{ "RULE", take_rule_name },
	{ "WAY", take_way },
	{ "CASE", take_case },
	{ "HEADLINES", take_headlines },
	{ "SIZE", take_size },
	{ "BOARD", take_board },
	{ "SELFTEST", take_selftest },
	{ "PLOT", take_plot },
	{ "COMPARE", take_compare },
};

#define NR_WORDS	(sizeof(words) / sizeof(words[0]))

/* NAME=VALUE, unless what stands before "=" cannot be a name */
static bool is_pair(const char *word)
{
	size_t len = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");

	return len && word[len] == '=';
}

static int take_pair(struct options *o, const char *word)
{
	size_t len = strcspn(word, "=");

	for (size_t n = 0; n < NR_WORDS; n++)
		if (strlen(words[n].name) == len &&
		    !memcmp(words[n].name, word, len))
			return words[n].take(o, word + len + 1);
	return wrong("%.*s=: no such variable; \"mhpref help\" lists them",
		     (int)len, word);
}

static int take_word(struct options *o, const char *word)
{
	if (is_pair(word))
		return take_pair(o, word);
	if (*word == '-')
		return wrong("%s: there are no options; use NAME=VALUE, see "
			     "\"mhpref help\"", word);
	return take_file(o, word);
}

static int check_together(const struct options *o)
{
	if (o->kdir && o->kernel)
		return wrong("both KDIR= and KERNEL= are given: leave one "
			     "out");
	if (o->allow && !o->patch && !o->base)
		return wrong("ALLOW= is given without PATCH=: there is nothing "
			     "that could differ");
	if (o->patch && o->object)
		return wrong("both PATCH= and OBJECT= are given: leave one "
			     "out");
	return 0;
}

static void set_defaults(struct options *o)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	memset(o, 0, sizeof(*o));
	o->engine = "libfuzzer";
	o->rules = ~0ull;
	o->seconds = 60;
	o->seed = (u32)(now.tv_sec * 1000 + now.tv_nsec / 1000000);
	o->jobs = cpus < 1 ? 1 : cpus > OPTIONS_JOBS_MAX ? OPTIONS_JOBS_MAX :
							   cpus;
	o->san = true;
}

int options_parse(struct options *o, int argc, char **argv, char *why,
		  size_t size)
{
	reason = why;
	reason_size = size;
	set_defaults(o);
	if (argc < 2)
		return wrong("name a command; \"mhpref help\" lists them");
	o->command = argv[1];
	o->argc = argc;
	o->argv = argv;
	o->files = calloc(argc, sizeof(*o->files));
	if (!o->files)
		return wrong("out of memory");
	for (int n = 2; n < argc; n++)
		if (take_word(o, argv[n]))
			return -1;
	return check_together(o);
}
