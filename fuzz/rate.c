// SPDX-License-Identifier: GPL-2.0-only
/*
 * mhpref rate: how fast scenarios run, plain and sanitized, against bars. Two
 * lists: those of the main job, zones only, of 16, 50 and 200 operations,
 * compiled for each engine; and for each configuration one of 50 operations
 * with groups, parameters, queries and ZONE_DEVICE, compiled for none.
 */
#include <stdlib.h>
#include <string.h>

#include "geometry.h"
#include "rate.h"
#include "setup.h"
#include "worker.h"

static const u32 lengths[] = { 16, 50, 200 };
static const char * const engines[] = { "none", "libfuzzer", "afl" };

/* What is asked of a list, on ppc64; see what is measured in rate-worker.c */
struct bar {
	double checked;		/* per CPU second, at least; 0: any */
	double ratio;		/* T/K, at most */
};

static const struct bar zone_bars[] = {
	[false] = { 400000, 3.0 },
	[true] = { 100000, 2.0 },
};

static const struct bar conf_bars[] = {
	[false] = { 0, 4.0 },
	[true] = { 0, 2.5 },
};

struct rate {
	double ops;
	double checked;
	double k;
	double t;
	double ratio;
	double per_second;
};

static int parse(const char *line, struct rate *r)
{
	return sscanf(line, "rate ops %lf checked %lf K %lf T %lf ratio %lf "
		      "checked-per-cpu-s %lf", &r->ops, &r->checked, &r->k,
		      &r->t, &r->ratio, &r->per_second) == 6 ? 0 : -1;
}

static int judge_rate(const struct options *o, const struct bar *bar,
		      const struct rate *r)
{
	bool slow = r->per_second < bar->checked, steep = r->ratio > bar->ratio;

	if (o->geom && strcmp(o->geom, OPTIONS_GEOM)) {
		slow = false;
		steep = false;
	}
	printf("%s%s\n", slow ? "  below the floor" : "",
	       steep ? "  T/K too high" : "");
	fflush(stdout);
	return slow || steep ? STATUS_BROKEN : STATUS_PASS;
}

/* @list: name of the directory of scenarios, without the geometry */
static int measure(const struct options *o, const struct place *place,
		   const char *object, const char *list, const struct bar *bar)
{
	struct command c = { 0 };
	char text[4096];
	struct rate r;
	int status;

	setup_worker(&c, o, place, "rate", object);
	command_add(&c, "FILE=%s/tests/rate/%s-%s", place->checkout,
		    o->geom ? o->geom : OPTIONS_GEOM, list);
	status = process_read(&c, text, sizeof(text));
	command_free(&c);
	if (status || parse(text, &r))
		return STATUS_INCOMPLETE;
	printf("%-9s %s %14s %7.0f %7.0f %5.2f %9.0f %5.0f%%", o->engine,
	       o->san ? "yes" : "no ", list, r.k, r.t, r.ratio,
	       r.per_second, 100 * r.checked / r.ops);
	return judge_rate(o, bar, &r);
}

static int build(struct options *o, const struct place *place,
		 const char *conf, char *object)
{
	return setup_object(o, place, o->geom ? o->geom : OPTIONS_GEOM, conf,
			    object);
}

static int measure_zones(struct options *o, const struct place *place)
{
	char object[PLACE_MAX], list[16];
	int status = STATUS_PASS;

	if (build(o, place, OPTIONS_CONF, object))
		return STATUS_INCOMPLETE;
	for (size_t n = 0; n < sizeof(lengths) / sizeof(lengths[0]); n++) {
		snprintf(list, sizeof(list), "%u", lengths[n]);
		status = status_stronger(status,
					 measure(o, place, object, list,
						 &zone_bars[o->san]));
	}
	return status;
}

static int measure_conf(struct options *o, const struct place *place,
			const char *conf)
{
	char object[PLACE_MAX], list[64];

	if (build(o, place, conf, object))
		return STATUS_INCOMPLETE;
	snprintf(list, sizeof(list), "50-%s", conf);
	return measure(o, place, object, list, &conf_bars[o->san]);
}

/* All configurations, or the one that was asked for */
static int measure_confs(struct options *o, const struct place *place)
{
	int one, status = STATUS_PASS;

	o->engine = "none";
	for (u32 n = 0; n < conf_count(); n++)
		for (u32 san = 0; san < 2; san++) {
			o->san = san;
			if (o->conf && strcmp(o->conf, conf_name(n)))
				continue;
			one = measure_conf(o, place, conf_name(n));
			status = status_stronger(status, one);
		}
	return status;
}

int rate_measure(struct options *o)
{
	struct place place;
	int status = STATUS_PASS;

	if (place_find(&place))
		return STATUS_INCOMPLETE;
	setup_environment();
	printf("K: kernel alone, T: all but the engine; CPU ns for one "
	       "operation, best of five\n%-9s %s %14s %7s %7s %5s %9s %6s\n",
	       "engine", "san", "list", "K", "T", "T/K", "ops/cpu-s",
	       "state");
	for (size_t n = 0; n < sizeof(engines) / sizeof(engines[0]); n++)
		for (u32 san = 0; san < 2; san++) {
			o->engine = engines[n];
			o->san = san;
			status = status_stronger(status,
						 measure_zones(o, &place));
		}
	status = status_stronger(status, measure_confs(o, &place));
	printf("verdict %s\n", status_name(status));
	return status;
}
