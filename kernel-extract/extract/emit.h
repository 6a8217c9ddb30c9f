/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Emission. What lies in OUTDIR afterwards:
 *
 * config.h		#define for every entry of the two configuration
 *			files that is not n, and for the names of
 *			lists/bounds, which are computed from the tree
 * probes.h		answers to lists/probes, see probe.h
 * kernel-types.h	macros, types and enums of the tree's headers, used
 *			ones first; then declarations of all extracted
 *			global variables and functions
 * kernel-inlines.h	inline functions (and constants) of headers
 * mm_foo.c		for mm/foo.c: its macros and types, declarations,
 *			variables and functions
 * sources		names of these .c files, one a line
 * slices		for the audit, of every slice: FILE LINE OFFSET
 *			LENGTH PATH TREEOFFSET
 * report		what was extracted, stopped and left to the shim
 * chunks		every definition in the files read: KIND NAME FILE
 *			LINE LINES STATE: slice (extracted), dead (not in this
 *			configuration), stopped, shim, look or unused
 *
 * Every .c file begins with
 *
 *	#include "config.h"
 *	#include "probes.h"
 *	#include "shim-pre.h"		shim, needs no kernel type
 *	#include "kernel-types.h"
 *	#include "shim-mid.h"		shim, sees kernel types; what inline
 *					functions of headers call
 *	#include "kernel-inlines.h"
 *
 * (kernel-inlines.h begins with prototypes). All data of the slices, static
 * variables of functions included, lies in the sections .kx.bss and
 * .kx.data. Functions on lists/leaves are declared with KX_LEAF.
 *
 * A slice is text of the tree, byte for byte, within its own chain of
 * conditions and after a #line with its origin relative to the tree.
 */
#ifndef KX_EMIT_H
#define KX_EMIT_H

#include "chunk.h"

/**
 * struct totals - what was emitted
 * @slices: pieces of the tree's text
 * @lines: lines in them
 * @functions: of these, functions
 * @function_lines: lines in those
 */
struct totals {
	u32 slices;
	u32 lines;
	u32 functions;
	u32 function_lines;
};

/* Write everything that is wanted to @dir, which exists */
struct totals emit_all(const char *dir);

/* Lines that @chunk covers */
u32 emit_lines(const struct chunk *chunk);

/* Name of the output file for mm/foo.c: mm_foo.c */
const char *emit_name(const struct file *file);

#endif
