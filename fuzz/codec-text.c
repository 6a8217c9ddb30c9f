// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading the text form: one line a parameter, node, range or operation.
 *
 * Words are read one by one, each saying what it expects; after the first
 * error every read gives 0 and the loops end.
 */
#include <stdio.h>
#include <string.h>

#include "codec-forms.h"
#include "geometry.h"

struct word {
	const char *s;
	size_t len;
};

struct reader {
	const u8 *bytes;
	size_t len;
	size_t at;		/* what is read next */
	size_t start;		/* of the last word */
	size_t line;		/* start of the line */
	bool failed;
	u32 version;
	u64 seen;		/* bit n: line_kinds[n] has been seen */
	struct ref_scenario *out;
	struct codec_places *places;
	struct codec_error *err;
};

static u64 fail(struct reader *r, size_t offset, const char *what,
		const char *more)
{
	r->failed = true;
	codec_fail(r->err, offset, "expected %s%s", what, more);
	return 0;
}

/* --- words */

static bool is_blank(u8 c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool is_end(const u8 *bytes, size_t len, size_t at)
{
	return at >= len || bytes[at] == '\n' || bytes[at] == '#';
}

static size_t skip_blanks(const u8 *bytes, size_t len, size_t at)
{
	while (at < len && is_blank(bytes[at]))
		at++;
	return at;
}

static size_t skip_word(const u8 *bytes, size_t len, size_t at)
{
	while (!is_end(bytes, len, at) && !is_blank(bytes[at]))
		at++;
	return at;
}

/* The next word of this line; its length is 0 at the line's end */
static struct word next_word(struct reader *r)
{
	size_t start = skip_blanks(r->bytes, r->len, r->at);

	r->start = start;
	r->at = skip_word(r->bytes, r->len, start);
	return (struct word){ (const char *)r->bytes + start, r->at - start };
}

static bool word_is(struct word word, const char *text)
{
	return word.len == strlen(text) && !memcmp(word.s, text, word.len);
}

/* Take the next word if it is @text */
static bool have_word(struct reader *r, const char *text)
{
	size_t at = r->at;

	if (!r->failed && word_is(next_word(r), text))
		return true;
	r->at = at;
	return false;
}

static void want_word(struct reader *r, const char *text)
{
	if (!r->failed && !word_is(next_word(r), text))
		fail(r, r->start, text, "");
}

static bool at_line_end(struct reader *r)
{
	return is_end(r->bytes, r->len,
		      skip_blanks(r->bytes, r->len, r->at));
}

/* One of @names, after the first @skip; error lists all that were possible */
static u32 want_name(struct reader *r, const char *const *names, u32 skip,
		     u32 count)
{
	char list[CODEC_REASON_MAX] = "";
	struct word word;
	size_t used = 0;

	if (r->failed)
		return 0;
	word = next_word(r);
	for (u32 i = skip; i < count; i++)
		if (word_is(word, names[i]))
			return i;
	for (u32 i = skip; i < count && used < sizeof(list); i++)
		used += snprintf(list + used, sizeof(list) - used, "%s%s",
				 i == skip ? "" :
				 i == count - 1 ? " or " : ", ", names[i]);
	return fail(r, r->start, list, "");
}

/* --- numbers */

static s32 digit_value(u8 c, u32 base)
{
	s32 value = -1;

	if (c >= '0' && c <= '9')
		value = c - '0';
	else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
		value = (c | 0x20) - 'a' + 10;
	return value < (s32)base ? value : -1;
}

/* Digits at the front of @word, taken off it; false if none or too many */
static bool take_digits(struct word *word, u32 base, u64 *out)
{
	size_t len = word->len;
	u64 value = 0;

	for (; word->len; word->s++, word->len--) {
		s32 digit = digit_value(*word->s, base);

		if (digit < 0)
			break;
		if (value > (~0ull - digit) / base)
			return false;
		value = value * base + digit;
	}
	*out = value;
	return word->len < len;
}

static bool take_unit(struct word *word, u64 *value)
{
	static const char units[] = "KMGT";
	const char *unit;
	u32 shift;

	if (!word->len)
		return true;
	unit = memchr(units, *word->s, sizeof(units) - 1);
	if (!unit || word->len > 1)
		return false;
	shift = 10 * (unit - units + 1);
	if (*value > ~0ull >> shift)
		return false;
	*value <<= shift;
	return true;
}

static bool parse_size(struct word word, u64 *value)
{
	if (word.len < 2 || memcmp(word.s, "0x", 2))
		return take_digits(&word, 10, value) && take_unit(&word, value);
	word.s += 2;
	word.len -= 2;
	return take_digits(&word, 16, value) && !word.len;
}

static u64 want_size(struct reader *r, const char *what)
{
	u64 value;

	if (r->failed)
		return 0;
	if (parse_size(next_word(r), &value))
		return value;
	return fail(r, r->start, what,
		    " in bytes, like 4G, 128M or 0x140000000, below 2^64");
}

static u64 want_some_size(struct reader *r, const char *what)
{
	u64 value = want_size(r, what);

	if (!r->failed && !value)
		fail(r, r->start, what, " above 0, or no such line");
	return value;
}

static u32 want_number(struct reader *r, u32 least, u32 most, const char *what)
{
	struct word word;
	u64 value;

	if (r->failed)
		return 0;
	word = next_word(r);
	if (take_digits(&word, 10, &value) && !word.len && value >= least &&
	    value <= most)
		return value;
	r->failed = true;
	codec_fail(r->err, r->start, "expected %s from %u to %u", what, least,
		   most);
	return 0;
}

/* --- lines of the machine; the keyword has been read */

static void read_geometry(struct reader *r)
{
	const char *names[8];
	u32 count = 0;

	while (count < geometry_count() && count < ARRAY_SIZE(names)) {
		names[count] = geometry_by_index(count)->name;
		count++;
	}
	r->out->machine.geometry = want_name(r, names, 0, count);
}

static void read_conf(struct reader *r)
{
	const char *names[16];
	u32 count = 0;

	for (u32 i = 0; i < conf_count() && count < ARRAY_SIZE(names); i++)
		if (conf_name(i))
			names[count++] = conf_name(i);
	r->out->machine.conf = conf_index(names[want_name(r, names, 0, count)]);
}

static void read_block(struct reader *r)
{
	r->out->machine.block_size = want_some_size(r, "a size");
}

static void read_zone_dma(struct reader *r)
{
	r->out->machine.dma_end = want_some_size(r, "the zone's end");
}

static void read_zone_dma32(struct reader *r)
{
	r->out->machine.dma32_end = want_some_size(r, "the zone's end");
}

static void read_memmap(struct reader *r)
{
	r->out->machine.memmap = want_name(r, codec_memmaps, 0,
					   ARRAY_SIZE(codec_memmaps));
}

static void read_kernelcore(struct reader *r)
{
	r->out->machine.kernelcore = want_some_size(r, "a size");
}

static void read_movablecore(struct reader *r)
{
	r->out->machine.movablecore = want_some_size(r, "a size");
}

static void read_movable_node(struct reader *r)
{
	r->out->machine.movable_node = 1;
}

static void read_memmap_on_memory(struct reader *r)
{
	r->out->machine.memmap_on_memory = REF_MEMMAP_ON_MEMORY;
	if (at_line_end(r))
		return;
	want_word(r, "force");
	r->out->machine.memmap_on_memory = REF_MEMMAP_FORCE;
}

static u32 want_value(struct reader *r, enum ref_param param)
{
	if (param == REF_PARAM_POLICY)
		return want_name(r, codec_policies, 0,
				 ARRAY_SIZE(codec_policies));
	if (param == REF_PARAM_AUTO)
		return want_name(r, codec_autos, 0, REF_NR_AUTO);
	return want_number(r, 0, scenario_param_most(param), "a number");
}

static void read_param(struct reader *r, enum ref_param param)
{
	r->out->machine.params.value[param] = want_value(r, param);
}

static void read_policy(struct reader *r)
{
	read_param(r, REF_PARAM_POLICY);
}

static void read_ratio(struct reader *r)
{
	read_param(r, REF_PARAM_RATIO);
}

static void read_numa_aware(struct reader *r)
{
	read_param(r, REF_PARAM_NUMA_AWARE);
}

static void read_auto(struct reader *r)
{
	read_param(r, REF_PARAM_AUTO);
}

static u32 want_nid(struct reader *r)
{
	return want_number(r, 0, REF_MAX_NODES - 1, "a node");
}

static void read_node(struct reader *r)
{
	u32 nid = want_nid(r);
	u8 *node = &r->out->machine.node[nid];

	if (r->failed)
		return;
	if (*node)
		fail(r, r->start, "each node", " only once");
	r->places->node[nid] = r->line;
	*node = REF_NODE_POSSIBLE;
	if (have_word(r, "cpu"))
		*node |= REF_NODE_CPU;
}

/* Room for one more line in a list of @most, or an error at the keyword */
static bool have_room(struct reader *r, u32 count, u32 most, const char *what)
{
	if (count < most)
		return true;
	r->failed = true;
	codec_fail(r->err, r->start, "expected at most %u %s", most, what);
	return false;
}

static void read_range(struct reader *r, u64 *start, u64 *end)
{
	*start = want_size(r, "a first byte");
	want_word(r, "-");
	*end = want_size(r, "an end");
}

static void read_memory(struct reader *r)
{
	struct ref_machine *m = &r->out->machine;
	struct ref_region *region = &m->region[m->nr_regions];

	if (!have_room(r, m->nr_regions, REF_MAX_REGIONS, "ranges of memory"))
		return;
	r->places->region[m->nr_regions++] = r->line;
	read_range(r, &region->start, &region->end);
	want_word(r, "node");
	region->nid = want_nid(r);
	if (have_word(r, "hotplug"))
		region->flags |= REF_REGION_HOTPLUG;
	if (have_word(r, "nomap"))
		region->flags |= REF_REGION_NOMAP;
}

static void read_reserved(struct reader *r)
{
	struct ref_machine *m = &r->out->machine;
	struct ref_span *reserved = &m->reserved[m->nr_reserved];

	if (!have_room(r, m->nr_reserved, REF_MAX_RESERVED, "reserved ranges"))
		return;
	r->places->reserved[m->nr_reserved++] = r->line;
	read_range(r, &reserved->start, &reserved->end);
}

static void read_cma(struct reader *r)
{
	struct ref_machine *m = &r->out->machine;
	struct ref_span *area = &m->cma[m->nr_cma];

	if (!have_room(r, m->nr_cma, REF_MAX_CMA, "CMA areas"))
		return;
	r->places->cma[m->nr_cma++] = r->line;
	read_range(r, &area->start, &area->end);
}

/* --- operations; the keyword has been read */

static void read_fault(struct reader *r, struct ref_op *op)
{
	if (!have_word(r, "fail"))
		return;
	op->fault = want_name(r, codec_faults, 1, REF_NR_FAULTS);
	if (scenario_fault_counts(op->fault))
		op->fault_nr = want_number(r, 0, SCENARIO_FAULT_NR_MAX,
					   "the number of what fails,");
}

static void read_start(struct reader *r, struct ref_op *op)
{
	op->start = want_size(r, "a first byte");
}

static void read_op_range(struct reader *r, struct ref_op *op)
{
	read_start(r, op);
	op->size = want_size(r, "a size");
}

static void read_op_node(struct reader *r, struct ref_op *op)
{
	want_word(r, "node");
	op->nid = want_nid(r);
}

static u32 want_group(struct reader *r)
{
	return want_number(r, 1, REF_MAX_GROUPS, "a group");
}

static void read_add(struct reader *r, struct ref_op *op)
{
	static const char *const words[] = { "node", "group" };

	read_op_range(r, op);
	if (want_name(r, words, 0, ARRAY_SIZE(words)))
		op->group = want_group(r);
	else
		op->nid = want_nid(r);
	if (have_word(r, "altmap"))
		op->flags = REF_OP_MEMMAP_ON_MEMORY;
}

static void read_online(struct reader *r, struct ref_op *op)
{
	read_start(r, op);
	for (u32 i = REF_ONLINE_KERNEL; i < REF_NR_ONLINE; i++)
		if (!op->online && have_word(r, codec_onlines[i]))
			op->online = i;
}

static void read_register(struct reader *r, struct ref_op *op)
{
	if (want_name(r, codec_groups, 0, ARRAY_SIZE(codec_groups)))
		op->flags = REF_OP_DYNAMIC;
	op->size = want_size(r, "a size");
	read_op_node(r, op);
}

static void read_unregister(struct reader *r, struct ref_op *op)
{
	want_word(r, "group");
	op->group = want_group(r);
}

static void read_set(struct reader *r, struct ref_op *op)
{
	op->param = want_name(r, codec_params, 0, REF_NR_PARAMS);
	op->value = want_value(r, op->param);
}

static void read_query(struct reader *r, struct ref_op *op)
{
	op->online = want_name(r, codec_autos + 1, 0, REF_NR_ONLINE);
	read_op_node(r, op);
	if (have_word(r, "group"))
		op->group = want_group(r);
	read_op_range(r, op);
}

static void read_map(struct reader *r, struct ref_op *op)
{
	read_op_range(r, op);
	read_op_node(r, op);
}

static void (*const op_readers[REF_NR_OPS])(struct reader *r,
					    struct ref_op *op) = {
	[REF_OP_ADD] = read_add,
	[REF_OP_ONLINE] = read_online,
	[REF_OP_OFFLINE] = read_start,
	[REF_OP_REMOVE] = read_op_range,
	[REF_OP_REGISTER] = read_register,
	[REF_OP_UNREGISTER] = read_unregister,
	[REF_OP_SET] = read_set,
	[REF_OP_QUERY] = read_query,
	[REF_OP_MAP] = read_map,
	[REF_OP_UNMAP] = read_op_range,
};

static void read_op(struct reader *r, enum ref_op_kind kind)
{
	struct ref_scenario *s = r->out;
	struct ref_op *op = &s->op[s->nr_ops];

	if (!have_room(r, s->nr_ops, REF_MAX_OPS, "operations"))
		return;
	r->places->op[s->nr_ops++] = r->line;
	op->kind = kind;
	op_readers[kind](r, op);
	if (scenario_op_forms[kind].fault)
		read_fault(r, op);
}

/* --- the lines of every version */

enum line_times {
	LINE_MANY,
	LINE_ONCE,		/* at most */
	LINE_NEEDED,		/* exactly */
	LINE_OP,		/* after all that are no operation */
};

#define LINE(n, p, first, other, more, reader) {			\
	.since = 1, .until = CODEC_VERSION, .times = LINE_##n,		\
	.part = SCENARIO_##p, .word = (first), .second = (other),	\
	.rest = (more), .read = (reader) }

