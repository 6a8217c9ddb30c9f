/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which lines of a file hold code: neither blank nor all comment.
 */
#ifndef PATCH_CODE_H
#define PATCH_CODE_H

#include "text.h"

/* One flag a line; @name tells the language */
bool *code_lines(const struct text *text, const char *name);

/* Is it a file that a kernel is built from? */
bool code_is_kernel(const char *name);

#endif
