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

/* What a driver asks before it wants the memmap there; or the kernel does */
static bool may_hold_memmap(const struct ref_op *op)
{
#if ARITY_mhp_supports_memmap_on_memory == 1
	return mhp_supports_memmap_on_memory(op->size);
#else
	(void)op;
	return true;
#endif
}

static mhp_t mhp_flags(const struct ref_op *op)
{
	mhp_t flags = op->group ? MHP_NID_IS_MGID : MHP_NONE;

	if (op->flags & REF_OP_MEMMAP_ON_MEMORY && may_hold_memmap(op))
		flags |= MHP_MEMMAP_ON_MEMORY;
	return flags;
}

/* In a group the group's node counts, and its number stands for the node */
static s32 do_add(const struct ref_op *op)
{
	return add_memory(op->group ? op->group - 1 : op->nid, op->start,
			  op->size, mhp_flags(op));
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

/* A new group's number is no error */
static s32 do_register(const struct ref_op *op)
{
	unsigned long pages = PHYS_PFN(op->size);
	int ret;

	if (op->flags & REF_OP_DYNAMIC)
		ret = memory_group_register_dynamic(op->nid, pages);
	else
		ret = memory_group_register_static(op->nid, pages);
	if (ret >= 0 && op->flags & REF_OP_DYNAMIC)
		glue.unit = max(glue.unit, pages / PAGES_PER_SECTION);
	return min(ret, 0);
}

static s32 do_unregister(const struct ref_op *op)
{
	return memory_group_unregister(op->group - 1);
}

static s32 do_set(const struct ref_op *op)
{
	return glue_set_param(op->param, op->value);
}

static s32 do_query(const struct ref_op *op)
{
	static const u8 type[REF_NR_ONLINE] = {
		[REF_ONLINE_DEFAULT] = MMOP_ONLINE,
		[REF_ONLINE_KERNEL] = MMOP_ONLINE_KERNEL,
		[REF_ONLINE_MOVABLE] = MMOP_ONLINE_MOVABLE,
	};
	struct zone *zone;

	zone = zone_for_pfn_range(type[op->online], op->nid,
				  glue_group(op->group), PHYS_PFN(op->start),
				  PHYS_PFN(op->size));
	glue.chosen = glue_zone(zone);
	return 0;
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

/* Is there no number left that a group could get? */
static bool groups_full(void)
{
	u32 number;

	for (number = 1; number <= REF_MAX_GROUPS; number++)
		if (!glue_group(number))
			return false;
	return true;
}

static bool bad_query(const struct ref_op *op)
{
	u64 limit = 1ULL << MAX_PHYSMEM_BITS;

	return !num_online_nodes() ||
		op->nid >= REF_MAX_NODES || !node_possible(op->nid) ||
		(op->group && !glue_group(op->group)) ||
		op->start > limit || op->size > limit - op->start;
}

static bool bad_remove(const struct ref_op *op)
{
	u64 mask = kx_run.block_size - 1;

	return !op->size || (op->start | op->size) & mask ||
		op->start + op->size < op->start ||
		!blocks_exist(op->start, op->start + op->size);
}

/* See struct ref_op: what no driver and no sysfs file would do */
static bool refused(const struct ref_op *op)
{
	switch (op->kind) {
	case REF_OP_ADD:
	case REF_OP_UNREGISTER:
	case REF_OP_SET:
		return false;
	case REF_OP_MAP:
		return !node_online(op->nid) || glue_maps_full() ||
			(op->start | op->size) & ~PAGE_MASK;
	case REF_OP_REMOVE:
		return bad_remove(op);
	case REF_OP_REGISTER:
		return groups_full();
	case REF_OP_QUERY:
		return bad_query(op);
	case REF_OP_UNMAP:
		return !glue_is_mapped(op->start, op->size);
	case REF_OP_ONLINE:
	case REF_OP_OFFLINE:
		return op->start & (kx_run.block_size - 1) ||
			!block_at(op->start);
	default:
		return true;
	}
}

static void run_op(void *arg)
{
	const struct ref_op *op = arg;

	glue.err = do_op[op->kind](op);
}

/* An ADD may bring all of its blocks online */
static u64 budget_of(const struct ref_op *op)
{
	u64 blocks = op->size / kx_run.block_size;

	return glue_op_budget() *
		(op->kind == REF_OP_ADD ? clamp(blocks, 1, REF_MAX_BLOCKS) : 1);
}

static void begin_op(const struct ref_op *op)
{
	kx_run.locked = false;
	kx_run.unbalanced = false;
	kx_run.warns = 0;
	if (kx_message()[0])
		kx_message_clear();
	kx_fault_arm(op->fault, op->fault_nr, op->start / kx_run.block_size);
	kx_steps_op(budget_of(op));
}

int glue_apply(const struct ref_op *op)
{
	begin_op(op);
	glue.chosen = REF_ZONE_NONE;
	if (refused(op)) {
		glue.err = -ENODEV;
		glue.outcome = REF_REFUSED;
		return REF_REFUSED;
	}
	glue.err = 0;
	glue.outcome = (u32)kx_guard(run_op, (void *)op);
	return (int)glue.outcome;
}