/* How the line of an operation goes on is for op_readers to say */
#define OP(name, kind) {						\
	.since = 1, .until = CODEC_VERSION, .times = LINE_OP,		\
	.part = SCENARIO_OP, .word = (name), .op = (kind) }

/**
 * struct line_kind - a line that a scenario may have
 * @since: first version that has it
 * @until: last version that has it
 * @times: how often and where it may stand
 * @part: what scenario_check() calls it
 * @word: its first word
 * @second: its second word, NULL if that is not fixed
 * @rest: what follows, for messages about lines that are missing
 * @read: reads what follows; NULL: an operation
 * @op: which operation
 */
static const struct line_kind {
	u8 since;
	u8 until;
	u8 times;
	u8 part;
	const char *word;
	const char *second;
	const char *rest;
	void (*read)(struct reader *r);
	enum ref_op_kind op;
} line_kinds[] = {
	LINE(NEEDED, GEOMETRY, "geometry", NULL, "NAME", read_geometry),
	LINE(NEEDED, CONF, "conf", NULL, "NAME", read_conf),
	LINE(NEEDED, BLOCK, "block", NULL, "SIZE", read_block),
	LINE(ONCE, ZONE_DMA, "zone", "dma", "END", read_zone_dma),
	LINE(ONCE, ZONE_DMA32, "zone", "dma32", "END", read_zone_dma32),
	LINE(NEEDED, MEMMAP, "memmap", NULL, "stale|poison", read_memmap),
	LINE(ONCE, KERNELCORE, "kernelcore", NULL, "SIZE", read_kernelcore),
	LINE(ONCE, MOVABLECORE, "movablecore", NULL, "SIZE", read_movablecore),
	LINE(ONCE, MOVABLE_NODE, "movable_node", NULL, "", read_movable_node),
	LINE(ONCE, MEMMAP_ON_MEMORY, "memmap_on_memory", NULL, "[force]",
	     read_memmap_on_memory),
	LINE(ONCE, POLICY, "online_policy", NULL, "NAME", read_policy),
	LINE(ONCE, RATIO, "auto_movable_ratio", NULL, "PERCENT", read_ratio),
	LINE(ONCE, NUMA_AWARE, "auto_movable_numa_aware", NULL, "0|1",
	     read_numa_aware),
	LINE(ONCE, AUTO, "auto_online", NULL, "TYPE", read_auto),
	LINE(MANY, NODE, "node", NULL, "N [cpu]", read_node),
	LINE(MANY, REGION, "memory", NULL, "START - END node N", read_memory),
	LINE(MANY, RESERVED, "reserved", NULL, "START - END", read_reserved),
	LINE(MANY, CMA, "cma", NULL, "START - END", read_cma),
	OP("add", REF_OP_ADD),
	OP("online", REF_OP_ONLINE),
	OP("offline", REF_OP_OFFLINE),
	OP("remove", REF_OP_REMOVE),
	OP("register", REF_OP_REGISTER),
	OP("unregister", REF_OP_UNREGISTER),
	OP("set", REF_OP_SET),
	OP("query", REF_OP_QUERY),
	OP("map", REF_OP_MAP),
	OP("unmap", REF_OP_UNMAP),
};

