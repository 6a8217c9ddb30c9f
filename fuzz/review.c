// SPDX-License-Identifier: GPL-2.0-only
/*
 * Scenarios as a part of a page of HTML: after each step what is right, what
 * the kernel shows and, of a patched one, what its base shows, side by side.
 */
#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "map.h"
#include "page.h"
#include "report.h"
#include "review-map.h"
#include "worker.h"

static struct page page;

/* Print what @print writes, as lines of the page */
static void lines_of(void (*print)(FILE *to, const void *what),
		     const void *what)
{
	char *text = NULL, *at, *line;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	if (!to)
		return;
	print(to, what);
	fclose(to);
	page_lines_begin(&page);
	for (at = text; at && *at && (line = strsep(&at, "\n"));)
		page_line(&page, line);
	page_lines_end(&page);
	free(text);
}

static void print_map(FILE *to, const void *what)
{
	const struct review *r = what;

	for (u32 n = 0; n < r->nr; n++) {
		fprintf(to, "%s%s\n", n ? "\n" : "", r->column[n].name);
		map_print(to, r->layout, r->machine, r->column[n].obs);
	}
}

static void print_what(FILE *to, const void *what)
{
	report_step(to, what);
}

static void print_columns(const struct review *r)
{
	fputs("<div style=\"display: flex; flex-wrap: wrap; gap: 1em\">\n",
	      page.to);
	for (u32 n = 0; n < r->nr; n++) {
		fprintf(page.to, "<figure style=\"margin: 0; overflow: auto; "
			"max-width: 100%%\"><figcaption>%s</figcaption>\n",
			r->column[n].name);
		review_map(page.to, r, n);
		fputs("</figure>\n", page.to);
	}
	fputs("</div>\n<details><summary>in numbers</summary>\n", page.to);
	lines_of(print_map, r);
	fputs("</details>\n", page.to);
}

static void review_step(struct runner *run)
{
	struct review r = { &run->layout, run->machine, 2, {
		{ "right", ref_model_facts(run->model)->right },
		{ "kernel", &run->seen } } };

	if (run->pair) {
		r.column[1].name = "base";
		r.column[1].obs = &run->pair->base->seen;
		r.column[2].name = "patched";
		r.column[2].obs = &run->seen;
		r.nr = 3;
	}
	lines_of(print_what, run);
	print_columns(&r);
	fflush(page.to);
}

static void print_text(FILE *to, const void *what)
{
	static char text[CODEC_TEXT_MAX];

	if (codec_write_text(what, text, sizeof(text)))
		fputs(text, to);
}

static enum status review_one(struct worker *w, const char *path)
{
	static struct ref_scenario s;
	const char *name = strrchr(path, '/');
	struct trial trial;

	if (input_read(path, &s))
		return STATUS_INCOMPLETE;
	page_section(&page, name ? name + 1 : path);
	lines_of(print_text, &s);
	fflush(page.to);
	w->run->each = review_step;
	worker_try(w, &s, WORKER_PATIENCE, &trial);
	if (trial_is_bad(&trial) && trial.end != TRIAL_BROKEN) {
		page_lines_begin(&page);
		report_death(page.to, &trial, &s);
		page_lines_end(&page);
	}
	return STATUS_PASS;
}

enum status worker_review(struct worker *w)
{
	enum status all = STATUS_PASS;

	page = (struct page){ .to = stdout, .html = true };
	for (u32 n = 0; n < w->o->nr_files; n++)
		all = status_stronger(all, review_one(w, w->o->files[n]));
	return all;
}
