// SPDX-License-Identifier: GPL-2.0-only
/*
 * The top-level chunker: where definitions begin and end.
 */
#include <string.h>

#include "arena.h"
#include "chunk.h"
#include "declare.h"

#define MAX_NESTING	COND_MAX_NESTING

/**
 * struct chunker - where we are in a file
 * @file: being cut
 * @at: next token
 * @open: the branches that we are in, outermost first
 * @nr_open: in use in @open
 * @guard: @open[0] is an include guard
 */
struct chunker {
	struct file *file;
	const struct token *at;
	struct branch *open[MAX_NESTING];
	u32 nr_open;
	bool guard;
};

/**
 * struct body - a chunk whose end is looked for
 * @chunk: the chunk
 * @at: next token
 * @depth: of brackets of all kinds
 * @saved: depth at each #if within the chunk
 * @nr_saved: in use in @saved
 * @head: what its first tokens say, see declare.h
 * @equals: = seen outside of brackets
 * @function: in the braces of a function
 */
struct body {
	struct chunk *chunk;
	const struct token *at;
	u32 depth;
	u32 saved[MAX_NESTING];
	u32 nr_saved;
	struct head head;
	bool equals;
	bool function;
};

const struct token *group_end(const struct token *open,
			      const struct token *end)
{
	u32 depth = 0;

	for (; open < end; open = token_next(open)) {
		if (open->kind != TOKEN_PUNCT)
			continue;
		if (strchr("([{", open->ch))
			depth++;
		else if (strchr(")]}", open->ch) && --depth == 0)
			return open + 1;
	}
	return end;
}

static struct branch *innermost(const struct chunker *chunker)
{
	u32 nr = chunker->nr_open;

	return nr > chunker->guard ? chunker->open[nr - 1] : NULL;
}

/* The file's first tokens are #ifndef X, #define X */
static bool is_guard(const struct chunker *chunker, const struct token *at)
{
	const struct token *define = token_next(at);

	return at == chunker->file->token && at->ch == DIRECTIVE_IFNDEF &&
	       at->nr == 1 && define->kind == TOKEN_DIRECTIVE &&
	       define->ch == DIRECTIVE_DEFINE && define->nr == 1 &&
	       define[1].name == at[1].name;
}

static struct branch *new_branch(const struct chunker *chunker,
				 const struct token *at)
{
	struct branch *branch = arena_alloc(sizeof(*branch));

	branch->file = chunker->file;
	branch->directive = at;
	branch->up = innermost(chunker);
	return branch;
}

static void open_branch(struct chunker *chunker, const struct token *at)
{
	if (chunker->nr_open == MAX_NESTING)
		die_at(chunker->file, at->line, "#if nested more than %u deep",
		       MAX_NESTING);
	chunker->open[chunker->nr_open] = new_branch(chunker, at);
	chunker->nr_open++;
	chunker->guard |= is_guard(chunker, at);
}

static void turn_branch(struct chunker *chunker, const struct token *at)
{
	struct branch *prev, *branch;

	if (!chunker->nr_open)
		die_at(chunker->file, at->line, "#else or #elif without #if");
	prev = chunker->open[chunker->nr_open - 1];
	branch = new_branch(chunker, at);
	branch->up = prev->up;
	branch->prev = prev;
	chunker->open[chunker->nr_open - 1] = branch;
	if (chunker->nr_open == 1)
		chunker->guard = false;
}

static void close_branch(struct chunker *chunker, const struct token *at)
{
	if (!chunker->nr_open)
		die_at(chunker->file, at->line, "#endif without #if");
	chunker->nr_open--;
	if (!chunker->nr_open)
		chunker->guard = false;
}

static bool opens(const struct token *at)
{
	return at->ch >= DIRECTIVE_IF && at->ch <= DIRECTIVE_IFNDEF;
}

static bool turns(const struct token *at)
{
	return at->ch == DIRECTIVE_ELIF || at->ch == DIRECTIVE_ELSE;
}

static void follow(struct chunker *chunker, const struct token *at)
{
	if (opens(at))
		open_branch(chunker, at);
	else if (turns(at))
		turn_branch(chunker, at);
	else if (at->ch == DIRECTIVE_ENDIF)
		close_branch(chunker, at);
}

