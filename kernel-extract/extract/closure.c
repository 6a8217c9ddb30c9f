// SPDX-License-Identifier: GPL-2.0-only
/*
 * The closure of the roots.
 */
#include <string.h>

#include "arena.h"
#include "closure.h"
#include "config.h"
#include "index.h"
#include "lists.h"
#include "scan.h"

static struct chunk *first;
static struct chunk **tail = &first;

static void want(struct chunk *chunk, const struct use *use)
{
	if (chunk->wanted)
		return;
	chunk->wanted = true;
	chunk->user = use ? use->chunk : NULL;
	chunk->user_line = use ? use->line : 0;
	*tail = chunk;
	tail = &chunk->wanted_next;
	if (chunk->crossing)
		complain("%s:%u: a condition begins or ends within %s",
			 chunk->file->path, chunk->first->line,
			 chunk->name ? chunk->name->text : "this");
}

static void add_edge(struct chunk *from, struct chunk *to)
{
	struct edge *edge = arena_alloc(sizeof(*edge));

	if (from == to)
		return;
	edge->to = to;
	edge->next = from->edges;
	from->edges = edge;
}

static bool kind_fits(const struct def *def, const struct use *use)
{
	if (def->kind == DEF_DECLARATION)
		return false;
	if (use->flags & USE_CONDITION)
		return def->kind == DEF_MACRO;
	if (use->flags & USE_TYPE_ONLY)
		return def->kind <= DEF_ENUMERATOR;
	return true;
}

static bool is_candidate(const struct def *def, const struct use *use)
{
	return kind_fits(def, use) && def_live(def) &&
	       !(def->chunk->file->flags & FILE_LOOK);
}

static bool in_own_file(const struct def *def, const struct use *use)
{
	return def->chunk->file == use->chunk->file &&
	       !(use->chunk->file->flags & FILE_HEADER);
}

static bool is_visible(const struct def *def)
{
	return (def->chunk->file->flags & FILE_HEADER) ||
	       !(def->chunk->is_static || def->kind <= DEF_ENUMERATOR);
}

/*
 * Want every candidate, those of the user's own .c file before any others.
 * @in_order: they must stand before the user.
 */
static bool want_tree(const struct use *use, bool in_order)
{
	const struct def *def, *defs = use->name->tree[use->space];
	bool own = false, found = false;

	for (def = defs; def; def = def->next)
		own |= is_candidate(def, use) && in_own_file(def, use);
	for (def = defs; def; def = def->next) {
		if (!is_candidate(def, use))
			continue;
		if (own ? !in_own_file(def, use) : !is_visible(def))
			continue;
		want(def->chunk, use);
		if (in_order)
			add_edge(use->chunk, def->chunk);
		found = true;
	}
	return found;
}

/* Functions and data of some files may be replaced only with a reason */
static void check_whole(const struct use *use, const char *path, u32 line)
{
	const struct def *def = index_first(use->name, SPACE_PLAIN);

	if (use->space == SPACE_TAG || use->name->stop || !def ||
	    (def->kind != DEF_FUNCTION && def->kind != DEF_VARIABLE) ||
	    !(def->chunk->file->flags & FILE_WHOLE) ||
	    (use->name->flags & NAME_REPORTED))
		return;
	use->name->flags |= NAME_REPORTED;
	complain("%s:%u: the shim has %s of %s:%u without an entry in stops",
		 path, line, use->name->text,
		 def->chunk->file->path, def->at->line);
}

static void use_shim(const struct use *use, const struct def *def)
{
	struct chunk *chunk = def->chunk;

	check_whole(use, chunk->file->path, def->at->line);
	use->name->flags |= NAME_SHIM_USED;
	if (chunk->scanned)
		return;
	chunk->scanned = true;
	*tail = chunk;
	tail = &chunk->wanted_next;
}

/* The user is the shim, and its own file knows the name */
static bool known_to_shim(const struct use *use)
{
	const struct def *def;

	if (!(use->chunk->file->flags & FILE_SHIM))
		return false;
	for (def = use->name->shim[use->space]; def; def = def->next)
		if (def->chunk->file == use->chunk->file && def_live(def) &&
		    def->kind != DEF_DECLARATION)
			return true;
	return false;
}

static bool is_stopped(const struct use *use)
{
	struct stop *stop = use->name->stop;

	if (!stop || (use->chunk->file->flags & FILE_SHIM))
		return false;
	if (!stop->user) {
		stop->user = use->chunk;
		stop->user_line = use->line;
	}
	return true;
}

static void missing(const struct use *use)
{
	struct name *name = use->name;

	if (!(use->flags & USE_NEEDED) || (name->flags & NAME_REPORTED) ||
	    (use->chunk->file->flags & FILE_SHIM))
		return;
	if (!(use->flags & USE_CALL) && use->space == SPACE_PLAIN &&
	    (name->flags & NAME_MEMBER))
		return;
	name->flags |= NAME_REPORTED;
	complain("needs %s%s (used by %s at %s:%u)%s",
		 use->space == SPACE_TAG ? "struct/union/enum " : "",
		 name->text,
		 use->chunk->name ? use->chunk->name->text : "?",
		 use->chunk->file->path, use->line,
		 name->stop ? ": in lists/stops, so the shim must have it" :
		 "");
}

