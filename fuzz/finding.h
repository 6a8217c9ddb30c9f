/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Findings: one file for each rule and minimised form, with a sidecar that
 * says what, on which kernel, by which mhpref.
 */
#ifndef FUZZ_FINDING_H
#define FUZZ_FINDING_H

#include "trial.h"

/**
 * finding_store() - write a finding and its sidecar
 * @folder: where findings are kept
 * @run: the runner it was found with
 * @trial: how it went wrong
 * @d: of a patched kernel: in what it differs from its base; else NULL
 * @scenario: minimised
 * @path: written: the file
 * @size: bytes in @path
 *
 * Return: 0, or -1 after a message on standard error.
 */
int finding_store(const char *folder, const struct runner *run,
		  const struct trial *trial, const struct difference *d,
		  const struct ref_scenario *scenario, char *path,
		  size_t size);

#endif
