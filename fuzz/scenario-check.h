/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What makes a scenario valid: one place for both forms and the mutator.
 *
 * How many sections and blocks a scenario may touch is not checked here but
 * by layout_init(), which counts them.
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
/* And this for an add with a group or altmap, whose line is longer */
#define SCENARIO_FAULT_NR_LONG	99

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
	SCENARIO_MEMMAP_ON_MEMORY,
	/* In the order of enum ref_param */
	SCENARIO_PARAM,
	SCENARIO_POLICY = SCENARIO_PARAM,
	SCENARIO_RATIO,
	SCENARIO_NUMA_AWARE,
	SCENARIO_AUTO,
	SCENARIO_NODE,
	SCENARIO_REGION,
	SCENARIO_RESERVED,
	SCENARIO_CMA,
	SCENARIO_OP,
	SCENARIO_NR_PARTS,
};

/* What of that part is wrong */
enum scenario_field {
	SCENARIO_WHOLE,
	SCENARIO_START,
	SCENARIO_END,		/* or the size, or a parameter's value */
	SCENARIO_NID,
	SCENARIO_GROUP,
	SCENARIO_ONLINE,
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
 * scenario_is_cma() - can a range be a CMA area, as far as memory goes
 * @m: valid but for its CMA areas
 * @range: not empty
 *
 * Return: true for whole pageblocks in memory of one node and zone that is
 * not reserved.
 */
bool scenario_is_cma(const struct ref_machine *m,
		     const struct ref_span *range);

/**
 * scenario_fault_nr_most() - how far may an operation's fault count
 * @op: with a fault, or none
 */
u32 scenario_fault_nr_most(const struct ref_op *op);

/* What an operation may say besides its kind and its fault */
enum scenario_op_field {
	SCENARIO_OP_START,
	SCENARIO_OP_SIZE,
	SCENARIO_OP_NID,
	SCENARIO_OP_ONLINE,
	SCENARIO_OP_GROUP,
	SCENARIO_OP_FLAGS,
	SCENARIO_OP_PARAM,
	SCENARIO_OP_VALUE,
	SCENARIO_NR_OP_FIELDS,
};

/**
 * struct scenario_op_form - what an operation of a kind says
 * @fields: bit n: field n of enum scenario_op_field
 * @flags: flags that it may have
 * @fault: something of it can fail
 */
struct scenario_op_form {
	u16 fields;
	u8 flags;
	bool fault;
};

/* By enum ref_op_kind; what it does not say is zero in struct ref_op */
extern const struct scenario_op_form scenario_op_forms[REF_NR_OPS];

/**
 * scenario_op_has() - does an operation say something
 * @kind: an enum ref_op_kind
 * @field: what
 */
bool scenario_op_has(u32 kind, enum scenario_op_field field);

/**
 * scenario_op_get() - the value of a field
 * @op: the operation
 * @field: which
 */
u64 scenario_op_get(const struct ref_op *op, enum scenario_op_field field);

/**
 * scenario_op_set() - set a field
 * @op: the operation
 * @field: which
 * @value: cut to the bits that the field has
 */
void scenario_op_set(struct ref_op *op, enum scenario_op_field field,
		     u64 value);

/**
 * scenario_param_most() - the largest value of a parameter, from 0
 * @param: an enum ref_param
 */
u32 scenario_param_most(u32 param);

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
