// SPDX-License-Identifier: GPL-2.0-only
/*
 * The CBOR form, as scenario.cddl has it, in deterministic encoding.
 *
 * The reader asks libcbor's streaming decoder for one item at a time and
 * says which item it wants, so nesting is what the code below nests. After
 * the first error every read gives 0; loops are bounded by checked counts.
 */
#include <cbor.h>
#include <string.h>

#include "codec-forms.h"

enum item_type {
	ITEM_OTHER,		/* nothing that a scenario has */
	ITEM_UINT,
	ITEM_ARRAY,
	ITEM_MAP,
};

struct item {
	enum item_type type;
	u64 value;		/* the number, or the number of entries */
};

struct reader {
	const u8 *bytes;
	size_t len;
	size_t at;		/* where the next item starts */
	size_t start;		/* where the last one started */
	bool failed;
	struct ref_scenario *out;
	struct codec_places *places;
	struct codec_error *err;
};

static void item_set(void *item, enum item_type type, u64 value)
{
	*(struct item *)item = (struct item){ type, value };
}

static void on_uint8(void *item, u8 value)
{
	item_set(item, ITEM_UINT, value);
}

static void on_uint16(void *item, u16 value)
{
	item_set(item, ITEM_UINT, value);
}

static void on_uint32(void *item, u32 value)
{
	item_set(item, ITEM_UINT, value);
}

/* libcbor's 64 bits are a long, ours a long long */
static void on_uint64(void *item, unsigned long value)
{
	item_set(item, ITEM_UINT, value);
}

static void on_array(void *item, size_t entries)
{
	item_set(item, ITEM_ARRAY, entries);
}

static void on_map(void *item, size_t entries)
{
	item_set(item, ITEM_MAP, entries);
}

/* What is not named here is ITEM_OTHER: libcbor wants a function for each */
static const struct cbor_callbacks callbacks = {
	.uint8 = on_uint8,
	.uint16 = on_uint16,
	.uint32 = on_uint32,
	.uint64 = on_uint64,
	.negint8 = cbor_null_negint8_callback,
	.negint16 = cbor_null_negint16_callback,
	.negint32 = cbor_null_negint32_callback,
	.negint64 = cbor_null_negint64_callback,
	.byte_string = cbor_null_byte_string_callback,
	.byte_string_start = cbor_null_byte_string_start_callback,
	.string = cbor_null_string_callback,
	.string_start = cbor_null_string_start_callback,
	.array_start = on_array,
	.indef_array_start = cbor_null_indef_array_start_callback,
	.map_start = on_map,
	.indef_map_start = cbor_null_indef_map_start_callback,
	.tag = cbor_null_tag_callback,
	.float2 = cbor_null_float2_callback,
	.float4 = cbor_null_float4_callback,
	.float8 = cbor_null_float8_callback,
	.undefined = cbor_null_undefined_callback,
	.null = cbor_null_null_callback,
	.boolean = cbor_null_boolean_callback,
	.indef_break = cbor_null_indef_break_callback,
};

/* What an item is whose first byte is @first, by RFC 8949's major types */
static const char *item_name(u8 first)
{
	static const char *const majors[8] = {
		"an unsigned integer", "a negative integer", "a byte string",
		"a text string", "an array", "a map", "a tag",
		"a float or simple value",
	};

	if (first == 0xff)
		return "a break";
	if ((first & 0x1f) == 31)
		return "indefinite length";
	if ((first & 0x1f) >= 28)
		return "a byte that starts no CBOR item";
	return majors[first >> 5];
}

/* Bytes that the head of an item with this argument must take */
static size_t head_size(u64 value)
{
	if (value < 24)
		return 1;
	if (value <= 0xff)
		return 2;
	if (value <= 0xffff)
		return 3;
	return value <= 0xffffffff ? 5 : 9;
}

static u64 fail(struct reader *r, size_t offset, const char *what,
		const char *but)
{
	r->failed = true;
	codec_fail(r->err, offset, "expected %s%s", what, but);
	return 0;
}

static u64 fail_found(struct reader *r, const char *what)
{
	r->failed = true;
	codec_fail(r->err, r->start, "expected %s, found %s", what,
		   item_name(r->bytes[r->start]));
	return 0;
}