static bool in_version(const struct reader *r, const struct line_kind *kind)
{
	return kind->since <= r->version && r->version <= kind->until;
}

/* Says what a line may start with here; of an operation, if one was read */
static void fail_first_word(struct reader *r)
{
	const size_t last = ARRAY_SIZE(line_kinds) - 1;
	char list[CODEC_REASON_MAX] = "";
	size_t used = 0;

	for (size_t i = 0; i <= last && used < sizeof(list); i++) {
		const struct line_kind *kind = &line_kinds[i];

		if (!in_version(r, kind) ||
		    (r->out->nr_ops && kind->times != LINE_OP) ||
		    (i && !strcmp(kind->word, kind[-1].word)))
			continue;
		used += snprintf(list + used, sizeof(list) - used, "%s%s",
				 !used ? "" : i == last ? " or " : ", ",
				 kind->word);
	}
	fail(r, r->start, list, "");
}

static const struct line_kind *want_kind(struct reader *r)
{
	const struct line_kind *end = line_kinds + ARRAY_SIZE(line_kinds);
	const struct line_kind *kind;
	struct word word = next_word(r);
	bool zone = false;

	for (kind = line_kinds; kind < end; kind++) {
		if (!in_version(r, kind) || !word_is(word, kind->word))
			continue;
		if (!kind->second || have_word(r, kind->second))
			return kind;
		zone = true;
	}
	if (zone)
		next_word(r);
	if (zone)
		fail(r, r->start, "dma or dma32", "");
	else
		fail_first_word(r);
	return NULL;
}

