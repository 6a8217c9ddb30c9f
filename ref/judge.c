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

#include "rule-ids.h"
#include "rules.h"
#include "state.h"

/* One field of a part of an observation */
struct ref_field {
	const char *name;
	u16 offset;
	u8 size;
	bool sign;
	u8 rule;
	bool kept;		/* a failed operation leaves it as it was */
};

/* One line of a table of fields */
#define REF_FIELD(type, member, ...)					\
	{ .name = #member, .offset = offsetof(type, member),		\
	  .size = sizeof(((type *)0)->member), __VA_ARGS__ }
#define REF_IS(id)	.rule = REF_R_##id
#define REF_KEPT(id)	.rule = REF_R_##id, .kept = true

static const struct ref_field ref_op_fields[] = {
	REF_FIELD(struct ref_obs, err, REF_IS(ERROR_CODE), .sign = true),
	REF_FIELD(struct ref_obs, outcome, REF_IS(EXACT)),
	REF_FIELD(struct ref_obs, fired, REF_IS(EXACT)),
	REF_FIELD(struct ref_obs, locked, REF_IS(EXACT)),
	REF_FIELD(struct ref_obs, lock_imbalance, REF_IS(LOCKS)),
	REF_FIELD(struct ref_obs, warns, REF_IS(WARN)),
	REF_FIELD(struct ref_obs, pad, REF_IS(EXACT)),
};

static const struct ref_field ref_node_fields[] = {
	REF_FIELD(struct ref_obs_node, start, REF_IS(NODE_SPAN)),
	REF_FIELD(struct ref_obs_node, spanned, REF_IS(NODE_SPAN)),
	REF_FIELD(struct ref_obs_node, present, REF_KEPT(NODE_PRESENT)),
	REF_FIELD(struct ref_obs_node, nr_zones, REF_IS(NR_ZONES)),
	REF_FIELD(struct ref_obs_node, online, REF_KEPT(NODE_ONLINE)),
	REF_FIELD(struct ref_obs_node, memory, REF_KEPT(NODE_ONLINE)),
	REF_FIELD(struct ref_obs_node, normal_memory, REF_KEPT(NODE_ONLINE)),
	REF_FIELD(struct ref_obs_node, device, REF_KEPT(NODE_ONLINE)),
	REF_FIELD(struct ref_obs_node, pad, REF_IS(EXACT)),
};

static const struct ref_field ref_zone_fields[] = {
	REF_FIELD(struct ref_obs_zone, start, REF_IS(ZONE_SPAN)),
	REF_FIELD(struct ref_obs_zone, spanned, REF_IS(ZONE_SPAN)),
	REF_FIELD(struct ref_obs_zone, present, REF_KEPT(ZONE_PRESENT)),
	REF_FIELD(struct ref_obs_zone, present_early,
		  REF_KEPT(ZONE_PRESENT_EARLY)),
	REF_FIELD(struct ref_obs_zone, initialized, REF_IS(NR_ZONES)),
	REF_FIELD(struct ref_obs_zone, pad, REF_IS(EXACT)),
};

static const struct ref_field ref_block_fields[] = {
	REF_FIELD(struct ref_obs_block, state, REF_KEPT(ONLINE_STATE)),
	REF_FIELD(struct ref_obs_block, nid, REF_KEPT(BLOCK_ZONE),
		  .sign = true),
	REF_FIELD(struct ref_obs_block, zone, REF_KEPT(BLOCK_ZONE)),
	REF_FIELD(struct ref_obs_block, pad, REF_IS(EXACT)),
};

static const struct ref_field ref_section_fields[] = {
	REF_FIELD(struct ref_obs_section, submap[0], REF_KEPT(ONLINE_STATE)),
	REF_FIELD(struct ref_obs_section, submap[1], REF_KEPT(ONLINE_STATE)),
	REF_FIELD(struct ref_obs_section, submap[2], REF_KEPT(ONLINE_STATE)),
	REF_FIELD(struct ref_obs_section, submap[3], REF_KEPT(ONLINE_STATE)),
	REF_FIELD(struct ref_obs_section, flags, REF_KEPT(ONLINE_STATE)),
	REF_FIELD(struct ref_obs_section, pad, REF_IS(EXACT)),
};

