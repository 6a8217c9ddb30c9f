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
	const char *names[8];
	u32 count = 0;

	while (count < conf_count() && count < ARRAY_SIZE(names)) {
		names[count] = conf_name(count);
		count++;
	}
	r->out->machine.conf = want_name(r, names, 0, count);
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
	struct ref_reserved *reserved = &m->reserved[m->nr_reserved];

	if (!have_room(r, m->nr_reserved, REF_MAX_RESERVED, "reserved ranges"))
		return;
	r->places->reserved[m->nr_reserved++] = r->line;
	read_range(r, &reserved->start, &reserved->end);
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

static struct ref_op *new_op(struct reader *r, enum ref_op_kind kind)
{
	struct ref_scenario *s = r->out;
	struct ref_op *op = &s->op[s->nr_ops];

	if (!have_room(r, s->nr_ops, REF_MAX_OPS, "operations"))
		return NULL;
	r->places->op[s->nr_ops++] = r->line;
	op->kind = kind;
	op->start = want_size(r, "a first byte");
	return op;
}

static void read_add(struct reader *r)
{
	struct ref_op *op = new_op(r, REF_OP_ADD);

	if (!op)
		return;
	op->size = want_size(r, "a size");
	want_word(r, "node");
	op->nid = want_nid(r);
	read_fault(r, op);
}

static void read_online(struct reader *r)
{
	struct ref_op *op = new_op(r, REF_OP_ONLINE);

	if (!op)
		return;
	for (u32 i = REF_ONLINE_KERNEL; i < REF_NR_ONLINE; i++)
		if (!op->online && have_word(r, codec_onlines[i]))
			op->online = i;
	read_fault(r, op);
}

static void read_offline(struct reader *r)
{
	struct ref_op *op = new_op(r, REF_OP_OFFLINE);

	if (op)
		read_fault(r, op);
}

static void read_remove(struct reader *r)
{
	struct ref_op *op = new_op(r, REF_OP_REMOVE);

	if (!op)
		return;
	op->size = want_size(r, "a size");
	read_fault(r, op);
}

/* --- the lines of every version */

enum line_times {
	LINE_MANY,
	LINE_ONCE,		/* at most */
	LINE_NEEDED,		/* exactly */
	LINE_OP,		/* after all that are no operation */
};

/**
 * struct line_kind - a line that a scenario may have
 * @since: first version that has it
 * @until: last version that has it
 * @times: how often and where it may stand
 * @part: what scenario_check() calls it
 * @word: its first word
 * @second: its second word, NULL if that is not fixed
 * @rest: what follows, for messages
 * @read: reads what follows
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
} line_kinds[] = {
	{ 1, CODEC_VERSION, LINE_NEEDED, SCENARIO_GEOMETRY,
	  "geometry", NULL, "NAME", read_geometry },
	{ 1, CODEC_VERSION, LINE_NEEDED, SCENARIO_CONF,
	  "conf", NULL, "NAME", read_conf },
	{ 1, CODEC_VERSION, LINE_NEEDED, SCENARIO_BLOCK,
	  "block", NULL, "SIZE", read_block },
	{ 1, CODEC_VERSION, LINE_ONCE, SCENARIO_ZONE_DMA,
	  "zone", "dma", "END", read_zone_dma },
	{ 1, CODEC_VERSION, LINE_ONCE, SCENARIO_ZONE_DMA32,
	  "zone", "dma32", "END", read_zone_dma32 },
	{ 1, CODEC_VERSION, LINE_NEEDED, SCENARIO_MEMMAP,
	  "memmap", NULL, "stale|poison", read_memmap },
	{ 1, CODEC_VERSION, LINE_ONCE, SCENARIO_KERNELCORE,
	  "kernelcore", NULL, "SIZE", read_kernelcore },
	{ 1, CODEC_VERSION, LINE_ONCE, SCENARIO_MOVABLECORE,
	  "movablecore", NULL, "SIZE", read_movablecore },
	{ 1, CODEC_VERSION, LINE_ONCE, SCENARIO_MOVABLE_NODE,
	  "movable_node", NULL, "", read_movable_node },
	{ 1, CODEC_VERSION, LINE_MANY, SCENARIO_NODE,
	  "node", NULL, "N [cpu]", read_node },
	{ 1, CODEC_VERSION, LINE_MANY, SCENARIO_REGION,
	  "memory", NULL, "START - END node N", read_memory },
	{ 1, CODEC_VERSION, LINE_MANY, SCENARIO_RESERVED,
	  "reserved", NULL, "START - END", read_reserved },
	{ 1, CODEC_VERSION, LINE_OP, SCENARIO_OP,
	  "add", NULL, "START SIZE node N", read_add },
	{ 1, CODEC_VERSION, LINE_OP, SCENARIO_OP,
	  "online", NULL, "START [kernel|movable]", read_online },
	{ 1, CODEC_VERSION, LINE_OP, SCENARIO_OP,
	  "offline", NULL, "START", read_offline },
	{ 1, CODEC_VERSION, LINE_OP, SCENARIO_OP,
	  "remove", NULL, "START SIZE", read_remove },
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
	if (!r->failed)
		kind->read(r);
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
	static const u8 op[SCENARIO_NR_FIELDS] = { 0, 1, 2, 4 };

	if (field == SCENARIO_WHOLE)
		return 0;
	if (part == SCENARIO_ZONE_DMA || part == SCENARIO_ZONE_DMA32)
		return 2;
	if (part == SCENARIO_REGION || part == SCENARIO_RESERVED)
		return range[field];
	return part == SCENARIO_OP ? op[field] : 1;
}

size_t codec_field_text(const u8 *bytes, size_t len, size_t offset,
			enum scenario_part part, enum scenario_field field)
{
	u32 skip = field_word(part, field);

	while (skip--)
		offset = skip_blanks(bytes, len,
				     skip_word(bytes, len, offset));
	return offset;
}
