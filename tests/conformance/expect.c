// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading corpora/recorded/NAME.VERSION.expect.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "expect.h"

#define MAX_WORDS	16

__attribute((noreturn))
static void fail(const struct expect *e, const char *why)
{
	fprintf(stderr, "conformance: %s:%u: %s; make it again with "
		"\"make recorded TRACES=DIR\"\n", e->path, e->line, why);
	exit(2);
}

/* The next line that is no comment, without its end, into @next */
static bool next_line(struct expect *e)
{
	size_t len;

	do {
		if (!fgets(e->next, sizeof(e->next), e->file)) {
			e->next[0] = 0;
			return false;
		}
		e->line++;
		len = strlen(e->next);
		if (!len || e->next[len - 1] != '\n')
			fail(e, "the line is too long");
		e->next[len - 1] = 0;
	} while (*e->next == '#');
	return true;
}

void expect_open(struct expect *e, const char *path)
{
	memset(e, 0, sizeof(*e));
	e->path = path;
	e->file = fopen(path, "r");
	if (!e->file) {
		fprintf(stderr, "conformance: %s: %s\n", path,
			strerror(errno));
		exit(2);
	}
	if (!next_line(e) || strcmp(e->next, REC_MAGIC))
		fail(e, "it does not begin with \"" REC_MAGIC "\"");
	next_line(e);
}

static u32 split(char *line, char **word)
{
	u32 n = 0;

	while (n < MAX_WORDS && (word[n] = strsep(&line, " ")))
		n++;
	return n;
}

static u32 kind_of(const struct expect *e, const char *word)
{
	u32 kind = 0;

	while (kind < REC_NR_KINDS && strcmp(rec_forms[kind].name, word))
		kind++;
	if (kind == REC_NR_KINDS)
		fail(e, "the first word is unknown");
	return kind;
}

static u64 number(const struct expect *e, const char *word)
{
	u64 number;

	if (!rec_number(word, &number))
		fail(e, "a value is no number and no word that is known");
	return number;
}

const struct rec_thing *expect_find(const struct expect *e, u32 kind, u64 key,
				    u64 second)
{
	u32 i;

	for (i = 0; i < e->nr_things; i++) {
		const struct rec_thing *t = &e->thing[i];

		if (t->kind == kind && t->key[0] == key && t->key[1] == second)
			return t;
	}
	return NULL;
}

/* The thing that the words name, its keys alone */
static struct rec_thing named(const struct expect *e, char **word, u32 n)
{
	struct rec_thing t = { .kind = kind_of(e, word[0]) };
	u32 i;

	if (n < 1 + rec_forms[t.kind].nr_keys)
		fail(e, "it does not say which");
	for (i = 0; i < rec_forms[t.kind].nr_keys; i++)
		t.key[i] = number(e, word[1 + i]);
	return t;
}

static void gone(struct expect *e, char **word, u32 n)
{
	struct rec_thing t = named(e, word, n);
	const struct rec_thing *old = expect_find(e, t.kind, t.key[0],
						  t.key[1]);

	if (!old)
		fail(e, "what is gone was not there");
	e->thing[old - e->thing] = e->thing[--e->nr_things];
}

/* The values of a thing, as words */
static void read_values(const struct expect *e, struct rec_thing *t,
			char **word)
{
	u32 i;

	for (i = 0; i < rec_forms[t->kind].nr_values; i++)
		if (strcmp(word[i], REC_UNSEEN))
			t->value[i] = number(e, word[i]);
		else
			t->unseen |= 1u << i;
}

static void seen(struct expect *e, char **word, u32 n)
{
	struct rec_thing t = named(e, word, n);
	const struct rec_form *form = &rec_forms[t.kind];
	const struct rec_thing *old;
	u32 at;

	if (n != 1 + form->nr_keys + form->nr_values)
		fail(e, "it has too few values, or too many");
	read_values(e, &t, word + 1 + form->nr_keys);
	old = expect_find(e, t.kind, t.key[0], t.key[1]);
	at = old ? old - e->thing : e->nr_things++;
	if (at == REC_MAX_THINGS)
		fail(e, "it shows too much");
	e->thing[at] = t;
}

static void op(struct expect *e, char **word, u32 n)
{
	struct expect_op *op = &e->op[e->nr_ops];

	if (n < 3 || e->nr_ops == REF_MAX_OPS)
		fail(e, "no operation is written like that");
	snprintf(op->rule, sizeof(op->rule), "%s", word[1]);
	op->err = atoi(word[2]);
	op->taken = n == 4 && !strcmp(word[3], "taken");
	e->nr_ops++;
}

static void line(struct expect *e)
{
	char *word[MAX_WORDS + 1];
	u32 n = split(e->next, word);

	if (!strcmp(word[0], "op"))
		op(e, word, n);
	else if (!strcmp(word[0], "taken"))
		e->nr_taken++;
	else if (!strcmp(word[0], "gone") && n > 1)
		gone(e, word + 1, n - 1);
	else
		seen(e, word, n);
}

bool expect_step(struct expect *e)
{
	int len = 0;

	if (!e->next[0]) {
		fclose(e->file);
		return false;
	}
	e->nr_ops = 0;
	e->nr_taken = 0;
	if (sscanf(e->next, "step %u %n", &e->step, &len) != 1 || !len)
		fail(e, "no step begins here");
	snprintf(e->text, sizeof(e->text), "%s", e->next + len);
	while (next_line(e) && strncmp(e->next, "step ", 5))
		line(e);
	return true;
}
