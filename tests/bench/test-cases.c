// SPDX-License-Identifier: GPL-2.0-only
/*
 * A number is only given where visits and result are right: each case is run
 * small, and then with something of it broken.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../bench/measure.h"

#define GIB	(1ull << 30)

/* The last line that a command prints */
static int last_line(const char *command, char *line, size_t size)
{
	FILE *f = popen(command, "r");

	line[0] = 0;
	while (f && fgets(line, size, f))
		line[strcspn(line, "\n")] = 0;
	return f ? pclose(f) : -1;
}

static const char *objects(const char *geom, const char *conf)
{
	static char dir[4096];
	char tree[2048], command[4096];

	if (last_line("kernel-extract/fetch.sh 6.12 2> /dev/null", tree,
		      sizeof(tree)))
		return NULL;
	snprintf(command, sizeof(command), "KX_CACHE=${O:-build}/kernels "
		 "kernel-extract/bench/build.sh %s - %s %s ${O:-build}/kernels "
		 "2> /dev/null", tree, geom, conf);
	return last_line(command, dir, sizeof(dir)) ? NULL : dir;
}

static struct bench_case named(const char *name)
{
	u32 n = 0;

	while (strcmp(bench_cases[n].name, name))
		n++;
	return bench_cases[n];
}

static int measure(const struct bench_case *c, u64 size)
{
	struct bench_result r = { .c = c, .size = size };
	const char *dir = objects(c->geom, c->conf);
	int status;

	if (!dir)
		cr_skip_test("there is no kernel 6.12");
	status = bench_objects_measure(dir, 1, 0.1, 2, &r);
	bench_sample_free(&r.sample);
	return status;
}

static const struct bench_case *of(const struct bench_fixture *f)
{
	static struct bench_case c;

	c = named(f->c->name);
	return &c;
}

static u64 one_more(const struct bench_fixture *f)
{
	return of(f)->visits(f) + 1;
}

static int not_run(struct bench_fixture *f)
{
	(void)f;
	return 0;
}

/* A fixture that cuts the walk short */
static int half(struct bench_fixture *f)
{
	struct bench_fixture less = *f;

	less.size /= 2;
	return of(f)->run(&less);
}

/* Right visits, and then it is all gone */
static int undone(struct bench_fixture *f)
{
	int status = of(f)->run(f);

	f->k->reset();
	return status;
}

static void check_case(const char *name, u64 size)
{
	struct bench_case c = named(name);

	cr_assert_eq(measure(&c, size), 0, "%s", name);
	c.visits = one_more;
	cr_assert_eq(measure(&c, size), 1, "%s: one visit more", name);
	c = named(name);
	c.run = not_run;
	cr_assert_eq(measure(&c, size), 1, "%s: does nothing", name);
}

Test(cases, plug)
{
	check_case("plug", GIB);
	check_case("plug-2g", 8 * GIB);
}

Test(cases, unplug)
{
	check_case("unplug", GIB);
	check_case("unplug-2g", 8 * GIB);
}

Test(cases, rescan)
{
	check_case("rescan", GIB);
	check_case("rescan-cold", GIB);
}

Test(cases, query)
{
	check_case("query", 2);
	check_case("query", 1024);
}

Test(cases, registration)
{
	check_case("register", 16 * GIB);
	check_case("register-halves", 16 * GIB);
	check_case("register-late", 16 * GIB);
	check_case("register-64k", 16 * GIB);
}

Test(cases, memmap)
{
	check_case("memmap", GIB);
}

static int wrong_result(const char *name, u64 size,
			int (*run)(struct bench_fixture *f))
{
	struct bench_case c = named(name);

	c.run = run;
	return measure(&c, size);
}

Test(results, what_is_cut_short_is_seen)
{
	cr_assert_eq(wrong_result("plug", GIB, half), 1);
	cr_assert_eq(wrong_result("unplug", GIB, half), 1);
	cr_assert_eq(wrong_result("memmap", GIB, half), 1);
}

/* Visits are as they must be, and the machine is not */
Test(results, what_is_undone_is_seen)
{
	cr_assert_eq(wrong_result("register", 16 * GIB, undone), 1);
}

static int judged_by(const char *name, const char *other, u64 size)
{
	struct bench_case c = named(name);

	c.check = named(other).check;
	return measure(&c, size);
}

/* A machine is plugged, or it is not */
Test(results, of_something_else_are_seen)
{
	cr_assert_eq(judged_by("plug", "unplug", GIB), 1);
	cr_assert_eq(judged_by("unplug", "plug", GIB), 1);
}
