/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Steps, breaches and trials as text for a user.
 */
#ifndef FUZZ_REPORT_H
#define FUZZ_REPORT_H

#include <stdio.h>

#include "trial.h"

#define REPORT_VALUE_MAX	48

/* Print what became of the step that @run has just done, and the rules */
void report_step(FILE *to, const struct runner *run);

/* Print how a trial ended, if it did not reach its end */
void report_death(FILE *to, const struct trial *trial,
		  const struct ref_scenario *scenario);

/* A field's value: "0", "16384 (0x4000)"; of the field err also "-EBUSY" */
void report_value(const char *field, u64 value, char *text);

/* The name of a trial's rule */
const char *report_rule(const struct trial *trial);

/* "boot", or the operation as a line of text, at most CODEC_COLUMNS + 1 */
void report_op(const struct ref_scenario *scenario, u32 step, char *text);

#endif
