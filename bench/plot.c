// SPDX-License-Identifier: GPL-2.0-only
/*
 * Size against time, as a picture: gnuplot draws it.
 */
#include <errno.h>
#include <string.h>

#include "../fuzz/place.h"
#include "../fuzz/process.h"
#include "plot.h"

#define GIB	(1ull << 30)

struct path {
	char text[PLACE_MAX + 64];
};

/* build/bench/CASE.SUFFIX; empty after a message on standard error */
static struct path path_of(const struct bench_case *c, const char *suffix)
{
	struct path path = { "" };
	struct place place;

	if (place_find(&place))
		return path;
	snprintf(path.text, sizeof(path.text), "%s/bench", place.out);
	if (place_make(path.text))
		return (struct path){ "" };
	snprintf(path.text, sizeof(path.text), "%s/bench/%s.%s", place.out,
		 c->name, suffix);
	return path;
}

static FILE *open_file(const struct bench_case *c, const char *suffix)
{
	struct path path = path_of(c, suffix);
	FILE *file = *path.text ? fopen(path.text, "w") : NULL;

	if (!file && *path.text)
		fprintf(stderr, "mhpref: cannot write %s: %s\n", path.text,
			strerror(errno));
	return file;
}

FILE *bench_plot_open(const struct bench_case *c)
{
	return open_file(c, "dat");
}

static void put_side(FILE *rows, const double *ns, u32 n)
{
	struct bench_interval i = bench_bootstrap(ns, n, 1);

	fprintf(rows, " %.9g %.9g %.9g", i.median / 1e9, i.low / 1e9,
		i.high / 1e9);
}

void bench_plot_add(FILE *rows, const struct bench_result *r)
{
	double size = r->size;

	if (!rows)
		return;
	fprintf(rows, "%.9g", r->c->nodes ? size : size / GIB);
	put_side(rows, r->sample.a, r->sample.pairs);
	put_side(rows, r->sample.b, r->sample.pairs);
	fputc('\n', rows);
}

static void put_picture(FILE *script, const struct bench_case *c,
			const char *terminal, const char *suffix, bool patched)
{
	struct path dat = path_of(c, "dat"), out = path_of(c, suffix);

	fprintf(script, "set terminal %s\nset output '%s'\n", terminal,
		out.text);
	fprintf(script, "plot '%s' using 1:2:3:4 with yerrorlines lw 2 "
		"title 'base'", dat.text);
	if (patched)
		fprintf(script, ", '' using 1:5:6:7 with yerrorlines lw 2 "
			"title 'patched'");
	fputc('\n', script);
}

static int write_script(const struct bench_case *c, bool patched)
{
	FILE *script = open_file(c, "gp");

	if (!script)
		return 2;
	fprintf(script, "set title '%s: %s'\nset logscale xy\n"
		"set xlabel '%s'\nset ylabel 'seconds, median and 95 %% "
		"interval'\nset key left top\nset grid\n", c->name, c->what,
		c->nodes ? "nodes" : "GiB");
	put_picture(script, c, "pngcairo size 960,640", "png", patched);
	put_picture(script, c, "svg size 960,640", "svg", patched);
	return fclose(script) ? 2 : 0;
}

int bench_plot_close(FILE *rows, const struct bench_case *c, bool patched)
{
	struct command gnuplot = { 0 };
	int status;

	if (!rows || fclose(rows) || write_script(c, patched))
		return 2;
	command_add(&gnuplot, "gnuplot");
	command_add(&gnuplot, "%s", path_of(c, "gp").text);
	status = process_wait(process_start(&gnuplot, -1, -1));
	command_free(&gnuplot);
	if (status) {
		fprintf(stderr, "mhpref: bench: gnuplot failed; is it there? "
			"(apt-get install gnuplot-nox)\n");
		return 2;
	}
	printf("plot %s\n", path_of(c, "png").text);
	return 0;
}