static u64 fail_range(struct reader *r, const struct item *item, u64 least,
		      u64 most, const char *what)
{
	r->failed = true;
	if (least == most)
		codec_fail(r->err, r->start, "expected %s: %llu, found %llu",
			   what, least, item->value);
	else
		codec_fail(r->err, r->start,
			   "expected %s: %llu to %llu, found %llu", what,
			   least, most, item->value);
	return 0;
}

/*
 * The next item, if it is of @type, in its shortest form and within
 * [@least, @most]; else an error that says what was expected.
 */
static u64 want(struct reader *r, enum item_type type, u64 least, u64 most,
		const char *what)
{
	struct cbor_decoder_result result;
	struct item item = { ITEM_OTHER, 0 };

	if (r->failed)
		return 0;
	r->start = r->at;
	result = cbor_stream_decode(r->bytes + r->at, r->len - r->at,
				    &callbacks, &item);
	if (result.status == CBOR_DECODER_NEDATA)
		return fail(r, r->len, what, ", the input ends");
	if (result.status != CBOR_DECODER_FINISHED || item.type != type)
		return fail_found(r, what);
	if (result.read != head_size(item.value))
		return fail(r, r->start, what, " in its shortest form");
	if (item.value < least || item.value > most)
		return fail_range(r, &item, least, most, what);
	r->at += result.read;
	return item.value;
}

static u64 want_uint(struct reader *r, u64 most, const char *what)
{
	return want(r, ITEM_UINT, 0, most, what);
}

static u64 want_entries(struct reader *r, u64 least, u64 most, const char *what)
{
	return want(r, ITEM_ARRAY, least, most, what);
}

static void want_nodes(struct reader *r)
{
	u8 *node = r->out->machine.node;
	u64 n = want_entries(r, 1, REF_MAX_NODES, "an array of nodes");

	for (u64 i = 0; i < n && !r->failed; i++) {
		r->places->node[i] = r->at;
		node[i] = want_uint(r, 255, "a node's flags");
	}
	if (!r->failed && !node[n - 1])
		fail(r, r->start, "flags of a possible node",
		     " last");
}

static void want_region(struct reader *r, struct ref_region *region)
{
	u64 n = want_entries(r, 3, 4,
			     "memory [start, end, nid, flags]");

	region->start = want_uint(r, ~0ull, "a first byte");
	region->end = want_uint(r, ~0ull, "an end");
	region->nid = want_uint(r, 255, "a node");
	if (n == 4)
		region->flags = want(r, ITEM_UINT, 1, 3, "flags");
}

static void want_regions(struct reader *r)
{
	struct ref_machine *m = &r->out->machine;
	u64 n = want_entries(r, 1, REF_MAX_REGIONS, "an array of memory");

	for (u64 i = 0; i < n && !r->failed; i++) {
		r->places->region[i] = r->at;
		want_region(r, &m->region[i]);
	}
	m->nr_regions = n;
}

/* Ranges [start, end); returns how many */
static u32 want_ranges(struct reader *r, struct ref_span *range,
		       u32 *places, u32 most, const char *what)
{
	u64 n = want_entries(r, 1, most, what);

	for (u64 i = 0; i < n && !r->failed; i++) {
		places[i] = r->at;
		want_entries(r, 2, 2, "a range [start, end]");
		range[i].start = want_uint(r, ~0ull, "a first byte");
		range[i].end = want_uint(r, ~0ull, "an end");
	}
	return n;
}

static void want_reserved(struct reader *r)
{
	struct ref_machine *m = &r->out->machine;

	m->nr_reserved = want_ranges(r, m->reserved, r->places->reserved,
				     REF_MAX_RESERVED,
				     "an array of reserved memory");
}

static void want_cma(struct reader *r)
{
	struct ref_machine *m = &r->out->machine;

	m->nr_cma = want_ranges(r, m->cma, r->places->cma, REF_MAX_CMA,
				"an array of CMA areas");
}

/* --- operations: kind, the fields that it has, fault, its number */

#define ADD_ONLY	(1u << SCENARIO_OP_GROUP | 1u << SCENARIO_OP_FLAGS)

/*
 * Kinds, by their number in the CBOR form: append only, and never reuse a
 * place. @without: fields that are left out, and 0.
 */
