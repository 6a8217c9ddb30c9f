// SPDX-License-Identifier: GPL-2.0-only
/*
 * One operation: through the interface that a driver or sysfs uses.
 */
#include "glue.h"

static const char * const state_of_online[] = {
	[REF_ONLINE_DEFAULT] = "online",
	[REF_ONLINE_KERNEL] = "online_kernel",
	[REF_ONLINE_MOVABLE] = "online_movable",
};

static struct memory_block *block_at(u64 addr)
{
	return kx_memory_block((unsigned long)(addr / kx_run.block_size));
}

static mhp_t mhp_flags(const struct ref_op *op)
{
	return op->flags & REF_OP_MEMMAP_ON_MEMORY ? MHP_MEMMAP_ON_MEMORY :
						     MHP_NONE;
}

static s32 do_add(const struct ref_op *op)
{
	return add_memory(op->nid, op->start, op->size, mhp_flags(op));
}

static s32 do_remove(const struct ref_op *op)
{
	return remove_memory(op->start, op->size);
}

/* A write to sysfs gives the bytes written, which is success */
static s32 write_state(const struct ref_op *op, const char *state)
{
	ssize_t ret = kx_state_store(block_at(op->start), state);

	return ret < 0 ? (s32)ret : 0;
}

static s32 do_online(const struct ref_op *op)
{
	return write_state(op, state_of_online[op->online]);
}

static s32 do_offline(const struct ref_op *op)
{
	return write_state(op, "offline");
}

static s32 (*const do_op[REF_NR_OPS])(const struct ref_op *op) = {
	[REF_OP_ADD] = do_add,
	[REF_OP_ONLINE] = do_online,
	[REF_OP_OFFLINE] = do_offline,
	[REF_OP_REMOVE] = do_remove,
	[REF_OP_MAP] = glue_map,
	[REF_OP_UNMAP] = glue_unmap,
};

static bool blocks_exist(u64 start, u64 end)
{
	for (; start < end; start += kx_run.block_size)
		if (!block_at(start))
			return false;
	return true;
}

/* See struct ref_op: what no driver and no sysfs file would do */
static bool refused(const struct ref_op *op)
{
	u64 mask = kx_run.block_size - 1;

	switch (op->kind) {
	case REF_OP_ADD:
		return false;
	case REF_OP_REMOVE:
		return !op->size || (op->start | op->size) & mask ||
			op->start + op->size < op->start ||
			!blocks_exist(op->start, op->start + op->size);
	case REF_OP_MAP:
		return false;
	case REF_OP_UNMAP:
		return !glue_is_mapped(op->start, op->size);
	default:
		return op->start & mask || !block_at(op->start);
	}
}

static void run_op(void *arg)
{
	const struct ref_op *op = arg;

	glue.err = do_op[op->kind](op);
}

static void begin_op(const struct ref_op *op)
{
	kx_run.locked = false;
	kx_run.unbalanced = false;
	kx_run.warns = 0;
	if (kx_message()[0])
		kx_message_clear();
	kx_fault_arm(op->fault, op->fault_nr, op->start / kx_run.block_size);
	kx_steps_op(glue_op_budget());
}

int glue_apply(const struct ref_op *op)
{
	begin_op(op);
	if (op->kind >= REF_NR_OPS || refused(op)) {
		glue.err = -ENODEV;
		glue.outcome = REF_REFUSED;
		return REF_REFUSED;
	}
	glue.err = 0;
	glue.outcome = (u32)kx_guard(run_op, (void *)op);
	return (int)glue.outcome;
}
