// SPDX-License-Identifier: GPL-2.0-only
/*
 * The judge: holds an observation to the rules.
 *
 * A field is compared with two values: what is right, and what a kernel of
 * the profile shows. The field's rule is broken if it is neither; excused if
 * it is what the profile shows, but not right. If it is right, but not what
 * the profile shows, its rule holds, and only "exact" does not.
 */
#include <string.h>

#include "rules.h"
#include "state.h"

/* A field of a part; @kept: a failed operation leaves it as it was */
struct field {
	const char *name;
	u16 offset;
	u8 size;
	u8 rule;
	bool kept;
};

#define FIELD(type, member, id, kept)					\
	{ #member, offsetof(type, member), sizeof(((type *)0)->member),	\
	  REF_R_##id, kept }
#define OBS(...)	FIELD(struct ref_obs, __VA_ARGS__)
#define NODE(...)	FIELD(struct ref_obs_node, __VA_ARGS__)
#define ZONE(...)	FIELD(struct ref_obs_zone, __VA_ARGS__)
#define BLOCK(...)	FIELD(struct ref_obs_block, __VA_ARGS__)
#define SECTION(...)	FIELD(struct ref_obs_section, __VA_ARGS__)

static const struct field op_fields[] = {
	OBS(err, ERROR_CODE, false), OBS(outcome, EXACT, false),
	OBS(fired, EXACT, false), OBS(locked, EXACT, false),
	OBS(lock_imbalance, LOCKS, false), OBS(warns, WARN, false),
	OBS(pad, EXACT, false), { 0 },
};

static const struct field node_fields[] = {
	NODE(start, NODE_SPAN, false), NODE(spanned, NODE_SPAN, false),
	NODE(present, NODE_PRESENT, true), NODE(nr_zones, NR_ZONES, false),
	NODE(online, NODE_ONLINE, true), NODE(memory, NODE_ONLINE, true),
	NODE(normal_memory, NODE_ONLINE, true),
	NODE(device, NODE_ONLINE, true), NODE(pad, EXACT, false), { 0 },
};

/* The contiguous flag has rules of its own */
static const struct field zone_fields[] = {
	ZONE(start, ZONE_SPAN, false), ZONE(spanned, ZONE_SPAN, false),
	ZONE(present, ZONE_PRESENT, true),
	ZONE(present_early, ZONE_PRESENT_EARLY, true),
	ZONE(initialized, NR_ZONES, false), ZONE(pad, EXACT, false), { 0 },
};

static const struct field block_fields[] = {
	BLOCK(state, ONLINE_STATE, true), BLOCK(nid, BLOCK_ZONE, true),
	BLOCK(zone, BLOCK_ZONE, true), BLOCK(pad, EXACT, false), { 0 },
};

static const struct field section_fields[] = {
	SECTION(submap[0], ONLINE_STATE, true),
	SECTION(submap[1], ONLINE_STATE, true),
	SECTION(submap[2], ONLINE_STATE, true),
	SECTION(submap[3], ONLINE_STATE, true),
	SECTION(flags, ONLINE_STATE, true), SECTION(pad, EXACT, false), { 0 },
};

/* The two bytes of a REF_LINK; both are 0xff if the page is offline */
static const struct field link_fields[] = {
	{ "zone", 0, 1, REF_R_PAGE_LINKS, true },
	{ "node", 1, 1, REF_R_PAGE_LINKS, true }, { 0 },
};

static const char *const zone_names[REF_NR_ZONES] = {
	"DMA.", "DMA32.", "NORMAL.", "MOVABLE.", "DEVICE.",
};

/*
 * Parts of an observation: arrays in it, how many of each the layout names
 * and where in the layout their numbers stand. @base: of the numbers, as text
 */
static const struct part {
	const char *prefix;
	const struct field *fields;
	size_t offset;
	size_t stride;
	size_t count;
	size_t numbers;
	u32 base;
} parts[] = {
	{ "node", node_fields, offsetof(struct ref_obs, node),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0, 10 },
	{ "block ", block_fields, offsetof(struct ref_obs, block),
	  sizeof(struct ref_obs_block), offsetof(struct ref_layout, nr_blocks),
	  offsetof(struct ref_layout, block), 10 },
	{ "section ", section_fields, offsetof(struct ref_obs, section),
	  sizeof(struct ref_obs_section),
	  offsetof(struct ref_layout, nr_sections),
	  offsetof(struct ref_layout, section), 10 },
	{ "pfn 0x", link_fields, offsetof(struct ref_obs, link), sizeof(u16),
	  offsetof(struct ref_layout, nr_watch),
	  offsetof(struct ref_layout, watch), 16 },
};

#define NR_PARTS	(sizeof(parts) / sizeof(parts[0]))

/* Rules that do not have something to check in every observation */
static const bool sometimes[REF_NR_RULES] = {
	[REF_R_PAGE_LINKS] = true,
	[REF_R_CONTIGUOUS_SOUND] = true,
	[REF_R_CONTIGUOUS_WEAK] = true,
	[REF_R_SPAN_COVERS] = true,
	[REF_R_FAILED_OP] = true,
};

/* Which rule it is that the kernel did not come back */
static const u8 end_rules[] = {
	[REF_HANG] = REF_R_HANG,
	[REF_BUG] = REF_R_BUG,
	[REF_CRASH] = REF_R_CRASH,
};

/* What is judged, and the answer so far; @where: the part's name */
struct trial {
	const struct ref_model *m;
	const struct ref_obs *seen;
	const struct ref_obs *want;
	const struct ref_obs *right;
	u64 on;
	bool failed;
	u32 nr_broken;
	struct ref_result *result;
	struct {
		const char *prefix, *zone;
		u64 number;
		u32 base;
	} where;
};

static u32 put_text(char *to, u32 at, const char *s)
{
	REF_ASSERT(at < REF_FIELD_LEN);
	while (s && *s && at < REF_FIELD_LEN - 1)
		to[at++] = *s++;
	to[at] = 0;
	REF_ASSERT(at < REF_FIELD_LEN);
	return at;
}

static u32 put_number(char *to, u32 at, u64 x, u32 base)
{
	char digits[24] = { 0 };
	u32 n = sizeof(digits) - 1;

	REF_ASSERT(base == 10 || base == 16);
	do {
		digits[--n] = "0123456789abcdef"[x % base];
		x /= base;
	} while (x);
	REF_ASSERT(n > 0);
	return put_text(to, at, digits + n);
}

/* The place of a breach, broken ones first; NULL: there is none left */
static struct ref_breach *place(struct trial *t, u32 word)
{
	struct ref_result *r = t->result;
	u32 at = word == REF_BROKEN ? t->nr_broken++ : r->nr_breaches;

	REF_ASSERT(r->nr_breaches <= REF_MAX_BREACHES);
	REF_ASSERT(word < REF_OK);
	if (at >= REF_MAX_BREACHES)
		return NULL;
	if (r->nr_breaches < REF_MAX_BREACHES)
		r->nr_breaches++;
	memmove(&r->breach[at + 1], &r->breach[at],
		(r->nr_breaches - at - 1) * sizeof(r->breach[0]));
	return &r->breach[at];
}

static void note(struct trial *t, u32 rule, u32 word, const char *field,
		 u64 expected, u64 got)
{
	struct ref_breach *b;
	u32 at = 0;

	REF_ASSERT(rule < REF_NR_RULES);
	REF_ASSERT(word < REF_OK);
	if (!(t->on >> rule & 1))
		return;
	if (word < t->result->word[rule])
		t->result->word[rule] = (u8)word;
	b = place(t, word);
	if (!b)
		return;
	*b = (struct ref_breach){ .rule = (u16)rule, .word = (u16)word,
		.expected = expected, .got = got };
	if (t->where.prefix) {
		at = put_text(b->field, at, t->where.prefix);
		at = put_number(b->field, at, t->where.number, t->where.base);
		at = put_text(b->field, at, ".");
	}
	at = put_text(b->field, at, t->where.zone);
	put_text(b->field, at, field);
}

static u64 value(const struct ref_obs *o, size_t at, u32 size)
{
	u64 x = 0;

	REF_ASSERT(size > 0 && size <= sizeof(x));
	REF_ASSERT(at + size <= sizeof(*o));
	memcpy(&x, (const char *)o + at, size);
	return x;
}

static void compare(struct trial *t, size_t at, const struct field *f)
{
	u64 seen = value(t->seen, at + f->offset, f->size);
	u64 want = value(t->want, at + f->offset, f->size);
	u64 right = value(t->right, at + f->offset, f->size);
	u32 rule = f->kept && t->failed ? REF_R_FAILED_OP : f->rule;

	REF_ASSERT(f->name);
	REF_ASSERT(rule < REF_NR_RULES);
	if (seen == want && seen == right)
		return;
	if (seen == right)
		note(t, REF_R_EXACT, REF_BROKEN, f->name, want, seen);
	else
		note(t, rule, seen == want ? REF_EXCUSED : REF_BROKEN,
		     f->name, right, seen);
}

static void compare_all(struct trial *t, size_t at, const struct field *f)
{
	REF_ASSERT(f->name);
	for (; f->name; f++)
		compare(t, at, f);
	REF_ASSERT(!f->size);
}

static u32 part_count(const struct trial *t, const struct part *p)
{
	u32 n;

	REF_ASSERT(p->stride);
	memcpy(&n, (const char *)t->m->layout + p->count, sizeof(n));
	REF_ASSERT(p->offset + n * p->stride <= sizeof(struct ref_obs));
	return n;
}

static void judge_part(struct trial *t, const struct part *p)
{
	u32 nr = part_count(t, p);

	REF_ASSERT(p->fields);
	REF_ASSERT(p->prefix);
	for (u32 n = 0; n < nr; n++) {
		size_t at = p->offset + n * p->stride;

		t->where.prefix = p->prefix;
		t->where.base = p->base;
		t->where.number = n;
		if (p->numbers)
			memcpy(&t->where.number, (const char *)t->m->layout +
			       p->numbers + n * sizeof(u64), sizeof(u64));
		compare_all(t, at, p->fields);
		for (u32 z = 0; p == parts && z < REF_NR_ZONES; z++) {
			t->where.zone = zone_names[z];
			compare_all(t, offsetof(struct ref_obs, node[n].zone[z]),
				    zone_fields);
		}
		t->where.zone = NULL;
	}
}

/* A zone's contiguous flag, and whether its span as seen covers its memory */
static void judge_zone(struct trial *t, u32 key, bool is)
{
	const struct ref_obs_zone *seen =
		ref_zone((struct ref_obs *)t->seen, key);
	const struct ref_obs_zone *want =
		ref_zone((struct ref_obs *)t->want, key);
	struct ref_span s = ref_span_of(seen), memory = t->m->memory[key];
	bool same = s.start == want->start && seen->spanned == want->spanned;
	u32 word = same ? REF_EXCUSED : REF_BROKEN;

	REF_ASSERT(key / REF_NR_ZONES < t->m->layout->nr_nodes);
	REF_ASSERT(want->contiguous <= 1);
	t->where.prefix = parts[0].prefix;
	t->where.base = 10;
	t->where.number = key / REF_NR_ZONES;
	t->where.zone = zone_names[key % REF_NR_ZONES];
	if (seen->contiguous && !is)
		note(t, REF_R_CONTIGUOUS_SOUND, want->contiguous ?
		     REF_EXCUSED : REF_BROKEN, "contiguous", 0, 1);
	if (!seen->contiguous && is)
		note(t, REF_R_CONTIGUOUS_WEAK, REF_WEAK, "contiguous", 1, 0);
	if (seen->contiguous != want->contiguous)
		note(t, REF_R_CONTIGUOUS_EXACT, REF_BROKEN, "contiguous",
		     want->contiguous, seen->contiguous);
	if (memory.end && (!s.end || s.start > memory.start))
		note(t, REF_R_SPAN_COVERS, word, "start", memory.start,
		     s.start);
	else if (s.end < memory.end)
		note(t, REF_R_SPAN_COVERS, word, "spanned",
		     memory.end - s.start, seen->spanned);
}

/* All words as they are if nothing is wrong; @said: zones seen contiguous */
static void begin(struct trial *t, u64 said)
{
	u8 *word = t->result->word;

	REF_ASSERT(t->m->obs.outcome <= REF_REFUSED);
	t->want = &t->m->obs;
	t->right = t->m->diverged ? &t->m->right : &t->m->obs;
	t->failed = t->right->err < 0 && t->right->outcome == REF_DONE;
	t->result->nr_breaches = 0;
	t->result->pad = 0;
	memset(word, REF_UNTESTED, sizeof(t->result->word));
	for (u32 n = 0; n < REF_NR_RULES; n++)
		word[n] = sometimes[n] ? REF_UNTESTED : REF_OK;
	word[REF_R_PAGE_LINKS] = t->m->layout->nr_watch ? REF_OK :
		REF_UNTESTED;
	word[REF_R_CONTIGUOUS_SOUND] = said ? REF_OK : REF_UNTESTED;
	word[REF_R_CONTIGUOUS_WEAK] = t->m->contiguous ? REF_OK :
		REF_UNTESTED;
	word[REF_R_SPAN_COVERS] = t->m->covered ? REF_OK : REF_UNTESTED;
	word[REF_R_FAILED_OP] = t->failed ? REF_OK : REF_UNTESTED;
	for (u32 n = 0; n < REF_NR_RULES; n++)
		if (!(t->on >> n & 1))
			word[n] = REF_OFF;
	REF_ASSERT(!t->nr_broken);
}

bool ref_judge_slowly(const struct ref_model *model,
		      const struct ref_obs *seen, u64 on,
		      struct ref_result *result)
{
	struct trial t = {
		.m = model, .seen = seen, .on = on, .result = result,
	};
	u32 keys = model->layout->nr_nodes * REF_NR_ZONES;
	u64 said = 0, is = 0;

	REF_ASSERT(keys <= REF_NR_KEYS);
	for (u32 key = 0; key < keys; key++) {
		said |= (u64)!!ref_zone((struct ref_obs *)seen,
					key)->contiguous << key;
		is |= (u64)ref_contiguous(model, key, false) << key;
	}
	REF_ASSERT(is == model->contiguous);
	begin(&t, said);
	if (seen->outcome > REF_REFUSED) {
		/* The kernel did not come back: no more can be said */
		memset(result->word, REF_UNTESTED, sizeof(result->word));
		note(&t, end_rules[ref_min(seen->outcome, REF_CRASH)],
		     REF_BROKEN, "outcome", t.want->outcome, seen->outcome);
		return !t.nr_broken;
	}
	compare_all(&t, 0, op_fields);
	for (u32 n = 0; n < NR_PARTS; n++)
		judge_part(&t, &parts[n]);
	for (u32 key = 0; key < keys; key++)
		judge_zone(&t, key, is >> key & 1);
	return !t.nr_broken;
}

/* Are all parts that the layout names as predicted? */
static bool as_wanted(const struct trial *t)
{
	const char *seen = (const char *)t->seen;
	const char *want = (const char *)&t->m->obs;
	bool same = !memcmp(seen, want, offsetof(struct ref_obs, node));

	REF_ASSERT(seen != want || same);
	for (u32 n = 0; same && n < NR_PARTS; n++)
		same = !memcmp(seen + parts[n].offset, want + parts[n].offset,
			       part_count(t, &parts[n]) * parts[n].stride);
	return same;
}

bool ref_judge(const struct ref_model *model, const struct ref_obs *seen,
	       u64 on, struct ref_result *result)
{
	struct trial t = {
		.m = model, .seen = seen, .on = on, .result = result,
	};
	u64 odd = (model->said ^ model->contiguous) | model->uncovered;

	REF_ASSERT(!(model->uncovered & ~model->covered));
	if (model->diverged || !as_wanted(&t))
		return ref_judge_slowly(model, seen, on, result);
	begin(&t, model->said);
	for (; odd; odd &= odd - 1) {
		u32 key = (u32)__builtin_ctzll(odd);

		judge_zone(&t, key, model->contiguous >> key & 1);
	}
	REF_ASSERT(!t.nr_broken);
	return true;
}
