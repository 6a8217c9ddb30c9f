/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Showing a scenario as the model sees it.
 */
#ifndef FUZZ_SHOW_H
#define FUZZ_SHOW_H

/* Print it; returns an exit status, after a message if it is not 0 */
int show_file(const char *path);

#endif
