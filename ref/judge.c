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

static const struct field op_fields[] = {
	{ "err", offsetof(struct ref_obs, err),
	  4, REF_R_ERROR_CODE, false },
	{ "outcome", offsetof(struct ref_obs, outcome),
	  1, REF_R_EXACT, false },
	{ "fired", offsetof(struct ref_obs, fired),
	  1, REF_R_EXACT, false },
	{ "locked", offsetof(struct ref_obs, locked),
	  1, REF_R_EXACT, false },
	{ "lock_imbalance", offsetof(struct ref_obs, lock_imbalance),
	  1, REF_R_LOCKS, false },
	{ "warns", offsetof(struct ref_obs, warns),
	  4, REF_R_WARN, false },
	{ "pad", offsetof(struct ref_obs, pad),
	  4, REF_R_EXACT, false },
	{ 0 },
};

static const struct field node_fields[] = {
	{ "start", offsetof(struct ref_obs_node, start),
	  8, REF_R_NODE_SPAN, false },
	{ "spanned", offsetof(struct ref_obs_node, spanned),
	  8, REF_R_NODE_SPAN, false },
	{ "present", offsetof(struct ref_obs_node, present),
	  8, REF_R_NODE_PRESENT, true },
	{ "nr_zones", offsetof(struct ref_obs_node, nr_zones),
	  1, REF_R_NR_ZONES, false },
	{ "online", offsetof(struct ref_obs_node, online),
	  1, REF_R_NODE_ONLINE, true },
	{ "memory", offsetof(struct ref_obs_node, memory),
	  1, REF_R_NODE_ONLINE, true },
	{ "normal_memory", offsetof(struct ref_obs_node, normal_memory),
	  1, REF_R_NODE_ONLINE, true },
	{ "device", offsetof(struct ref_obs_node, device),
	  1, REF_R_NODE_ONLINE, true },
	{ "pad", offsetof(struct ref_obs_node, pad),
	  3, REF_R_EXACT, false },
	{ 0 },
};

/* The contiguous flag has rules of its own */
static const struct field zone_fields[] = {
	{ "start", offsetof(struct ref_obs_zone, start),
	  8, REF_R_ZONE_SPAN, false },
	{ "spanned", offsetof(struct ref_obs_zone, spanned),
	  8, REF_R_ZONE_SPAN, false },
	{ "present", offsetof(struct ref_obs_zone, present),
	  8, REF_R_ZONE_PRESENT, true },
	{ "present_early", offsetof(struct ref_obs_zone, present_early),
	  8, REF_R_ZONE_PRESENT_EARLY, true },
	{ "initialized", offsetof(struct ref_obs_zone, initialized),
	  1, REF_R_NR_ZONES, false },
	{ "pad", offsetof(struct ref_obs_zone, pad),
	  6, REF_R_EXACT, false },
	{ 0 },
};

static const struct field block_fields[] = {
	{ "state", offsetof(struct ref_obs_block, state),
	  1, REF_R_ONLINE_STATE, true },
	{ "nid", offsetof(struct ref_obs_block, nid),
	  1, REF_R_BLOCK_ZONE, true },
	{ "zone", offsetof(struct ref_obs_block, zone),
	  1, REF_R_BLOCK_ZONE, true },
	{ "pad", offsetof(struct ref_obs_block, pad),
	  1, REF_R_EXACT, false },
	{ 0 },
};

static const struct field section_fields[] = {
	{ "submap[0]", offsetof(struct ref_obs_section, submap[0]),
	  8, REF_R_ONLINE_STATE, true },
	{ "submap[1]", offsetof(struct ref_obs_section, submap[1]),
	  8, REF_R_ONLINE_STATE, true },
	{ "submap[2]", offsetof(struct ref_obs_section, submap[2]),
	  8, REF_R_ONLINE_STATE, true },
	{ "submap[3]", offsetof(struct ref_obs_section, submap[3]),
	  8, REF_R_ONLINE_STATE, true },
	{ "flags", offsetof(struct ref_obs_section, flags),
	  1, REF_R_ONLINE_STATE, true },
	{ "pad", offsetof(struct ref_obs_section, pad),
	  7, REF_R_EXACT, false },
	{ 0 },
};

/* The two bytes of a REF_LINK; both are 0xff if the page is offline */
static const struct field link_fields[] = {
	{ "zone", 0, 1, REF_R_PAGE_LINKS, true },
	{ "node", 1, 1, REF_R_PAGE_LINKS, true },
	{ 0 },
};

