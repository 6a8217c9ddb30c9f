// SPDX-License-Identifier: GPL-2.0-only
/*
 * Tokens of a C file.
 */
#include <ctype.h>
#include <string.h>

#include "arena.h"
#include "token.h"

/**
 * struct lexer - where we are
 * @file: being split
 * @pos: next byte
 * @line: of @pos
 * @room: tokens that fit
 * @fresh: nothing but blanks since the line began
 * @directive: in a directive: the end of the line ends it
 */
struct lexer {
	struct file *file;
	u32 pos;
	u32 line;
	u32 room;
	bool fresh;
	bool directive;
};

static const char pairs[][3] = {
	"->", "--", "++", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "##",
};

static const struct {
	const char *word;
	u8 directive;
} directives[] = {
	{ "if", DIRECTIVE_IF }, { "ifdef", DIRECTIVE_IFDEF },
	{ "ifndef", DIRECTIVE_IFNDEF }, { "elif", DIRECTIVE_ELIF },
	{ "else", DIRECTIVE_ELSE }, { "endif", DIRECTIVE_ENDIF },
	{ "define", DIRECTIVE_DEFINE },
};

static char peek(const struct lexer *lexer, u32 ahead)
{
	u32 pos = lexer->pos + ahead;

	return pos < lexer->file->size ? lexer->file->text[pos] : 0;
}

static bool at_end(const struct lexer *lexer)
{
	return lexer->pos >= lexer->file->size;
}

static void step(struct lexer *lexer)
{
	if (lexer->file->text[lexer->pos++] == '\n')
		lexer->line++;
}

static void skip_comment(struct lexer *lexer)
{
	u32 line = lexer->line;
	bool block = peek(lexer, 1) == '*';

	for (lexer->pos += 2; !at_end(lexer); step(lexer)) {
		if (!block && peek(lexer, 0) == '\n')
			return;
		if (block && peek(lexer, 0) == '*' && peek(lexer, 1) == '/') {
			lexer->pos += 2;
			return;
		}
	}
	if (block)
		die_at(lexer->file, line, "comment is not closed");
}

static u32 continuation(const struct lexer *lexer)
{
	if (peek(lexer, 0) != '\\')
		return 0;
	if (peek(lexer, 1) == '\n')
		return 2;
	return peek(lexer, 1) == '\r' && peek(lexer, 2) == '\n' ? 3 : 0;
}

/* Returns false at the end of the file, or of a directive */
static bool skip_blanks(struct lexer *lexer)
{
	while (!at_end(lexer)) {
		char c = peek(lexer, 0);
		u32 skip = continuation(lexer);

		if (skip) {
			lexer->pos += skip;
			lexer->line++;
		} else if (c == '/' && (peek(lexer, 1) == '*' ||
					peek(lexer, 1) == '/')) {
			skip_comment(lexer);
		} else if (c == '\n' && lexer->directive) {
			return false;
		} else if (isspace((u8)c)) {
			lexer->fresh |= c == '\n';
			step(lexer);
		} else {
			return true;
		}
	}
	return false;
}

static struct token *add_token(struct lexer *lexer, u8 kind)
{
	struct file *file = lexer->file;
	struct token *token;

	if (file->nr_tokens + 1 >= lexer->room) {
		lexer->room = lexer->room * 2 + 64;
		token = arena_alloc(lexer->room * sizeof(*token));
		if (file->nr_tokens)
			memcpy(token, file->token,
			       file->nr_tokens * sizeof(*token));
		file->token = token;
	}
	token = &file->token[file->nr_tokens++];
	token->kind = kind;
	token->off = lexer->pos;
	token->line = lexer->line;
	return token;
}

static void lex_quoted(struct lexer *lexer, struct token *token)
{
	char quote = peek(lexer, 0);

	for (lexer->pos++; !at_end(lexer); step(lexer)) {
		char c = peek(lexer, 0);

		if (c == quote) {
			lexer->pos++;
			return;
		}
		if (c == '\n' && lexer->directive)
			return;
		if (c == '\n')
			break;
		if (c == '\\' && lexer->pos + 1 < lexer->file->size)
			step(lexer);
	}
	if (!lexer->directive)
		die_at(lexer->file, token->line, "%c...%c is not closed",
		       quote, quote);
}

