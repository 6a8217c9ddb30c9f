/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Conditional chains, and their evaluation in three values: what the
 * configuration says is known, everything else is unknown and keeps the
 * branch.
 */
#ifndef KX_COND_H
#define KX_COND_H

#include "token.h"

#define COND_MAX_NESTING	64u

enum tri {
	TRI_NO,
	TRI_YES,
	TRI_UNKNOWN,
};

/**
 * struct branch - one branch of an #if
 * @up: branch of the enclosing #if, or NULL
 * @prev: branch of the same #if before this one, or NULL
 * @file: where it stands
 * @directive: #if, #ifdef, #ifndef, #elif or #else
 * @own: cached: does its own condition hold (not looking at @prev or @up)
 * @known: @own is valid
 */
struct branch {
	struct branch *up;
	struct branch *prev;
	const struct file *file;
	const struct token *directive;
	enum tri own;
	bool known;
};

/**
 * struct number - result of an expression
 * @known: @value is valid
 * @value: the value
 */
struct number {
	bool known;
	s64 value;
};

/**
 * cond_number() - value of an integer constant expression
 * @token: its tokens; @end: one past them
 * @lookup: value of a name, asked for what is no configuration entry; may be
 *	NULL
 */
struct number cond_number(const struct token *token, const struct token *end,
			  struct number (*lookup)(const struct name *name));

/* How conditions get the value of a macro that is no configuration entry */
void cond_use_macros(struct number (*value)(const struct name *name));

/* From now on all values are known, so the answers can be kept */
void cond_keep(void);

/* Does the condition of one directive hold? (#else: yes) */
enum tri cond_directive(const struct token *directive);

/* Is text within @branch compiled? NULL: yes */
enum tri cond_branch(struct branch *branch);

/**
 * struct cond_walk - conditions that a walk through tokens is in
 * @taken: of each open #if: what the branches so far say
 * @live: of each open #if: is the present branch compiled
 * @nr: in use in @taken and @live
 */
struct cond_walk {
	enum tri taken[COND_MAX_NESTING];
	enum tri live[COND_MAX_NESTING];
	u32 nr;
};

/* Take note of a directive; those that do not fit are ignored */
void cond_step(struct cond_walk *walk, const struct token *directive);

/* Is the present place known not to be compiled? */
bool cond_dead(const struct cond_walk *walk);

/* Is it unknown whether the present place is compiled? */
bool cond_unsure(const struct cond_walk *walk);

#endif