static const struct part parts[] = {
	{ NULL, NULL, op_fields, 10, 0, offsetof(struct ref_obs, node),
	  REF_ONE, 0 },
	{ "node", NULL, node_fields, 10, offsetof(struct ref_obs, node),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "node", "DMA.", zone_fields, 10,
	  offsetof(struct ref_obs, node[0].zone[REF_ZONE_DMA]),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "node", "DMA32.", zone_fields, 10,
	  offsetof(struct ref_obs, node[0].zone[REF_ZONE_DMA32]),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "node", "NORMAL.", zone_fields, 10,
	  offsetof(struct ref_obs, node[0].zone[REF_ZONE_NORMAL]),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "node", "MOVABLE.", zone_fields, 10,
	  offsetof(struct ref_obs, node[0].zone[REF_ZONE_MOVABLE]),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "node", "DEVICE.", zone_fields, 10,
	  offsetof(struct ref_obs, node[0].zone[REF_ZONE_DEVICE]),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "block ", NULL, block_fields, 10, offsetof(struct ref_obs, block),
	  sizeof(struct ref_obs_block), offsetof(struct ref_layout, nr_blocks),
	  offsetof(struct ref_layout, block) },
	{ "section ", NULL, section_fields, 10,
	  offsetof(struct ref_obs, section), sizeof(struct ref_obs_section),
	  offsetof(struct ref_layout, nr_sections),
	  offsetof(struct ref_layout, section) },
	{ "pfn 0x", NULL, link_fields, 16, offsetof(struct ref_obs, link),
	  sizeof(u16), offsetof(struct ref_layout, nr_watch),
	  offsetof(struct ref_layout, watch) },
	{ 0 },
};

/* The part of a zone, by number */
#define ZONE_PART(z)	(&parts[2 + (z)])

/* Which rule it is that the kernel did not come back */
static const u8 end_rules[] = {
	[REF_HANG] = REF_R_HANG,
	[REF_BUG] = REF_R_BUG,
	[REF_CRASH] = REF_R_CRASH,
};

/* What is judged, and the answer so far; now entity @n of part @p */
struct trial {
	struct ref_model *m;
	struct ref_obs *seen, *want, *right;
	u64 on;
	bool failed;
	u32 nr_broken, n;
	const struct part *p;
	struct ref_result *result;
};

/*
 * A rule is broken; such breaches stand before others. The field's name is
 * "prefix", number, ".", "zone", "field".
 */
static void note(struct trial *t, u32 rule, u32 word, const char *field,
		 u64 expected, u64 got)
{
	struct ref_result *r = t->result;
	u32 at = word == REF_BROKEN ? t->nr_broken : r->nr_breaches, len = 0;
	char digits[24] = { 0 }, *digit = digits + sizeof(digits) - 2;
	u64 x = t->n;

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
	if (t->p->numbers)
		memcpy(&x, (char *)t->m->layout + t->p->numbers + t->n * 8, 8);
	*digit = '.';
	do {
		*--digit = "0123456789abcdef"[x % t->p->base];
		x /= t->p->base;
	} while (x);
	for (u32 i = 0; i < 4; i++) {
		const char *s = i == 3 ? field : i == 2 ? t->p->zone :
			i && t->p->prefix ? digit : t->p->prefix;

		while (s && *s)
			r->breach[at].field[len++] = *s++;
	}
	REF_ASSERT(digit > digits);
	REF_ASSERT(len < REF_FIELD_LEN);
}

/* The fields of an entity; @at: where it is in an observation */
static void compare(struct trial *t, size_t at)
{
	for (const struct field *f = t->p->fields; f->name; f++) {
		u64 seen = 0, want = 0, right = 0;

		REF_ASSERT(f->size <= sizeof(seen));
		memcpy(&seen, (char *)t->seen + at + f->offset, f->size);
		memcpy(&want, (char *)t->want + at + f->offset, f->size);
		memcpy(&right, (char *)t->right + at + f->offset, f->size);
		if (seen != right)
			note(t, f->kept && t->failed ? REF_R_FAILED_OP :
			     f->rule, seen == want ? REF_EXCUSED : REF_BROKEN,
			     f->name, right, seen);
		else if (seen != want)
			note(t, REF_R_EXACT, REF_BROKEN, f->name, want, seen);
	}
	REF_ASSERT(at < sizeof(struct ref_obs));
}

static u32 part_count(const struct trial *t, const struct part *p)
{
	u32 n = 1;

	if (p->count != REF_ONE)
		memcpy(&n, (const char *)t->m->layout + p->count, sizeof(n));
	REF_ASSERT(n <= REF_MAX_WATCH);
	REF_ASSERT(p->stride > 0);
	return n;
}

