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

#include "judge.h"

/* Which rule it is that the kernel did not come back */
static const u8 end_rules[] = {
	[REF_HANG] = REF_R_HANG,
	[REF_BUG] = REF_R_BUG,
	[REF_CRASH] = REF_R_CRASH,
};

/* What is judged, and the answer so far; now entity @n of part @p */
struct bench {
	const struct ref_facts *facts;
	const struct ref_obs *seen;
	u64 on;
	bool failed;
	u32 nr_broken, n;
	const struct part *p;
	struct ref_result *result;
};

/* A rule is broken; such breaches stand before others */
static void note(struct bench *t, u32 rule, u32 word, const char *field,
		 u64 expected, u64 got)
{
	struct ref_result *r = t->result;
	u32 at = word == REF_BROKEN ? t->nr_broken : r->nr_breaches;

	if (!(t->on >> rule & 1))
		return;
	if (word < r->word[rule])
		r->word[rule] = (u8)word;
	t->nr_broken += word == REF_BROKEN;
	if (at >= REF_MAX_BREACHES)
		return;
	if (r->nr_breaches < REF_MAX_BREACHES)
		r->nr_breaches++;
	memmove(&r->breach[at + 1], &r->breach[at],
		(r->nr_breaches - at - 1) * sizeof(r->breach[0]));
	r->breach[at] = (struct ref_breach){ .rule = (u16)rule,
		.word = (u16)word, .expected = expected, .got = got };
	field_name(t->facts->layout, t->p, t->n, field, r->breach[at].field);
}

/* The fields of an entity; @at: where it is in an observation */
static void compare(struct bench *t, size_t at)
{
	const struct ref_obs *shown = t->facts->shown, *is = t->facts->right;

	for (const struct field *f = t->p->fields; f->name; f++) {
		u64 seen = field_value(t->seen, at + f->offset, f->size);
		u64 want = field_value(shown, at + f->offset, f->size);
		u64 right = field_value(is, at + f->offset, f->size);

		if (seen != right)
			note(t, f->kept && t->failed ? REF_R_FAILED_OP :
			     f->rule, seen == want ? REF_EXCUSED : REF_BROKEN,
			     f->name, right, seen);
		else if (seen != want)
			note(t, REF_R_EXACT, REF_BROKEN, f->name, want, seen);
	}
}

static u32 entities(const struct bench *t)
{
	return part_count(t->facts->layout, t->p);
}

/* Is every byte from here on as is shown, and that right? */
static bool same(const struct bench *t, size_t at, size_t size)
{
	const char *seen = (const char *)t->seen + at;
	const struct ref_facts *facts = t->facts;

	return !memcmp(seen, (const char *)facts->shown + at, size) &&
	       (facts->right == facts->shown ||
		!memcmp(seen, (const char *)facts->right + at, size));
}

/*
 * Fields are looked at only in a part, and there in an entity, of which not
 * all bytes are the same. Zones are parts of nodes: their bytes are compared
 * there.
 */
static void compare_all(struct bench *t)
{
	bool all = true;

	for (t->p = obs_parts; t->p->fields; t->p++) {
		u32 count = entities(t);
		size_t at = t->p->offset, stride = t->p->stride;

		if (!t->p->zone)
			all = same(t, at, count * stride);
		for (t->n = 0; !all && t->n < count; t->n++, at += stride)
			if (t->p->zone || !same(t, at, stride))
				compare(t, at);
	}
}

/* Does the zone's span, as seen, cover its memory? */
static void judge_cover(struct bench *t, const struct ref_obs_zone *seen,
			const struct ref_obs_zone *want,
			const struct ref_span *memory)
{
	u64 end = seen->start + seen->spanned;
	u32 word = seen->start == want->start &&
		seen->spanned == want->spanned ? REF_EXCUSED : REF_BROKEN;

	if (!end || seen->start > memory->start)
		note(t, REF_R_SPAN_COVERS, word, "start", memory->start,
		     seen->start);
	else if (end < memory->end)
		note(t, REF_R_SPAN_COVERS, word, "spanned",
		     memory->end - seen->start, seen->spanned);
}

