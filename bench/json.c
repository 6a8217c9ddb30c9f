// SPDX-License-Identifier: GPL-2.0-only
/*
 * Results as JSON.
 */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "../fuzz/place.h"
#include "json.h"
#include "origin.h"

static json_t *words(const struct options *o)
{
	json_t *array = json_array();

	for (int n = 1; n < o->argc; n++)
		json_array_append_new(array, json_string(o->argv[n]));
	return array;
}

json_t *bench_json_new(const struct options *o)
{
	return json_pack("{s:i, s:s, s:s, s:s, s:o, s:[]}",
			 "format", BENCH_JSON_FORMAT,
			 "mhpref", bench_version(),
			 "compiler", bench_compiler(), "cpu", bench_cpu(),
			 "command", words(o), "results");
}

static json_t *interval(const struct bench_interval *i)
{
	return json_pack("[f, f, f, f]", i->median, i->low, i->high, i->p);
}

static json_t *kernel(const struct bench_result *r, u32 who)
{
	const struct kx_bench *k = r->k[who];

	return json_pack("{s:s, s:s, s:f, s:I, s:I}",
			 "version", k->version, "hash", k->hash,
			 "ns", r->ns[who],
			 "visits", (json_int_t)r->visits[who],
			 "loops", (json_int_t)r->loops[who]);
}

static json_t *surroundings(const struct bench_sample *s)
{
	return json_pack("{s:i, s:i, s:s, s:[f, f], s:I, s:I}",
			 "pairs", s->pairs, "repeats", s->repeats,
			 "clock", s->clock,
			 "load", s->load_before, s->load_after,
			 "steal_ns", (json_int_t)s->steal,
			 "switches", (json_int_t)s->switches);
}

void bench_json_add(json_t *json, const struct bench_result *r)
{
	static const char * const says[] = {
		[BENCH_CONTROL_GOOD] = "good", [BENCH_CONTROL_WIDE] = "wide",
		[BENCH_CONTROL_FAILED] = "failed",
	};
	const struct kx_bench *base = r->k[BENCH_BASE];
	json_t *o = json_pack("{s:s, s:I, s:s, s:I, s:b, s:s, s:s}",
			      "case", r->c->name, "size", (json_int_t)r->size,
			      "unit", r->c->nodes ? "nodes" : "bytes",
			      "block", (json_int_t)r->c->block,
			      "alias", r->c->alias,
			      "geometry", base->geometry->name,
			      "conf", base->conf);

	json_object_set_new(o, "base", kernel(r, BENCH_BASE));
	if (r->patched) {
		json_object_set_new(o, "patched", kernel(r, BENCH_PATCHED));
		json_object_set_new(o, "ratio", interval(&r->ratio));
	}
	json_object_set_new(o, "control", interval(&r->control));
	json_object_set_new(o, "control_says", json_string
			    (says[bench_judge_control(&r->control)]));
	json_object_set_new(o, "sample", surroundings(&r->sample));
	json_array_append_new(json_object_get(json, "results"), o);
}

int bench_json_write(json_t *json)
{
	char path[PLACE_MAX + 32];
	struct place place;
	int err = -1;

	if (!place_find(&place)) {
		snprintf(path, sizeof(path), "%s/bench", place.out);
		err = place_make(path);
	}
	if (!err) {
		strcat(path, "/bench.json");
		err = json_dump_file(json, path, JSON_INDENT(2));
		if (err)
			fprintf(stderr, "mhpref: cannot write %s: %s\n", path,
				strerror(errno));
		else
			printf("json %s\n", path);
	}
	json_decref(json);
	return err ? 2 : 0;
}
