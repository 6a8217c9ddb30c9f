/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A scenario rewritten for another geometry, its shape kept.
 */
#ifndef FUZZ_RESCALE_H
#define FUZZ_RESCALE_H

#include "scenario-check.h"

/**
 * rescale() - rewrite a scenario for another geometry
 * @in: a valid scenario
 * @to: index of the geometry wanted
 * @out: the result, valid; not @in; means nothing after an error
 * @err: filled in on error only: the part that has no like in @to
 *
 * An address is taken apart into sections, subsections, pageblocks (where
 * they are smaller than subsections), pages and bytes. The section keeps its
 * number; each smaller unit keeps its distance from the nearer edge of the
 * unit that holds it, so that "one page below the section's end" stays that.
 * Exact halves stay halves. Sizes follow from their ends. There is no like
 * if the new unit holds fewer units than the distance, or if the address is
 * beyond what the new geometry can address.
 *
 * Return: 0, or -1 with @err filled in.
 */
int rescale(const struct ref_scenario *in, u32 to, struct ref_scenario *out,
	    struct scenario_error *err);

#endif
