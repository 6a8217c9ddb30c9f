// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writing the text form, and the words that both directions use.
 */
#include <stdarg.h>
#include <stdio.h>

#include "codec-forms.h"
#include "geometry.h"

const char *const codec_memmaps[2] = {
	[REF_MEMMAP_STALE] = "stale",
	[REF_MEMMAP_POISON] = "poison",
};

const char *const codec_onlines[REF_NR_ONLINE] = {
	[REF_ONLINE_DEFAULT] = "default",
	[REF_ONLINE_KERNEL] = "kernel",
	[REF_ONLINE_MOVABLE] = "movable",
};

const char *const codec_faults[REF_NR_FAULTS] = {
	[REF_FAULT_NONE] = "none",
	[REF_FAULT_ALLOC] = "alloc",
	[REF_FAULT_MEMMAP] = "memmap",
	[REF_FAULT_NOTIFY] = "notify",
	[REF_FAULT_NODE_NOTIFY] = "node_notify",
	[REF_FAULT_ISOLATE] = "isolate",
	[REF_FAULT_UNMOVABLE] = "unmovable",
	[REF_FAULT_SIGNAL] = "signal",
	[REF_FAULT_HUGETLB] = "hugetlb",
	[REF_FAULT_BLOCK_DEVICE] = "block_device",
	[REF_FAULT_NODE_DEVICE] = "node_device",
	[REF_FAULT_PREPARE] = "prepare",
};

const char *const codec_kinds[REF_NR_OPS] = {
	[REF_OP_ADD] = "add",
	[REF_OP_ONLINE] = "online",
	[REF_OP_OFFLINE] = "offline",
	[REF_OP_REMOVE] = "remove",
	[REF_OP_REGISTER] = "register",
	[REF_OP_UNREGISTER] = "unregister",
	[REF_OP_SET] = "set",
	[REF_OP_QUERY] = "query",
	[REF_OP_MAP] = "map",
	[REF_OP_UNMAP] = "unmap",
};

const char *const codec_params[REF_NR_PARAMS] = {
	[REF_PARAM_POLICY] = "online_policy",
	[REF_PARAM_RATIO] = "auto_movable_ratio",
	[REF_PARAM_NUMA_AWARE] = "auto_movable_numa_aware",
	[REF_PARAM_AUTO] = "auto_online",
};

const char *const codec_policies[2] = {
	[REF_POLICY_CONTIG] = "contig-zones",
	[REF_POLICY_AUTO_MOVABLE] = "auto-movable",
};

/* From the second on by enum ref_online, as state files name them */
const char *const codec_autos[REF_NR_AUTO] = {
	[REF_AUTO_OFFLINE] = "offline",
	[REF_AUTO_ONLINE] = "online",
	[REF_AUTO_KERNEL] = "online_kernel",
	[REF_AUTO_MOVABLE] = "online_movable",
};

const char *const codec_groups[2] = { "static", "dynamic" };

struct writer {
	char *buf;
	size_t cap;
	size_t len;		/* without the NUL */
	bool full;
};

__printf(2, 3)
static void put(struct writer *w, const char *fmt, ...)
{
	size_t room = w->cap - w->len;
	va_list ap;
	s32 n;

	va_start(ap, fmt);
	n = vsnprintf(w->buf + w->len, room, fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= room)
		w->full = true;
	else
		w->len += n;
}

static size_t written(const struct writer *w)
{
	return w->full ? 0 : w->len;
}

/* More digits than this are read more easily in hex */
#define DECIMAL_MAX	99999

static void put_size(struct writer *w, u64 bytes)
{
	static const char units[] = "TGMK";

	if (!bytes) {
		put(w, "0");
		return;
	}
	for (u32 i = 0; i < 4; i++) {
		u32 shift = 40 - 10 * i;

		if (bytes & ((1ull << shift) - 1))
			continue;
		if (bytes >> shift > DECIMAL_MAX)
			break;
		put(w, "%llu%c", bytes >> shift, units[i]);
		return;
	}
	put(w, "0x%llx", bytes);
}

size_t codec_size_text(u64 bytes, char *buf, size_t cap)
{
	struct writer w = { .buf = buf, .cap = cap };

	put_size(&w, bytes);
	return written(&w);
}

static void put_line(struct writer *w, const char *words, u64 size)
{
	put(w, "%s ", words);
	put_size(w, size);
	put(w, "\n");
}

/* A line that is there only if its size is not 0 */
static void put_optional(struct writer *w, const char *words, u64 size)
{
	if (size)
		put_line(w, words, size);
}

static const char *name(const char *const *names, u32 count, u32 index)
{
	return index < count ? names[index] : "?";
}

static void put_param(struct writer *w, u32 param, u32 value)
{
	put(w, "%s ", name(codec_params, REF_NR_PARAMS, param));
	if (param == REF_PARAM_POLICY)
		put(w, "%s", name(codec_policies, ARRAY_SIZE(codec_policies),
				  value));
	else if (param == REF_PARAM_AUTO)
		put(w, "%s", name(codec_autos, REF_NR_AUTO, value));
	else
		put(w, "%u", value);
}

static void put_params(struct writer *w, const struct ref_params *params)
{
	static const struct ref_params usual = REF_PARAMS;

	for (u32 n = 0; n < REF_NR_PARAMS; n++) {
		if (params->value[n] == usual.value[n])
			continue;
		put_param(w, n, params->value[n]);
		put(w, "\n");
	}
}