static const char *const ref_zone_names[REF_NR_ZONES] = {
	"DMA", "DMA32", "NORMAL", "MOVABLE", "DEVICE",
};

/* The name of a field, being put together */
struct ref_name {
	char *text;
	u32 len;
};

static void ref_put_text(struct ref_name *n, const char *s)
{
	REF_ASSERT(s);
	for (; *s && n->len < REF_FIELD_LEN - 1; s++)
		n->text[n->len++] = *s;
	n->text[n->len] = 0;
	REF_ASSERT(n->len < REF_FIELD_LEN);
}

static void ref_put_number(struct ref_name *n, u64 x, u32 base)
{
	char digits[24];
	u32 at = sizeof(digits) - 1;

	REF_ASSERT(base == 10 || base == 16);
	digits[at] = 0;
	do {
		digits[--at] = "0123456789abcdef"[x % base];
		x /= base;
	} while (x);
	REF_ASSERT(at > 0);
	ref_put_text(n, digits + at);
}

/* What is judged, and the answer so far */
struct ref_case {
	const struct ref_model *m;
	const struct ref_obs *seen;
	const struct ref_obs *want;
	const struct ref_obs *right;
	u64 on;
	bool failed;
	u32 nr_broken;
	struct ref_result *result;
};

/* A place for a breach, broken ones first; NULL: there is none left */
static struct ref_breach *ref_breach_place(struct ref_case *c, u32 word)
{
	struct ref_result *r = c->result;
	u32 at = word == REF_BROKEN ? c->nr_broken++ : r->nr_breaches;

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

/* Note a breach. Return: where its field's name goes; no text: nowhere */
static struct ref_name ref_note(struct ref_case *c, u32 rule, u32 word,
				u64 expected, u64 got)
{
	struct ref_name none = { NULL, 0 };
	struct ref_breach *b;

	REF_ASSERT(rule < REF_NR_RULES);
	REF_ASSERT(word < REF_OK);
	if (!(c->on >> rule & 1))
		return none;
	if (word < c->result->word[rule])
		c->result->word[rule] = (u8)word;
	b = ref_breach_place(c, word);
	if (!b)
		return none;
	b->rule = (u16)rule;
	b->word = (u16)word;
	b->pad = 0;
	b->expected = expected;
	b->got = got;
	memset(b->field, 0, sizeof(b->field));
	return (struct ref_name){ b->field, 0 };
}

/* The part of the observation that fields are compared in */
struct ref_place {
	size_t offset;
	const char *prefix;
	u64 number;
	const char *zone;
};

static void ref_put_place(struct ref_name n, const struct ref_place *at,
			  const char *field)
{
	if (!n.text)
		return;
	REF_ASSERT(field);
	REF_ASSERT(!n.len);
	if (at->prefix) {
		ref_put_text(&n, at->prefix);
		ref_put_number(&n, at->number, 10);
		ref_put_text(&n, ".");
	}
	if (at->zone) {
		ref_put_text(&n, at->zone);
		ref_put_text(&n, ".");
	}
	ref_put_text(&n, field);
}

static u64 ref_value(const void *p, const struct ref_field *f)
{
	u64 value = 0;

	REF_ASSERT(f->size > 0);
	REF_ASSERT(f->size <= sizeof(value));
	memcpy(&value, p, f->size);
	if (f->sign && value >> (f->size * 8 - 1))
		value |= ~0ull << (f->size * 8 - 1);
	return value;
}

static void ref_compare(struct ref_case *c, const struct ref_place *at,
			const struct ref_field *f)
{
	size_t where = at->offset + f->offset;
	u64 seen = ref_value((const char *)c->seen + where, f);
	u64 want = ref_value((const char *)c->want + where, f);
	u64 right = ref_value((const char *)c->right + where, f);
	u32 rule = f->kept && c->failed ? REF_R_FAILED_OP : f->rule;

	REF_ASSERT(where + f->size <= sizeof(struct ref_obs));
	REF_ASSERT(rule < REF_NR_RULES);
	if (seen == want && seen == right)
		return;
	if (seen == right)
		ref_put_place(ref_note(c, REF_R_EXACT, REF_BROKEN, want, seen),
			      at, f->name);
	else
		ref_put_place(ref_note(c, rule, seen == want ? REF_EXCUSED :
				       REF_BROKEN, right, seen),
			      at, f->name);
}

#define REF_COMPARE(c, at, fields)					\
	do {								\
		for (u32 f_ = 0; f_ < sizeof(fields) / sizeof((fields)[0]); \
		     f_++)						\
			ref_compare(c, at, &(fields)[f_]);		\
	} while (0)

static void ref_judge_nodes(struct ref_case *c)
{
	REF_ASSERT(c->m->layout->nr_nodes > 0);
	REF_ASSERT(c->m->layout->nr_nodes <= REF_MAX_NODES);
	for (u32 nid = 0; nid < c->m->layout->nr_nodes; nid++) {
		struct ref_place at = {
			.offset = offsetof(struct ref_obs, node[nid]),
			.prefix = "node", .number = nid,
		};

		REF_COMPARE(c, &at, ref_node_fields);
		for (u32 z = 0; z < REF_NR_ZONES; z++) {
			at.offset = offsetof(struct ref_obs, node[nid].zone[z]);
			at.zone = ref_zone_names[z];
			REF_COMPARE(c, &at, ref_zone_fields);
		}
	}
}

static void ref_judge_blocks(struct ref_case *c)
{
	const struct ref_layout *l = c->m->layout;

	REF_ASSERT(l->nr_blocks <= REF_MAX_BLOCKS);
	REF_ASSERT(l->nr_sections <= REF_MAX_SECTIONS);
	for (u32 b = 0; b < l->nr_blocks; b++) {
		struct ref_place at = {
			.offset = offsetof(struct ref_obs, block[b]),
			.prefix = "block ", .number = l->block[b],
		};

		REF_COMPARE(c, &at, ref_block_fields);
	}
	for (u32 s = 0; s < l->nr_sections; s++) {
		struct ref_place at = {
			.offset = offsetof(struct ref_obs, section[s]),
			.prefix = "section ", .number = l->section[s],
		};

		REF_COMPARE(c, &at, ref_section_fields);
	}
}

/* Which of the things that a link says is wrong */
static const char *ref_link_field(u16 expected, u16 got)
{
	REF_ASSERT(expected != got);
	REF_ASSERT(sizeof(expected) == 2);
	if (expected == REF_LINK_OFFLINE || got == REF_LINK_OFFLINE)
		return ".online";
	return expected >> 8 != got >> 8 ? ".node" : ".zone";
}

static void ref_judge_link(struct ref_case *c, u32 w)
{
	u16 seen = c->seen->link[w];
	u16 want = c->want->link[w], right = c->right->link[w];
	u32 rule = c->failed ? REF_R_FAILED_OP : REF_R_PAGE_LINKS;
	u16 expected = seen == right ? want : right;
	struct ref_name n;

	REF_ASSERT(w < c->m->layout->nr_watch);
	if (seen == want && seen == right)
		return;
	if (seen == right)
		rule = REF_R_EXACT;
	n = ref_note(c, rule, seen == want ? REF_EXCUSED : REF_BROKEN,
		     expected, seen);
	if (!n.text)
		return;
	ref_put_text(&n, "pfn 0x");
	ref_put_number(&n, c->m->layout->watch[w], 16);
	ref_put_text(&n, expected == seen ? ".link" :
		     ref_link_field(expected, seen));
	REF_ASSERT(n.len > 0);
}

static struct ref_place ref_zone_place(u32 key)
{
	REF_ASSERT(key < REF_NR_KEYS);
	REF_ASSERT(REF_NR_KEYS <= 64);
	return (struct ref_place){
		.prefix = "node", .number = key / REF_NR_ZONES,
		.zone = ref_zone_names[key % REF_NR_ZONES],
	};
}

static void ref_judge_flag(struct ref_case *c, u32 key, u32 rule, u32 word,
			   u64 expected)
{
	struct ref_place at = ref_zone_place(key);

	REF_ASSERT(rule < REF_NR_RULES);
	REF_ASSERT(expected <= 1);
	ref_put_place(ref_note(c, rule, word, expected, !expected), &at,
		      "contiguous");
}

/* One zone's contiguous flag: @is: it is, by definition */
static void ref_judge_contiguous(struct ref_case *c, u32 key, bool is)
{
	u32 nid = key / REF_NR_ZONES, z = key % REF_NR_ZONES;
	u8 seen = c->seen->node[nid].zone[z].contiguous;
	u8 want = c->want->node[nid].zone[z].contiguous;

	REF_ASSERT(nid < c->m->layout->nr_nodes);
	REF_ASSERT(want <= 1);
	if (seen && !is)
		ref_judge_flag(c, key, REF_R_CONTIGUOUS_SOUND,
			       want ? REF_EXCUSED : REF_BROKEN, 0);
	if (!seen && is)
		ref_judge_flag(c, key, REF_R_CONTIGUOUS_WEAK, REF_WEAK, 1);
	if (seen != want)
		ref_judge_flag(c, key, REF_R_CONTIGUOUS_EXACT, REF_BROKEN,
			       want);
}

/* Does one zone's span as seen cover its online memory? */
static void ref_judge_covers(struct ref_case *c, u32 key)
{
	u32 nid = key / REF_NR_ZONES, z = key % REF_NR_ZONES;
	const struct ref_obs_zone *seen = &c->seen->node[nid].zone[z];
	const struct ref_obs_zone *want = &c->want->node[nid].zone[z];
	const struct ref_bounds *b = &c->m->bounds[key];
	struct ref_place at = ref_zone_place(key);
	bool same = seen->start == want->start &&
		seen->spanned == want->spanned;
	u32 word = same ? REF_EXCUSED : REF_BROKEN;
	u64 end = seen->start + seen->spanned;

	REF_ASSERT(nid < c->m->layout->nr_nodes);
	REF_ASSERT(!b->hi || b->lo < b->hi);
	if (!b->hi)
		return;
	if (!seen->spanned || seen->start > b->lo)
		ref_put_place(ref_note(c, REF_R_SPAN_COVERS, word, b->lo,
				       seen->start), &at, "start");
	else if (end < b->hi)
		ref_put_place(ref_note(c, REF_R_SPAN_COVERS, word,
				       b->hi - seen->start, seen->spanned),
			      &at, "spanned");
}

/* Rules that have something to check in every observation */
static const u8 ref_always[REF_NR_RULES] = {
	[REF_R_PAGE_LINKS] = REF_UNTESTED,
	[REF_R_CONTIGUOUS_SOUND] = REF_UNTESTED,
	[REF_R_CONTIGUOUS_WEAK] = REF_UNTESTED,
	[REF_R_SPAN_COVERS] = REF_UNTESTED,
	[REF_R_FAILED_OP] = REF_UNTESTED,
};

/* All words as they are if nothing is wrong; flags of zones come by then */
static void ref_words(struct ref_case *c, u64 said, u64 is, bool covers)
{
	u8 *word = c->result->word;

	REF_ASSERT(c->m->layout);
	for (u32 n = 0; n < REF_NR_RULES; n++)
		word[n] = ref_always[n] ? ref_always[n] : REF_OK;
	if (c->m->layout->nr_watch)
		word[REF_R_PAGE_LINKS] = REF_OK;
	if (said)
		word[REF_R_CONTIGUOUS_SOUND] = REF_OK;
	if (is)
		word[REF_R_CONTIGUOUS_WEAK] = REF_OK;
	if (covers)
		word[REF_R_SPAN_COVERS] = REF_OK;
	if (c->failed)
		word[REF_R_FAILED_OP] = REF_OK;
	for (u32 n = 0; n < REF_NR_RULES; n++)
		if (!(c->on >> n & 1))
			word[n] = REF_OFF;
	REF_ASSERT(word[REF_R_EXACT] == REF_OK || word[REF_R_EXACT] == REF_OFF);
}

static void ref_case_begin(struct ref_case *c)
{
	struct ref_result *r = c->result;

	REF_ASSERT(c->m->layout);
	r->nr_breaches = 0;
	r->pad = 0;
	memset(r->word, REF_UNTESTED, sizeof(r->word));
	c->want = &c->m->obs;
	c->right = c->m->diverged ? &c->m->right : &c->m->obs;
	c->failed = c->right->err < 0 && c->right->outcome == REF_DONE;
	REF_ASSERT(c->want->outcome <= REF_REFUSED);
}

/* The kernel did not come back: nothing but that can be said */
static void ref_judge_end(struct ref_case *c)
{
	static const u8 rule[] = {
		[REF_HANG] = REF_R_HANG, [REF_BUG] = REF_R_BUG,
		[REF_CRASH] = REF_R_CRASH,
	};
	const struct ref_place at = { 0 };
	u8 outcome = c->seen->outcome;

	REF_ASSERT(outcome > REF_REFUSED);
	for (u32 n = 0; n < REF_NR_RULES; n++)
		if (!(c->on >> n & 1))
			c->result->word[n] = REF_OFF;
	if (outcome > REF_CRASH)
		outcome = REF_CRASH;
	ref_put_place(ref_note(c, rule[outcome], REF_BROKEN, c->want->outcome,
			       c->seen->outcome), &at, "outcome");
	REF_ASSERT(c->result->nr_breaches <= 1);
}

bool ref_judge_slowly(const struct ref_model *model,
		      const struct ref_obs *seen, u64 on,
		      struct ref_result *result)
{
	struct ref_case c = {
		.m = model, .seen = seen, .on = on, .result = result,
	};
	const struct ref_place op = { 0 };
	u32 keys = model->layout->nr_nodes * REF_NR_ZONES;
	u64 said = 0, is = 0;
	bool covers = false;