/* A zone's contiguous flag, and whether its span as seen covers its memory */
static void judge_zone(struct trial *t, u32 key, bool is)
{
	const struct ref_obs_zone *seen = ref_zone(t->seen, key);
	const struct ref_obs_zone *want = ref_zone(t->want, key);
	struct ref_span s = ref_zone_span(seen), memory = t->m->memory[key];
	u8 says = seen->contiguous, should = want->contiguous;
	u32 word = s.start == want->start && seen->spanned == want->spanned ?
		REF_EXCUSED : REF_BROKEN;

	REF_ASSERT(key / REF_NR_ZONES < t->m->layout->nr_nodes);
	REF_ASSERT(should <= 1);
	t->p = ZONE_PART(key % REF_NR_ZONES);
	t->n = key / REF_NR_ZONES;
	if (says && !is)
		note(t, REF_R_CONTIGUOUS_SOUND, should ? REF_EXCUSED :
		     REF_BROKEN, "contiguous", 0, says);
	if (!says && is)
		note(t, REF_R_CONTIGUOUS_WEAK, REF_WEAK, "contiguous", 1, 0);
	if (says != should)
		note(t, REF_R_CONTIGUOUS_EXACT, REF_BROKEN, "contiguous",
		     should, says);
	if (memory.end && (!s.end || s.start > memory.start))
		note(t, REF_R_SPAN_COVERS, word, "start", memory.start,
		     s.start);
	else if (s.end < memory.end)
		note(t, REF_R_SPAN_COVERS, word, "spanned",
		     memory.end - s.start, seen->spanned);
}

/*
 * @said: zones seen contiguous; @is: those that are; @zones: those to look at;
 * @same: there is no need to compare fields
 */
static bool judge(struct trial *t, u64 said, u64 is, u64 zones, bool same)
{
	u8 *word = t->result->word;

	t->want = &t->m->obs;
	t->right = t->m->diverged ? &t->m->right : &t->m->obs;
	t->failed = t->right->err < 0 && t->right->outcome == REF_DONE;
	*t->result = (struct ref_result){ 0 };
	memset(word, REF_UNTESTED, sizeof(t->result->word));
	t->p = parts;
	if (t->seen->outcome > REF_REFUSED) {
		/* The kernel did not come back: no more can be said */
		note(t, end_rules[ref_min(t->seen->outcome, REF_CRASH)],
		     REF_BROKEN, "outcome", REF_DONE, t->seen->outcome);
		return !t->nr_broken;
	}
	memset(word, REF_OK, REF_NR_RULES);
	/* Some have nothing to check here: that is the word behind OK */
	word[REF_R_CONTIGUOUS_SOUND] += !said;
	word[REF_R_CONTIGUOUS_WEAK] += !is;
	word[REF_R_SPAN_COVERS] += !t->m->covered;
	word[REF_R_FAILED_OP] += !t->failed;
	for (u32 n = 0; n < REF_NR_RULES; n++)
		word[n] = t->on >> n & 1 ? word[n] : REF_OFF;
	for (; !same && t->p->fields; t->p++)
		for (t->n = 0; t->n < part_count(t, t->p); t->n++)
			compare(t, t->p->offset + t->n * t->p->stride);
	for (; zones; zones &= zones - 1)
		judge_zone(t, (u32)__builtin_ctzll(zones),
			   (zones & -zones & is) != 0);
	REF_ASSERT(!same || !t->nr_broken);
	return !t->nr_broken;
}

bool ref_judge_slowly(const struct ref_model *model,
		      const struct ref_obs *seen, u64 on,
		      struct ref_result *result)
{
	struct trial t = { .m = (void *)model, .seen = (void *)seen,
		.on = on, .result = result };
	u64 keys = model->layout->nr_nodes * REF_NR_ZONES, said = 0, is = 0;

	for (u32 key = 0; key < keys; key++) {
		said |= (u64)!!ref_zone(t.seen, key)->contiguous << key;
		is |= (u64)ref_contiguous(t.m, key, false) << key;
	}
	REF_ASSERT(is == model->contiguous);
	REF_ASSERT(keys <= REF_NR_KEYS);
	return judge(&t, said, is, (1ull << keys) - 1, false);
}

bool ref_judge(const struct ref_model *model, const struct ref_obs *seen,
	       u64 on, struct ref_result *result)
{
	struct trial t = { .m = (void *)model, .seen = (void *)seen,
		.on = on, .result = result };
	bool same = !model->diverged;

	/* All parts but the zones, which lie in the nodes */
	for (t.p = parts; same && t.p->fields; t.p++)
		same = t.p->zone ||
			!memcmp((const char *)seen + t.p->offset,
				(const char *)&model->obs + t.p->offset,
				t.p->stride * part_count(&t, t.p));
	REF_ASSERT(!(model->uncovered & ~model->covered));
	REF_ASSERT(model->obs.outcome <= REF_REFUSED);
	if (!same)
		return ref_judge_slowly(model, seen, on, result);
	return judge(&t, model->said, model->contiguous, model->uncovered |
		     (model->said ^ model->contiguous), true);
}
