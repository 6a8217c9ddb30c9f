// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a chunk uses.
 */
#include <string.h>

#include "arena.h"
#include "cond.h"
#include "declare.h"
#include "scan.h"

/* Tokens that a macro call with a member in the end may have */
#define MAX_ARGUMENTS	256

/**
 * struct scan - a chunk being scanned
 * @chunk: the chunk
 * @found: whom to tell
 * @end: one past the last token
 * @at: token being looked at
 * @walk: conditions that we are in
 */
struct scan {
	struct chunk *chunk;
	void (*found)(const struct use *use);
	const struct token *end;
	const struct token *at;
	struct cond_walk walk;
};

static u32 scan_number;

static void report(const struct scan *scan, struct name *name, u32 flags)
{
	struct use use = {
		.chunk = scan->chunk, .name = name, .flags = flags,
		.space = SPACE_PLAIN, .line = scan->at->line,
	};

	scan->found(&use);
}

static void scan_condition(const struct scan *scan, const struct token *at)
{
	u32 i;

	for (i = 1; i <= at->nr; i++)
		if (is_name(&at[i]) &&
		    !name_is(at[i].name, NAME_KEYWORD))
			report(scan, at[i].name, USE_CONDITION |
			       USE_TYPE_ONLY);
}

static void scan_chain(const struct scan *scan, const struct branch *branch)
{
	const struct branch *same;

	for (; branch; branch = branch->up)
		for (same = branch; same; same = same->prev)
			scan_condition(scan, same->directive);
}

/* ---- local names: parameters and declarations ---- */

static void mark_local(const struct token *at)
{
	at->name->local = scan_number;
}

/* Parameters of a function: the names before , ) or [ in its head */
static void mark_parameters(const struct token *at, const struct token *end)
{
	for (; at < end; at++) {
		const struct token *next = at + 1;

		if (!is_name(at) || name_is(at->name, NAME_KEYWORD))
			continue;
		if (next->kind != TOKEN_PUNCT || !strchr(",)[", next->ch))
			continue;
		if ((is_name(at - 1) && !name_is(at[-1].name, NAME_TAGWORD)) ||
		    is_punct(at - 1, '*') || name_is(at[-2].name, NAME_TAGWORD))
			mark_local(at);
	}
}

static void mark_macro_parameters(const struct token *name,
				  const struct token *end)
{
	const struct token *at = name + 1;

	if (at >= end || !is_punct(at, '(') || at->off != name->off + name->len)
		return;
	for (; at < end && !is_punct(at, ')'); at++)
		if (is_name(at))
			mark_local(at);
}

static const struct token *skip_stars(const struct token *at,
				      const struct token *end)
{
	while (at < end && (is_punct(at, '*') ||
			    (is_name(at) && (!strcmp(at->name->text, "const") ||
			      name_looks_attribute(at->name)))))
		at++;
	return at;
}

/* Over the type that begins at @at; @at itself if there is none */
static const struct token *skip_type(const struct token *at,
				     const struct token *end)
{
	const struct token *start = at;
	bool named = false;

	for (; at < end && is_name(at); at++) {
		if (name_is(at->name, NAME_TAGWORD)) {
			named = true;
			at++;
			if (is_punct(at + 1, '{'))
				at = group_end(at + 1, end) - 1;
		} else if (!strncmp(at->name->text, "__auto_type", 11) ||
			   strstr(at->name->text, "typeof")) {
			if (is_punct(at + 1, '('))
				at = group_end(at + 1, end) - 1;
			named = true;
		} else if (name_is(at->name, NAME_SPECIFIER)) {
			named |= strcmp(at->name->text, "const") &&
				 strcmp(at->name->text, "static");
		} else if (name_is(at->name, NAME_KEYWORD)) {
			return start;
		} else if (name_looks_attribute(at->name)) {
			continue;
		} else if (!named) {
			named = true;
		} else {
			return at;
		}
	}
	return named ? at : start;
}

static bool ends_declarator(const struct token *at)
{
	return (at->kind == TOKEN_PUNCT && strchr("=;,[:)", at->ch)) ||
	       (is_name(at) && name_looks_attribute(at->name));
}

