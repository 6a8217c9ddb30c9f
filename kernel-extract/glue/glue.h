/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of the glue offer each other.
 */
#ifndef KX_GLUE_H
#define KX_GLUE_H

#include "../shim/kernel.h"
#include "../kernel.h"
#include "hooks.h"

/* From boot until reset */
struct glue {
	const struct ref_machine *machine;
	const struct ref_layout *layout;
	u64 budget;
	u64 unit;	/* sections in the largest unit of a group */
	s32 err;
	u32 outcome;
	u8 chosen;
};

extern struct glue glue;
/* The runtime has its memory */
extern bool glue_loaded;
extern const struct ref_geometry glue_geometry;

int glue_boot(const struct ref_machine *machine,
	      const struct ref_layout *layout);
int glue_apply(const struct ref_op *op);
void glue_observe(struct ref_obs *obs);
void glue_reset(void);
void glue_budget(u32 times);
u64 glue_op_budget(void);
/* Pages that may still go movable, see struct ref_obs */
u64 glue_movable_left(void);
bool glue_keeps_sums(void);
/* The memory group of this number, or NULL; 0: none */
struct memory_group *glue_group(u32 number);
/* The enum ref_zone of a zone */
u8 glue_zone(struct zone *zone);
s32 glue_set_param(u32 param, u32 value);
void glue_boot_params(const struct ref_params *params);
void glue_register_notifiers(void);
void glue_declare_cma(const struct ref_machine *machine);
void glue_activate_cma(void);
bool glue_is_mapped(u64 start, u64 size);
bool glue_maps_full(void);
s32 glue_map(const struct ref_op *op);
s32 glue_unmap(const struct ref_op *op);

#endif
