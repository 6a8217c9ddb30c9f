// SPDX-License-Identifier: GPL-2.0-only
/*
 * udiff: what prepare.sh has to know of a diff, and no tool tells.
 *
 * split FILE TREE STRIP OUT: write what FILE does to each file of TREE to
 * OUT.N, as a diff that has nothing else in it; print "N KIND HUNKS NAME OLD".
 * STRIP is a number of components, or "auto".
 *
 * closest SECTION HUNK FILE OUT: the place in FILE that is most like what
 * the hunk wants: write what it wants to OUT.want, what is there to OUT.have,
 * and print the first line of the latter.
 *
 * changed DIFF NAME BASE PATCHED: the code lines in a diff between two files:
 * "- NAME LINE" of the one, "+ NAME LINE" of the other.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code.h"
#include "section.h"

#define WANT_MAX	200u	/* lines of a hunk that are looked for */
#define SHIFT		3u	/* lines that may have come between */

static struct diff diff;

static FILE *create(const char *path, const char *suffix)
{
	char name[8192];
	FILE *out;

	snprintf(name, sizeof(name), "%s%s", path, suffix);
	out = fopen(name, "w");
	if (!out)
		die("cannot write %s: %s", name, strerror(errno));
	return out;
}

static void finish(FILE *out)
{
	if (ferror(out) | fclose(out))
		die("cannot write: %s", strerror(errno));
}

static void write_name(FILE *out, const char *mark, const char *name)
{
	fprintf(out, "%s %s%s\n", mark, name ? "a/" : "/dev/null",
		name ? name : "");
}

static void write_hunk(FILE *out, const struct hunk *h)
{
	fprintf(out, "@@ -%u,%u +%u,%u @@\n", h->old, h->nr_old, h->new,
		h->nr_new);
	for (u32 n = h->first; n < h->end; n++)
		fprintf(out, "%s\n", *diff.text.line[n] ? diff.text.line[n] :
							  " ");
}

/* After a rename or a copy, the hunks are about the new name */
static void write_section(const struct section *s, const char *path, u32 nr)
{
	bool moved = s->kind == SECTION_RENAME || s->kind == SECTION_COPY;
	char suffix[16];
	FILE *out;

	snprintf(suffix, sizeof(suffix), ".%u", nr);
	out = create(path, suffix);
	write_name(out, "---", moved ? s->new : s->old);
	write_name(out, "+++", s->new);
	for (u32 n = 0; n < s->nr; n++)
		write_hunk(out, &s->hunk[n]);
	finish(out);
}

static int split(char **arg)
{
	static const char *const kinds[] = {
		"change", "new", "delete", "rename", "copy", "binary", "link",
	};
	u32 nr = 0;

	diff_read(&diff, arg[0], arg[1], strcmp(arg[2], "auto") ?
		  atoi(arg[2]) : STRIP_AUTO);
	for (u32 n = 0; n < diff.nr; n++) {
		const struct section *s = &diff.section[n];

		if (!s->nr && s->kind == SECTION_CHANGE)
			continue;	/* its mode alone */
		write_section(s, arg[3], ++nr);
		printf("%u %s %u %s %s\n", nr, kinds[s->kind], s->nr,
		       section_name(s), s->old ? s->old : "-");
	}
	return 0;
}

/* The lines that a hunk looks for */
static u32 wanted_lines(const struct hunk *h, char **want)
{
	u32 nr = 0;

	for (u32 n = h->first; n < h->end && nr < WANT_MAX; n++) {
		char *line = diff.text.line[n];

		if (*line == ' ' || *line == '-')
			want[nr++] = line + 1;
	}
	return nr;
}

/* A brace is found everywhere */
static u32 weight(const char *line)
{
	return strlen(line + strspn(line, " \t")) > 2 ? 4 : 1;
}

static bool is_near(const struct text *file, u32 at, const char *line)
{
	for (u32 n = at < SHIFT ? 0 : at - SHIFT; n <= at + SHIFT; n++)
		if (n < file->nr && !strcmp(file->line[n], line))
			return true;
	return false;
}