static void check_order(struct reader *r, const struct line_kind *kind)
{
	u64 bit = 1ull << (kind - line_kinds);

	if (kind->times != LINE_OP && r->out->nr_ops)
		fail(r, r->line, "an operation",
		     ": lines of the machine come before the first");
	else if (kind->times != LINE_OP && kind->times != LINE_MANY &&
		 (r->seen & bit))
		fail(r, r->line, "this line only once", "");
	r->seen |= bit;
}

static void read_item(struct reader *r)
{
	const struct line_kind *kind;

	r->line = skip_blanks(r->bytes, r->len, r->at);
	kind = want_kind(r);
	if (!kind)
		return;
	check_order(r, kind);
	r->places->part[kind->part] = r->line;
	if (r->failed)
		return;
	if (kind->read)
		kind->read(r);
	else
		read_op(r, kind->op);
}

static void read_version(struct reader *r)
{
	if (!word_is(next_word(r), "mhpref"))
		fail(r, r->start, "\"mhpref VERSION\" on the first line", "");
	r->version = want_number(r, 1, CODEC_VERSION, "a format version");
}

/* Columns are bytes here; bytes that are no ASCII are for comments */
static void check_line(struct reader *r, size_t start)
{
	bool comment = false;
	size_t at;

	for (at = start; at < r->len && r->bytes[at] != '\n'; at++) {
		u8 c = r->bytes[at];

		/* Mail may end its lines with a carriage return as well */
		if (c == '\r' && (at + 1 == r->len || r->bytes[at + 1] == '\n'))
			break;
		comment |= c == '#';
		if (at - start == CODEC_COLUMNS)
			fail(r, at, "at most 72 columns", "");
		else if ((c < ' ' && c != '\t') || c == 0x7f ||
			 (c > 0x7f && !comment))
			fail(r, at, "printable ASCII", "");
		if (r->failed)
			return;
	}
}

