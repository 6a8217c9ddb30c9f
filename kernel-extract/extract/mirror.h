/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Mirrors: what the shim repeats of the kernel must be equal to it.
 */
#ifndef KX_MIRROR_H
#define KX_MIRROR_H

/**
 * mirror_check() - compare every name of lists/mirrors
 * @lists: directory of the lists
 *
 * Lines: NAME of a macro, enumerator, typedef or function, or "struct NAME"
 * (also for unions and enums). Constants are compared by value, all else
 * token by token. A name that the tree or the shim lacks is passed over.
 */
void mirror_check(const char *lists);

#endif
