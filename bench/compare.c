// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two files of results, of two machines or days, side by side.
 */
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "json.h"

static const char *text_of(const json_t *o, const char *name)
{
	const char *text = json_string_value(json_object_get(o, name));

	return text ? text : "?";
}

static json_t *refuse(const char *path, const char *why, json_t *json)
{
	fprintf(stderr, "mhpref: bench: %s: %s\n", path, why);
	json_decref(json);
	return NULL;
}

static json_t *load(const char *path)
{
	json_error_t error;
	json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	json_int_t format;

	if (!json) {
		fprintf(stderr, "mhpref: bench: %s:%d: %s; want a bench.json "
			"that mhpref bench wrote\n", path, error.line,
			error.text);
		return NULL;
	}
	format = json_integer_value(json_object_get(json, "format"));
	if (format != BENCH_JSON_FORMAT)
		return refuse(path, "not of the format that this mhpref "
			      "writes; bench again with this one", json);
	if (!json_is_array(json_object_get(json, "results")))
		return refuse(path, "has no results", json);
	return json;
}

/* Names that must be the same in two results, or in their kernels */
static const struct {
	const char *part, *name;
} alike[] = {
	{ NULL, "geometry" }, { NULL, "conf" },
	{ "base", "hash" }, { "patched", "hash" },
};

/* What is not the same, or NULL */
static const char *unlike(const json_t *a, const json_t *b)
{
	static char why[64];

	for (u32 n = 0; n < sizeof(alike) / sizeof(alike[0]); n++) {
		const char *part = alike[n].part;
		const json_t *x = part ? json_object_get(a, part) : a;
		const json_t *y = part ? json_object_get(b, part) : b;

		if (!strcmp(text_of(x, alike[n].name),
			    text_of(y, alike[n].name)))
			continue;
		snprintf(why, sizeof(why), "not the same %s%s%s",
			 part ? part : "", part ? "'s " : "", alike[n].name);
		return why;
	}
	return NULL;
}

static const json_t *find(const json_t *results, const json_t *like)
{
	size_t n;
	json_t *r;

	json_array_foreach((json_t *)results, n, r)
		if (!strcmp(text_of(r, "case"), text_of(like, "case")) &&
		    json_equal(json_object_get(r, "size"),
			       json_object_get(like, "size")))
			return r;
	return NULL;
}

static double number(const json_t *o, const char *part, const char *name)
{
	return json_number_value(json_object_get(json_object_get(o, part),
						 name));
}

static double first_of(const json_t *o, const char *name)
{
	return json_number_value(json_array_get(json_object_get(o, name), 0));
}

static void print_both(const json_t *a, const json_t *b)
{
	char x[32], y[32];

	bench_time(x, sizeof(x), number(a, "base", "ns"));
	bench_time(y, sizeof(y), number(b, "base", "ns"));
	printf("  base      %11s %11s\n", x, y);
	if (json_object_get(a, "ratio"))
		printf("  ratio     %11.4f %11.4f\n", first_of(a, "ratio"),
		       first_of(b, "ratio"));
	printf("  A/A       %11s %11s\n", text_of(a, "control_says"),
	       text_of(b, "control_says"));
}

/* Was there something to compare? */
static bool compare_one(const json_t *a, const json_t *others)
{
	const json_t *b = find(others, a);
	const char *why = b ? unlike(a, b) : "not in the second file";

	printf("%s %lld\n", text_of(a, "case"),
	       json_integer_value(json_object_get(a, "size")));
	if (why)
		printf("  not compared: %s\n", why);
	else
		print_both(a, b);
	return !why;
}

static int compare_all(const json_t *a, const json_t *b)
{
	u32 compared = 0;
	size_t n;
	json_t *r;

	if (strcmp(text_of(a, "compiler"), text_of(b, "compiler"))) {
		fprintf(stderr, "mhpref: bench: not compiled by the same "
			"compiler (%s, %s): bench again with one\n",
			text_of(a, "compiler"), text_of(b, "compiler"));
		return 2;
	}
	printf("first     %s\nsecond    %s\n", text_of(a, "cpu"),
	       text_of(b, "cpu"));
	json_array_foreach(json_object_get(a, "results"), n, r)
		compared += compare_one(r, json_object_get(b, "results"));
	if (compared)
		return 0;
	fprintf(stderr, "mhpref: bench: nothing in them can be compared\n");
	return 2;
}

int bench_compare(const char *names)
{
	char path[2][512], more;
	json_t *a, *b = NULL;
	int status = 2;

	if (sscanf(names, "%511s %511s %c", path[0], path[1], &more) != 2) {
		fprintf(stderr, "mhpref: COMPARE=%s: want two files, with a "
			"blank between\n", names);
		return 2;
	}
	a = load(path[0]);
	if (a)
		b = load(path[1]);
	if (b)
		status = compare_all(a, b);
	json_decref(a);
	json_decref(b);
	return status;
}
