// SPDX-License-Identifier: GPL-2.0-only
/*
 * The operations that a step hides. Each is derived by a rule of rules.md,
 * which says what the driver does; the functions here carry the rules' names.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "convert.h"

#define NAME_MAX_BLOCK	24
/* No device lies beyond */
#define DEVICES_END	(1ull << 52)

enum { TO_ONLINE, TO_OFFLINE };

/* An operation at the end of the scenario */
static struct ref_op *derive(struct convert *c, u8 kind, const char *rule,
			     s32 err)
{
	u32 n = c->scenario.nr_ops;

	if (n == REF_MAX_OPS)
		convert_fail(c, "more than %u operations", n);
	c->scenario.nr_ops++;
	c->derived[n] = (struct derived){ .rule = rule, .err = err };
	c->scenario.op[n] = (struct ref_op){ .kind = kind };
	return &c->scenario.op[n];
}

/* The operation just derived fails, as the recording says and nobody knew */
static void stuck(struct convert *c, struct ref_op *op)
{
	op->fault = REF_FAULT_ISOLATE;
	c->derived[c->scenario.nr_ops - 1].err = -EBUSY;
	c->derived[c->scenario.nr_ops - 1].taken = true;
}

/* It fails since a notifier was told to object */
static void forced(struct convert *c, struct ref_op *op)
{
	op->fault = REF_FAULT_NOTIFY;
	c->derived[c->scenario.nr_ops - 1].err = -EPERM;
}

static json_t *block_of(json_t *blocks, u64 start)
{
	char name[NAME_MAX_BLOCK];

	snprintf(name, sizeof(name), "%llu",
		 (unsigned long long)(start / BLOCK));
	return json_object_get(blocks, name);
}

static bool is_online(const struct convert *c, json_t *blocks, u64 start)
{
	json_t *block = block_of(blocks, start);

	return block && !strcmp(convert_string(c, block, "state"), "online");
}

/* The log has a page of the block that cannot be moved */
static bool is_stuck(const struct convert *c, u64 start)
{
	const char *line, *pfn;
	size_t i = 0;

	while ((line = convert_log(c, &i))) {
		pfn = strncmp(line, "page:", 5) ? NULL : strstr(line, "pfn:");
		if (pfn && strtoull(pfn + 4, NULL, 0) * PAGE / BLOCK ==
		    start / BLOCK)
			return true;
	}
	return false;
}

/* --- groups and devices */

static u8 new_group(struct convert *c)
{
	u32 n = 1;

	while (n <= REF_MAX_GROUPS && c->group[n])
		n++;
	if (n > REF_MAX_GROUPS)
		convert_fail(c, "more than %u memory groups", REF_MAX_GROUPS);
	c->group[n] = true;
	return n;
}

static struct device *find_device(struct convert *c, const char *name)
{
	u32 i;

	for (i = 0; i < MAX_DEVICES; i++)
		if (!strcmp(c->device[i].name, name))
			return &c->device[i];
	convert_fail(c, "there is no device \"%s\"", name);
}

static struct device *new_device(struct convert *c, const char *name,
				 u64 start, u64 size)
{
	struct device *d = find_device(c, "");

	if (!size || size % BLOCK || start % BLOCK ||
	    size / BLOCK > REF_MAX_BLOCKS || start > DEVICES_END)
		convert_fail(c, "%s does not consist of blocks, or of too many",
			     name);
	snprintf(d->name, sizeof(d->name), "%s", name);
	d->start = start;
	d->size = size;
	d->group = new_group(c);
	return d;
}

static void free_device(struct convert *c, struct device *d)
{
	c->group[d->group] = false;
	d->name[0] = 0;
}

/* --- one write, one operation */

static bool log_has_forced(const struct convert *c)
{
	const char *line;
	size_t i = 0;

	while ((line = convert_log(c, &i)))
		if (!strncmp(line, "Injecting error", 15))
			return true;
	return false;
}

static void block_write(struct convert *c, u32 block, const char *what)
{
	json_t *result = convert_member(c, c->step, "result");
	s32 err = -(s32)convert_number(c, result, "errno");
	bool offline = !strcmp(what, "offline");
	struct ref_op *op = derive(c, offline ? REF_OP_OFFLINE : REF_OP_ONLINE,
				   "block-write", err);
	struct derived *d = &c->derived[c->scenario.nr_ops - 1];

	op->start = block * BLOCK;
	if (!strcmp(what, "online_kernel"))
		op->online = REF_ONLINE_KERNEL;
	else if (!strcmp(what, "online_movable"))
		op->online = REF_ONLINE_MOVABLE;
	if (log_has_forced(c) && err == c->forced[offline]) {
		d->rule = "block-forced";
		forced(c, op);
	} else if (err == -EBUSY && is_stuck(c, op->start)) {
		d->rule = "block-refused";
		stuck(c, op);
	}
}

