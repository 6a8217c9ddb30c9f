// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mirrors.
 */
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "index.h"
#include "lists.h"
#include "mirror.h"
#include "probe.h"

static const struct def *shim_def(const struct name *name, enum space space)
{
	const struct def *def = name->shim[space];

	while (def && !def_live(def))
		def = def->next;
	return def;
}

static bool same_token(const struct def *a, const struct token *x,
		       const struct def *b, const struct token *y)
{
	if (x->kind == TOKEN_DIRECTIVE)
		return y->kind == TOKEN_DIRECTIVE && x->ch == y->ch;
	return x->len == y->len &&
	       !memcmp(a->chunk->file->text + x->off,
		       b->chunk->file->text + y->off, x->len);
}

static bool same_tokens(const struct def *a, const struct def *b)
{
	const struct token *x = a->chunk->first, *y = b->chunk->first;
	const struct token *x_end = chunk_end(a->chunk);
	const struct token *y_end = chunk_end(b->chunk);

	while (x < x_end && y < y_end)
		if (!same_token(a, x++, b, y++))
			return false;
	return x == x_end && y == y_end;
}

static bool agree(const struct def *shim, const struct def *tree)
{
	struct number a = probe_def(shim);
	struct number b = probe_def(tree);

	if (a.known && b.known)
		return a.value == b.value;
	return same_tokens(shim, tree);
}

/* STRUCT.MEMBER, under which lists/mirrors says that it is the shim's own */
static struct name *member_name(const char *tag, const char *member)
{
	char text[256];

	if (snprintf(text, sizeof(text), "%s.%s", tag, member) >=
	    (int)sizeof(text))
		die("%s.%s: name is too long", tag, member);
	return name_of(text);
}

static void compare_named(const struct name *name, enum space space)
{
	const struct def *shim = shim_def(name, space);
	const struct def *tree = index_first(name, space);

	if (shim && tree && !agree(shim, tree))
		complain("%s:%u: %s differs from the kernel's at %s:%u",
			 shim->chunk->file->path, shim->at->line, name->text,
			 tree->chunk->file->path, tree->at->line);
}

static void read_mirror(const struct line *line, void *arg)
{
	char *const *word = line->word;
	u32 nr = line->nr_words;

	(void)arg;
	if (nr > 2 && !strcmp(word[0], "differs"))
		name_of(word[1])->flags |= NAME_DIFFERS;
	else if (nr > 3 && !strcmp(word[0], "own"))
		member_name(word[1], word[2])->flags |= NAME_DIFFERS;
	else if (nr == 2 && !strcmp(word[0], "struct"))
		compare_named(name_of(word[1]), SPACE_TAG);
	else if (nr == 1)
		compare_named(name_of(word[0]), SPACE_PLAIN);
	else
		die("%s:%u: expected NAME, struct NAME, differs NAME REASON or "
		    "own STRUCT MEMBER REASON", line->path, line->nr);
}

static void compare_constants(const struct name *name, const struct def *shim,
			      const struct def *tree)
{
	struct number a = probe_def(shim);
	struct number b = probe_def(tree);

	if (a.known && b.known && a.value != b.value)
		complain("%s:%u: %s is %lld, the kernel's at %s:%u is %lld",
			 shim->chunk->file->path, shim->at->line, name->text,
			 a.value, tree->chunk->file->path, tree->at->line,
			 b.value);
}

static void compare_arity(const struct name *name, const struct def *shim,
			  const struct def *tree)
{
	s64 a = probe_arity(shim), b = probe_arity(tree);

	if (a >= 0 && b >= 0 && a != b)
		complain("%s:%u: %s takes %lld arguments, at %s:%u %lld",
			 shim->chunk->file->path, shim->at->line, name->text,
			 a, tree->chunk->file->path, tree->at->line, b);
}

static bool is_own_member(const struct name *tag, const struct name *member)
{
	return !strncmp(member->text, "shim_", 5) ||
	       (member_name(tag->text, member->text)->flags & NAME_DIFFERS);
}

/* The members of a struct of the shim are among those of the kernel's */
static void compare_members(const struct name *tag)
{
	const struct def *shim = index_shim_def(tag, SPACE_TAG);
	const struct def *tree = index_first(tag, SPACE_TAG);
	const struct token *at;

	if (!shim || !tree || (tag->flags & NAME_DIFFERS))
		return;
	for (at = shim->at + 2; at < chunk_end(shim->chunk); at++)
		if (at[1].kind == TOKEN_PUNCT && strchr(";[", at[1].ch) &&
		    is_name(at) && !is_punct(at - 1, '[') &&
		    !is_own_member(tag, at->name) &&
		    !probe_has_member(tree, at->name))
			complain("%s:%u: struct %s at %s:%u has no member %s",
				 shim->chunk->file->path, at->line, tag->text,
				 tree->chunk->file->path, tree->at->line,
				 at->name->text);
}

/* What the shim has in place of the tree's, without being asked */
static void compare_used(struct name *name, void *arg)
{
	const struct def *shim = index_shim_def(name, SPACE_PLAIN);
	const struct def *tree = index_first(name, SPACE_PLAIN);

	(void)arg;
	compare_members(name);
	if (!(name->flags & NAME_SHIM_USED) || !shim || !tree ||
	    (name->flags & NAME_DIFFERS))
		return;
	if (!name->stop)
		compare_constants(name, shim, tree);
	compare_arity(name, shim, tree);
}

void mirror_check(const char *lists)
{
	list_read(path_join(lists, "mirrors"), LIST_OPTIONAL, read_mirror,
		  NULL);
	name_each(compare_used, NULL);
}
