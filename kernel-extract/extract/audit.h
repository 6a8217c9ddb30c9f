/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The audit: every slice that was emitted is compared with the tree.
 */
#ifndef KX_AUDIT_H
#define KX_AUDIT_H

#include "../../ref/types.h"

/**
 * audit_run() - compare all slices of @dir with @tree, byte for byte
 *
 * Also checks that the files of @dir have a #line of the tree for each slice
 * and for nothing else. Ends the program at the first difference.
 * Return: number of slices.
 */
u32 audit_run(const char *dir, const char *tree);

#endif
