// SPDX-License-Identifier: GPL-2.0-only
/*
 * Conditional chains in three values.
 */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "cond.h"
#include "config.h"

#define MAX_DEPTH	64

/**
 * struct parser - an expression being evaluated
 * @at: next token
 * @end: one past the last
 * @depth: of recursion
 * @broken: not an expression that we understand: unknown
 * @lookup: see cond_number()
 */
struct parser {
	const struct token *at;
	const struct token *end;
	u32 depth;
	bool broken;
	struct number (*lookup)(const struct name *name);
};

static const struct number unknown;
static struct number (*macro_value)(const struct name *name);
static bool keeping;

static struct number ternary(struct parser *parser);

static struct number known(s64 value)
{
	return (struct number){ .known = true, .value = value };
}

static bool take(struct parser *parser, u32 ch)
{
	if (parser->at >= parser->end || !is_punct(parser->at, ch))
		return false;
	parser->at++;
	return true;
}

static struct number value_of(struct parser *parser, const struct name *name)
{
	const struct value *value = config_value(name);

	if (value)
		return known(value->no ? 0 : value->number);
	return parser->lookup ? parser->lookup(name) : unknown;
}

static struct number is_defined(const struct name *name)
{
	const struct value *value = config_value(name);

	return value ? known(!value->no) : unknown;
}

/* defined and the like, with or without parentheses; else: unknown */
static struct number call(struct parser *parser, const struct name *what)
{
	bool parens = take(parser, '(');
	struct number number = unknown;
	u32 depth = 1;

	if (parser->at < parser->end && is_name(parser->at)) {
		if (!strcmp(what->text, "defined"))
			number = is_defined(parser->at->name);
		else if (!strcmp(what->text, "IS_ENABLED") ||
			 !strcmp(what->text, "IS_BUILTIN") ||
			 !strcmp(what->text, "IS_REACHABLE"))
			number = is_defined(parser->at->name);
		if (!parens)
			parser->at++;
	}
	while (parens && depth && parser->at < parser->end) {
		depth += is_punct(parser->at, '(');
		depth -= is_punct(parser->at, ')');
		parser->at++;
	}
	return number;
}

static struct number literal(const char *text)
{
	char *end;
	u64 value = strtoull(text, &end, 0);

	while (*end && strchr("uUlL", *end))
		end++;
	if (*end)
		return unknown;
	return known((s64)value);
}

static struct number primary(struct parser *parser)
{
	const struct token *token = parser->at;
	struct number number;

	if (take(parser, '(')) {
		number = ternary(parser);
		parser->broken |= !take(parser, ')');
		return number;
	}
	if (token >= parser->end) {
		parser->broken = true;
		return unknown;
	}
	parser->at++;
	if (token->kind == TOKEN_NUMBER)
		return literal(token->name->text);
	if (token->kind != TOKEN_NAME) {
		parser->broken = true;
		return unknown;
	}
	if (!strcmp(token->name->text, "defined") ||
	    (parser->at < parser->end && is_punct(parser->at, '(')))
		return call(parser, token->name);
	return value_of(parser, token->name);
}

static struct number unary(struct parser *parser)
{
	struct number number;
	u8 op = 0;

	if (++parser->depth > MAX_DEPTH)
		parser->broken = true;
	if (!parser->broken && parser->at < parser->end &&
	    parser->at->kind == TOKEN_PUNCT && strchr("!-~+", parser->at->ch))
		op = parser->at++->ch;
	number = parser->broken ? unknown : op ? unary(parser) :
		 primary(parser);
	parser->depth--;
	if (op == '!')
		number.value = !number.value;
	else if (op == '-')
		number.value = (s64)(0 - (u64)number.value);
	else if (op == '~')
		number.value = ~number.value;
	return number;
}

static const struct {
	u8 op;
	u8 level;
} operators[] = {
	{ PUNCT_OR, 1 }, { PUNCT_AND, 2 }, { '|', 3 }, { '^', 4 }, { '&', 5 },
	{ PUNCT_EQ, 6 }, { PUNCT_NE, 6 }, { '<', 7 }, { '>', 7 },
	{ PUNCT_LE, 7 }, { PUNCT_GE, 7 }, { PUNCT_SHL, 8 }, { PUNCT_SHR, 8 },
	{ '+', 9 }, { '-', 9 }, { '*', 10 }, { '/', 10 }, { '%', 10 },
};

static u32 level_of(const struct parser *parser)
{
	u32 i;

	if (parser->broken || parser->at >= parser->end ||
	    parser->at->kind != TOKEN_PUNCT)
		return 0;
	for (i = 0; i < ARRAY_SIZE(operators); i++)
		if (operators[i].op == parser->at->ch)
			return operators[i].level;
	return 0;
}

static struct number logical(u8 op, struct number a, struct number b)
{
	bool decides = op == PUNCT_OR;

	if ((a.known && !!a.value == decides) ||
	    (b.known && !!b.value == decides))
		return known(decides);
	return a.known && b.known ? known(!decides) : unknown;
}

static s64 shift(u8 op, s64 a, s64 b)
{
	if (b < 0 || b > 63)
		return 0;
	return op == PUNCT_SHL ? (s64)((u64)a << b) : a >> b;
}

static s64 divide(u8 op, s64 a, s64 b)
{
	if (b == 0 || b == -1)
		return op == '/' && b ? (s64)(0 - (u64)a) : 0;
	return op == '/' ? a / b : a % b;
}