static const struct {
	u8 kind;
	u16 without;
} op_numbers[] = {
	{ REF_OP_ADD, ADD_ONLY },
	{ REF_OP_ONLINE, 0 },
	{ REF_OP_OFFLINE, 0 },
	{ REF_OP_REMOVE, 0 },
	{ REF_OP_REGISTER, 0 },
	{ REF_OP_UNREGISTER, 0 },
	{ REF_OP_SET, 0 },
	{ REF_OP_QUERY, 0 },
	{ REF_OP_MAP, 0 },
	{ REF_OP_UNMAP, 0 },
	{ REF_OP_ADD, 0 },
};

/* What a field holds at most, as far as the others do not decide that */
static const struct {
	const char *name;
	u64 most;
} op_fields[SCENARIO_NR_OP_FIELDS] = {
	[SCENARIO_OP_START] = { "a first byte", ~0ull },
	[SCENARIO_OP_SIZE] = { "a size", ~0ull },
	[SCENARIO_OP_NID] = { "a node", 255 },
	[SCENARIO_OP_ONLINE] = { "a way to online", 255 },
	[SCENARIO_OP_GROUP] = { "a group", 255 },
	[SCENARIO_OP_FLAGS] = { "flags", 255 },
	[SCENARIO_OP_PARAM] = { "a parameter", 255 },
	[SCENARIO_OP_VALUE] = { "a value", ~0u },
};

static u32 op_number(const struct ref_op *op)
{
	u32 n = 0;

	while (op_numbers[n].kind != op->kind ||
	       (op_numbers[n].without && (op->group || op->flags)))
		n++;
	return n;
}

/* Fields of the operation with a number, as bits */
static u32 op_fields_of(u32 number)
{
	return scenario_op_forms[op_numbers[number].kind].fields &
	       ~op_numbers[number].without;
}

static u32 op_entries(const struct ref_op *op, u32 number)
{
	return 1 + __builtin_popcount(op_fields_of(number)) + !!op->fault +
	       scenario_fault_counts(op->fault);
}

static u32 want_op_head(struct reader *r, struct ref_op *op)
{
	u32 number = want_uint(r, ARRAY_SIZE(op_numbers) - 1,
			       "an operation's kind");

	op->kind = op_numbers[number].kind;
	for (u32 n = 0; n < SCENARIO_NR_OP_FIELDS; n++)
		if (op_fields_of(number) >> n & 1)
			scenario_op_set(op, n,
					want_uint(r, op_fields[n].most,
						  op_fields[n].name));
	return number;
}

static void want_op(struct reader *r, struct ref_op *op)
{
	size_t start = r->at;
	u64 n = want_entries(r, 2, 8, "an operation");
	u32 number = want_op_head(r, op);

	if (!r->failed && n > op_entries(op, number))
		op->fault = want(r, ITEM_UINT, 1, REF_NR_FAULTS - 1, "a fault");
	if (scenario_fault_counts(op->fault) && n == op_entries(op, number))
		op->fault_nr = want_uint(r, SCENARIO_FAULT_NR_MAX,
					 "the number of what fails");
	if (!r->failed && n != op_entries(op, number))
		fail(r, start, "an operation with the entries that it has",
		     ", no more");
	if (!r->failed && number != op_number(op))
		fail(r, start, "an add of kind 0",
		     ": it has no group and no flags");
}

static void want_ops(struct reader *r)
{
	u64 n = want_entries(r, 1, REF_MAX_OPS, "an array of operations");

	for (u64 i = 0; i < n && !r->failed; i++) {
		r->places->op[i] = r->at;
		want_op(r, &r->out->op[i]);
	}
	r->out->nr_ops = n;
}

/* --- the fields of every version, by ascending key */

#define MACHINE(member)	offsetof(struct ref_machine, member)

/* A number in the machine: required, or left out when it is as usual */
#define NUMBER(k, p, what, member, bytes, needed) {			\
	.key = (k), .since = 1, .until = CODEC_VERSION, .name = (what),	\
	.part = (p), .offset = MACHINE(member), .size = (bytes),	\
	.required = (needed) }

