/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The target: what both engines call with every input.
 *
 * A broken rule does not stop an engine: the input is handed to the
 * supervisor and fuzzing goes on. What kills the process is left to kill it.
 */
#ifndef FUZZ_TARGET_H
#define FUZZ_TARGET_H

#include "../ref/types.h"

#define TARGET_OBJECT	"MHPREF_OBJECT"	/* environment: kernel object */
#define TARGET_BASE	"MHPREF_BASE"	/* its base's, or "" */
#define TARGET_ALLOW	"MHPREF_ALLOW"	/* file of what is intended, or "" */
#define TARGET_BOARD	"MHPREF_BOARD"	/* the board's file */
#define TARGET_SLOT	"MHPREF_SLOT"	/* slot on it */

#define TARGET_FEATURES	4096

/* Load kernel and board as the environment says; exits on failure */
void target_start(void);

/* Run one input, any bytes */
void target_run(const u8 *input, size_t len);

/* States that were reached, one counter each, for engines that can use it */
void target_set_features(u8 *features);

/* For the mutator: geometry, configuration, and how dull an input is */
u8 target_geometry(void);
u8 target_conf(void);

/* Open the board alone, for a mutator in another process */
void target_open_board(void);
bool target_is_dull(const u8 *input, size_t len);

#endif