static void lex_punct(struct lexer *lexer, struct token *token)
{
	char c = peek(lexer, 0);
	u32 i;

	if ((u8)c < ' ' || (u8)c > '~')
		die_at(lexer->file, lexer->line,
		       "byte 0x%02x outside of a comment or string", (u8)c);
	token->ch = (u8)c;
	lexer->pos++;
	if (c == '.' && peek(lexer, 0) == '.' && peek(lexer, 1) == '.') {
		token->ch = PUNCT_DOTS;
		lexer->pos += 2;
	}
	for (i = 0; i < ARRAY_SIZE(pairs); i++) {
		if (c == pairs[i][0] && peek(lexer, 0) == pairs[i][1]) {
			token->ch = (u8)(PUNCT_ARROW + i);
			lexer->pos++;
			return;
		}
	}
}

static bool is_word(char c)
{
	return isalnum((u8)c) || c == '_';
}

static void lex_word(struct lexer *lexer, struct token *token)
{
	const char *text = lexer->file->text;

	while (is_word(peek(lexer, 0)) ||
	       (token->kind == TOKEN_NUMBER && peek(lexer, 0) == '.'))
		lexer->pos++;
	token->name = name_get(text + token->off, lexer->pos - token->off);
}

static void lex_token(struct lexer *lexer)
{
	char c = peek(lexer, 0);
	struct token *token;

	if (c == '"' || c == '\'') {
		token = add_token(lexer, c == '"' ? TOKEN_STRING : TOKEN_CHAR);
		lex_quoted(lexer, token);
	} else if (is_word(c)) {
		token = add_token(lexer, isdigit((u8)c) ? TOKEN_NUMBER :
				  TOKEN_NAME);
		lex_word(lexer, token);
	} else {
		token = add_token(lexer, TOKEN_PUNCT);
		lex_punct(lexer, token);
	}
	token->len = lexer->pos - token->off;
}

static u8 lex_directive_word(struct lexer *lexer)
{
	const char *word = lexer->file->text + lexer->pos;
	u32 i, len = 0;

	while (is_word(peek(lexer, len)))
		len++;
	lexer->pos += len;
	for (i = 0; i < ARRAY_SIZE(directives); i++)
		if (strlen(directives[i].word) == len &&
		    !memcmp(directives[i].word, word, len))
			return directives[i].directive;
	return DIRECTIVE_OTHER;
}

static u32 without_blanks(const struct file *file, u32 from, u32 to)
{
	while (to > from && isspace((u8)file->text[to - 1]))
		to--;
	return to;
}

static void lex_directive(struct lexer *lexer)
{
	struct file *file = lexer->file;
	u32 at = file->nr_tokens;
	struct token *token;

	add_token(lexer, TOKEN_DIRECTIVE);
	lexer->pos++;
	lexer->directive = true;
	if (skip_blanks(lexer))
		file->token[at].ch = lex_directive_word(lexer);
	while (skip_blanks(lexer))
		lex_token(lexer);
	lexer->directive = false;
	token = &file->token[at];
	token->nr = file->nr_tokens - at - 1;
	token->len = without_blanks(file, token->off, lexer->pos) - token->off;
}

/* Looking a few tokens ahead or behind never leaves the array */
static void add_margin(struct lexer *lexer)
{
	u32 i;

	for (i = 0; i < TOKEN_MARGIN; i++)
		add_token(lexer, TOKEN_END);
}

void tokenize(struct file *file)
{
	struct lexer lexer = { .file = file, .line = 1, .fresh = true };

	add_margin(&lexer);
	while (skip_blanks(&lexer)) {
		if (lexer.fresh && peek(&lexer, 0) == '#')
			lex_directive(&lexer);
		else
			lex_token(&lexer);
		lexer.fresh = false;
	}
	add_margin(&lexer);
	file->token += TOKEN_MARGIN;
	file->nr_tokens -= 2 * TOKEN_MARGIN;
}