#define LIST(k, p, what, reader, writer, needed) {			\
	.key = (k), .since = 1, .until = CODEC_VERSION, .name = (what),	\
	.part = (p), .want = (reader), .put = (writer),			\
	.required = (needed) }

static const struct ref_params usual = REF_PARAMS;

struct writer {
	u8 *buf;
	size_t cap;
	size_t len;
	bool full;
};

/**
 * struct field - an entry of the map
 * @key: its key; never used again for anything else
 * @since: first version that has it
 * @until: last version that has it
 * @required: it is an error to leave it out
 * @part: what scenario_check() calls it
 * @name: what messages call it
 * @size: bytes of a number, 0 for anything else
 * @offset: of a number in struct ref_machine
 * @want: reads what is no number
 * @put: writes what is no number, unless @w is NULL; returns whether there
 *	is anything to write
 */
struct field {
	u8 key;
	u8 since;
	u8 until;
	bool required;
	enum scenario_part part;
	const char *name;
	size_t size;
	size_t offset;
	void (*want)(struct reader *r);
	bool (*put)(struct writer *w, const struct ref_scenario *s);
};

static void put(struct writer *w, size_t written)
{
	w->full |= !written;
	w->len += written;
}

static void put_uint(struct writer *w, u64 value)
{
	put(w, cbor_encode_uint(value, w->buf + w->len, w->cap - w->len));
}

static void put_array(struct writer *w, size_t entries)
{
	put(w, cbor_encode_array_start(entries, w->buf + w->len,
				       w->cap - w->len));
}

static bool put_nodes(struct writer *w, const struct ref_scenario *s)
{
	u32 n = REF_MAX_NODES;

	while (n && !s->machine.node[n - 1])
		n--;
	if (!w)
		return n;
	put_array(w, n);
	for (u32 i = 0; i < n; i++)
		put_uint(w, s->machine.node[i]);
	return n;
}

static void put_region(struct writer *w, const struct ref_region *region)
{
	put_array(w, region->flags ? 4 : 3);
	put_uint(w, region->start);
	put_uint(w, region->end);
	put_uint(w, region->nid);
	if (region->flags)
		put_uint(w, region->flags);
}

static bool put_regions(struct writer *w, const struct ref_scenario *s)
{
	u32 n = s->machine.nr_regions;

	if (!w)
		return n;
	put_array(w, n);
	for (u32 i = 0; i < n; i++)
		put_region(w, &s->machine.region[i]);
	return n;
}

static void put_ranges(struct writer *w, const struct ref_span *range,
		       u32 n)
{
	put_array(w, n);
	for (u32 i = 0; i < n; i++) {
		put_array(w, 2);
		put_uint(w, range[i].start);
		put_uint(w, range[i].end);
	}
}

static bool put_reserved(struct writer *w, const struct ref_scenario *s)
{
	if (w)
		put_ranges(w, s->machine.reserved, s->machine.nr_reserved);
	return s->machine.nr_reserved;
}

static bool put_cma(struct writer *w, const struct ref_scenario *s)
{
	if (w)
		put_ranges(w, s->machine.cma, s->machine.nr_cma);
	return s->machine.nr_cma;
}

static void put_op(struct writer *w, const struct ref_op *op)
{
	u32 number = op_number(op);

	put_array(w, op_entries(op, number));
	put_uint(w, number);
	for (u32 n = 0; n < SCENARIO_NR_OP_FIELDS; n++)
		if (op_fields_of(number) >> n & 1)
			put_uint(w, scenario_op_get(op, n));
	if (op->fault)
		put_uint(w, op->fault);
	if (scenario_fault_counts(op->fault))
		put_uint(w, op->fault_nr);
}

static bool put_ops(struct writer *w, const struct ref_scenario *s)
{
	if (!w)
		return s->nr_ops;
	put_array(w, s->nr_ops);
	for (u32 i = 0; i < s->nr_ops; i++)
		put_op(w, &s->op[i]);
	return s->nr_ops;
}