	ref_case_begin(&c);
	if (seen->outcome > REF_REFUSED) {
		ref_judge_end(&c);
		return !c.nr_broken;
	}
	REF_ASSERT(keys <= REF_NR_KEYS);
	for (u32 key = 0; key < keys; key++) {
		said |= (u64)!!seen->node[key / REF_NR_ZONES]
			.zone[key % REF_NR_ZONES].contiguous << key;
		is |= (u64)ref_contiguous(model, key) << key;
		covers |= model->bounds[key].hi != 0;
	}
	REF_ASSERT(is == model->contiguous);
	ref_words(&c, said, is, covers);
	REF_COMPARE(&c, &op, ref_op_fields);
	ref_judge_nodes(&c);
	ref_judge_blocks(&c);
	for (u32 w = 0; w < model->layout->nr_watch; w++)
		ref_judge_link(&c, w);
	for (u32 key = 0; key < keys; key++) {
		ref_judge_contiguous(&c, key, is >> key & 1);
		ref_judge_covers(&c, key);
	}
	return !c.nr_broken;
}

/* Are all parts that the layout names equal? */
static bool ref_equal(const struct ref_layout *l, const struct ref_obs *a,
		      const struct ref_obs *b)
{
	REF_ASSERT(l->nr_nodes <= REF_MAX_NODES);
	REF_ASSERT(l->nr_watch <= REF_MAX_WATCH);
	return !memcmp(a, b, offsetof(struct ref_obs, node)) &&
		!memcmp(a->node, b->node, l->nr_nodes * sizeof(a->node[0])) &&
		!memcmp(a->block, b->block,
			l->nr_blocks * sizeof(a->block[0])) &&
		!memcmp(a->section, b->section,
			l->nr_sections * sizeof(a->section[0])) &&
		!memcmp(a->link, b->link, l->nr_watch * sizeof(a->link[0]));
}

bool ref_judge(const struct ref_model *model, const struct ref_obs *seen,
	       u64 on, struct ref_result *result)
{
	struct ref_case c = {
		.m = model, .seen = seen, .on = on, .result = result,
	};
	u64 odd;

	if (model->diverged || !ref_equal(model->layout, seen, &model->obs))
		return ref_judge_slowly(model, seen, on, result);
	ref_case_begin(&c);
	ref_words(&c, model->said, model->contiguous, model->covered);
	REF_ASSERT(c.right == c.want);
	odd = (model->said ^ model->contiguous) | model->uncovered;
	for (; odd; odd &= odd - 1) {
		u32 key = (u32)__builtin_ctzll(odd);

		ref_judge_contiguous(&c, key, model->contiguous >> key & 1);
		ref_judge_covers(&c, key);
	}
	REF_ASSERT(!c.nr_broken);
	return true;
}
