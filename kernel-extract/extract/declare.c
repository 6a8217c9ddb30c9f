// SPDX-License-Identifier: GPL-2.0-only
/*
 * Declarations: what a chunk is, and which names it defines.
 */
#include <stdio.h>
#include <string.h>

#include "arena.h"
#include "declare.h"
#include "index.h"

/**
 * struct definer - a macro that defines variables
 * @macro: its name; a * at an end stands for anything
 * @argument: which argument, from 0, is the stem
 * @defined: name that it defines, % standing for the stem
 * @used: names that it uses by pasting, "" where there is no other
 */
static const struct definer {
	const char *macro;
	u32 argument;
	const char *defined;
	const char *used[2];
} definers[] = {
	{ "DEFINE_PER_CPU*", 1, "%", { "", "" } },
	{ "DECLARE_PER_CPU*", 1, "%", { "", "" } },
	{ "DEFINE_*", 0, "%", { "", "" } },
	{ "DECLARE_*", 0, "%", { "", "" } },
	{ "*_NOTIFIER_HEAD", 0, "%", { "", "" } },
	{ "LIST_HEAD", 0, "%", { "", "" } },
	{ "LLIST_HEAD", 0, "%", { "", "" } },
	{ "HLIST_HEAD", 0, "%", { "", "" } },
	{ "DEVICE_ATTR_RW", 0, "dev_attr_%", { "%_show", "%_store" } },
	{ "DEVICE_ATTR_RO", 0, "dev_attr_%", { "%_show", "" } },
	{ "DEVICE_ATTR_WO", 0, "dev_attr_%", { "%_store", "" } },
	{ "DEVICE_ATTR*", 0, "dev_attr_%", { "", "" } },
	{ "BIN_ATTR_RO", 0, "bin_attr_%", { "%_read", "" } },
	{ "BIN_ATTR_RW", 0, "bin_attr_%", { "%_read", "%_write" } },
	{ "BIN_ATTR*", 0, "bin_attr_%", { "", "" } },
	{ "ATTRIBUTE_GROUPS", 0, "%_groups", { "%_attrs", "" } },
	{ "__ATTRIBUTE_GROUPS", 0, "%_groups", { "%_group", "" } },
};

static bool matches(const char *pattern, const char *text)
{
	size_t len = strlen(pattern), size = strlen(text);

	if (pattern[0] == '*')
		return size >= len - 1 &&
		       !strcmp(text + size - (len - 1), pattern + 1);
	if (pattern[len - 1] == '*')
		return !strncmp(text, pattern, len - 1);
	return !strcmp(text, pattern);
}

static const struct definer *find_definer(const struct name *macro)
{
	u32 i;

	for (i = 0; i < ARRAY_SIZE(definers); i++)
		if (matches(definers[i].macro, macro->text))
			return &definers[i];
	return NULL;
}

/* The name that begins argument @nr of the call at @open, or NULL */
static struct name *call_argument(const struct token *open,
				  const struct token *end, u32 nr)
{
	const struct token *at = open + 1;

	for (; at < end && !is_punct(at, ')'); at++) {
		if (!nr)
			return is_name(at) ? at->name : NULL;
		if (is_punct(at, ','))
			nr--;
		else if (is_punct(at, '(') || is_punct(at, '['))
			at = group_end(at, end) - 1;
	}
	return NULL;
}

static struct name *expand(const char *pattern, const struct name *stem)
{
	const char *hole = strchr(pattern, '%');
	char text[256];
	int len = snprintf(text, sizeof(text), "%.*s%s%s",
			   (int)(hole - pattern), pattern, stem->text,
			   hole + 1);

	if (len >= (int)sizeof(text))
		die("name %s is too long", stem->text);
	return name_get(text, (u32)len);
}

/**
 * struct walk - going through the declarators of a chunk
 * @at: next token
 * @end: one past the last
 * @name: name of the declarator, so far
 * @function: it is a function
 * @body: and the brace that opens its body was reached
 * @is_typedef: as written before it; likewise @is_extern and @is_static
 * @tag: last tag with a body, or NULL
 * @braces: that body, or NULL
 */
struct walk {
	const struct token *at;
	const struct token *end;
	const struct token *name;
	bool function;
	bool body;
	bool is_typedef;
	bool is_extern;
	bool is_static;
	const struct token *tag;
	const struct token *braces;
};

static void skip_group(struct walk *walk)
{
	walk->at = group_end(walk->at, walk->end);
}

static void skip_attribute(struct walk *walk)
{
	walk->at++;
	if (walk->at < walk->end && is_punct(walk->at, '('))
		skip_group(walk);
}

/* struct, union or enum: over its attributes, tag and body */
static void walk_tag(struct walk *walk)
{
	const struct token *tag = NULL;

	walk->at++;
	while (walk->at < walk->end && is_name(walk->at)) {
		if (!name_looks_attribute(walk->at->name) && tag)
			return;
		if (name_looks_attribute(walk->at->name) ||
		    is_punct(walk->at + 1, '('))
			skip_attribute(walk);
		else
			tag = walk->at++;
	}
	if (walk->at < walk->end && is_punct(walk->at, '{')) {
		walk->tag = tag;
		walk->braces = walk->at;
		skip_group(walk);
	}
}

