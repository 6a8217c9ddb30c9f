/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Mirrors: what the shim repeats of the kernel must be equal to it.
 */
#ifndef KX_MIRROR_H
#define KX_MIRROR_H

/**
 * mirror_check() - compare the shim with the tree, after the closure
 * @lists: directory of the lists
 *
 * Whatever the shim has in place of a definition of the tree: constants must
 * have its value, functions and macros with arguments its arity (unless they
 * are variadic, or differ on purpose and stand in lists/stops); the members of
 * a struct are among the kernel's, but for those named shim_*.
 *
 * Besides, lists/mirrors: NAME of a macro, enumerator, typedef or function,
 * or "struct NAME" (also for unions and enums), to be equal token by token.
 * A name that the tree or the shim lacks is passed over. "differs NAME REASON"
 * says that NAME differs on purpose, "own STRUCT MEMBER REASON" that the shim
 * has a member more.
 */
void mirror_check(const char *lists);

#endif
