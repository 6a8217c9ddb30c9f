// SPDX-License-Identifier: GPL-2.0-only
/*
 * Probes.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "config.h"
#include "index.h"
#include "lists.h"
#include "out.h"
#include "probe.h"

#define MAX_DEPTH	12u

struct answer {
	struct answer *next;
	struct name *macro;
	s64 value;
};

struct bound {
	struct bound *next;
	const struct name *name;
	const struct name *enumerator;
};

static struct bound *bounds;
static struct answer *answers;
static struct answer **tail = &answers;

static void answer(s64 value, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void answer(s64 value, const char *fmt, ...)
{
	struct answer *one = arena_alloc(sizeof(*one));
	char text[256];
	va_list args;

	va_start(args, fmt);
	if (vsnprintf(text, sizeof(text), fmt, args) >= (int)sizeof(text))
		die("lists/probes: a name is too long");
	va_end(args);
	one->macro = name_of(text);
	one->value = value;
	config_set(one->macro, value);
	one->macro->value->written = false;
	*tail = one;
	tail = &one->next;
}

static bool is_variadic(const struct token *open, const struct token *end)
{
	for (; open < end; open++)
		if (is_punct(open, PUNCT_DOTS))
			return true;
	return false;
}

/* Arguments in the parentheses at @open */
static s64 count_arguments(const struct token *open, const struct token *end)
{
	const struct token *at = open + 1;
	s64 nr = 1;

	if (is_punct(at, ')') || (is_punct(at + 1, ')') && is_name(at) &&
				  !strcmp(at->name->text, "void")))
		return 0;
	while (at < end && !is_punct(at, ')')) {
		nr += is_punct(at, ',');
		at = is_punct(at, '(') ? group_end(at, end) : at + 1;
	}
	return nr;
}

s64 probe_arity(const struct def *def)
{
	const struct token *open = def->at + 1;
	const struct token *end = chunk_end(def->chunk);
	bool apart = open->off != def->at->off + def->at->len;

	if (!is_punct(open, '(') || def->kind == DEF_ENUMERATOR ||
	    (def->kind == DEF_MACRO && apart) ||
	    is_variadic(open, group_end(open, end)))
		return -1;
	return count_arguments(open, end);
}

static s64 arity(const struct name *name)
{
	const struct def *def;

	for (def = name->tree[SPACE_PLAIN]; def; def = def->next)
		if (def_live(def) && is_punct(def->at + 1, '('))
			return count_arguments(def->at + 1,
					       chunk_end(def->chunk));
	return -1;
}

bool probe_has_member(const struct def *def, const struct name *member)
{
	struct cond_walk walk = { .nr = 0 };
	const struct token *at, *end = chunk_end(def->chunk);

	for (at = def->chunk->first; at < end; at = token_next(at)) {
		if (at->kind == TOKEN_DIRECTIVE)
			cond_step(&walk, at);
		else if (at->name == member && at->kind == TOKEN_NAME &&
			 !cond_dead(&walk) && at[1].kind == TOKEN_PUNCT &&
			 strchr(";,[:)", at[1].ch))
			return true;
	}
	return false;
}

static bool has_member(const struct name *tag, const struct name *member)
{
	const struct def *def = index_first(tag, SPACE_TAG);

	if (!def)
		def = index_first(tag, SPACE_PLAIN);
	return def && probe_has_member(def, member);
}

static bool is_static(const struct name *name)
{
	const struct def *def;

	for (def = name->tree[SPACE_PLAIN]; def; def = def->next)
		if (def_live(def) && def->kind != DEF_DECLARATION)
			return def->chunk->is_static;
	return false;
}

static void read_probe(const struct line *line, void *arg)
{
	char *const *word = line->word;
	u32 nr = line->nr_words;
	const struct name *name = nr > 1 ? name_of(word[1]) : NULL;

	(void)arg;
	if (nr == 2 && !strcmp(word[0], "has"))
		answer(index_defines(name), "HAVE_%s", word[1]);
	else if (nr == 2 && !strcmp(word[0], "arity"))
		answer(arity(name), "ARITY_%s", word[1]);
	else if (nr == 3 && !strcmp(word[0], "member"))
		answer(has_member(name, name_of(word[2])), "HAS_%s_%s",
		       word[1], word[2]);
	else if (nr == 2 && !strcmp(word[0], "static"))
		answer(is_static(name), "STATIC_%s", word[1]);
	else
		die("%s:%u: expected has, arity or static NAME, or member S M",
		    line->path, line->nr);
}

void probe_read(const char *lists)
{
	list_read(path_join(lists, "probes"), LIST_OPTIONAL, read_probe, NULL);
}

struct needs {
	const char *version;
	u32 nr_missing;
};

static void read_need(const struct line *line, void *arg)
{
	struct needs *needs = arg;
	char *const *word = line->word;

	if (line->nr_words != 2)
		die("%s:%u: expected STRUCT MEMBER", line->path, line->nr);
	if (has_member(name_of(word[0]), name_of(word[1])))
		return;
	complain("kernel %s: struct %s has no %s (wanted by %s:%u)",
		 needs->version, word[0], word[1], line->path, line->nr);
	needs->nr_missing++;
}

void probe_needs(const char *lists, const char *version)
{
	struct needs needs = { .version = version };

	list_read(path_join(lists, "needs"), LIST_OPTIONAL, read_need, &needs);
	if (needs.nr_missing)
		die("kernel %s is too old, not all here, or changed in what "
		    "is observed: mhpref is made for 6.1 and later; take "
		    "another tree, or teach glue/observe.c to do without",
		    version);
}