static void end_line(struct reader *r)
{
	if (r->failed)
		return;
	if (!at_line_end(r)) {
		next_word(r);
		fail(r, r->start, "the end of the line", "");
	}
	while (r->at < r->len && r->bytes[r->at] != '\n')
		r->at++;
	if (r->at < r->len)
		r->at++;
}

static void read_line(struct reader *r)
{
	check_line(r, r->at);
	if (r->failed)
		return;
	if (!at_line_end(r)) {
		if (r->version)
			read_item(r);
		else
			read_version(r);
	}
	end_line(r);
}

static void check_complete(struct reader *r)
{
	for (size_t i = 0; i < ARRAY_SIZE(line_kinds) && !r->failed; i++) {
		const struct line_kind *kind = &line_kinds[i];

		if (!in_version(r, kind) || kind->times != LINE_NEEDED ||
		    (r->seen & 1ull << i))
			continue;
		r->failed = true;
		codec_fail(r->err, r->len, "expected a line \"%s %s\"",
			   kind->word, kind->rest);
	}
}

static void read_lines(struct reader *r)
{
	memset(r->out, 0, sizeof(*r->out));
	memset(r->places, 0, sizeof(*r->places));
	r->out->machine.params = REF_PARAMS;
	for (u32 i = 0; i < SCENARIO_NR_PARTS; i++)
		r->places->part[i] = r->len;
	while (r->at < r->len && !r->failed)
		read_line(r);
	if (!r->failed)
		check_complete(r);
}

