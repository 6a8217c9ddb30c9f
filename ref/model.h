/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The model: what is right, and what a kernel of a given profile says.
 */
#ifndef REF_MODEL_H
#define REF_MODEL_H

#include "observation.h"
#include "rules.h"

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

/* Memory in up to four zones for each region */
#define REF_MAX_MEMORY	(REF_MAX_REGIONS * 4)

/*
 * Pages that name one zone: memory, or of a hole; of that those are shown, as
 * online, that share a unit with memory. Of no zone: REF_NR_KEYS + node
 */
struct ref_piece {
	struct ref_span pages;
	u8 key, memory, shown;
};

/**
 * struct ref_plan - where everything lies at boot
 * @quirks: with which
 * @fired: those of them that have made a difference
 * @shift: log2 of bytes in a page
 * @usable: first pfn that kernelcore= lets become movable
 * @needed: pages of it that no node has given yet
 * @share: of one node in this round
 * @left: of the share
 * @range: whole pages of memory, adjacent regions of one node and kind
 *	joined; the key is the node
 * @nr_joined: the same, whole pages or not
 * @node: from a node's first page to its last
 * @limit: of each zone
 * @movable: start of ZONE_MOVABLE on each node, or REF_NO_PFN
 * @zone: span of each zone, by key
 * @present: pages of memory in each zone, by key
 * @memory: the ranges, cut where zones meet; not memory: names another zone
 * @late: first page of each node that is made late, or REF_NO_PFN; by quirk
 */
struct ref_plan {
	u32 shift, nr_ranges, nr_memory, nr_joined;
	u64 quirks, fired, usable, needed, share, left;
	struct ref_piece range[REF_MAX_REGIONS], memory[REF_MAX_MEMORY];
	struct ref_span node[REF_MAX_NODES], limit[REF_NR_ZONES];
	struct ref_span zone[REF_NR_KEYS];
	u64 movable[REF_MAX_NODES], present[REF_NR_KEYS];
	u64 late[2][REF_MAX_NODES];
};

/* The plan of a machine, with quirks or without */
void ref_plan_init(struct ref_plan *plan, const struct ref_geometry *geometry,
		   const struct ref_machine *machine, u64 quirks);

/* Bytes of a struct ref_model; the caller allocates it once, at set-up */
extern const size_t ref_model_size;

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
 * @failed: the kernel met the injected REF_FAULT_ALLOC: how many
 *	allocations an operation makes is the kernel's affair, what must hold
 *	when one fails is not
 */
void ref_model_apply(struct ref_model *model, const struct ref_op *op,
		     bool failed);

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
