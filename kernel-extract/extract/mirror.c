// SPDX-License-Identifier: GPL-2.0-only
/*
 * Mirrors.
 */
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

static void read_mirror(const struct line *line, void *arg)
{
	bool tag = line->nr_words == 2 && !strcmp(line->word[0], "struct");
	enum space space = tag ? SPACE_TAG : SPACE_PLAIN;
	const struct name *name = name_of(line->word[tag]);
	const struct def *shim = shim_def(name, space);
	const struct def *tree = index_first(name, space);

	(void)arg;
	if (line->nr_words > 1u + tag)
		die("%s:%u: expected NAME or struct NAME", line->path,
		    line->nr);
	if (shim && tree && !agree(shim, tree))
		complain("%s:%u: %s differs from the kernel's at %s:%u: make them equal",
			 shim->chunk->file->path, shim->at->line, name->text,
			 tree->chunk->file->path, tree->at->line);
}

void mirror_check(const char *lists)
{
	list_read(path_join(lists, "mirrors"), LIST_OPTIONAL, read_mirror,
		  NULL);
}
