/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Probes: what a tree has, as macros, so that nobody tests its version.
 */
#ifndef KX_PROBE_H
#define KX_PROBE_H

#include "chunk.h"

/**
 * probe_read() - answer lists/probes for the tree
 * @lists: directory of the lists
 *
 * Lines, and the macros that they make:
 *
 *	has NAME		HAVE_NAME 0 or 1: defined in the tree's files
 *	arity FUNCTION		ARITY_FUNCTION: parameters, -1 if absent
 *	member STRUCT MEMBER	HAS_STRUCT_MEMBER 0 or 1
 *	static NAME		STATIC_NAME 0 or 1: defined with static
 *
 * "Defined" leaves out what the configuration is known to switch off.
 */
void probe_read(const char *lists);

/**
 * probe_needs() - die unless the tree has all that lists/needs has
 * @lists: directory of the lists; lines STRUCT MEMBER
 * @version: of the tree, for the message
 */
void probe_needs(const char *lists, const char *version);

/* lists/bounds: lines NAME ENUMERATOR: NAME gets the enumerator's value */
void probe_bounds(const char *lists);

/* Assertions that the compiler agrees, into the open output file */
void probe_write_bounds(void);

/* Value of a macro or enumerator, as far as it can be known */
struct number probe_number(const struct name *name);
struct number probe_def(const struct def *def);

/* Parameters of a function or macro; -1: it has none at all, or any number */
s64 probe_arity(const struct def *def);

/* Has the struct or typedef such a member? */
bool probe_has_member(const struct def *def, const struct name *member);

/* Value of a macro in a preprocessor condition, likewise */
struct number probe_condition(const struct name *name);

/* Value of an enumerator */
struct number probe_enumerator(const struct def *def);

/* Write the macros to @dir/probes.h */
void probe_write(const char *dir);

#endif
