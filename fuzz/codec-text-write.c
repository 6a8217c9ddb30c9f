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
};

const char *const codec_kinds[REF_NR_OPS] = {
	[REF_OP_ADD] = "add",
	[REF_OP_ONLINE] = "online",
	[REF_OP_OFFLINE] = "offline",
	[REF_OP_REMOVE] = "remove",
};

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
}

static void put_range(struct writer *w, const char *word, u64 start, u64 end)
{
	put(w, "%s ", word);
	put_size(w, start);
	put(w, " - ");
	put_size(w, end);
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
	for (u32 i = 0; i < m->nr_reserved; i++) {
		put_range(w, "reserved", m->reserved[i].start,
			  m->reserved[i].end);
		put(w, "\n");
	}
}

static const char *name(const char *const *names, u32 count, u32 index)
{
	return index < count ? names[index] : "?";
}

static void put_fault(struct writer *w, const struct ref_op *op)
{
	if (!op->fault)
		return;
	put(w, " fail %s", name(codec_faults, REF_NR_FAULTS, op->fault));
	if (scenario_fault_counts(op->fault))
		put(w, " %u", op->fault_nr);
}

static void put_op(struct writer *w, const struct ref_op *op)
{
	put(w, "%s ", name(codec_kinds, REF_NR_OPS, op->kind));
	put_size(w, op->start);
	if (op->size) {
		put(w, " ");
		put_size(w, op->size);
	}
	if (op->kind == REF_OP_ADD)
		put(w, " node %u", op->nid);
	if (op->online)
		put(w, " %s", name(codec_onlines, REF_NR_ONLINE, op->online));
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
