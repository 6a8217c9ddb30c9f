// SPDX-License-Identifier: GPL-2.0-only
/*
 * What an operation and a parameter can say, as tables.
 */
#include <string.h>

#include "codec-forms.h"

#define HAS(field)	(1u << SCENARIO_OP_##field)
#define RANGE		(HAS(START) | HAS(SIZE))

const struct scenario_op_form scenario_op_forms[REF_NR_OPS] = {
	[REF_OP_ADD] = { RANGE | HAS(NID) | HAS(GROUP) | HAS(FLAGS),
			 REF_OP_MEMMAP_ON_MEMORY, true },
	[REF_OP_ONLINE] = { HAS(START) | HAS(ONLINE), 0, true },
	[REF_OP_OFFLINE] = { HAS(START), 0, true },
	[REF_OP_REMOVE] = { RANGE, 0, true },
	[REF_OP_REGISTER] = { HAS(SIZE) | HAS(NID) | HAS(FLAGS),
			      REF_OP_DYNAMIC, true },
	[REF_OP_UNREGISTER] = { HAS(GROUP), 0, false },
	[REF_OP_SET] = { HAS(PARAM) | HAS(VALUE), 0, false },
	[REF_OP_QUERY] = { RANGE | HAS(NID) | HAS(ONLINE) | HAS(GROUP), 0,
			   false },
	[REF_OP_MAP] = { RANGE | HAS(NID), 0, true },
	[REF_OP_UNMAP] = { RANGE, 0, true },
};

/* Where the fields are in struct ref_op, and how large, in bytes */
static const struct {
	u8 offset;
	u8 size;
} op_fields[SCENARIO_NR_OP_FIELDS] = {
	[SCENARIO_OP_START] = { offsetof(struct ref_op, start), sizeof(u64) },
	[SCENARIO_OP_SIZE] = { offsetof(struct ref_op, size), sizeof(u64) },
	[SCENARIO_OP_NID] = { offsetof(struct ref_op, nid), 1 },
	[SCENARIO_OP_ONLINE] = { offsetof(struct ref_op, online), 1 },
	[SCENARIO_OP_GROUP] = { offsetof(struct ref_op, group), 1 },
	[SCENARIO_OP_FLAGS] = { offsetof(struct ref_op, flags), 1 },
	[SCENARIO_OP_PARAM] = { offsetof(struct ref_op, param), 1 },
	[SCENARIO_OP_VALUE] = { offsetof(struct ref_op, value), sizeof(u32) },
};

bool scenario_op_has(u32 kind, enum scenario_op_field field)
{
	return kind < REF_NR_OPS && scenario_op_forms[kind].fields >> field & 1;
}

/* Little-endian, as all that this runs on */
u64 scenario_op_get(const struct ref_op *op, enum scenario_op_field field)
{
	const u8 *at = (const u8 *)op + op_fields[field].offset;
	u64 value = 0;

	if (op_fields[field].size == 1)
		return *at;
	memcpy(&value, at, op_fields[field].size);
	return value;
}

void scenario_op_set(struct ref_op *op, enum scenario_op_field field,
		     u64 value)
{
	memcpy((u8 *)op + op_fields[field].offset, &value,
	       op_fields[field].size);
}

bool scenario_fault_counts(u32 fault)
{
	return fault == REF_FAULT_ALLOC || fault == REF_FAULT_MEMMAP ||
	       fault == REF_FAULT_BLOCK_DEVICE;
}

u32 scenario_fault_nr_most(const struct ref_op *op)
{
	if (!scenario_fault_counts(op->fault))
		return 0;
	if (op->kind == REF_OP_ADD && (op->group || op->flags))
		return SCENARIO_FAULT_NR_LONG;
	return SCENARIO_FAULT_NR_MAX;
}

u32 scenario_param_most(u32 param)
{
	static const u32 most[REF_NR_PARAMS] = {
		[REF_PARAM_POLICY] = REF_POLICY_AUTO_MOVABLE,
		[REF_PARAM_RATIO] = ~0u,
		[REF_PARAM_NUMA_AWARE] = 1,
		[REF_PARAM_AUTO] = REF_NR_AUTO - 1,
	};

	return param < REF_NR_PARAMS ? most[param] : 0;
}
