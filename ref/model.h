/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The model: what is right, and what a kernel of a given profile says.
 */
#ifndef REF_MODEL_H
#define REF_MODEL_H

#include "observation.h"
#include "quirks.h"

struct ref_model;

/**
 * struct ref_profile - in what a kernel is known to differ from the rules
 * @quirks: bit n: enum ref_quirk n is on
 * @faults: bit n: the kernel offers enum ref_fault n
 * @features: enum ref_conf_feature of its configuration
 */
struct ref_profile {
	u64 quirks;
	u32 faults, features;
};

#define REF_MAX_EDGES	(REF_MAX_REGIONS * 16)

/**
 * ref_boot_edges() - where node or zone of pages can change at boot
 * @geometry: sizes
 * @machine: what boots
 * @edge: pfns written, at most REF_MAX_EDGES, in no order, with repetitions:
 *	with quirks and without
 *
 * Return: number of them.
 */
u32 ref_boot_edges(const struct ref_geometry *geometry,
		   const struct ref_machine *machine, u64 *edge);

/* Bytes of a struct ref_model; the caller allocates it once, at set-up */
size_t ref_model_size(void);

/**
 * ref_model_boot() - the state right after boot
 * @model: overwritten
 * @geometry: sizes
 * @machine: what boots
 * @layout: of the scenario; must stay valid
 * @profile: of the kernel that is judged
 */
void ref_model_boot(struct ref_model *model,
		    const struct ref_geometry *geometry,
		    const struct ref_machine *machine,
		    const struct ref_layout *layout,
		    const struct ref_profile *profile);

/**
 * ref_model_apply() - carry out one operation
 * @model: booted
 * @op: what happens
 * @alloc_failed: the kernel met the injected REF_FAULT_ALLOC: how many
 *	allocations an operation makes is the kernel's affair, what must hold
 *	when one fails is not
 */
void ref_model_apply(struct ref_model *model, const struct ref_op *op,
		     bool alloc_failed);

/**
 * ref_model_stops() - what would hang or crash the kernel
 * @model: booted
 * @op: what would happen; NULL: boot
 *
 * Return: quirks of the profile with which the kernel would not come back
 * (decision 7 of the design): the operation must be given neither to it nor
 * to the model. 0: none.
 */
u64 ref_model_stops(struct ref_model *model, const struct ref_op *op);

/**
 * struct ref_facts - what the last boot or operation led to
 * @layout: of the observations
 * @shown: what a kernel of the profile shows: every byte of it
 * @right: what it should show; the same as @shown unless a quirk fired
 * @fired: quirks that made a difference
 * @contiguous: bit nid * REF_NR_ZONES + zone: that zone, as shown, is
 *	contiguous by definition
 * @memory: from the first online page of memory of such a zone to its last
 */
struct ref_facts {
	const struct ref_layout *layout;
	const struct ref_obs *shown, *right;
	u64 fired, contiguous;
	const struct ref_span *memory;
};

const struct ref_facts *ref_model_facts(const struct ref_model *model);

#endif