static bool is_type_like(const struct token *token)
{
	const struct name *name = token->name;

	return name->len > 2 && !strcmp(name->text + name->len - 2, "_t");
}

static void walk_keyword(struct walk *walk)
{
	const char *text = walk->at->name->text;

	walk->is_typedef |= !strcmp(text, "typedef");
	walk->is_extern |= !strcmp(text, "extern");
	walk->is_static |= !strcmp(text, "static");
	if (name_is(walk->at->name, NAME_SPECIFIER))
		walk->at++;
	else
		skip_attribute(walk);
}

static void walk_name(struct walk *walk)
{
	const struct token *at = walk->at;

	if (name_is(at->name, NAME_TAGWORD))
		walk_tag(walk);
	else if (name_is(at->name, NAME_KEYWORD | NAME_SPECIFIER))
		walk_keyword(walk);
	else if (name_looks_attribute(at->name) ||
		 (walk->name && !strncmp(at->name->text, "__", 2) &&
		  !is_type_like(walk->name) && !is_punct(at + 1, '(')))
		skip_attribute(walk);
	else
		walk->name = walk->at++;
}

static void walk_parenthesis(struct walk *walk)
{
	const struct token *at = walk->at + 1;

	if (is_punct(at, '*') && !walk->function) {
		while (at < walk->end && !is_name(at) && !is_punct(at, ')'))
			at++;
		if (is_name(at))
			walk->name = at;
		skip_group(walk);
		if (walk->at < walk->end && is_punct(walk->at, '('))
			skip_group(walk);
		return;
	}
	walk->function |= !!walk->name;
	skip_group(walk);
}

static void skip_initializer(struct walk *walk)
{
	while (walk->at < walk->end && !is_punct(walk->at, ',') &&
	       !is_punct(walk->at, ';')) {
		if (walk->at->kind == TOKEN_PUNCT &&
		    strchr("([{", walk->at->ch))
			skip_group(walk);
		else
			walk->at = token_next(walk->at);
	}
}

/* Returns true if the declarator ends here */
static bool walk_token(struct walk *walk)
{
	const struct token *at = walk->at;
	bool ends = is_punct(at, ',') || is_punct(at, ';');

	if (is_punct(at, '{') && walk->function) {
		walk->body = true;
		walk->at = walk->end;
		return true;
	}
	if (is_name(at))
		walk_name(walk);
	else if (is_punct(at, '('))
		walk_parenthesis(walk);
	else if (is_punct(at, '='))
		skip_initializer(walk);
	else if (is_punct(at, '[') || is_punct(at, '{'))
		skip_group(walk);
	else
		walk->at = token_next(at);
	return ends;
}

/* Go to the end of the next declarator; returns false if there is none */
static bool walk_next(struct walk *walk)
{
	walk->name = NULL;
	walk->function = false;
	while (walk->at < walk->end)
		if (walk_token(walk))
			return true;
	return !!walk->name;
}

static bool is_function(const struct token *token, const struct token *end)
{
	struct walk walk = { .at = token, .end = end };

	while (walk_next(&walk)) {
		if (walk.body)
			return true;
		if (is_punct(walk.at - 1, ';'))
			return false;
	}
	return false;
}

struct head declare_head(const struct token *token, const struct token *end)
{
	struct head head = { .function = false };
	const struct token *at = token;

	while (is_name(at) && !is_punct(at + 1, '(') &&
	       (!strcmp(at->name->text, "static") ||
		name_looks_attribute(at->name)))
		at++;
	if (!is_name(at) || !is_punct(at + 1, '(') ||
	    name_is(at->name, NAME_KEYWORD | NAME_ATTRIBUTE)) {
		head.function = is_function(token, end);
		return head;
	}
	head.call = true;
	head.macro = at->name;
	head.open = at + 1;
	head.function = is_punct(group_end(head.open, end), '{');
	return head;
}

/* Names of the enumerators of the enum whose body is at @open */
static void declare_enumerators(struct chunk *chunk, const struct token *open,
				const struct token *end)
{
	const struct token *at;
	bool fresh = true;

	for (at = open + 1; at < end - 1; at = token_next(at)) {
		if (is_name(at) && fresh) {
			index_add(chunk, at->name, SPACE_PLAIN,
				  DEF_ENUMERATOR, at);
			fresh = false;
		} else if (is_punct(at, '(')) {
			at = group_end(at, end) - 1;
		} else if (is_punct(at, ',')) {
			fresh = true;
		}
	}
}

static bool is_member(const struct token *at)
{
	const struct token *next = token_next(at);

	return next->kind == TOKEN_PUNCT && strchr(";,[:)", next->ch) &&
	       (is_name(at - 1) || is_punct(at - 1, '*') ||
		is_punct(at - 1, '}') || is_punct(at - 1, ',') ||
		is_punct(at - 1, ')'));
}

