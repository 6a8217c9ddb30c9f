// SPDX-License-Identifier: GPL-2.0-only
/*
 * A document that is printed as text in 80 columns, or as a page of HTML.
 */
#include <string.h>

#include "page.h"

#define COLUMNS		80
#define INDENT		4	/* of text */
#define HANG		14	/* of the text of an entry */
#define LINES_INDENT	8	/* of lines; scenarios have 72 columns */
#define BLANKS		" \t\n"

static const char style[] =
	"body { color: #222; background: #fff; max-width: 48em;\n"
	"       margin: 2em auto; padding: 0 1em; line-height: 1.4;\n"
	"       font-family: sans-serif }\n"
	"h2 { border-top: 1px solid #999; padding-top: 1em }\n"
	"h3, code, pre { font-family: monospace }\n"
	"pre { background: #f4f4f4; padding: 0.5em 1em; overflow: auto;\n"
	"      white-space: pre-wrap; overflow-wrap: anywhere }\n"
	"p { margin: 0.4em 0 }\n"
	"b { color: #555; font-weight: normal; font-style: italic }\n";

/* One character, or what HTML wants for it */
static void put(const struct page *page, char c)
{
	const char *name = NULL;

	if (c == '<')
		name = "&lt;";
	else if (c == '>')
		name = "&gt;";
	else if (c == '&')
		name = "&amp;";
	else if (c == '"')
		name = "&quot;";
	if (page->html && name)
		fputs(name, page->to);
	else
		putc(c, page->to);
}

static void put_word(const struct page *page, const char *word, size_t len)
{
	while (len--)
		put(page, *word++);
}

static void put_all(const struct page *page, const char *text)
{
	put_word(page, text, strlen(text));
}

/* Words of a text, from column @at on; further lines are indented by @hang */
static void put_text(const struct page *page, const char *text, size_t at,
		     size_t hang)
{
	bool first = true;

	for (text += strspn(text, BLANKS); *text;
	     text += strspn(text, BLANKS)) {
		size_t len = strcspn(text, BLANKS);

		if (!first && !page->html && at + 1 + len > COLUMNS) {
			fprintf(page->to, "\n%*s", (int)hang, "");
			at = hang;
		} else if (!first) {
			putc(' ', page->to);
			at++;
		}
		put_word(page, text, len);
		at += len;
		text += len;
		first = false;
	}
}

void page_begin(const struct page *page, const char *title)
{
	if (!page->html)
		return;
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	      "<meta charset=\"utf-8\">\n<title>", page->to);
	put_all(page, title);
	fprintf(page->to, "</title>\n<style>\n%s</style>\n</head>\n<body>\n"
		"<h1>", style);
	put_all(page, title);
	fputs("</h1>\n", page->to);
}

void page_end(const struct page *page)
{
	if (page->html)
		fputs("</body>\n</html>\n", page->to);
}

/* A blank line, if it is time for one */
static void put_gap(struct page *page, bool wanted)
{
	if (wanted && !page->html)
		putc('\n', page->to);
	page->begun = true;
	page->gap = false;
}

void page_part(struct page *page, const char *title)
{
	put_gap(page, page->begun);
	fputs(page->html ? "<h2>" : "", page->to);
	put_all(page, title);
	fputs(page->html ? "</h2>\n" : "\n", page->to);
}

void page_section(struct page *page, const char *id)
{
	put_gap(page, page->begun);
	if (page->html)
		fprintf(page->to, "<h3 id=\"%s\">%s</h3>\n", id, id);
	else
		fprintf(page->to, "%s\n", id);
}

void page_contents_begin(const struct page *page, const char *title)
{
	if (!page->html)
		return;
	fputs("<p>", page->to);
	put_all(page, title);
	fputs("</p>\n<ul>\n", page->to);
}

void page_contents_link(const struct page *page, const char *id)
{
	if (page->html)
		fprintf(page->to, "<li><a href=\"#%s\"><code>%s</code></a>"
			"</li>\n", id, id);
}

void page_contents_end(const struct page *page)
{
	if (page->html)
		fputs("</ul>\n", page->to);
}

void page_text(const struct page *page, const char *text)
{
	if (page->html)
		fputs("<p>", page->to);
	else
		fprintf(page->to, "%*s", INDENT, "");
	put_text(page, text, INDENT, INDENT);
	fputs(page->html ? "</p>\n" : "\n", page->to);
}

void page_entry(struct page *page, const char *key, const char *text)
{
	put_gap(page, page->gap);
	if (page->html)
		fprintf(page->to, "<p><b>%s:</b> ", key);
	else
		fprintf(page->to, "%*s%-*s", INDENT, "", HANG - INDENT, key);
	put_text(page, text, HANG, HANG);
	fputs(page->html ? "</p>\n" : "\n", page->to);
}

void page_link(struct page *page, const char *key, const char *id)
{
	if (page->html)
		fprintf(page->to, "<p><b>%s:</b> <a href=\"#%s\"><code>%s"
			"</code></a></p>\n", key, id, id);
	else
		page_entry(page, key, id);
}

void page_lines_begin(struct page *page)
{
	put_gap(page, true);
	fputs(page->html ? "<pre>\n" : "", page->to);
}

void page_line(const struct page *page, const char *line)
{
	if (!page->html && *line)
		fprintf(page->to, "%*s", LINES_INDENT, "");
	put_all(page, line);
	putc('\n', page->to);
}

void page_lines_end(struct page *page)
{
	fputs(page->html ? "</pre>\n" : "", page->to);
	page->gap = true;
}
