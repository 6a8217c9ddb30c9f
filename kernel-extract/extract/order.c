// SPDX-License-Identifier: GPL-2.0-only
/*
 * Order of emission.
 */
#include "arena.h"
#include "closure.h"
#include "index.h"
#include "order.h"

#define MAX_DEPTH	2000u

static const struct file *only;
static u32 kinds;
static void (*visit)(const struct chunk *chunk);

static bool is_ours(const struct chunk *chunk)
{
	if (!chunk->wanted || chunk->visited || !(kinds >> chunk->kind & 1))
		return false;
	return only ? chunk->file == only :
		      (chunk->file->flags & FILE_HEADER) != 0;
}

static void visit_after_used(struct chunk *chunk, u32 depth)
{
	const struct edge *edge;

	if (!is_ours(chunk))
		return;
	if (depth == MAX_DEPTH)
		die_at(chunk->file, chunk->first->line,
		       "definitions use each other more than %u deep",
		       MAX_DEPTH);
	chunk->visited = true;
	for (edge = chunk->edges; edge; edge = edge->next)
		visit_after_used(edge->to, depth + 1);
	visit(chunk);
}

void order_chunks(const struct file *file, u32 of_kinds,
		  void (*visitor)(const struct chunk *chunk))
{
	struct file *each;
	struct chunk *chunk;

	only = file;
	kinds = of_kinds;
	visit = visitor;
	for (each = index_files(); each; each = each->next)
		if (!file || each == file)
			for (chunk = each->chunk; chunk; chunk = chunk->next)
				visit_after_used(chunk, 0);
}