/* The enum's opening brace before @at */
static const struct token *enum_open(const struct token *at)
{
	u32 depth = 0;

	for (; at->kind != TOKEN_END; at--) {
		if (is_punct(at, '}') || is_punct(at, ')'))
			depth++;
		else if (is_punct(at, '(') && depth)
			depth--;
		else if (is_punct(at, '{') && !depth--)
			return at;
	}
	return at;
}

struct counting {
	struct cond_walk walk;
	struct number next;
	bool fresh;
};

/* One token of an enum; returns the token to go on with */
static const struct token *count_token(struct counting *counting,
				       const struct token *at,
				       const struct token *end)
{
	const struct token *from = at + 1;

	if (at->kind == TOKEN_DIRECTIVE) {
		cond_step(&counting->walk, at);
		return token_next(at);
	}
	if (cond_dead(&counting->walk))
		return at + 1;
	if (is_punct(at, ',')) {
		counting->next.value++;
		counting->next.known &= !cond_unsure(&counting->walk);
		counting->fresh = true;
	} else if (is_punct(at, '=')) {
		for (at = from; at < end && !is_punct(at, ','); at++)
			if (is_punct(at, '(') || is_punct(at, '}'))
				at = group_end(at, end) - 1;
		counting->next = cond_number(from, at, probe_number);
		return at;
	}
	return at + 1;
}

struct number probe_enumerator(const struct def *def)
{
	struct counting counting = { .next = { .known = true } };
	const struct token *at = enum_open(def->at) + 1;
	const struct token *end = chunk_end(def->chunk);

	while (at < def->at)
		at = count_token(&counting, at, def->at);
	if (is_punct(at + 1, '='))
		count_token(&counting, at + 1, end);
	return counting.next;
}

struct number probe_def(const struct def *def)
{
	struct number number = { .known = false };

	if (def->kind == DEF_ENUMERATOR)
		return probe_enumerator(def);
	if (def->kind == DEF_MACRO && def->chunk->kind == CHUNK_MACRO)
		return cond_number(def->at + 1, chunk_end(def->chunk),
				   probe_number);
	return number;
}

/* The only live definition, and sure to be compiled; else NULL */
static const struct def *only_def(const struct def *def)
{
	const struct def *only = NULL;

	for (; def; def = def->next) {
		enum tri live = cond_branch(def->chunk->branch);

		if (live == TRI_NO || def->kind == DEF_DECLARATION)
			continue;
		if (only || live == TRI_UNKNOWN)
			return NULL;
		only = def;
	}
	return only;
}

struct number probe_number(const struct name *name)
{
	static u32 depth;
	const struct def *def = NULL;
	struct number number = { .known = false };

	if (depth == MAX_DEPTH)
		return number;
	depth++;
	if (name->shim[SPACE_PLAIN])
		def = only_def(name->shim[SPACE_PLAIN]);
	else
		def = only_def(name->tree[SPACE_PLAIN]);
	if (def)
		number = probe_def(def);
	depth--;
	return number;
}

/* In a condition an enumerator counts as 0, but nobody means that */
struct number probe_condition(const struct name *name)
{
	const struct number unknown = { .known = false };
	const struct def *def = index_first(name, SPACE_PLAIN);

	if (def && def->kind != DEF_MACRO)
		return unknown;
	return probe_number(name);
}

static void read_bound(const struct line *line, void *arg)
{
	struct bound *bound;
	const struct def *def;
	struct number number;

	(void)arg;
	if (line->nr_words != 2)
		die("%s:%u: expected NAME ENUMERATOR", line->path, line->nr);
	def = index_first(name_of(line->word[1]), SPACE_PLAIN);
	if (!def || def->kind != DEF_ENUMERATOR)
		return;
	number = probe_def(def);
	if (!number.known)
		die_at(def->chunk->file, def->at->line,
		       "cannot work out %s (%s:%u): not all it needs is known",
		       line->word[1], line->path, line->nr);
	config_set(name_of(line->word[0]), number.value);
	bound = arena_alloc(sizeof(*bound));
	bound->name = name_of(line->word[0]);
	bound->enumerator = name_of(line->word[1]);
	bound->next = bounds;
	bounds = bound;
}

void probe_bounds(const char *lists)
{
	list_read(path_join(lists, "bounds"), LIST_OPTIONAL, read_bound, NULL);
}

/* Hold what was computed against what the compiler makes of the enum */
static void write_bound(const struct bound *bound)
{
	const struct def *def = index_first(bound->enumerator, SPACE_PLAIN);

	if (def->chunk->wanted)
		out_print("_Static_assert(%s == (int)%s, \"lists/bounds\");\n",
			  bound->name->text, bound->enumerator->text);
}

void probe_write_bounds(void)
{
	const struct bound *bound;

	for (bound = bounds; bound; bound = bound->next)
		write_bound(bound);
}

void probe_write(const char *dir)
{
	const struct answer *one;

	out_open(dir, "probes.h");
	out_print("/* Generated from lists/probes: do not edit. */\n"
		  "#ifndef KX_PROBES\n#define KX_PROBES\n");
	for (one = answers; one; one = one->next)
		out_print("#define %s %lld\n", one->macro->text, one->value);
	out_print("#endif\n");
	out_close();
}