/* Key 0 is the version, which says what the others are */
static const struct field fields[] = {
	NUMBER(1, SCENARIO_GEOMETRY, "geometry", geometry, 1, true),
	NUMBER(2, SCENARIO_CONF, "configuration", conf, 1, true),
	NUMBER(3, SCENARIO_BLOCK, "block size", block_size, 8, true),
	NUMBER(4, SCENARIO_ZONE_DMA, "end of zone dma", dma_end, 8, false),
	NUMBER(5, SCENARIO_ZONE_DMA32, "end of zone dma32", dma32_end, 8,
	       false),
	NUMBER(6, SCENARIO_MEMMAP, "memmap mode", memmap, 1, true),
	NUMBER(7, SCENARIO_KERNELCORE, "kernelcore", kernelcore, 8, false),
	NUMBER(8, SCENARIO_MOVABLECORE, "movablecore", movablecore, 8, false),
	NUMBER(9, SCENARIO_MOVABLE_NODE, "movable_node", movable_node, 1,
	       false),
	LIST(10, SCENARIO_NODE, "nodes", want_nodes, put_nodes, true),
	LIST(11, SCENARIO_REGION, "memory", want_regions, put_regions, true),
	LIST(12, SCENARIO_RESERVED, "reserved memory", want_reserved,
	     put_reserved, false),
	LIST(13, SCENARIO_OP, "operations", want_ops, put_ops, false),
	NUMBER(14, SCENARIO_POLICY, "online_policy",
	       params.value[REF_PARAM_POLICY], 4, false),
	NUMBER(15, SCENARIO_RATIO, "auto_movable_ratio",
	       params.value[REF_PARAM_RATIO], 4, false),
	NUMBER(16, SCENARIO_NUMA_AWARE, "auto_movable_numa_aware",
	       params.value[REF_PARAM_NUMA_AWARE], 4, false),
	NUMBER(17, SCENARIO_AUTO, "auto_online",
	       params.value[REF_PARAM_AUTO], 4, false),
	NUMBER(18, SCENARIO_MEMMAP_ON_MEMORY, "memmap_on_memory",
	       memmap_on_memory, 1, false),
	LIST(19, SCENARIO_CMA, "CMA areas", want_cma, put_cma, false),
};

#define LAST_KEY	(fields[ARRAY_SIZE(fields) - 1].key)

static bool is_param(const struct field *f)
{
	return f->part >= SCENARIO_PARAM &&
	       f->part < SCENARIO_PARAM + REF_NR_PARAMS;
}

/* What a number is that is left out */
static u64 left_out(const struct field *f)
{
	return is_param(f) ? usual.value[f->part - SCENARIO_PARAM] : 0;
}

/* Little-endian, as all that this runs on */
static u64 number_get(const struct field *f, const struct ref_machine *m)
{
	u64 value = 0;

	memcpy(&value, (const u8 *)m + f->offset, f->size);
	return value;
}

static void number_set(const struct field *f, struct ref_machine *m, u64 value)
{
	memcpy((u8 *)m + f->offset, &value, f->size);
}

static void want_number(struct reader *r, const struct field *f)
{
	u64 most = ~0ull >> (64 - 8 * f->size);
	u64 value = want(r, ITEM_UINT, !f->required && !is_param(f), most,
			 f->name);

	if (!r->failed && is_param(f) && value == left_out(f))
		fail(r, r->start, f->name,
		     " to be left out when it has its usual value");
	number_set(f, &r->out->machine, value);
}

static void want_field(struct reader *r, const struct field *f)
{
	r->places->part[f->part] = r->at;
	if (f->want)
		f->want(r);
	else
		want_number(r, f);
}

/* Skip what a key passes over; error if that was required */
static const struct field *find_field(struct reader *r, const struct field *f,
				      u64 version, u64 key)
{
	const struct field *end = fields + ARRAY_SIZE(fields);

	for (; f < end && f->key < key; f++) {
		if (f->since > version || f->until < version || !f->required)
			continue;
		r->failed = true;
		codec_fail(r->err, r->start, "expected key %u, %s", f->key,
			   f->name);
	}
	return f;
}

static const struct field *want_key(struct reader *r, const struct field *f,
				    u64 version)
{
	u64 least = f == fields ? 1 : f[-1].key + 1;
	u64 key = want(r, ITEM_UINT, least, LAST_KEY,
		       "the next key, ascending");

	if (r->failed)
		return f;
	f = find_field(r, f, version, key);
	if (r->failed)
		return f;
	if (f == fields + ARRAY_SIZE(fields) || f->key != key ||
	    f->since > version || f->until < version)
		fail(r, r->start, "a key that this version has", "");
	return f;
}