static void force(struct convert *c, const char *file, s32 err)
{
	c->forced[!!strstr(file, "MEM_GOING_OFFLINE/")] = err;
}

static void write_file(struct convert *c, const char *file, const char *value)
{
	const char *name = strrchr(file, '/');
	struct ref_op *op;
	u32 param, number;

	if (convert_param(c, name ? name + 1 : file, value, &param, &number)) {
		op = derive(c, REF_OP_SET, "set", 0);
		op->param = param;
		op->value = number;
		c->params.value[param] = number;
	} else if (strstr(file, "notifier-error-inject")) {
		force(c, file, atoi(value));
	} else {
		convert_fail(c, "it writes to %s", file);
	}
}

/* What files say now must be what the writes led to */
static void check_params(const struct convert *c)
{
	json_t *state = convert_member(c, c->step, "state"), *word;
	u32 param, value;
	const char *name;

	json_object_foreach(convert_member(c, state, "params"), name, word)
		if (convert_param(c, name, json_string_value(word) ?: "",
				  &param, &value) &&
		    c->params.value[param] != value)
			convert_fail(c, "nobody has set %s", name);
}

/* --- DIMMs */

/*
 * The driver asks for the memmap to be on the memory. Before 6.6 it did so only
 * where the kernel would have done it, and was refused elsewhere.
 */
static bool wants_altmap(const struct convert *c, u64 size)
{
	return c->version >= VERSION(6, 6) ||
	       (c->scenario.machine.memmap_on_memory && size == BLOCK);
}

static void add_dimm(struct convert *c, const char *name)
{
	json_t *result = convert_member(c, c->step, "result");
	u64 start = strtoull(convert_string(c, result, "addr"), NULL, 0);
	u64 size = convert_number(c, result, "size");
	struct device *d = new_device(c, name, start, size);
	struct ref_op *op;

	if (convert_number(c, result, "ost"))
		convert_fail(c, "the guest refused %s", name);
	op = derive(c, REF_OP_REGISTER, "dimm-register", 0);
	op->nid = convert_number(c, result, "node");
	op->size = size;
	op = derive(c, REF_OP_ADD, "dimm-add", 0);
	op->start = start;
	op->size = size;
	op->group = d->group;
	op->flags = wants_altmap(c, size) ? REF_OP_MEMMAP_ON_MEMORY : 0;
}

/* One pass over the blocks of a DIMM: true if one of them failed */
static bool offline_dimm(struct convert *c, struct device *d, bool *went,
			 bool second)
{
	bool failed = false;
	struct ref_op *op;
	u32 i;

	for (i = 0; i < d->size / BLOCK && !(second && failed); i++) {
		u64 start = d->start + i * BLOCK;

		if (went[i] || !is_online(c, c->before, start))
			continue;
		op = derive(c, REF_OP_OFFLINE, "dimm-offline", 0);
		op->start = start;
		went[i] = !c->forced[TO_OFFLINE] && !is_stuck(c, start);
		failed |= !went[i];
		if (went[i])
			continue;
		c->derived[c->scenario.nr_ops - 1].rule =
			c->forced[TO_OFFLINE] ? "dimm-forced" : "dimm-stuck";
		if (c->forced[TO_OFFLINE])
			forced(c, op);
		else
			stuck(c, op);
	}
	return failed;
}

static void dimm_back(struct convert *c, struct device *d, const bool *went)
{
	u32 i;

	for (i = 0; i < d->size / BLOCK; i++)
		if (went[i])
			derive(c, REF_OP_ONLINE, "dimm-back", 0)->start =
				d->start + i * BLOCK;
}

static void dimm_gone(struct convert *c, struct device *d)
{
	struct ref_op *op = derive(c, REF_OP_REMOVE, "dimm-remove", 0);

	op->start = d->start;
	op->size = d->size;
	derive(c, REF_OP_UNREGISTER, "dimm-unregister", 0)->group = d->group;
	free_device(c, d);
}

static void remove_dimm(struct convert *c, const char *name)
{
	json_t *result = convert_member(c, c->step, "result");
	bool removed = json_is_true(convert_member(c, result, "removed"));
	struct device *d = find_device(c, name);
	bool went[REF_MAX_BLOCKS] = { 0 };

	if (offline_dimm(c, d, went, false) == removed)
		convert_fail(c, "the log does not say why %s stayed", name);
	if (removed) {
		dimm_gone(c, d);
		return;
	}
	offline_dimm(c, d, went, true);
	dimm_back(c, d, went);
}

/* --- virtio-mem */

