// SPDX-License-Identifier: GPL-2.0-only
/*
 * The alphabet of an exhaustive run: what can happen to one block.
 */
#include <stdio.h>

#include "exhaustive.h"
#include "scenario-check.h"

/*
 * One fault of each kind that an operation can meet. Start, size and node
 * are filled in: each form is there for every block, and for every possible
 * node if the operation names one. A kernel that does not offer a fault does
 * without.
 */
static const struct ref_op forms[] = {
	{ .kind = REF_OP_ADD },
	{ .kind = REF_OP_ADD, .fault = REF_FAULT_ALLOC },
	{ .kind = REF_OP_ADD, .fault = REF_FAULT_ALLOC, .fault_nr = 1 },
	{ .kind = REF_OP_ADD, .fault = REF_FAULT_MEMMAP },
	{ .kind = REF_OP_ADD, .fault = REF_FAULT_BLOCK_DEVICE },
	{ .kind = REF_OP_ADD, .fault = REF_FAULT_NODE_DEVICE },
	{ .kind = REF_OP_ONLINE, .online = REF_ONLINE_KERNEL },
	{ .kind = REF_OP_ONLINE, .online = REF_ONLINE_KERNEL,
	  .fault = REF_FAULT_NOTIFY },
	{ .kind = REF_OP_ONLINE, .online = REF_ONLINE_KERNEL,
	  .fault = REF_FAULT_NODE_NOTIFY },
	{ .kind = REF_OP_ONLINE, .online = REF_ONLINE_MOVABLE },
	{ .kind = REF_OP_ONLINE, .online = REF_ONLINE_MOVABLE,
	  .fault = REF_FAULT_NOTIFY },
	{ .kind = REF_OP_ONLINE, .online = REF_ONLINE_MOVABLE,
	  .fault = REF_FAULT_NODE_NOTIFY },
	{ .kind = REF_OP_OFFLINE },
	{ .kind = REF_OP_OFFLINE, .fault = REF_FAULT_NOTIFY },
	{ .kind = REF_OP_OFFLINE, .fault = REF_FAULT_NODE_NOTIFY },
	{ .kind = REF_OP_OFFLINE, .fault = REF_FAULT_ISOLATE },
	{ .kind = REF_OP_OFFLINE, .fault = REF_FAULT_UNMOVABLE },
	{ .kind = REF_OP_OFFLINE, .fault = REF_FAULT_SIGNAL },
	{ .kind = REF_OP_OFFLINE, .fault = REF_FAULT_HUGETLB },
	{ .kind = REF_OP_REMOVE },
	{ .kind = REF_OP_REMOVE, .fault = REF_FAULT_ALLOC },
};

#define NR_FORMS	(sizeof(forms) / sizeof(forms[0]))

static bool is_offered(const struct runner *run, const struct ref_op *op)
{
	return op->fault == REF_FAULT_NONE ||
	       run->kernel->faults >> op->fault & 1;
}

static int add(struct ref_scenario *s, const struct ref_op *form, u64 start,
	       u32 nid)
{
	const struct scenario_op_form *has = &scenario_op_forms[form->kind];
	struct ref_op *op = &s->op[s->nr_ops];

	if (s->nr_ops == REF_MAX_OPS) {
		fprintf(stderr, "mhpref: too many blocks and nodes to try "
			"every operation: more than %u; take a smaller "
			"machine\n", REF_MAX_OPS);
		return -1;
	}
	*op = *form;
	op->start = start;
	op->size = has->size ? s->machine.block_size : 0;
	op->nid = has->nid ? nid : 0;
	s->nr_ops++;
	return 0;
}

/* A form that names no node is there once */
static int add_nodes(struct ref_scenario *s, const struct ref_op *form,
		     u64 start)
{
	bool each = scenario_op_forms[form->kind].nid;
	int result = 0;

	for (u32 nid = 0; nid < (each ? REF_MAX_NODES : 1) && !result; nid++)
		if (!each || s->machine.node[nid] & REF_NODE_POSSIBLE)
			result = add(s, form, start, nid);
	return result;
}

int exhaustive_alphabet(const struct runner *run, struct ref_scenario *s)
{
	const struct ref_layout *l = &run->layout;

	s->nr_ops = 0;
	for (u32 b = 0; b < l->nr_blocks; b++)
		for (size_t n = 0; n < NR_FORMS; n++)
			if (is_offered(run, &forms[n]) &&
			    add_nodes(s, &forms[n],
				      l->block[b] * s->machine.block_size))
				return -1;
	return 0;
}
