/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The report: what was extracted, stopped and left to the shim.
 */
#ifndef KX_REPORT_H
#define KX_REPORT_H

#include "emit.h"

/* The tree's version, e.g. "6.12.117", from its Makefile */
const char *report_version(const char *tree);

/* Write @dir/report and print the line of totals */
void report_write(const char *dir, const char *version,
		  const struct totals *totals);

/**
 * report_floors() - hold the totals to lists/floors
 * @lists: directory of the lists
 * @conf: the configuration's file
 * @version: the tree's
 * @totals: what was extracted
 *
 * Lines: VERSION WHAT NUMBER [CONF...]: a version that begins with VERSION has
 * at least NUMBER slices, lines, functions or function-lines, in these
 * configurations or in all.
 */
void report_floors(const char *lists, const char *conf, const char *version,
		   const struct totals *totals);

#endif
