// SPDX-License-Identifier: GPL-2.0-only
/*
 * mhpref rules: the tables of rules and quirks as a document.
 */
#include <stdarg.h>
#include <string.h>

#include "../ref/model.h"

#include "examples.h"
#include "judge.h"
#include "nearest.h"
#include "page.h"
#include "rules.h"
#include "worker.h"

#define TITLE	"What mhpref holds a kernel to"
#define TEXT	2048

/* What is printed, and from what; an error in a file ends it */
struct document {
	struct page page;
	struct examples examples;
	bool failed;
};

__attribute__((format(printf, 2, 3)))
static void add(char *text, const char *format, ...)
{
	size_t len = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + len, TEXT - len, format, args);
	va_end(args);
}

/* --- a scenario: without its licence, and the space around it */

static void print_lines(struct page *page, FILE *file)
{
	char line[EXAMPLES_LINE];
	u32 blank = 0;
	bool begun = false;

	while (fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n")] = 0;
		if (strstr(line, "SPDX"))
			continue;
		if (!line[strspn(line, "# \t")]) {
			blank += begun;
			continue;
		}
		for (; blank; blank--)
			page_line(page, "");
		page_line(page, line);
		begun = true;
	}
}

static void print_scenario(struct document *d, const char *path)
{
	FILE *file = examples_open(&d->examples, path);

	if (!file) {
		d->failed = true;
		return;
	}
	page_lines_begin(&d->page);
	print_lines(&d->page, file);
	page_lines_end(&d->page);
	fclose(file);
}

/* --- what shows a rule */

/* "6.12 with tests/rules/NAME.cocci (what that does)" */
static void add_kernel(struct document *d, char *text, const char *kernel)
{
	const char *plus = strchr(kernel, '+');
	char path[PLACE_MAX], about[EXAMPLES_LINE];
	size_t len = strcspn(kernel, "+");

	add(text, "by %.*s", (int)len, kernel);
	if (!plus)
		return;
	if (examples_mutant(&d->examples, plus + 1, path, about)) {
		d->failed = true;
		return;
	}
	add(text, " with %s (\"%s\")", path, about);
}

static void add_how(char *text, const char *how)
{
	if (*how == '-')
		add(text, ", if its quirk %s is not known,", how + 1);
	if (*how == '+')
		add(text, ", if it is taken to have the quirk %s,", how + 1);
	if (!strcmp(how, "san"))
		add(text, ", sanitized,");
}

/* Rules that are off beside exact while this one is to break alone */
static void add_less(const struct document *d, char *text, const char *rule)
{
	const struct examples *e = &d->examples;

	for (u32 n = 0; n < e->nr; n++)
		if (!strcmp(e->example[n].rule, rule) &&
		    !strcmp(e->example[n].word, "less"))
			add(text, ", %s", e->example[n].rest);
}

/* A quirk's finding stands above all else that shows it */
static bool is_above(const struct document *d, u32 n)
{
	const struct example *e = d->examples.example;
	char finding[TEXT];

	snprintf(finding, sizeof(finding), "findings/%s", e[n].rule);
	if (!strcmp(e[n].scenario, finding))
		return true;
	for (u32 k = 0; k < n; k++)
		if (!strcmp(e[k].rule, e[n].rule) &&
		    !strcmp(e[k].scenario, e[n].scenario))
			return true;
	return false;
}

/* A scenario stands where it is named first */
static void print_shown(struct document *d, const char *key, char *text, u32 n)
{
	char path[PLACE_MAX];
	bool above = is_above(d, n);

	snprintf(path, sizeof(path), "corpora/%s.txt",
		 d->examples.example[n].scenario);
	add(text, " in %s%s", path, above ? " (above)" : ":");
	page_entry(&d->page, key, text);
	if (!above)
		print_scenario(d, path);
}

static void print_obeys(struct document *d, u32 n)
{
	const struct example *x = &d->examples.example[n];
	char text[TEXT] = "by 6.12";

	add_how(text, *x->kernel ? x->kernel : x->how);
	print_shown(d, "obeyed", text, n);
}

static void print_breaks(struct document *d, u32 n)
{
	const struct example *x = &d->examples.example[n];
	char text[TEXT] = "";

	add_kernel(d, text, x->kernel);
	add_how(text, x->how);
	print_shown(d, strcmp(x->how, "weak") ? "broken" : "weak", text, n);
}

static void print_alone(struct document *d, u32 n)
{
	const struct example *x = &d->examples.example[n];
	char text[TEXT] = "";

	add_kernel(d, text, x->kernel);
	add_how(text, x->how);
	print_shown(d, strcmp(x->how, "weak") ? "broken" : "weak", text, n);
	strcpy(text, "no other rule catches this");
	if (strcmp(x->rule, "exact"))
		add(text, " (off: exact");
	add_less(d, text, x->rule);
	if (strcmp(x->rule, "exact"))
		add(text, ")");
	page_entry(&d->page, "alone", text);
}

static void print_mutant(struct document *d, u32 n)
{
	const struct example *x = &d->examples.example[n];
	char text[TEXT] = "";

	add_kernel(d, text, x->kernel);
	add(text, ", although the quirk is known of it,");
	print_shown(d, "broken", text, n);
}