static void put_parameters(struct writer *w, const struct ref_machine *m)
{
	put(w, "mhpref %u\n", CODEC_VERSION);
	put(w, "geometry %s\n", geometry_by_index(m->geometry)->name);
	put(w, "conf %s\n", conf_name(m->conf));
	put_line(w, "block", m->block_size);
	put_optional(w, "zone dma", m->dma_end);
	put_optional(w, "zone dma32", m->dma32_end);
	put(w, "memmap %s\n", codec_memmaps[m->memmap]);
	put_optional(w, "kernelcore", m->kernelcore);
	put_optional(w, "movablecore", m->movablecore);
	if (m->movable_node)
		put(w, "movable_node\n");
	if (m->memmap_on_memory)
		put(w, "memmap_on_memory%s\n", m->memmap_on_memory ==
		    REF_MEMMAP_FORCE ? " force" : "");
	put_params(w, &m->params);
}

static void put_range(struct writer *w, const char *word, u64 start, u64 end)
{
	put(w, "%s ", word);
	put_size(w, start);
	put(w, " - ");
	put_size(w, end);
}

static void put_ranges(struct writer *w, const char *word,
		       const struct ref_span *range, u32 count)
{
	for (u32 i = 0; i < count; i++) {
		put_range(w, word, range[i].start, range[i].end);
		put(w, "\n");
	}
}

static void put_memory(struct writer *w, const struct ref_machine *m)
{
	for (u32 i = 0; i < REF_MAX_NODES; i++)
		if (m->node[i])
			put(w, "node %u%s\n", i,
			    m->node[i] & REF_NODE_CPU ? " cpu" : "");
	for (u32 i = 0; i < m->nr_regions; i++) {
		const struct ref_region *r = &m->region[i];

		put_range(w, "memory", r->start, r->end);
		put(w, " node %u%s%s\n", r->nid,
		    r->flags & REF_REGION_HOTPLUG ? " hotplug" : "",
		    r->flags & REF_REGION_NOMAP ? " nomap" : "");
	}
	put_ranges(w, "reserved", m->reserved, m->nr_reserved);
	put_ranges(w, "cma", m->cma, m->nr_cma);
}

static void put_fault(struct writer *w, const struct ref_op *op)
{
	if (!op->fault)
		return;
	put(w, " fail %s", name(codec_faults, REF_NR_FAULTS, op->fault));
	if (scenario_fault_counts(op->fault))
		put(w, " %u", op->fault_nr);
}

static void put_op_range(struct writer *w, const struct ref_op *op)
{
	put(w, " ");
	put_size(w, op->start);
	if (!op->size)
		return;
	put(w, " ");
	put_size(w, op->size);
}

static void put_add(struct writer *w, const struct ref_op *op)
{
	put_op_range(w, op);
	if (op->group)
		put(w, " group %u", op->group);
	else
		put(w, " node %u", op->nid);
	if (op->flags)
		put(w, " altmap");
}

static void put_online(struct writer *w, const struct ref_op *op)
{
	put_op_range(w, op);
	if (op->online)
		put(w, " %s", name(codec_onlines, REF_NR_ONLINE, op->online));
}

static void put_register(struct writer *w, const struct ref_op *op)
{
	put(w, " %s ", codec_groups[!!op->flags]);
	put_size(w, op->size);
	put(w, " node %u", op->nid);
}

static void put_unregister(struct writer *w, const struct ref_op *op)
{
	put(w, " group %u", op->group);
}

static void put_set(struct writer *w, const struct ref_op *op)
{
	put(w, " ");
	put_param(w, op->param, op->value);
}

static void put_query(struct writer *w, const struct ref_op *op)
{
	put(w, " %s node %u", name(codec_autos, REF_NR_AUTO, op->online + 1),
	    op->nid);
	if (op->group)
		put(w, " group %u", op->group);
	put_op_range(w, op);
}

static void put_map(struct writer *w, const struct ref_op *op)
{
	put_op_range(w, op);
	put(w, " node %u", op->nid);
}

static void (*const op_writers[REF_NR_OPS])(struct writer *w,
					    const struct ref_op *op) = {
	[REF_OP_ADD] = put_add,
	[REF_OP_ONLINE] = put_online,
	[REF_OP_OFFLINE] = put_op_range,
	[REF_OP_REMOVE] = put_op_range,
	[REF_OP_REGISTER] = put_register,
	[REF_OP_UNREGISTER] = put_unregister,
	[REF_OP_SET] = put_set,
	[REF_OP_QUERY] = put_query,
	[REF_OP_MAP] = put_map,
	[REF_OP_UNMAP] = put_op_range,
};

static void put_op(struct writer *w, const struct ref_op *op)
{
	put(w, "%s", name(codec_kinds, REF_NR_OPS, op->kind));
	if (op->kind < REF_NR_OPS)
		op_writers[op->kind](w, op);
	put_fault(w, op);
}

size_t codec_op_text(const struct ref_op *op, char *buf, size_t cap)
{
	struct writer w = { .buf = buf, .cap = cap };

	put_op(&w, op);
	return written(&w);
}

size_t codec_write_text(const struct ref_scenario *s, char *buf, size_t cap)
{
	struct writer w = { .buf = buf, .cap = cap };

	if (scenario_check(s, NULL))
		return 0;
	put_parameters(&w, &s->machine);
	put_memory(&w, &s->machine);
	for (u32 i = 0; i < s->nr_ops; i++) {
		put_op(&w, &s->op[i]);
		put(&w, "\n");
	}
	return written(&w);
}
