/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A document that is printed as text in 80 columns, or as a page of HTML.
 */
#ifndef FUZZ_PAGE_H
#define FUZZ_PAGE_H

#include <stdio.h>

#include "../ref/types.h"

/**
 * struct page - where the document goes, and in which form
 * @to: stream
 * @html: a page of HTML, not text
 * @begun: there is text above
 * @gap: a blank line must come before what is next
 */
struct page {
	FILE *to;
	bool html, begun, gap;
};

/* What stands around everything else; only a page of HTML has it */
void page_begin(const struct page *page, const char *title);
void page_end(const struct page *page);

/* A part of the document */
void page_part(struct page *page, const char *title);

/* A section; @id: its title, and what links lead to */
void page_section(struct page *page, const char *id);

/* Links to sections; only a page of HTML has them */
void page_contents_begin(const struct page *page, const char *title);
void page_contents_link(const struct page *page, const char *id);
void page_contents_end(const struct page *page);

/**
 * page_text() - a paragraph
 * @page: document
 * @text: line breaks in it are blanks
 */
void page_text(const struct page *page, const char *text);

/* "key  text": a paragraph with a word before it, at most nine letters */
void page_entry(struct page *page, const char *key, const char *text);

/* The same, of a section that it leads to */
void page_link(struct page *page, const char *key, const char *id);

/* Lines that are printed as they are */
void page_lines_begin(struct page *page);
void page_line(const struct page *page, const char *line);
void page_lines_end(struct page *page);

#endif