static u32 likeness(const struct text *file, u32 at, char **want, u32 nr)
{
	u32 sum = 0;

	for (u32 n = 0; n < nr && at + n < file->nr; n++)
		if (!strcmp(file->line[at + n], want[n]))
			sum += weight(want[n]) + 1;
		else if (is_near(file, at + n, want[n]))
			sum += weight(want[n]);
	return sum;
}

static u32 apart(u32 a, u32 b)
{
	return a < b ? b - a : a - b;
}

/* Of those equally like it, the one nearest to where the hunk has it */
static u32 closest_line(const struct text *file, char **want, u32 nr, u32 near)
{
	u32 best = 0, most = 0;

	for (u32 n = 0; n < file->nr; n++) {
		u32 like = likeness(file, n, want, nr);

		if (like > most || (like == most && apart(n, near) <
						    apart(best, near))) {
			most = like;
			best = n;
		}
	}
	return best;
}

static void write_lines(const char *path, const char *suffix, char **line,
			u32 nr)
{
	FILE *out = create(path, suffix);

	for (u32 n = 0; n < nr; n++)
		fprintf(out, "%s\n", line[n]);
	finish(out);
}

static int closest(char **arg)
{
	char *want[WANT_MAX];
	u32 nr, at, nr_hunk = atoi(arg[1]);
	struct text file;

	diff_read(&diff, arg[0], NULL, 1);
	if (!diff.nr || !nr_hunk || nr_hunk > diff.section[0].nr)
		die("%s: has no hunk %s", arg[0], arg[1]);
	text_read(&file, arg[2]);
	nr = wanted_lines(&diff.section[0].hunk[nr_hunk - 1], want);
	at = closest_line(&file, want, nr,
			  diff.section[0].hunk[nr_hunk - 1].old);
	write_lines(arg[3], ".want", want, nr);
	if (nr > file.nr - at)
		nr = file.nr - at;
	write_lines(arg[3], ".have", file.line + at, nr);
	printf("%u\n", at + 1);
	return 0;
}

/* A file that is not to be had: all but blank lines may be code */
static bool is_code(const struct text *file, const bool *code, u32 line,
		    const char *text)
{
	if (!file->nr)
		return text[strspn(text, " \t")];
	return line && line <= file->nr && code[line - 1];
}

struct side {
	char sign;
	struct text text;
	bool *code;
};

static void print_side(const struct side *side, const struct hunk *h,
		       const char *name)
{
	u32 line = side->sign == '-' ? h->old : h->new;

	for (u32 n = h->first; n < h->end; n++) {
		char *text = diff.text.line[n];

		if (*text == side->sign &&
		    is_code(&side->text, side->code, line, text + 1))
			printf("%c %s %u\n", *text, name, line);
		line += *text == side->sign || *text == ' ' || !*text;
	}
}

static void read_side(struct side *side, char sign, const char *path,
		      const char *name)
{
	side->sign = sign;
	text_read(&side->text, path);
	side->code = code_lines(&side->text, name);
}

static int changed(char **arg)
{
	struct side old, new;

	if (!code_is_kernel(arg[1]))
		return 0;
	diff_read(&diff, arg[0], NULL, 0);
	read_side(&old, '-', arg[2], arg[1]);
	read_side(&new, '+', arg[3], arg[1]);
	for (u32 n = 0; n < diff.nr; n++)
		for (u32 i = 0; i < diff.section[n].nr; i++) {
			print_side(&old, &diff.section[n].hunk[i], arg[1]);
			print_side(&new, &diff.section[n].hunk[i], arg[1]);
		}
	return 0;
}

static const struct {
	const char *name;
	int words;
	int (*run)(char **arg);
} commands[] = {
	{ "split", 4, split }, { "closest", 4, closest },
	{ "changed", 4, changed },
};

int main(int argc, char **argv)
{
	for (size_t n = 0; n < ARRAY_SIZE(commands); n++)
		if (argc == commands[n].words + 2 &&
		    !strcmp(argv[1], commands[n].name))
			return commands[n].run(argv + 2);
	fputs("usage: udiff split FILE TREE STRIP OUT\n"
	      "       udiff closest SECTION HUNK FILE OUT\n"
	      "       udiff changed DIFF NAME BASE PATCHED\n", stderr);
	return 2;
}
