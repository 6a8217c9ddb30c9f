// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which lines of a file hold code.
 */
#include <string.h>

#include "code.h"

enum state {
	IN_CODE,
	IN_COMMENT,
	IN_STRING,
	IN_CHAR,
};

static bool ends_with(const char *name, const char *end)
{
	size_t len = strlen(name), end_len = strlen(end);

	return len >= end_len && !strcmp(name + len - end_len, end);
}

static bool is_any(const char *name, const char *const *end, size_t nr)
{
	while (nr--)
		if (ends_with(name, end[nr]))
			return true;
	return false;
}

static bool is_c(const char *name)
{
	static const char *const ends[] = {
		".c", ".h", ".S", ".lds", ".dts", ".dtsi", ".rs",
	};

	return is_any(name, ends, ARRAY_SIZE(ends));
}

bool code_is_kernel(const char *name)
{
	static const char *const not[] = {
		"Documentation/", "tools/", "samples/", "scripts/",
		"MAINTAINERS", "CREDITS",
	};
	static const char *const text[] = { ".rst", ".txt", ".md" };

	for (size_t n = 0; n < ARRAY_SIZE(not); n++)
		if (!strncmp(name, not[n], strlen(not[n])))
			return false;
	return !is_any(name, text, ARRAY_SIZE(text));
}

static const char *in_comment(const char *at, enum state *state)
{
	if (at[0] != '*' || at[1] != '/')
		return at + 1;
	*state = IN_CODE;
	return at + 2;
}

static const char *in_quotes(const char *at, enum state *state)
{
	if (*at == '\\' && at[1])
		return at + 2;
	if (*at == (*state == IN_STRING ? '"' : '\''))
		*state = IN_CODE;
	return at + 1;
}

/* Where to go on; NULL: the rest of the line is a comment */
static const char *in_code(const char *at, enum state *state, bool *code)
{
	if (at[0] == '/' && at[1] == '/')
		return NULL;
	if (at[0] == '/' && at[1] == '*') {
		*state = IN_COMMENT;
		return at + 2;
	}
	*code |= !strchr(" \t\f\v", *at);
	*state = *at == '"' ? IN_STRING : *at == '\'' ? IN_CHAR : IN_CODE;
	return at + 1;
}

static enum state c_line(const char *at, enum state state, bool *code)
{
	size_t len = strlen(at);

	*code = state == IN_STRING;
	while (at && *at)
		at = state == IN_COMMENT ? in_comment(at, &state) :
		     state == IN_CODE ? in_code(at, &state, code) :
					in_quotes(at, &state);
	if (state != IN_COMMENT && (!len || !at || at[-1] != '\\'))
		state = IN_CODE;
	return state;
}

static bool hash_line(const char *at)
{
	at += strspn(at, " \t");
	return *at && *at != '#';
}

bool *code_lines(const struct text *text, const char *name)
{
	bool *code = text_alloc(text->nr, sizeof(*code)), c = is_c(name);
	enum state state = IN_CODE;

	for (u32 n = 0; n < text->nr; n++)
		if (c)
			state = c_line(text->line[n], state, &code[n]);
		else
			code[n] = hash_line(text->line[n]);
	return code;
}
