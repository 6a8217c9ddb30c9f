// SPDX-License-Identifier: GPL-2.0-only
/*
 * The alphabet of an exhaustive run: what can happen to one block, and what
 * else the scenario names.
 */
#include <stdio.h>
#include <string.h>

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
	{ .kind = REF_OP_ONLINE, .online = REF_ONLINE_KERNEL,
	  .fault = REF_FAULT_PREPARE },
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

static int add(struct ref_scenario *s, const struct ref_op *op)
{
	if (s->nr_ops == REF_MAX_OPS) {
		fprintf(stderr, "mhpref: too many blocks and nodes to try "
			"every operation: more than %u; take a smaller "
			"machine\n", REF_MAX_OPS);
		return -1;
	}
	s->op[s->nr_ops++] = *op;
	return 0;
}

static int add_form(struct ref_scenario *s, const struct ref_op *form,
		    u64 start, u32 nid)
{
	struct ref_op op = *form;

	op.start = start;
	if (scenario_op_has(form->kind, SCENARIO_OP_SIZE))
		op.size = s->machine.block_size;
	if (scenario_op_has(form->kind, SCENARIO_OP_NID))
		op.nid = nid;
	return add(s, &op);
}

/* A form that names no node is there once */
static int add_nodes(struct ref_scenario *s, const struct ref_op *form,
		     u64 start)
{
	bool each = scenario_op_has(form->kind, SCENARIO_OP_NID);
	int result = 0;

	for (u32 nid = 0; nid < (each ? REF_MAX_NODES : 1) && !result; nid++)
		if (!each || s->machine.node[nid] & REF_NODE_POSSIBLE)
			result = add_form(s, form, start, nid);
	return result;
}

static bool is_in(const struct ref_scenario *s, const struct ref_op *op)
{
	for (u32 n = 0; n < s->nr_ops; n++)
		if (!memcmp(&s->op[n], op, sizeof(*op)))
			return true;
	return false;
}

static int add_named(struct ref_scenario *s, const struct ref_op *op, u32 nr)
{
	for (u32 n = 0; n < nr; n++)
		if (!is_in(s, &op[n]) && add(s, &op[n]))
			return -1;
	return 0;
}

int exhaustive_alphabet(const struct runner *run, struct ref_scenario *s)
{
	static struct ref_op named[REF_MAX_OPS];
	const struct ref_layout *l = &run->layout;
	u32 nr = s->nr_ops;

	memcpy(named, s->op, nr * sizeof(*named));
	s->nr_ops = 0;
	for (u32 b = 0; b < l->nr_blocks; b++)
		for (size_t n = 0; n < NR_FORMS; n++)
			if (is_offered(run, &forms[n]) &&
			    add_nodes(s, &forms[n],
				      l->block[b] * s->machine.block_size))
				return -1;
	return add_named(s, named, nr);
}