static s64 arithmetic(u8 op, s64 a, s64 b)
{
	switch (op) {
	case '|': return a | b;
	case '^': return a ^ b;
	case '&': return a & b;
	case PUNCT_EQ: return a == b;
	case PUNCT_NE: return a != b;
	case '<': return a < b;
	case '>': return a > b;
	case PUNCT_LE: return a <= b;
	case PUNCT_GE: return a >= b;
	case '+': return (s64)((u64)a + (u64)b);
	case '-': return (s64)((u64)a - (u64)b);
	case '*': return (s64)((u64)a * (u64)b);
	case '/': case '%': return divide(op, a, b);
	default: return shift(op, a, b);
	}
}

static struct number combine(u8 op, struct number a, struct number b)
{
	if (op == PUNCT_OR || op == PUNCT_AND)
		return logical(op, a, b);
	if (!a.known || !b.known)
		return unknown;
	return known(arithmetic(op, a.value, b.value));
}

static struct number binary(struct parser *parser, u32 least)
{
	struct number number = unary(parser);
	u32 level;

	while ((level = level_of(parser)) >= least && level) {
		u8 op = parser->at++->ch;

		number = combine(op, number, binary(parser, level + 1));
	}
	return number;
}

static struct number ternary(struct parser *parser)
{
	struct number number, yes, no;

	if (++parser->depth > MAX_DEPTH)
		parser->broken = true;
	number = parser->broken ? unknown : binary(parser, 1);
	if (!parser->broken && take(parser, '?')) {
		yes = ternary(parser);
		parser->broken |= !take(parser, ':');
		no = parser->broken ? unknown : ternary(parser);
		number = !number.known ? unknown : number.value ? yes : no;
	}
	parser->depth--;
	return number;
}

struct number cond_number(const struct token *token, const struct token *end,
			  struct number (*lookup)(const struct name *name))
{
	struct parser parser = { .at = token, .end = end, .lookup = lookup };
	struct number number = ternary(&parser);

	return parser.broken || parser.at != end ? unknown : number;
}

void cond_use_macros(struct number (*value)(const struct name *name))
{
	macro_value = value;
}

void cond_keep(void)
{
	keeping = true;
}

static enum tri to_tri(struct number number)
{
	return !number.known ? TRI_UNKNOWN : number.value ? TRI_YES : TRI_NO;
}

enum tri cond_directive(const struct token *directive)
{
	const struct token *first = directive + 1;
	const struct token *end = first + directive->nr;
	enum tri tri;

	switch (directive->ch) {
	case DIRECTIVE_ELSE:
		return TRI_YES;
	case DIRECTIVE_IFDEF:
	case DIRECTIVE_IFNDEF:
		if (first == end || !is_name(first))
			return TRI_UNKNOWN;
		tri = to_tri(is_defined(first->name));
		if (directive->ch == DIRECTIVE_IFDEF || tri == TRI_UNKNOWN)
			return tri;
		return tri == TRI_NO ? TRI_YES : TRI_NO;
	default:
		return to_tri(cond_number(first, end, macro_value));
	}
}

static enum tri after(enum tri before, enum tri own)
{
	if (before == TRI_YES || own == TRI_NO)
		return TRI_NO;
	return before == TRI_NO ? own : TRI_UNKNOWN;
}

static enum tri own_value(struct branch *branch)
{
	if (!branch->known)
		branch->own = cond_directive(branch->directive);
	branch->known = keeping;
	return branch->own;
}

/* Was one of the branches before it taken? */
static enum tri taken_before(struct branch *branch)
{
	enum tri before = TRI_NO;

	for (branch = branch->prev; branch; branch = branch->prev) {
		if (own_value(branch) == TRI_YES)
			return TRI_YES;
		if (own_value(branch) == TRI_UNKNOWN)
			before = TRI_UNKNOWN;
	}
	return before;
}

enum tri cond_branch(struct branch *branch)
{
	enum tri all = TRI_YES;

	for (; branch; branch = branch->up) {
		enum tri one = after(taken_before(branch),
					  own_value(branch));

		if (one == TRI_NO)
			return TRI_NO;
		if (one == TRI_UNKNOWN)
			all = TRI_UNKNOWN;
	}
	return all;
}

static enum tri either(enum tri a, enum tri b)
{
	if (a == TRI_YES || b == TRI_YES)
		return TRI_YES;
	return a == TRI_NO && b == TRI_NO ? TRI_NO : TRI_UNKNOWN;
}

static void enter(struct cond_walk *walk, enum tri own)
{
	if (walk->nr == COND_MAX_NESTING)
		return;
	walk->taken[walk->nr] = own;
	walk->live[walk->nr++] = own;
}

static void turn(struct cond_walk *walk, enum tri own)
{
	u32 top = walk->nr - 1;

	walk->live[top] = after(walk->taken[top], own);
	walk->taken[top] = either(walk->taken[top], own);
}

void cond_step(struct cond_walk *walk, const struct token *directive)
{
	u8 what = directive->ch;

	if (what >= DIRECTIVE_IF && what <= DIRECTIVE_IFNDEF)
		enter(walk, cond_directive(directive));
	else if ((what == DIRECTIVE_ELIF || what == DIRECTIVE_ELSE) && walk->nr)
		turn(walk, cond_directive(directive));
	else if (what == DIRECTIVE_ENDIF && walk->nr)
		walk->nr--;
}

static bool any(const struct cond_walk *walk, enum tri what)
{
	u32 i;

	for (i = 0; i < walk->nr; i++)
		if (walk->live[i] == what)
			return true;
	return false;
}

bool cond_dead(const struct cond_walk *walk)
{
	return any(walk, TRI_NO);
}

bool cond_unsure(const struct cond_walk *walk)
{
	return any(walk, TRI_UNKNOWN);
}
