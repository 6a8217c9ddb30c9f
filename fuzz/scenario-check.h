/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What makes a scenario valid: one place for both forms and the mutator.
 *
 * How many sections and blocks a scenario may touch is not checked here but
 * by ref_layout_init(), which counts them.
 */
#ifndef FUZZ_SCENARIO_CHECK_H
#define FUZZ_SCENARIO_CHECK_H

#include "../ref/scenario.h"

#define SCENARIO_REASON_MAX	128
/* A memory block holds no more sections */
#define SCENARIO_BLOCK_SECTIONS	64
/* ADD takes any address and any size below this, in bytes */
#define SCENARIO_ADD_MAX	0x8000000000000000ull

/* A fault's fault_nr is at most this */
#define SCENARIO_FAULT_NR_MAX	65535

/* The part of a scenario that is wrong */
enum scenario_part {
	SCENARIO_GEOMETRY,
	SCENARIO_CONF,
	SCENARIO_BLOCK,
	SCENARIO_ZONE_DMA,
	SCENARIO_ZONE_DMA32,
	SCENARIO_MEMMAP,
	SCENARIO_KERNELCORE,
	SCENARIO_MOVABLECORE,
	SCENARIO_MOVABLE_NODE,
	SCENARIO_NODE,
	SCENARIO_REGION,
	SCENARIO_RESERVED,
	SCENARIO_OP,
	SCENARIO_NR_PARTS,
};

/* What of that part is wrong */
enum scenario_field {
	SCENARIO_WHOLE,
	SCENARIO_START,
	SCENARIO_END,		/* or the size */
	SCENARIO_NID,
	SCENARIO_NR_FIELDS,
};

/**
 * struct scenario_error - why a scenario is not valid
 * @part: what is wrong
 * @index: which node, region, reserved range or operation, from 0; else 0
 * @field: what of it
 * @reason: "expected ..."
 */
struct scenario_error {
	enum scenario_part part;
	enum scenario_field field;
	u32 index;
	char reason[SCENARIO_REASON_MAX];
};

/**
 * scenario_check() - is a scenario valid
 * @s: any bytes in the form of a scenario
 * @err: filled in on error only; may be NULL
 *
 * What is beyond the counts (node, region, reserved, op) is not looked at;
 * within them, fields that an operation does not use must be zero.
 *
 * Return: 0, or -1 with @err filled in.
 */
int scenario_check(const struct ref_scenario *s, struct scenario_error *err);

/**
 * struct scenario_op_form - what an operation says besides its start
 * @size: how many bytes
 * @nid: which node
 * @online: how to online
 */
struct scenario_op_form {
	bool size;
	bool nid;
	bool online;
};

/* By enum ref_op_kind; what is false is zero in struct ref_op */
extern const struct scenario_op_form scenario_op_forms[REF_NR_OPS];

/**
 * scenario_fault_counts() - does a fault say which occasion fails
 * @fault: an enum ref_fault
 *
 * Return: true if fault_nr means something for @fault.
 */
bool scenario_fault_counts(u32 fault);

/**
 * scenario_part_name() - a part's name for messages
 * @part: an enum scenario_part
 */
const char *scenario_part_name(enum scenario_part part);

#endif