static u64 want_version(struct reader *r)
{
	want(r, ITEM_UINT, 0, 0, "the key of the format version");
	return want(r, ITEM_UINT, 1, CODEC_VERSION,
		    "a format version that is known here");
}

static void want_fields(struct reader *r, u64 entries)
{
	u64 version = want_version(r);
	const struct field *f = fields;

	for (u64 i = 1; i < entries && !r->failed; i++) {
		f = want_key(r, f, version);
		if (!r->failed)
			want_field(r, f++);
	}
	if (r->failed)
		return;
	r->start = r->at;
	find_field(r, f, version, ~0ull);
	if (!r->failed && r->at != r->len)
		fail(r, r->at, "the end of the input", "");
}

int codec_read_cbor(const u8 *bytes, size_t len, struct ref_scenario *out,
		    struct codec_places *places, struct codec_error *err)
{
	struct reader r = {
		.bytes = bytes, .len = len,
		.out = out, .places = places, .err = err,
	};
	u64 n = want(&r, ITEM_MAP, 1, 1 + ARRAY_SIZE(fields),
		     "a scenario, a map of entries");

	if (r.failed)
		return -1;
	memset(out, 0, sizeof(*out));
	memset(places, 0, sizeof(*places));
	out->machine.params = usual;
	want_fields(&r, n);
	return r.failed ? -1 : 0;
}

/* Entries of an operation before the one of a field */
static u32 op_field_entry(u32 number, enum scenario_field field)
{
	static const u8 fields[SCENARIO_NR_FIELDS] = {
		[SCENARIO_START] = SCENARIO_OP_START,
		[SCENARIO_END] = SCENARIO_OP_SIZE,
		[SCENARIO_NID] = SCENARIO_OP_NID,
		[SCENARIO_GROUP] = SCENARIO_OP_GROUP,
		[SCENARIO_ONLINE] = SCENARIO_OP_ONLINE,
	};
	u32 has = op_fields_of(number);

	/* A parameter and its value */
	if (!(has >> fields[field] & 1))
		return 1 + (field == SCENARIO_END);
	return 1 + __builtin_popcount(has & ((1u << fields[field]) - 1));
}

/* Items from the start of a part to the entry of a field; heads are items */
static u32 field_entry(const u8 *part_bytes, enum scenario_part part,
		       enum scenario_field field)
{
	if (field == SCENARIO_WHOLE)
		return 0;
	if (part == SCENARIO_OP)
		return 1 + op_field_entry(part_bytes[1], field);
	return part == SCENARIO_REGION || part == SCENARIO_RESERVED ||
	       part == SCENARIO_CMA ? field : 0;
}

size_t codec_field_cbor(const u8 *bytes, size_t len, size_t offset,
			enum scenario_part part, enum scenario_field field)
{
	static const u8 head[4] = { 2, 3, 5, 9 };
	u32 skip = field_entry(bytes + offset, part, field);

	/* What was read before holds only array heads and integers here */
	while (skip-- && offset < len) {
		u32 form = bytes[offset] & 0x1f;

		offset += form < 24 ? 1 : head[form & 3];
	}
	return offset;
}

/* --- writing */

static bool put_field(struct writer *w, const struct field *f,
		      const struct ref_scenario *s)
{
	if (f->until < CODEC_VERSION)
		return false;
	if (f->put ? !f->put(NULL, s) :
	    !f->required && number_get(f, &s->machine) == left_out(f))
		return false;
	if (!w)
		return true;
	put_uint(w, f->key);
	if (f->put)
		f->put(w, s);
	else
		put_uint(w, number_get(f, &s->machine));
	return true;
}

size_t codec_write_cbor(const struct ref_scenario *s, u8 *buf, size_t cap)
{
	struct writer w = { .buf = buf, .cap = cap };
	size_t entries = 1;

	if (scenario_check(s, NULL))
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		entries += put_field(NULL, &fields[i], s);
	put(&w, cbor_encode_map_start(entries, buf, cap));
	put_uint(&w, 0);
	put_uint(&w, CODEC_VERSION);
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++)
		put_field(&w, &fields[i], s);
	return w.full ? 0 : w.len;
}
