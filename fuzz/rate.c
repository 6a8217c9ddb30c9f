// SPDX-License-Identifier: GPL-2.0-only
/*
 * mhpref rate: how fast scenarios of 16, 50 and 200 operations run, plain
 * and sanitized, compiled for each engine, against floors.
 */
#include <stdlib.h>
#include <string.h>

#include "rate.h"
#include "setup.h"
#include "worker.h"

/* Floors hold for scenarios of this length, on ppc64, without an engine's
 * coverage; see what is measured in rate-worker.c
 */
#define FLOOR_LENGTH	50

static const u32 lengths[] = { 16, 50, 200 };
static const char * const engines[] = { "none", "libfuzzer", "afl" };

static const struct floor {
	double checked;		/* per CPU second, at least */
	double ratio;		/* T/K, at most */
} floors[] = {
	[false] = { 400000, 3.0 },
	[true] = { 100000, 2.0 },
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

static bool is_below(const struct options *o, u32 length,
		     const struct rate *r)
{
	if (length != FLOOR_LENGTH || (o->geom && strcmp(o->geom, "ppc64")))
		return false;
	return r->per_second < floors[o->san].checked ||
	       r->ratio > floors[o->san].ratio;
}

static int measure(const struct options *o, const struct place *place,
		   const char *object, u32 length)
{
	struct command c = { 0 };
	char text[4096];
	struct rate r;
	int status;
	bool below;

	setup_worker(&c, o, place, "rate", object);
	command_add(&c, "FILE=%s/tests/rate/%s-%u", place->checkout,
		    o->geom ? o->geom : OPTIONS_GEOM, length);
	status = process_read(&c, text, sizeof(text));
	command_free(&c);
	if (status || parse(text, &r))
		return STATUS_INCOMPLETE;
	below = is_below(o, length, &r);
	printf("%-9s %s %5u %7.0f %7.0f %5.2f %9.0f %5.0f%%%s\n", o->engine,
	       o->san ? "yes" : "no ", length, r.k, r.t, r.ratio,
	       r.per_second, 100 * r.checked / r.ops,
	       below ? "  below the floor" : "");
	fflush(stdout);
	return below ? STATUS_BROKEN : STATUS_PASS;
}

static int measure_object(struct options *o, const struct place *place)
{
	char object[PLACE_MAX];
	int status = STATUS_PASS;

	if (setup_object(o, place, o->geom ? o->geom : OPTIONS_GEOM,
			 o->conf ? o->conf : OPTIONS_CONF, object))
		return STATUS_INCOMPLETE;
	for (size_t n = 0; n < sizeof(lengths) / sizeof(lengths[0]); n++)
		status = status_stronger(status, measure(o, place, object,
							 lengths[n]));
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
	       "operation, best of five\n%-9s %s %5s %7s %7s %5s %9s %6s\n",
	       "engine", "san", "ops", "K", "T", "T/K", "ops/cpu-s",
	       "state");
	for (size_t n = 0; n < sizeof(engines) / sizeof(engines[0]); n++)
		for (u32 san = 0; san < 2; san++) {
			o->engine = engines[n];
			o->san = san;
			status = status_stronger(status,
						 measure_object(o, &place));
		}
	printf("verdict %s\n", status_name(status));
	return status;
}