/* Further declarators of the same statement */
static void mark_rest(const struct token *at, const struct token *end)
{
	while (at < end && !is_punct(at, ';')) {
		if (at->kind == TOKEN_PUNCT && strchr("([{", at->ch)) {
			at = group_end(at, end);
		} else if (at->kind == TOKEN_PUNCT && strchr(")]}", at->ch)) {
			return;
		} else if (is_punct(at, ',')) {
			at = skip_stars(at + 1, end);
			if (at < end && is_name(at))
				mark_local(at);
		} else {
			at = token_next(at);
		}
	}
}

/* LIST_HEAD(name), DECLARE_BITMAP(name, n) and their like */
static void mark_macro_local(const struct token *at)
{
	const char *text = at->name->text;

	if (!is_punct(at + 1, '(') || !is_name(at + 2))
		return;
	if (!strncmp(text, "DEFINE_", 7) || !strncmp(text, "DECLARE_", 8) ||
	    !strcmp(text, "LIST_HEAD") || !strcmp(text, "NODEMASK_ALLOC"))
		mark_local(at + 2);
	if (!strcmp(text, "NODEMASK_ALLOC") && is_name(at + 4))
		mark_local(at + 4);
	if (!strcmp(text, "CLASS") && is_name(at + 4))
		mark_local(at + 4);
}

static void mark_statement(const struct token *at, const struct token *end)
{
	const struct token *name;

	if (!strcmp(at->name->text, "static") && is_name(at + 1))
		at++;
	mark_macro_local(at);
	name = skip_type(at, end);
	if (name == at)
		return;
	if (name < end && is_punct(name, '(') && is_punct(name + 1, '*'))
		name = name + 1;
	name = skip_stars(name, end);
	if (name + 1 >= end || !is_name(name) || !ends_declarator(name + 1))
		return;
	mark_local(name);
	mark_rest(name + 1, end);
}

static bool begins_statement(const struct token *at)
{
	const struct token *prev = at - 1;

	if (prev->kind != TOKEN_PUNCT)
		return at->kind == TOKEN_NAME && prev->kind == TOKEN_DIRECTIVE;
	if (prev->ch == '(')
		return is_name(prev - 1) &&
		       !strcmp(prev[-1].name->text, "for");
	return strchr("{};:", prev->ch);
}

static void mark_labels(const struct token *at)
{
	if (!strcmp(at->name->text, "goto") && is_name(at + 1))
		mark_local(at + 1);
}

static void mark_body(const struct token *at, const struct token *end)
{
	bool after = true;

	for (; at < end; at++) {
		if (at->kind == TOKEN_DIRECTIVE) {
			at += at->nr;
			after = true;
			continue;
		}
		if (is_name(at)) {
			mark_labels(at);
			if (after || begins_statement(at))
				mark_statement(at, end);
		}
		after = false;
	}
}

static void mark_locals(const struct chunk *chunk)
{
	const struct token *end = chunk_end(chunk);

	scan_number++;
	if (chunk->kind == CHUNK_MACRO) {
		mark_macro_parameters(chunk->first + 1, end);
		mark_body(chunk->first + 2, end);
	} else if (chunk->kind == CHUNK_FUNCTION) {
		mark_parameters(chunk->first + 2, chunk->head_end);
		mark_body(chunk->head_end + 1, end);
	}
}

/* ---- uses ---- */

/* Of struct TAG * in a type: the member that it declares */
static struct name *pointer_member(const struct scan *scan,
				   const struct token *star)
{
	const struct token *at = skip_stars(star, scan->end);

	return at < scan->end && is_name(at) ? at->name : NULL;
}

static bool is_pointer(const struct token *at)
{
	if (is_name(at) && (!strcmp(at->name->text, "const") ||
			    name_looks_attribute(at->name)))
		at++;
	return is_punct(at, '*');
}

static void report_tag(struct scan *scan)
{
	const struct token *tag = scan->at + 1;
	const char *word;
	struct use use = {
		.chunk = scan->chunk, .space = SPACE_TAG,
		.flags = USE_NEEDED, .line = tag->line,
	};

	while (tag < scan->end && is_name(tag) &&
	       name_looks_attribute(tag->name))
		tag++;
	if (tag >= scan->end || !is_name(tag))
		return;
	word = scan->at[0].name->text;
	if (!strcmp(word, "union"))
		tag->name->flags |= NAME_UNION;
	use.name = tag->name;
	scan->at = tag;
	if (strcmp(word, "enum") && is_pointer(tag + 1)) {
		use.flags |= USE_POINTER;
		if (scan->chunk->kind == CHUNK_TYPE)
			use.member = pointer_member(scan, tag + 1);
	}
	if (!is_punct(tag + 1, '{'))
		scan->found(&use);
}