/* Tags, enumerators, members and macros within a chunk's braces */
static void declare_inner(struct chunk *chunk, const struct token *at,
			  const struct token *end, bool in_type)
{
	for (; at < end; at++) {
		if (at->kind == TOKEN_DIRECTIVE) {
			if (at->ch == DIRECTIVE_DEFINE && is_name(at + 1))
				index_add(chunk, at[1].name, SPACE_PLAIN,
					  DEF_MACRO, at + 1);
			at += at->nr;
			continue;
		}
		if (!is_name(at) || !in_type)
			continue;
		if (name_is(at->name, NAME_TAGWORD) && is_name(at + 1) &&
		    is_punct(at + 2, '{'))
			index_add(chunk, at[1].name, SPACE_TAG, DEF_TYPE,
				  at + 1);
		if (is_member(at))
			at->name->flags |= NAME_MEMBER;
		if (strcmp(at->name->text, "enum"))
			continue;
		if (is_punct(at + 1, '{'))
			declare_enumerators(chunk, at + 1,
					    group_end(at + 1, end));
		else if (is_punct(at + 2, '{'))
			declare_enumerators(chunk, at + 2,
					    group_end(at + 2, end));
	}
}

static void declare_one(struct chunk *chunk, const struct walk *walk)
{
	u8 kind = walk->is_typedef ? DEF_TYPE :
		  walk->body ? DEF_FUNCTION :
		  walk->is_extern || walk->function ? DEF_DECLARATION :
		  DEF_VARIABLE;

	chunk->is_static = walk->is_static;
	if (!walk->name)
		return;
	if (!chunk->name || kind != DEF_VARIABLE)
		chunk->name = walk->name->name;
	if (kind == DEF_FUNCTION)
		chunk->kind = CHUNK_FUNCTION;
	else if (kind == DEF_TYPE)
		chunk->kind = CHUNK_TYPE;
	else if (chunk->kind != CHUNK_TYPE)
		chunk->kind = kind == DEF_VARIABLE ? CHUNK_VARIABLE :
			      CHUNK_DECLARATION;
	index_add(chunk, walk->name->name, SPACE_PLAIN, kind, walk->name);
}

/* A tag that stands elsewhere than right before its body: attributes */
static void declare_tag(struct chunk *chunk, const struct walk *walk)
{
	if (!walk->braces)
		return;
	chunk->kind = CHUNK_TYPE;
	if (!walk->tag)
		return;
	if (!chunk->name)
		chunk->name = walk->tag->name;
	if (walk->tag + 1 != walk->braces)
		index_add(chunk, walk->tag->name, SPACE_TAG, DEF_TYPE,
			  walk->tag);
}

/* What DECLARE_ says of another file's is static nowhere */
static void declare_call(struct chunk *chunk, const struct head *head)
{
	const struct definer *definer = find_definer(head->macro);
	struct name *stem, *name;
	bool declares;

	if (!definer)
		return;
	stem = call_argument(head->open, chunk_end(chunk), definer->argument);
	if (!stem)
		return;
	chunk->is_static = !strcmp(chunk->first->name->text, "static");
	declares = !chunk->is_static &&
		   !strncmp(head->macro->text, "DECLARE_", 8);
	name = expand(definer->defined, stem);
	chunk->from_macro = true;
	chunk->name = name;
	chunk->kind = declares ? CHUNK_DECLARATION : CHUNK_VARIABLE;
	index_add(chunk, name, SPACE_PLAIN,
		  declares ? DEF_DECLARATION : DEF_VARIABLE, chunk->first);
}

void declare_chunk(struct chunk *chunk, const struct head *head)
{
	struct walk walk = { .at = chunk->first, .end = chunk_end(chunk) };

	if (head->call && !head->function) {
		declare_call(chunk, head);
		return;
	}
	while (walk_next(&walk)) {
		declare_tag(chunk, &walk);
		declare_one(chunk, &walk);
		if (walk.body)
			break;
	}
	declare_inner(chunk, chunk->first, chunk_end(chunk),
		      chunk->kind == CHUNK_TYPE);
}

void declare_macro(struct chunk *chunk)
{
	const struct token *name = chunk->first + 1;

	chunk->kind = CHUNK_MACRO;
	if (!chunk->first->nr || !is_name(name))
		die_at(chunk->file, chunk->first->line,
		       "#define without a name");
	chunk->name = name->name;
	index_add(chunk, name->name, SPACE_PLAIN, DEF_MACRO, name);
}

void declare_pasted(const struct chunk *chunk,
		    void (*use)(struct name *name, void *arg), void *arg)
{
	struct head head = declare_head(chunk->first, chunk_end(chunk));
	const struct definer *definer;
	struct name *stem;
	u32 i;

	if (!head.call)
		return;
	definer = find_definer(head.macro);
	if (!definer)
		return;
	stem = call_argument(head.open, chunk_end(chunk), definer->argument);
	for (i = 0; stem && i < 2; i++)
		if (*definer->used[i])
			use(expand(definer->used[i], stem), arg);
}