static struct chunk *new_chunk(struct chunker *chunker)
{
	struct file *file = chunker->file;
	struct chunk *chunk = arena_alloc(sizeof(*chunk));

	chunk->file = file;
	chunk->first = chunker->at;
	chunk->last = chunker->at;
	chunk->branch = innermost(chunker);
	if (file->last)
		file->last->next = chunk;
	else
		file->chunk = chunk;
	file->last = chunk;
	return chunk;
}

static void top_directive(struct chunker *chunker)
{
	if (chunker->at->ch == DIRECTIVE_DEFINE)
		declare_macro(new_chunk(chunker));
	else
		follow(chunker, chunker->at);
	chunker->at = token_next(chunker->at);
}

/*
 * Conditions within a chunk: brackets that several branches open or close
 * count once. A condition that is not wholly in it makes it unusable.
 */
static void inner_directive(struct chunker *chunker, struct body *body)
{
	const struct token *at = body->at;

	if (opens(at)) {
		if (body->nr_saved == MAX_NESTING)
			die_at(chunker->file, at->line,
			       "#if nested more than %u deep", MAX_NESTING);
		body->saved[body->nr_saved++] = body->depth;
	} else if (turns(at) && body->nr_saved) {
		body->depth = body->saved[body->nr_saved - 1];
	} else if (at->ch == DIRECTIVE_ENDIF && body->nr_saved) {
		body->nr_saved--;
	} else if (turns(at) || at->ch == DIRECTIVE_ENDIF) {
		body->chunk->crossing = true;
		follow(chunker, at);
	}
}

static void open_bracket(struct body *body)
{
	if (is_punct(body->at, '{') && !body->depth && !body->equals &&
	    body->head.function && !body->function) {
		body->function = true;
		body->chunk->head_end = body->at;
	}
	body->depth++;
}

/* Returns true if the chunk ends with this bracket */
static bool close_bracket(struct chunker *chunker, struct body *body)
{
	const struct token *next = token_next(body->at);

	if (!body->depth)
		die_at(chunker->file, body->at->line,
		       "%c closes nothing", body->at->ch);
	body->depth--;
	if (body->depth)
		return false;
	if (is_punct(body->at, '}'))
		return body->function;
	return body->head.call && is_punct(body->at, ')') &&
	       (next->kind == TOKEN_DIRECTIVE || next->kind == TOKEN_END ||
		(is_name(next) && !name_looks_attribute(next->name)));
}

/* Returns true if the chunk ends with this token */
static bool one_token(struct chunker *chunker, struct body *body)
{
	const struct token *at = body->at;

	if (at->kind == TOKEN_DIRECTIVE) {
		inner_directive(chunker, body);
		return false;
	}
	if (at->kind != TOKEN_PUNCT)
		return false;
	if (strchr("([{", at->ch))
		open_bracket(body);
	else if (strchr(")]}", at->ch))
		return close_bracket(chunker, body);
	else if (at->ch == '=' && !body->depth)
		body->equals = true;
	return at->ch == ';' && !body->depth;
}

static void one_chunk(struct chunker *chunker)
{
	struct body body = { .chunk = new_chunk(chunker), .at = chunker->at };
	bool done = false;

	body.head = declare_head(chunker->at, chunker->file->token +
				 chunker->file->nr_tokens);
	while (!done) {
		if (body.at->kind == TOKEN_END)
			die_at(chunker->file, body.chunk->first->line,
			       "this definition does not end");
		done = one_token(chunker, &body);
		body.chunk->last = body.at;
		body.at = token_next(body.at);
	}
	chunker->at = body.at;
	declare_chunk(body.chunk, &body.head);
}

void chunk_file(struct file *file)
{
	struct chunker chunker = { .file = file, .at = file->token };

	while (chunker.at->kind != TOKEN_END) {
		if (chunker.at->kind == TOKEN_DIRECTIVE)
			top_directive(&chunker);
		else if (is_punct(chunker.at, ';'))
			chunker.at++;
		else
			one_chunk(&chunker);
	}
	if (chunker.nr_open)
		die_at(file, chunker.open[chunker.nr_open - 1]->directive->line,
		       "this #if is not closed");
}