static void judge_contiguous(struct bench *t, bool says, bool should, bool is)
{
	if (says && !is)
		note(t, REF_R_CONTIGUOUS_SOUND, should ? REF_EXCUSED :
		     REF_BROKEN, "contiguous", 0, says);
	if (!says && is)
		note(t, REF_R_CONTIGUOUS_WEAK, REF_WEAK, "contiguous", 1, 0);
	if (says != should)
		note(t, REF_R_CONTIGUOUS_EXACT, REF_BROKEN, "contiguous",
		     should, says);
}

/* A rule that had something to check here */
static void check(struct bench *t, u32 rule)
{
	u8 *word = &t->result->word[rule];

	if (*word == REF_UNTESTED && t->on >> rule & 1)
		*word = REF_OK;
}

/* Contiguity and cover of zone @z of node @t->n; @t->p: the part */
static void judge_zone(struct bench *t, u32 z)
{
	const struct ref_obs_zone *seen = &t->seen->node[t->n].zone[z];
	const struct ref_obs_zone *want = &t->facts->shown->node[t->n].zone[z];
	u32 key = t->n * REF_NR_ZONES + z;
	bool is = t->facts->contiguous >> key & 1;

	/* A zone without memory that nobody calls contiguous obeys */
	if (!(seen->contiguous | want->contiguous | is |
	      t->facts->memory[key].end))
		return;
	if (seen->contiguous)
		check(t, REF_R_CONTIGUOUS_SOUND);
	if (is)
		check(t, REF_R_CONTIGUOUS_WEAK);
	if (seen->contiguous != want->contiguous || seen->contiguous != is)
		judge_contiguous(t, seen->contiguous, want->contiguous, is);
	if (!t->facts->memory[key].end)
		return;
	check(t, REF_R_SPAN_COVERS);
	judge_cover(t, seen, want, &t->facts->memory[key]);
}

static void judge_zones(struct bench *t)
{
	const struct part *first = obs_parts;

	while (!first->zone)
		first++;
	for (t->n = 0; t->n < t->facts->layout->nr_nodes; t->n++)
		for (u32 z = 0; z < REF_NR_ZONES; z++) {
			t->p = first + z;
			judge_zone(t, z);
		}
}

/*
 * The words to begin with, worked out anew only when other rules are on: some
 * have to find something to check
 */
static const u8 *first_words(u64 on)
{
	static u8 word[sizeof(((struct ref_result *)0)->word)];
	static u64 on_before;

	if (on == on_before && word[0])
		return word;
	on_before = on;
	memset(word, REF_UNTESTED, sizeof(word));
	for (u32 n = 0; n < REF_NR_RULES; n++)
		word[n] = on >> n & 1 ? REF_OK : REF_OFF;
	for (u32 n = REF_R_CONTIGUOUS_SOUND; n <= REF_R_FAILED_OP; n++)
		if (word[n] == REF_OK && n != REF_R_CONTIGUOUS_EXACT)
			word[n] = REF_UNTESTED;
	return word;
}

static void begin(struct bench *t)
{
	u8 *word = t->result->word;

	t->result->nr_breaches = 0;
	t->p = obs_parts;
	if (t->seen->outcome > REF_REFUSED) {
		memset(word, REF_UNTESTED, sizeof(t->result->word));
		return;
	}
	memcpy(word, first_words(t->on), sizeof(t->result->word));
	if (t->failed)
		check(t, REF_R_FAILED_OP);
}

bool judge(const struct ref_facts *facts, const struct ref_obs *seen, u64 on,
	   struct ref_result *result)
{
	const struct ref_obs *right = facts->right;
	struct bench t = { .facts = facts, .seen = seen, .on = on,
		.failed = right->err < 0 && right->outcome == REF_DONE,
		.result = result };

	begin(&t);
	if (seen->outcome > REF_REFUSED) {
		/* The kernel did not come back: no more can be said */
		note(&t, end_rules[seen->outcome < REF_CRASH ? seen->outcome :
				   REF_CRASH], REF_BROKEN, "outcome",
		     REF_DONE, seen->outcome);
		return !t.nr_broken;
	}
	compare_all(&t);
	judge_zones(&t);
	return !t.nr_broken;
}

int rule_find(const char *name)
{
	for (u32 n = 0; n < REF_NR_RULES; n++)
		if (!strcmp(ref_rules[n].name, name))
			return (int)n;
	return -1;
}

int quirk_find(const char *name)
{
	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		if (!strcmp(ref_quirks[n].name, name))
			return (int)n;
	return -1;
}
