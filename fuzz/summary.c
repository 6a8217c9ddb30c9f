// SPDX-License-Identifier: GPL-2.0-only
/*
 * A campaign to show to others: build/report/report.html, one file that needs
 * nothing else, and report.txt, for a mail.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "campaign.h"
#include "page.h"
#include "setup.h"

#define LINES_MAX	(1 << 16)
#define REVIEW_MAX	(1 << 24)
#define FILES_MAX	16	/* scenarios shown */
#define COLUMNS		72

/**
 * struct summary - what is written
 * @c: the campaign
 * @lines: what it printed
 * @page: where to
 * @nr: scenarios that the lines name
 * @file: their paths
 */
struct summary {
	struct campaign *c;
	char lines[LINES_MAX];
	struct page page;
	u32 nr;
	char *file[FILES_MAX];
};

/* Lines go to a file until the end, so that they can be printed twice */
void summary_begin(struct campaign *c)
{
	fflush(stdout);
	c->lines = tmpfile();
	c->out = c->lines ? dup(STDOUT_FILENO) : -1;
	if (c->out >= 0)
		dup2(fileno(c->lines), STDOUT_FILENO);
}

static void read_lines(struct campaign *c, struct summary *s)
{
	size_t len;

	fflush(stdout);
	dup2(c->out, STDOUT_FILENO);
	close(c->out);
	rewind(c->lines);
	len = fread(s->lines, 1, LINES_MAX - 1, c->lines);
	s->lines[len] = 0;
	fclose(c->lines);
}

/* "finding PATH ...", "difference ... PATH (N operations)", "cures ..." */
static void find_file(struct summary *s, const char *line)
{
	const char *path = strstr(line, " /"), *end;

	if ((strncmp(line, "finding ", 8) && strncmp(line, "difference ", 11) &&
	     strncmp(line, "cures ", 6)) || !path || s->nr == FILES_MAX)
		return;
	end = strstr(path, ".cbor ");
	if (end)
		s->file[s->nr++] = strndup(path + 1, end + 4 - path);
}

/* In a mail a file has no folder: it is sent along */
static const char *without_folder(const char *word, int *len)
{
	const char *slash = memrchr(word, '/', *len);

	if (*word != '/' || !slash)
		return word;
	*len -= slash + 1 - word;
	return slash + 1;
}

/* A line; of text in no more columns than a mail has, cut between words */
static void put_line(struct summary *s, const char *line)
{
	int indent = strspn(line, " "), at = indent;

	if (s->page.html) {
		page_line(&s->page, line);
		return;
	}
	fprintf(s->page.to, "%*s", indent, "");
	for (line += indent; *line; line += strspn(line, " ")) {
		int len = strcspn(line, " ");
		const char *next = line + len;

		line = without_folder(line, &len);
		if (at > indent && at + 1 + len > COLUMNS)
			at = fprintf(s->page.to, "\n%*s", indent + 4, "") - 1;
		else if (at > indent)
			at += fprintf(s->page.to, " ");
		at += fprintf(s->page.to, "%.*s", len, line);
		line = next;
	}
	putc('\n', s->page.to);
}

/* Lines that start with one of the words */
static void put_lines(struct summary *s, const char *words)
{
	char copy[LINES_MAX], *at = copy, *line;

	strcpy(copy, s->lines);
	while ((line = strsep(&at, "\n"))) {
		char word[32] = " ";

		snprintf(word + 1, sizeof(word) - 2, "%.*s",
			 (int)strcspn(line, " "), line);
		strcat(word, " ");
		if (strstr(words, word))
			put_line(s, line);
	}
}

static const struct {
	const char *title, *words;
} parts[] = {
	{ "Verdict", " verdict " },
	{ "What was tried", " kernel patch drift scenarios own unconfirmed "
	  "lost " },
	{ "Differences and findings", " difference cures allowed finding more "
	  "unclear " },
	{ "Changed lines", " lines line " },
	{ "Rules and quirks", " rule quirk " },
};

#define NR_PARTS	(sizeof(parts) / sizeof(parts[0]))

static void put_part(struct summary *s, u32 n)
{
	page_part(&s->page, parts[n].title);
	page_lines_begin(&s->page);
	put_lines(s, parts[n].words);
	page_lines_end(&s->page);
}

/* What a worker prints of the scenarios: HTML, or replay's lines */
static void put_worker(struct summary *s, const char *command, char **file,
		       u32 nr)
{
	static char text[REVIEW_MAX];
	struct command c = { 0 };
	char *at = text, *line;

	setup_worker(&c, s->c->o, &s->c->place, command, s->c->object);
	for (u32 n = 0; n < nr; n++)
		command_add(&c, "%s", file[n]);
	*text = 0;
	process_read(&c, text, sizeof(text));
	command_free(&c);
	if (s->page.html)
		fputs(text, s->page.to);
	while (!s->page.html && (line = strsep(&at, "\n")))
		put_line(s, line);
}

static void put_scenarios(struct summary *s)
{
	if (!s->nr)
		return;
	page_part(&s->page, "Step by step");
	if (s->page.html)
		put_worker(s, "review", s->file, s->nr);
	for (u32 n = 0; !s->page.html && n < s->nr; n++) {
		page_section(&s->page, basename(s->file[n]));
		put_worker(s, "replay", &s->file[n], 1);
	}
}

static int write_form(struct summary *s, const char *dir, bool html)
{
	char path[PLACE_MAX + 64];

	snprintf(path, sizeof(path), "%s/report.%s", dir,
		 html ? "html" : "txt");
	s->page = (struct page){ .to = fopen(path, "w"), .html = html };
	if (!s->page.to) {
		perror(path);
		return -1;
	}
	page_begin(&s->page, "mhpref: a campaign");
	for (u32 n = 0; n + 1 < NR_PARTS; n++)
		put_part(s, n);
	put_scenarios(s);
	put_part(s, NR_PARTS - 1);
	page_end(&s->page);
	return fclose(s->page.to);
}

void summary_end(struct campaign *c)
{
	static struct summary s;
	char dir[PLACE_MAX + 16], copy[LINES_MAX], *at = copy, *line;

	s.c = c;
	if (c->out < 0)
		return;
	read_lines(c, &s);
	strcpy(copy, s.lines);
	while ((line = strsep(&at, "\n")))
		find_file(&s, line);
	snprintf(dir, sizeof(dir), "%.4000s/report", c->place.out);
	if (!place_make(dir) && !write_form(&s, dir, true) &&
	    !write_form(&s, dir, false))
		fprintf(stderr, "mhpref: report: %s/report.html, report.txt\n",
			dir);
	while (s.nr)
		free(s.file[--s.nr]);
	fputs(s.lines, stdout);
	fflush(stdout);
}
