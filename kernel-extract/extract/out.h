/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Output files that know their line and offset, and the list of slices.
 */
#ifndef KX_OUT_H
#define KX_OUT_H

#include "chunk.h"

/* Begin @dir/@name; one file is open at a time */
void out_open(const char *dir, const char *name);
void out_close(void);

void out_print(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void out_bytes(const char *text, u32 len);

/* #line back to the file that is written */
void out_line_here(void);

/* #line of the tree, and the bytes [@from, @to) of @file, then a newline */
void out_slice(const struct file *file, u32 line, u32 from, u32 to);

/* Begin and end of the list of slices */
void out_begin_slices(const char *dir);
void out_end_slices(void);

#endif
