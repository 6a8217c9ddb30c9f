// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names that are used before they are declared.
 */
#include <stdio.h>
#include <string.h>

#include "early.h"
#include "index.h"
#include "scan.h"

/* The order of headers among each other is not known */
static bool is_elsewhere(const struct def *def, const struct file *file)
{
	return def->chunk->file != file &&
	       (def->chunk->file->flags & FILE_HEADER);
}

/* The first definition, if all that declares the name comes after its use */
static const struct def *late_def(const struct use *use)
{
	const struct def *def, *late = NULL;
	const struct file *file = use->chunk->file;

	for (def = use->name->tree[use->space]; def; def = def->next) {
		if (!def_live(def))
			continue;
		if (is_elsewhere(def, file) || def->chunk == use->chunk)
			return NULL;
		if (def->chunk->file != file)
			continue;
		if (def->at->line <= use->line)
			return NULL;
		if (!late)
			late = def;
	}
	return late;
}

static bool is_global(const struct def *def)
{
	return !def->chunk->is_static && (def->kind == DEF_FUNCTION ||
					  def->kind == DEF_VARIABLE);
}

static void found(const struct use *use)
{
	const struct def *late;

	if (use->flags & (USE_MEMBER | USE_CONDITION | USE_POINTER))
		return;
	late = late_def(use);
	if (late)
		printf("%s %u %s %s %u %s\n", use->chunk->file->path,
		       use->line,
		       use->chunk->name ? use->chunk->name->text : "-",
		       use->name->text, late->at->line,
		       is_global(late) ? "global" : "static");
}

/* A macro uses names only where it is used */
static bool has_order(const struct chunk *chunk)
{
	return (chunk->kind == CHUNK_FUNCTION || chunk->kind == CHUNK_TYPE ||
		chunk->kind == CHUNK_VARIABLE) &&
	       cond_branch(chunk->branch) != TRI_NO;
}

void early_print(const char *path)
{
	const struct file *file;
	struct chunk *chunk;

	for (file = index_files(); file; file = file->next)
		for (chunk = file->chunk; chunk; chunk = chunk->next)
			if (!(file->flags & FILE_SHIM) &&
			    !strcmp(file->path, path) && has_order(chunk))
				scan_chunk(chunk, found);
}
