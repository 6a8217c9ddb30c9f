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
	u8 size, rule;
	bool kept;
};

/**
 * struct part - an array in an observation
 * @prefix: of its fields' names, before the number
 * @zone: behind the number
 * @base: of the number
 * @offset: of the first entity in the observation
 * @stride: from one to the next
 * @count: where in the layout their number stands; REF_ONE: it is one
 * @numbers: where in the layout their names stand; 0: they count from 0
 */
struct part {
	const char *prefix, *zone;
	const struct field *fields;
	u32 base, offset, stride, count, numbers;
};

#define REF_ONE		(~0u)
#define FIELD(type, member, id, kept)					\
	{ #member, offsetof(type, member), sizeof(((type *)0)->member),	\
	  REF_R_##id, kept }
#define OBS(...)	FIELD(struct ref_obs, __VA_ARGS__)
#define NODE(...)	FIELD(struct ref_obs_node, __VA_ARGS__)
#define ZONE(...)	FIELD(struct ref_obs_zone, __VA_ARGS__)
#define BLOCK(...)	FIELD(struct ref_obs_block, __VA_ARGS__)
#define SECTION(...)	FIELD(struct ref_obs_section, __VA_ARGS__)
#define IN_LAYOUT(x)	offsetof(struct ref_layout, x)
#define ZONES(z, name)							\
	{ "node", name, zone_fields, 10,				\
	  offsetof(struct ref_obs, node[0].zone[REF_ZONE_##z]),		\
	  sizeof(struct ref_obs_node), IN_LAYOUT(nr_nodes), 0 }

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

static const struct part parts[] = {
	{ NULL, NULL, op_fields, 10, 0, offsetof(struct ref_obs, node),
	  REF_ONE, 0 },
	{ "node", NULL, node_fields, 10, offsetof(struct ref_obs, node),
	  sizeof(struct ref_obs_node), IN_LAYOUT(nr_nodes), 0 },
	ZONES(DMA, "DMA."),
	ZONES(DMA32, "DMA32."),
	ZONES(NORMAL, "NORMAL."),
	ZONES(MOVABLE, "MOVABLE."),
	ZONES(DEVICE, "DEVICE."),
	{ "block ", NULL, block_fields, 10, offsetof(struct ref_obs, block),
	  sizeof(struct ref_obs_block), IN_LAYOUT(nr_blocks),
	  IN_LAYOUT(block) },
	{ "section ", NULL, section_fields, 10,
	  offsetof(struct ref_obs, section), sizeof(struct ref_obs_section),
	  IN_LAYOUT(nr_sections), IN_LAYOUT(section) },
	{ "pfn 0x", NULL, link_fields, 16, offsetof(struct ref_obs, link),
	  sizeof(u16), IN_LAYOUT(nr_watch), IN_LAYOUT(watch) },
};

/* The part of a zone, by number */
#define ZONE_PART(z)	(&parts[2 + (z)])

/* Which rule it is that the kernel did not come back */
static const u8 end_rules[] = {
	[REF_HANG] = REF_R_HANG,
	[REF_BUG] = REF_R_BUG,
	[REF_CRASH] = REF_R_CRASH,
};

/* What is judged, and the answer so far */
struct trial {
	const struct ref_model *m;
	const struct ref_obs *seen, *want, *right;
	u64 on;
	bool failed;
	u32 nr_broken;
	struct ref_result *result;
};

static u32 put_text(char *to, u32 at, const char *s)
{
	while (s && *s && at < REF_FIELD_LEN - 1)
		to[at++] = *s++;
	to[at] = 0;
	REF_ASSERT(at < REF_FIELD_LEN);
	return at;
}

/* "prefix", number, ".", "zone", "field" */
static void put_name(char *to, const struct part *p, u64 x, const char *field)
{
	char digits[24] = { 0 };
	u32 n = sizeof(digits) - 1, at = 0;

	REF_ASSERT(p->base == 10 || p->base == 16);
	digits[--n] = '.';
	do {
		digits[--n] = "0123456789abcdef"[x % p->base];
		x /= p->base;
	} while (x);
	REF_ASSERT(n > 0);
	at = put_text(to, at, p->prefix);
	at = put_text(to, at, p->prefix ? digits + n : NULL);
	at = put_text(to, at, p->zone);
	put_text(to, at, field);
}

/* Entity @n of a part breaks a rule; broken breaches stand first */
static void note(struct trial *t, u32 rule, u32 word, const struct part *p,
		 u32 n, const char *field, u64 expected, u64 got)
{
	struct ref_result *r = t->result;
	u32 at = word == REF_BROKEN ? t->nr_broken : r->nr_breaches;
	u64 number = n;

	REF_ASSERT(rule < REF_NR_RULES);
	REF_ASSERT(word < REF_OK);
	if (!(t->on >> rule & 1))
		return;
	r->word[rule] = (u8)ref_min(word, r->word[rule]);
	t->nr_broken += word == REF_BROKEN;
	if (at >= REF_MAX_BREACHES)
		return;
	r->nr_breaches = (u32)ref_min(r->nr_breaches + 1, REF_MAX_BREACHES);
	memmove(&r->breach[at + 1], &r->breach[at],
		(r->nr_breaches - at - 1) * sizeof(r->breach[0]));
	r->breach[at] = (struct ref_breach){ .rule = (u16)rule,
		.word = (u16)word, .expected = expected, .got = got };
	if (p->numbers)
		memcpy(&number, (const char *)t->m->layout + p->numbers +
		       n * sizeof(number), sizeof(number));
	put_name(r->breach[at].field, p, number, field);
}

/* One field of one entity; @at: where it is in the observation */
static void compare(struct trial *t, const struct part *p, u32 n,
		    const struct field *f)
{
	u32 rule = f->kept && t->failed ? REF_R_FAILED_OP : f->rule;
	const struct ref_obs *o[] = { t->seen, t->want, t->right };
	u64 x[3] = { 0 };

	REF_ASSERT(f->size <= sizeof(x[0]));
	REF_ASSERT(rule < REF_NR_RULES);
	for (u32 i = 0; i < 3; i++)
		memcpy(&x[i], (const char *)o[i] + p->offset + n * p->stride +
		       f->offset, f->size);
	if (x[0] == x[1] && x[0] == x[2])
		return;
	if (x[0] == x[2])
		note(t, REF_R_EXACT, REF_BROKEN, p, n, f->name, x[1], x[0]);
	else
		note(t, rule, x[0] == x[1] ? REF_EXCUSED : REF_BROKEN, p, n,
		     f->name, x[2], x[0]);
}

static u32 part_count(const struct trial *t, const struct part *p)
{
	u32 n = 1;

	if (p->count != REF_ONE)
		memcpy(&n, (const char *)t->m->layout + p->count, sizeof(n));
	REF_ASSERT(p->offset + n * p->stride <= sizeof(struct ref_obs) ||
		   p->zone);
	return n;
}

/* A zone's contiguous flag, and whether its span as seen covers its memory */
static void judge_zone(struct trial *t, u32 key, bool is)
{
	const struct ref_obs_zone *seen = ref_zone(t->seen, key);
	const struct ref_obs_zone *want = ref_zone(t->want, key);
	struct ref_span s = ref_zone_span(seen), memory = t->m->memory[key];
	bool same = s.start == want->start && seen->spanned == want->spanned;
	const struct part *p = ZONE_PART(key % REF_NR_ZONES);
	u32 word = same ? REF_EXCUSED : REF_BROKEN, n = key / REF_NR_ZONES;

	REF_ASSERT(n < t->m->layout->nr_nodes);
	REF_ASSERT(want->contiguous <= 1);
	if (seen->contiguous && !is)
		note(t, REF_R_CONTIGUOUS_SOUND, want->contiguous ?
		     REF_EXCUSED : REF_BROKEN, p, n, "contiguous", 0, 1);
	if (!seen->contiguous && is)
		note(t, REF_R_CONTIGUOUS_WEAK, REF_WEAK, p, n, "contiguous",
		     1, 0);
	if (seen->contiguous != want->contiguous)
		note(t, REF_R_CONTIGUOUS_EXACT, REF_BROKEN, p, n,
		     "contiguous", want->contiguous, seen->contiguous);
	if (memory.end && (!s.end || s.start > memory.start))
		note(t, REF_R_SPAN_COVERS, word, p, n, "start", memory.start,
		     s.start);
	else if (s.end < memory.end)
		note(t, REF_R_SPAN_COVERS, word, p, n, "spanned",
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
	memset(word, REF_OK, REF_NR_RULES);
	memset(word + REF_NR_RULES, REF_UNTESTED, 64 - REF_NR_RULES);
	if (!t->m->layout->nr_watch)
		word[REF_R_PAGE_LINKS] = REF_UNTESTED;
	if (!said)
		word[REF_R_CONTIGUOUS_SOUND] = REF_UNTESTED;
	if (!t->m->contiguous)
		word[REF_R_CONTIGUOUS_WEAK] = REF_UNTESTED;
	if (!t->m->covered)
		word[REF_R_SPAN_COVERS] = REF_UNTESTED;
	if (!t->failed)
		word[REF_R_FAILED_OP] = REF_UNTESTED;
	for (u32 n = 0; n < REF_NR_RULES; n++)
		if (!(t->on >> n & 1))
			word[n] = REF_OFF;
	REF_ASSERT(!t->nr_broken);
}

bool ref_judge_slowly(const struct ref_model *model,
		      const struct ref_obs *seen, u64 on,
		      struct ref_result *result)
{
	struct trial t = { .m = model, .seen = seen, .on = on,
		.result = result };
	u32 keys = model->layout->nr_nodes * REF_NR_ZONES;
	u64 said = 0, is = 0;

	for (u32 key = 0; key < keys; key++) {
		said |= (u64)!!ref_zone(seen, key)->contiguous << key;
		is |= (u64)ref_contiguous(model, key, false) << key;
	}
	REF_ASSERT(is == model->contiguous);
	begin(&t, said);
	if (seen->outcome > REF_REFUSED) {
		/* The kernel did not come back: no more can be said */
		memset(result->word, REF_UNTESTED, sizeof(result->word));
		note(&t, end_rules[ref_min(seen->outcome, REF_CRASH)],
		     REF_BROKEN, parts, 0, "outcome", REF_DONE, seen->outcome);
		return !t.nr_broken;
	}
	for (u32 i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		for (u32 n = 0; n < part_count(&t, &parts[i]); n++)
			for (const struct field *f = parts[i].fields; f->name;
			     f++)
				compare(&t, &parts[i], n, f);
	for (u32 key = 0; key < keys; key++)
		judge_zone(&t, key, is >> key & 1);
	return !t.nr_broken;
}

bool ref_judge(const struct ref_model *model, const struct ref_obs *seen,
	       u64 on, struct ref_result *result)
{
	struct trial t = { .m = model, .seen = seen, .on = on,
		.result = result };
	u64 odd = (model->said ^ model->contiguous) | model->uncovered;
	bool same = !model->diverged;

	/* All parts but the zones, which lie in the nodes */
	for (u32 i = 0; same && i < sizeof(parts) / sizeof(parts[0]); i++)
		if (!parts[i].zone)
			same = !memcmp((const char *)seen + parts[i].offset,
				       (const char *)&model->obs +
				       parts[i].offset, parts[i].stride *
				       part_count(&t, &parts[i]));
	if (!same)
		return ref_judge_slowly(model, seen, on, result);
	begin(&t, model->said);
	for (; odd; odd &= odd - 1) {
		u32 key = (u32)__builtin_ctzll(odd);

		judge_zone(&t, key, model->contiguous >> key & 1);
	}
	REF_ASSERT(!t.nr_broken);
	return true;
}
