/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The probe: which quirks a kernel has, found by running each one's
 * scenario, never from its version.
 */
#ifndef FUZZ_PROBE_H
#define FUZZ_PROBE_H

#include "runner.h"

#define PROBE_VERSION_MAX	16

/**
 * struct probe - what was found
 * @missing: bit n: there is no scenario of quirk n to run
 * @has: bit n: the kernel behaves as quirk n says
 * @unclear: bit n: it behaves neither as it should nor as quirk n says, or
 *	the scenario of quirk n cannot be run here
 * @unlisted: bit n: it has quirk n, while the nearest known version has not
 * @lacks: bit n: it behaves as it should, where the nearest known version has
 *	quirk n and shows it
 */
struct probe {
	u64 missing;
	u64 has;
	u64 unclear;
	u64 unlisted;
	u64 lacks;
};

/**
 * probe_run() - run every quirk's scenario, in the order of the table
 * @run: of the kernel; its profile's quirks are set
 * @folder: with a scenario NAME.txt for each quirk
 * @probe: written
 */
void probe_run(struct runner *run, const char *folder, struct probe *probe);

/**
 * probe_scenario() - a quirk's scenario
 * @quirk: index
 * @folder: with the scenarios
 * @kernel: its geometry and configuration are wanted
 * @s: written; of another configuration, if it needs what the kernel lacks
 *
 * Return: 0, or -1 if there is none.
 */
int probe_scenario(u32 quirk, const char *folder,
		   const struct kx_kernel *kernel, struct ref_scenario *s);

/**
 * probe_pair() - the same for a patched kernel and its base
 * @run: of the patched kernel, with a pair; the profiles of both are set
 * @folder: with the scenarios
 * @probe: written, held against the base: @unlisted are quirks that its base
 *	has not, @lacks those that only its base has; of one that is unclear it
 *	is taken to be as its base, and it stays so unless that is as well
 * @base: written, as probe_run() does
 */
void probe_pair(struct runner *run, const char *folder, struct probe *probe,
		struct probe *base);

/**
 * probe_nearest() - the nearest version that the table of quirks knows
 * @version: as a tree's Makefile says, "6.12.117"
 * @nearest: PROBE_VERSION_MAX bytes, written: the highest known one that is
 *	not newer, or the lowest if all are newer; "" if the table names none
 */
void probe_nearest(const char *version, char *nearest);

#endif
