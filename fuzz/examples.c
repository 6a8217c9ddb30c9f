// SPDX-License-Identifier: GPL-2.0-only
/*
 * What shows a rule or quirk: corpora/rules.table, and the files that it names.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "../ref/model.h"

#include "examples.h"
#include "judge.h"

#define TABLE	"corpora/rules.table"
#define BLANKS	" \t\n"

/* A word of the table, and whether a kernel follows its scenario */
static const struct {
	const char *word;
	bool kernel;
} words[] = {
	{ "obeys", false },
	{ "breaks", true },
	{ "alone", true },
	{ "mutant", true },
	{ "less", false },
	{ "why", false },
};

static const char * const mutants[] = {
	"tests/rules", "tests/canaries", "tests/quirks",
};

static int wrong(u32 line, const char *why)
{
	fprintf(stderr, "mhpref: %s:%u: %s\n", TABLE, line, why);
	return -1;
}

/* NULL if the line is right, else what is not */
static const char *check(const struct example *x)
{
	for (u32 n = 0; n < sizeof(words) / sizeof(words[0]); n++) {
		if (strcmp(x->word, words[n].word))
			continue;
		if (!*x->rest)
			return "nothing behind the word";
		if (words[n].kernel && !*x->kernel)
			return "expected SCENARIO KERNEL";
		return NULL;
	}
	return "expected obeys, breaks, alone, less, why or mutant";
}

/* The next word of a line that is no longer than @to; return: what follows */
static const char *take_word(const char *from, char *to)
{
	size_t len;

	from += strspn(from, BLANKS);
	len = strcspn(from, BLANKS);
	memcpy(to, from, len);
	to[len] = 0;
	return from + len + strspn(from + len, BLANKS);
}

static void split(struct example *x, const char *text)
{
	text = take_word(text, x->word);
	strcpy(x->rest, text);
	x->rest[strcspn(x->rest, "\n")] = 0;
	text = take_word(text, x->scenario);
	text = take_word(text, x->kernel);
	take_word(text, x->how);
}

static int take_line(struct examples *e, const char *text, char *rule,
		     u32 line)
{
	struct example *x = &e->example[e->nr];
	const char *why;

	if (*text == '#' || !text[strspn(text, BLANKS)])
		return 0;
	if (*text != '\t') {
		take_word(text, rule);
		if (rule_find(rule) >= 0 || quirk_find(rule) >= 0)
			return 0;
		return wrong(line, "no such rule or quirk");
	}
	if (e->nr == EXAMPLES_MAX)
		return wrong(line, "too many lines");
	*x = (struct example){ 0 };
	strcpy(x->rule, rule);
	split(x, text);
	e->nr++;
	why = *rule ? check(x) : "no rule or quirk above it";
	return why ? wrong(line, why) : 0;
}

FILE *examples_open(const struct examples *e, const char *path)
{
	char full[2 * PLACE_MAX];
	FILE *file;

	snprintf(full, sizeof(full), "%s/%s", e->place.checkout, path);
	file = fopen(full, "re");
	if (!file)
		fprintf(stderr, "mhpref: cannot read %s: %s\n", full,
			strerror(errno));
	return file;
}

int examples_read(struct examples *e)
{
	char text[EXAMPLES_LINE], rule[EXAMPLES_LINE] = "";
	int error = 0;
	FILE *file;

	e->nr = 0;
	if (place_find(&e->place))
		return -1;
	file = examples_open(e, TABLE);
	if (!file)
		return -1;
	for (u32 n = 1; !error && fgets(text, sizeof(text), file); n++)
		error = take_line(e, text, rule, n);
	fclose(file);
	return error;
}

/* The comment at its top, from behind the licence to what it is for */
static void read_about(FILE *file, char *about)
{
	char line[EXAMPLES_LINE];
	size_t len = 0;

	*about = 0;
	while (fgets(line, sizeof(line), file) && *line == '/') {
		if (!strncmp(line, "// file ", 8))
			return;
		if (strstr(line, "SPDX") || strncmp(line, "// ", 3))
			continue;
		line[strcspn(line, "\n")] = 0;
		len += snprintf(about + len, EXAMPLES_LINE - len, "%s%s",
				len ? " " : "", line + 3);
		if (len >= EXAMPLES_LINE)
			return;
	}
}

int examples_mutant(const struct examples *e, const char *name, char *path,
		    char *about)
{
	char full[2 * PLACE_MAX + 1];
	FILE *file;

	for (u32 n = 0; n < sizeof(mutants) / sizeof(mutants[0]); n++) {
		snprintf(path, PLACE_MAX, "%s/%s.cocci", mutants[n], name);
		snprintf(full, sizeof(full), "%s/%s", e->place.checkout, path);
		if (access(full, F_OK))
			continue;
		file = examples_open(e, path);
		if (!file)
			return -1;
		read_about(file, about);
		fclose(file);
		return 0;
	}
	fprintf(stderr, "mhpref: %s: there is no mutant %s.cocci in tests/\n",
		TABLE, name);
	return -1;
}