static void access_member(struct name *member)
{
	struct waiting *waiting = member->waiting;

	if (member->flags & NAME_ACCESSED)
		return;
	member->flags |= NAME_ACCESSED;
	for (; waiting; waiting = waiting->next) {
		struct use use = {
			.chunk = waiting->chunk, .name = waiting->tag,
			.space = SPACE_TAG,
			.line = waiting->chunk->first->line,
		};

		want_tree(&use, false);
	}
}

/* A pointer in a type needs the tag's body only if somebody follows it */
static void wait_for_member(const struct use *use)
{
	struct waiting *waiting;

	if (!use->member)
		return;
	waiting = arena_alloc(sizeof(*waiting));
	waiting->tag = use->name;
	waiting->chunk = use->chunk;
	waiting->next = use->member->waiting;
	use->member->waiting = waiting;
	if (use->member->flags & NAME_ACCESSED) {
		use->member->flags &= ~(u32)NAME_ACCESSED;
		access_member(use->member);
	}
}

static bool is_built_in(const struct use *use)
{
	return use->space == SPACE_PLAIN &&
	       (config_value(use->name) ||
		!strncmp(use->name->text, "__builtin_", 10) ||
		!strncmp(use->name->text, "__atomic_", 9) ||
		!strncmp(use->name->text, "__sync_", 7));
}

static void resolve_tag(const struct use *use)
{
	bool pointer = use->flags & USE_POINTER;

	if (is_stopped(use))
		use->name->flags |= NAME_FORWARD;
	else if (pointer && use->chunk->kind == CHUNK_TYPE)
		wait_for_member(use);
	else if (!want_tree(use, true) && !pointer)
		missing(use);
}

static void resolve(const struct use *use)
{
	const struct def *shim = index_shim_def(use->name, use->space);

	if (use->flags & USE_MEMBER) {
		access_member(use->name);
		return;
	}
	if (use->flags & USE_POINTER)
		use->name->flags |= NAME_FORWARD;
	if (is_built_in(use) || known_to_shim(use))
		return;
	if (shim) {
		is_stopped(use);
		use_shim(use, shim);
		return;
	}
	if (use->space == SPACE_TAG) {
		resolve_tag(use);
		return;
	}
	if (use->name->flags & NAME_PROVIDED) {
		is_stopped(use);
		check_whole(use, "lists/provides", 0);
		return;
	}
	if (is_stopped(use) || !want_tree(use, true))
		missing(use);
}

static void want_roots(void)
{
	const struct root *root;
	const struct def *def;

	for (root = lists_roots(); root; root = root->next) {
		bool found = index_shim_def(root->name, SPACE_PLAIN);

		for (def = root->name->tree[SPACE_PLAIN]; def && !found;
		     def = def->next) {
			if (def->kind == DEF_DECLARATION || !def_live(def))
				continue;
			want(def->chunk, NULL);
		}
		if (!found && !index_defines(root->name) && !root->optional)
			complain("root %s (lists/roots:%u) is not in the tree",
				 root->name->text, root->line);
	}
}

/* What the shim's .c files use is wanted as well */
static void want_glue(void)
{
	struct file *file;
	struct chunk *chunk;

	for (file = index_files(); file; file = file->next) {
		if (!(file->flags & FILE_SHIM) || (file->flags & FILE_HEADER))
			continue;
		for (chunk = file->chunk; chunk; chunk = chunk->next) {
			if (chunk->scanned || chunk->kind == CHUNK_OTHER ||
			    cond_branch(chunk->branch) == TRI_NO)
				continue;
			chunk->scanned = true;
			*tail = chunk;
			tail = &chunk->wanted_next;
		}
	}
}

/* A global variable brings its declaration from the header along */
static void want_declarations(struct chunk *variable)
{
	const struct def *def;
	struct use use = { .chunk = variable };

	if (variable->is_static || !variable->name)
		return;
	for (def = variable->name->tree[SPACE_PLAIN]; def; def = def->next)
		if (def->kind == DEF_DECLARATION && def_live(def) &&
		    (def->chunk->file->flags & FILE_HEADER) &&
		    !(def->chunk->file->flags & FILE_LOOK))
			want(def->chunk, &use);
}

void closure_run(void)
{
	struct chunk *chunk;

	want_roots();
	want_glue();
	for (chunk = first; chunk; chunk = chunk->wanted_next) {
		scan_chunk(chunk, resolve);
		if (chunk->kind == CHUNK_VARIABLE && chunk->wanted)
			want_declarations(chunk);
	}
}

struct chunk *closure_first(void)
{
	return first;
}
