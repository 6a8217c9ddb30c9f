/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The shape of a scenario: what mutator and minimiser both do to it.
 */
#ifndef FUZZ_SHAPE_H
#define FUZZ_SHAPE_H

#include "../ref/observation.h"

/* Bytes in a section and in a page of the scenario's geometry */
u64 shape_section(const struct ref_scenario *s);
u64 shape_page(const struct ref_scenario *s);

/* Move every address at or above @from by @by bytes (modulo 2^64) */
void shape_move(struct ref_scenario *s, u64 from, u64 by);

void shape_drop_ops(struct ref_scenario *s, u32 at, u32 count);
void shape_drop_region(struct ref_scenario *s, u32 n);

/* Room for @count operations at @at; false if there is none */
bool shape_open_ops(struct ref_scenario *s, u32 at, u32 count);

/**
 * shape_mend() - make a scenario valid again after careless changes
 * @s: counts are within their limits
 * @end: no region or reserved range goes beyond this address
 *
 * Ranges are sorted, cut where they overlap, and left out where nothing
 * remains; nodes that own memory become possible; operations are aligned as
 * their kind demands. What the configuration does not have goes.
 */
void shape_mend(struct ref_scenario *s, u64 end);

/* The same for one operation */
void shape_mend_op(const struct ref_scenario *s, struct ref_op *op);

/* Sections that the regions touch */
u64 shape_sections(const struct ref_scenario *s);

/**
 * struct shape_block - a memory block, as far as can be told without running
 * @start: first byte
 * @covered: bytes of it that were memory at boot
 * @state: an enum ref_block_state; OTHER: it can never change
 * @nid: node of its memory
 * @group: memory group, 0: none
 * @movable: it was brought online as such
 */
struct shape_block {
	u64 start;
	u64 covered;
	u8 state;
	u8 nid;
	u8 group;
	bool movable;
};

/* A memory group: type NONE if it is not registered; size in bytes */
struct shape_group {
	u64 size;
	u8 type;
	u8 nid;
};

/* ZONE_DEVICE: no more mappings than this are remembered */
#define SHAPE_MAPS	8

/* @nodes: bit n: node n is possible */
struct shape_blocks {
	u32 nr;
	u32 nodes;
	u32 nr_maps;
	struct ref_params params;
	struct shape_group group[REF_MAX_GROUPS];
	struct ref_span map[SHAPE_MAPS];
	struct shape_block block[REF_MAX_BLOCKS];
};

/* A registered group with a number, or NULL */
const struct shape_group *shape_group(const struct shape_blocks *blocks,
				      u32 number);

/**
 * shape_movable_room() - how much more may be online as ZONE_MOVABLE
 * @s: the machine
 * @blocks: as they are
 * @nid: of which node; -1: of all
 *
 * By the ratio, from early memory and CMA areas; other groups are not looked
 * at. Return: pages.
 */
u64 shape_movable_room(const struct ref_scenario *s,
		       const struct shape_blocks *blocks, s32 nid);

/* What an operation that succeeds makes of the blocks */
void shape_apply(struct shape_blocks *blocks, const struct ref_op *op,
		 u64 block_size);

/* May it meet the fault that it has, as far as its kind tells? */
bool shape_may_fail(const struct ref_op *op);

/* Would it succeed, as far as can be told? */
bool shape_makes_sense(const struct shape_blocks *blocks,
		       const struct ref_op *op, u64 block_size);

/* The block at an address, or NULL */
struct shape_block *shape_block(struct shape_blocks *blocks, u64 start);

/**
 * shape_blocks() - the blocks that exist or existed before an operation
 * @s: valid
 * @at: index of the operation
 * @blocks: written; ones that do not fit are left out
 *
 * Operations that make sense are taken to succeed, unless they meet a fault.
 */
void shape_blocks(const struct ref_scenario *s, u32 at,
		  struct shape_blocks *blocks);

#endif
