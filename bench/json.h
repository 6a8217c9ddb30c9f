/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Results as JSON, and two files of them held together.
 */
#ifndef BENCH_JSON_H
#define BENCH_JSON_H

#include "measure.h"

/*
 * BENCH_JSON_FORMAT: of the files. 1: an object with "format", "mhpref",
 * "compiler", "cpu", "command" (words) and "results", each of one case at one
 * size: times in ns, visits, "ratio" of patched by base and "control" of base
 * by base as [median, low, high, p].
 */
#define BENCH_JSON_FORMAT	1

struct json_t;

/* A file without results; NULL: out of memory */
struct json_t *bench_json_new(const struct options *o);

/* One result more */
void bench_json_add(struct json_t *json, const struct bench_result *r);

/**
 * bench_json_write() - write build/bench/bench.json, and give @json back
 * @json: from bench_json_new(), or NULL
 *
 * Return: 0, or 2 after a message on standard error.
 */
int bench_json_write(struct json_t *json);

/**
 * bench_compare() - set two files side by side
 * @names: both, with a blank between
 *
 * Only what is comparable: the same case and size, of the same kernel text,
 * compiled alike. What is not is refused by name.
 *
 * Return: 0; 2: nothing to compare, after a message on standard error.
 */
int bench_compare(const char *names);

#endif