static bool after_access(const struct token *at)
{
	return is_punct(at - 1, '.') || is_punct(at - 1, PUNCT_ARROW);
}

/* A last argument that names a member: container_of(p, type, member) */
static bool is_member_argument(const struct token *at,
			       const struct token *begin)
{
	u32 depth = 0;

	if (!is_punct(at + 1, ')') || !is_punct(at - 1, ','))
		return false;
	if (at - begin > MAX_ARGUMENTS)
		begin = at - MAX_ARGUMENTS;
	for (at--; at > begin; at--) {
		if (at->kind != TOKEN_PUNCT)
			continue;
		if (at->ch == ')')
			depth++;
		else if (at->ch == '(' && !depth--)
			return name_is(at[-1].name, NAME_MEMBER_ARG);
	}
	return false;
}

/*
 * A sole argument of a macro in capitals may be pasted or made a string, so
 * that nothing need define it.
 */
static bool may_be_text(const struct token *at)
{
	const struct token *open = at - 1;
	const char *text;

	if (!is_punct(at + 1, ',') && !is_punct(at + 1, ')'))
		return false;
	while (is_punct(open, ',') && is_name(open - 1))
		open -= 2;
	if (!is_punct(open, '(') || !is_name(open - 1))
		return false;
	for (text = open[-1].name->text; *text; text++)
		if (*text >= 'a' && *text <= 'z')
			return false;
	return true;
}

/* In a type: a declared member, not a use */
static bool declares_member(const struct token *at)
{
	const struct token *next = token_next(at);

	return next->kind == TOKEN_PUNCT && strchr(";,[:)", next->ch) &&
	       ((is_name(at - 1) && !name_is(at[-1].name, NAME_TAGWORD)) ||
		is_punct(at - 1, '*') || is_punct(at - 1, '}'));
}

static bool type_needs(const struct token *at)
{
	return is_punct(at + 1, '(') || is_name(at + 1) ||
	       is_punct(at + 1, '*') ||
	       (is_punct(at - 1, '[') && is_punct(at + 1, ']'));
}

static void report_plain(struct scan *scan)
{
	const struct token *at = scan->at;
	struct name *name = at->name;
	u32 flags = is_punct(at + 1, '(') ? USE_CALL : 0;

	if (after_access(at)) {
		report(scan, name, USE_MEMBER);
		return;
	}
	if (name->local == scan_number || is_punct(at - 1, PUNCT_PASTE) ||
	    is_punct(at + 1, PUNCT_PASTE))
		return;
	if (scan->chunk->kind == CHUNK_TYPE) {
		if (declares_member(at))
			return;
		report(scan, name, flags | USE_TYPE_ONLY |
		       (type_needs(at) ? USE_NEEDED : 0));
		return;
	}
	if (is_member_argument(at, scan->chunk->first)) {
		report(scan, name, USE_MEMBER);
		return;
	}
	report(scan, name, may_be_text(at) ? flags : flags | USE_NEEDED);
}

static void scan_token(struct scan *scan)
{
	const struct token *at = scan->at;

	if (name_is(at->name, NAME_TAGWORD))
		report_tag(scan);
	else if (!name_is(at->name, NAME_KEYWORD))
		report_plain(scan);
}

static void scan_text(struct scan *scan)
{
	while (scan->at < scan->end) {
		if (scan->at->kind == TOKEN_DIRECTIVE) {
			if (!cond_dead(&scan->walk))
				scan_condition(scan, scan->at);
			cond_step(&scan->walk, scan->at);
			scan->at = token_next(scan->at);
			continue;
		}
		if (is_name(scan->at) && !cond_dead(&scan->walk))
			scan_token(scan);
		scan->at++;
	}
}

static void found_pasted(struct name *name, void *arg)
{
	struct scan *scan = arg;

	report(scan, name, USE_NEEDED);
}

void scan_chunk(struct chunk *chunk, void (*found)(const struct use *use))
{
	struct scan scan = {
		.chunk = chunk, .found = found,
		.end = chunk_end(chunk), .at = chunk->first,
	};

	mark_locals(chunk);
	scan_chain(&scan, chunk->branch);
	if (chunk->kind == CHUNK_MACRO)
		scan.at = chunk->first + 2;
	if (chunk->from_macro)
		declare_pasted(chunk, found_pasted, &scan);
	scan_text(&scan);
}