/* All its lines are one text */
static void print_why(struct document *d, u32 n)
{
	const struct example *e = d->examples.example;
	char text[TEXT] = "";

	if (n && !strcmp(e[n - 1].word, "why") &&
	    !strcmp(e[n - 1].rule, e[n].rule))
		return;
	for (u32 k = n; k < d->examples.nr && !strcmp(e[k].word, "why") &&
	     !strcmp(e[k].rule, e[n].rule); k++)
		add(text, "%s ", e[k].rest);
	page_entry(&d->page, "why so", text);
}

static const struct {
	const char *word;
	void (*print)(struct document *d, u32 n);
} words[] = {
	{ "obeys", print_obeys },
	{ "breaks", print_breaks },
	{ "alone", print_alone },
	{ "why", print_why },
	{ "mutant", print_mutant },
};

static void print_examples(struct document *d, const char *rule)
{
	const struct example *e = d->examples.example;

	for (u32 n = 0; n < d->examples.nr; n++)
		for (u32 w = 0; w < sizeof(words) / sizeof(words[0]); w++)
			if (!strcmp(e[n].rule, rule) &&
			    !strcmp(e[n].word, words[w].word))
				words[w].print(d, n);
}

/* --- rules and quirks */

static void print_rule(struct document *d, u32 n)
{
	const struct ref_rule *r = &ref_rules[n];
	struct page *page = &d->page;

	page_section(page, r->name);
	page_text(page, r->statement);
	page_entry(page, "formula", r->formula);
	page_entry(page, "why", r->why);
	page_entry(page, "source", r->source);
	if (r->off)
		page_entry(page, "off", r->off);
	for (u32 q = 0; q < REF_NR_QUIRKS; q++)
		if (!strcmp(ref_quirks[q].rule, r->name))
			page_link(page, "quirk", ref_quirks[q].name);
	print_examples(d, r->name);
}

static void print_quirk(struct document *d, u32 n)
{
	const struct ref_quirk *q = &ref_quirks[n];
	struct page *page = &d->page;
	char path[PLACE_MAX], text[TEXT] = "";

	snprintf(path, sizeof(path), "corpora/findings/%s.txt", q->name);
	page_section(page, q->name);
	page_text(page, q->statement);
	page_entry(page, "formula", q->formula);
	page_link(page, "rule", q->rule);
	page_entry(page, "kernels", q->versions);
	page_entry(page, "verdict", q->verdict);
	page_entry(page, "source", q->source);
	if (q->stops)
		page_entry(page, "stops", "the operation is not given to "
			   "the kernel where it would show");
	add(text, "in %s: a kernel that has it departs from %s there; it is "
	    "broken if that is not known of it, and agrees if it is", path,
	    q->rule);
	page_entry(page, "shown", text);
	print_scenario(d, path);
	print_examples(d, q->name);
}

static void print_named(struct document *d, const char *name)
{
	int rule = rule_find(name), quirk = quirk_find(name);

	if (rule >= 0)
		print_rule(d, rule);
	if (quirk >= 0)
		print_quirk(d, quirk);
}

static void print_contents(const struct page *page)
{
	page_contents_begin(page, "Rules:");
	for (u32 n = 0; n < REF_NR_RULES; n++)
		page_contents_link(page, ref_rules[n].name);
	page_contents_end(page);
	page_contents_begin(page, "Quirks:");
	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		page_contents_link(page, ref_quirks[n].name);
	page_contents_end(page);
}

static void print_all(struct document *d)
{
	struct page *page = &d->page;

	print_contents(page);
	page_part(page, "Rules: what must hold after every operation");
	for (u32 n = 0; n < REF_NR_RULES; n++)
		print_rule(d, n);
	page_part(page, "Quirks: how released kernels depart from them");
	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		print_quirk(d, n);
}

/* --- the command */

static int check_name(const char *name)
{
	struct nearest near;

	if (rule_find(name) >= 0 || quirk_find(name) >= 0)
		return 0;
	nearest_start(&near, name);
	for (u32 n = 0; n < REF_NR_RULES; n++)
		nearest_offer(&near, ref_rules[n].name);
	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		nearest_offer(&near, ref_quirks[n].name);
	fprintf(stderr, "mhpref: %.64s: no such rule or quirk; nearest: %s, "
		"%s, %s (\"mhpref rules\" prints all)\n", name, near.name[0],
		near.name[1], near.name[2]);
	return -1;
}

int rules_print(struct options *o)
{
	static struct document d;

	for (u32 n = 0; n < o->nr_files; n++)
		if (check_name(o->files[n]))
			return STATUS_INCOMPLETE;
	d.page = (struct page){ .to = stdout, .html = o->html };
	if (examples_read(&d.examples))
		return STATUS_INCOMPLETE;
	page_begin(&d.page, TITLE);
	for (u32 n = 0; n < o->nr_files; n++)
		print_named(&d, o->files[n]);
	if (!o->nr_files)
		print_all(&d);
	page_end(&d.page);
	return d.failed ? STATUS_INCOMPLETE : STATUS_PASS;
}