/* The number after a word of the log, which must be there */
static u64 log_number(const struct convert *c, const char *word)
{
	const char *line, *at = NULL;
	size_t i = 0;

	while (!at && (line = convert_log(c, &i)))
		at = strstr(line, word);
	if (!at)
		convert_fail(c, "the log does not say \"%s\"", word);
	return strtoull(at + strlen(word), NULL, 0);
}

static void virtio_register(struct convert *c)
{
	struct ref_op *op = derive(c, REF_OP_REGISTER, "virtio-register", 0);

	if (log_number(c, "subblock size:") >= BLOCK)
		convert_fail(c, "virtio-mem's blocks are large ones");
	op->nid = log_number(c, " nid:");
	op->size = BLOCK;
	op->flags = REF_OP_DYNAMIC;
	new_device(c, "vm0", log_number(c, "start address:"),
		   log_number(c, "region size:"));
}

static void virtio_add(struct convert *c, struct device *d)
{
	struct ref_op *op;
	u64 start;

	for (start = d->start; start < d->start + d->size; start += BLOCK) {
		if (block_of(c->before, start) || !block_of(c->after, start))
			continue;
		op = derive(c, REF_OP_ADD, "virtio-add", 0);
		op->start = start;
		op->size = BLOCK;
		op->group = d->group;
	}
}

static void virtio_remove(struct convert *c, struct device *d, bool movable)
{
	u64 start = d->start + d->size;
	struct ref_op *op;
	json_t *old;

	while (start > d->start) {
		start -= BLOCK;
		old = block_of(c->before, start);
		if (!old || block_of(c->after, start) || movable ==
		    !!strcmp(convert_string(c, old, "valid_zones"), "Movable"))
			continue;
		if (is_online(c, c->before, start))
			derive(c, REF_OP_OFFLINE, "virtio-offline", 0)->start =
				start;
		op = derive(c, REF_OP_REMOVE, "virtio-remove", 0);
		op->start = start;
		op->size = BLOCK;
	}
}

static void virtio_resize(struct convert *c, const char *name)
{
	struct device *d = find_device(c, name);

	virtio_remove(c, d, true);
	virtio_remove(c, d, false);
	virtio_add(c, d);
}

/* --- ZONE_DEVICE */

static bool is_tainted(const struct convert *c)
{
	json_t *state = convert_member(c, c->step, "state");
	json_t *kernel = convert_member(c, state, "kernel"), *section;
	size_t i;

	json_array_foreach(convert_member(c, kernel, "sections"), i, section)
		if (convert_item(c, section, 1) & REF_SECTION_DEVICE)
			return true;
	return false;
}

static u8 node_of(const struct convert *c, u64 start)
{
	const struct ref_machine *m = &c->scenario.machine;
	u32 i = 0;

	while (i + 1 < m->nr_regions && m->region[i].end <= start)
		i++;
	return m->region[i].nid;
}

static void pmem_map(struct convert *c)
{
	struct ref_op *op = derive(c, REF_OP_MAP, "pmem-map", 0);

	op->start = c->pmem.start;
	op->size = c->pmem.size;
	op->nid = node_of(c, op->start);
	c->mapped = true;
}

static void pmem_unmap(struct convert *c)
{
	struct ref_op *op = derive(c, REF_OP_UNMAP, "pmem-unmap", 0);

	op->start = c->pmem.start;
	op->size = c->pmem.size;
	c->mapped = false;
}

/* --- steps */

/* Nothing but the guest's preparation, and what a driver does when it comes */
static void prepare(struct convert *c, const char *op)
{
	if (!strcmp(op, "insmod virtio_mem"))
		virtio_register(c);
	else if (!strcmp(op, "unbind") && c->mapped)
		pmem_unmap(c);
	else if (strncmp(op, "insmod", 6) && strcmp(op, "settle") &&
		 strcmp(op, "bind") && strcmp(op, "unbind"))
		convert_fail(c, "it does \"%s\"", op);
}

void convert_ops(struct convert *c)
{
	const char *op = convert_string(c, c->step, "op");
	char one[128], two[32];
	u32 block;

	if (c->pmem.size && !c->mapped && strcmp(op, "unbind") && is_tainted(c))
		pmem_map(c);
	if (sscanf(op, "block %u %31s", &block, two) == 2)
		block_write(c, block, two);
	else if (sscanf(op, "write %127s %31s", one, two) == 2)
		write_file(c, one, two);
	else if (sscanf(op, "add dimm %31s", two) == 1)
		add_dimm(c, two);
	else if (sscanf(op, "remove dimm %31s", two) == 1)
		remove_dimm(c, two);
	else if (sscanf(op, "virtio-mem %31s", two) == 1)
		virtio_resize(c, two);
	else
		prepare(c, op);
	check_params(c);
}
