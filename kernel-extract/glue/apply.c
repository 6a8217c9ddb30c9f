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
	mhp_t flags = mhp_flags(op);

	if (op->group)
		return add_memory(op->group - 1, op->start, op->size,
				  flags | MHP_NID_IS_MGID);
	return add_memory(op->nid, op->start, op->size, flags);
}

static s32 do_remove(const struct ref_op *op)
{
	return remove_memory(op->start, op->size);
}

/* The number of the group is success */
static s32 do_register(const struct ref_op *op)
{
	int ret = op->flags & REF_OP_DYNAMIC ?
		memory_group_register_dynamic(op->nid, PFN_DOWN(op->size)) :
		memory_group_register_static(op->nid, PFN_DOWN(op->size));

	return ret < 0 ? ret : 0;
}

static s32 do_unregister(const struct ref_op *op)
{
	return memory_group_unregister(op->group - 1);
}

s32 glue_set_param(u32 param, u32 value)
{
	static const char * const policies[] = {
		[REF_POLICY_CONTIG] = "contig-zones",
		[REF_POLICY_AUTO_MOVABLE] = "auto-movable",
	};
	static const char * const types[] = {
		[REF_AUTO_OFFLINE] = "offline",
		[REF_AUTO_ONLINE] = "online",
		[REF_AUTO_KERNEL] = "online_kernel",
		[REF_AUTO_MOVABLE] = "online_movable",
	};

	switch (param) {
	case REF_PARAM_POLICY:
		return kx_set_policy(policies[value]);
	case REF_PARAM_AUTO:
		return kx_set_auto_online(types[value]);
	case REF_PARAM_RATIO:
		kx_set_ratio(value);
		return 0;
	default:
		kx_set_numa_aware(value);
		return 0;
	}
}

static s32 do_set(const struct ref_op *op)
{
	return glue_set_param(op->param, op->value);
}

static s32 do_query(const struct ref_op *op)
{
	static const int types[REF_NR_ONLINE] = {
		[REF_ONLINE_DEFAULT] = MMOP_ONLINE,
		[REF_ONLINE_KERNEL] = MMOP_ONLINE_KERNEL,
		[REF_ONLINE_MOVABLE] = MMOP_ONLINE_MOVABLE,
	};

	glue.chosen = zone_for_pfn_range(types[op->online], op->nid,
					 kx_group(op->group),
					 PFN_DOWN(op->start),
					 PFN_DOWN(op->size));
	return 0;
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
	[REF_OP_REGISTER] = do_register,
	[REF_OP_UNREGISTER] = do_unregister,
	[REF_OP_SET] = do_set,
	[REF_OP_QUERY] = do_query,
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

/* There is no room for one more to be observed */
static bool groups_full(void)
{
	u32 n = 1;

	while (n <= REF_MAX_GROUPS && kx_group(n))
		n++;
	return n > REF_MAX_GROUPS;
}

static bool query_refused(const struct ref_op *op)
{
	return !node_possible(op->nid) || (op->group && !kx_group(op->group)) ||
		op->start + op->size > 1ULL << MAX_PHYSMEM_BITS;
}

/* See struct ref_op: what no driver and no sysfs file would do */
static bool refused(const struct ref_op *op)
{
	u64 mask = kx_run.block_size - 1;

	if (op->kind >= REF_NR_OPS || !do_op[op->kind])
		return true;
	switch (op->kind) {
	case REF_OP_ADD:
	case REF_OP_UNREGISTER:
	case REF_OP_SET:
	case REF_OP_MAP:
		return false;
	case REF_OP_UNMAP:
		return !glue_is_mapped(op->start, op->size);
	case REF_OP_REGISTER:
		return groups_full();
	case REF_OP_QUERY:
		return query_refused(op);
	case REF_OP_REMOVE:
		return !op->size || (op->start | op->size) & mask ||
			op->start + op->size < op->start ||
			!blocks_exist(op->start, op->start + op->size);
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
	glue.chosen = NULL;
	if (refused(op)) {
		glue.err = -ENODEV;
		glue.outcome = REF_REFUSED;
		return REF_REFUSED;
	}
	glue.err = 0;
	glue.outcome = (u32)kx_guard(run_op, (void *)op);
	return (int)glue.outcome;
}