int codec_read_text(const u8 *bytes, size_t len, struct ref_scenario *out,
		    struct codec_places *places, struct codec_error *err)
{
	struct reader r = {
		.bytes = bytes, .len = len,
		.out = out, .places = places, .err = err,
	};

	while (!r.version && !r.failed && r.at < len)
		read_line(&r);
	if (!r.version)
		fail(&r, r.at, "\"mhpref VERSION\" on the first line", "");
	if (!r.failed)
		read_lines(&r);
	return r.failed ? -1 : 0;
}

/* Words before the one in which a range starts, ends or names a node */
static u32 field_word(enum scenario_part part, enum scenario_field field)
{
	static const u8 range[SCENARIO_NR_FIELDS] = { 0, 1, 3, 5 };

	if (part == SCENARIO_ZONE_DMA || part == SCENARIO_ZONE_DMA32)
		return 2;
	return part == SCENARIO_REGION || part == SCENARIO_RESERVED ||
	       part == SCENARIO_CMA ? range[field] : 1;
}

static size_t next_start(const u8 *bytes, size_t len, size_t offset)
{
	return skip_blanks(bytes, len, skip_word(bytes, len, offset));
}

static bool starts_word(const u8 *bytes, size_t len, size_t offset,
			const char *text)
{
	size_t end = skip_word(bytes, len, offset);

	return word_is((struct word){ (const char *)bytes + offset,
				      end - offset }, text);
}

/*
 * In the line of an operation: what follows "node" or "group"; of the other
 * numbers, the first starts a range and the last is its size
 */
static size_t op_word(const u8 *bytes, size_t len, size_t offset,
		      enum scenario_field field)
{
	size_t found = offset;
	enum scenario_field is;

	for (bool first = true; !is_end(bytes, len, offset);) {
		if (starts_word(bytes, len, offset, "fail"))
			break;
		is = starts_word(bytes, len, offset, "node") ? SCENARIO_NID :
		     starts_word(bytes, len, offset, "group") ?
		     SCENARIO_GROUP : SCENARIO_WHOLE;
		if (is)
			offset = next_start(bytes, len, offset);
		else if (digit_value(bytes[offset], 10) >= 0)
			is = first ? SCENARIO_START : SCENARIO_END;
		first &= is != SCENARIO_START;
		if (is == field || (is == SCENARIO_START &&
				    field == SCENARIO_END))
			found = offset;
		offset = next_start(bytes, len, offset);
	}
	return found;
}

size_t codec_field_text(const u8 *bytes, size_t len, size_t offset,
			enum scenario_part part, enum scenario_field field)
{
	u32 skip;

	if (field == SCENARIO_WHOLE)
		return offset;
	if (part == SCENARIO_OP)
		return op_word(bytes, len, offset, field);
	for (skip = field_word(part, field); skip--;)
		offset = next_start(bytes, len, offset);
	return offset;
}
