// SPDX-License-Identifier: GPL-2.0-only
/*
 * The differences between a patched kernel and its base at one step.
 *
 * What a field shows is right, or what a quirk that both have makes of it, or
 * neither: then a rule is broken, unless it only predicts.
 */
#include <string.h>

#include "pair.h"

/*
 * What is looked at, now entity @n of part @p. @own: what the patched kernel
 * is judged by; @unlike: it failed where it should not, or the reverse;
 * @moved: it took another zone: what follows from either cannot be predicted;
 * @as_weak: by its profile its answers are as weak as its base's
 */
struct view {
	struct runner *run;
	struct pair *pair;
	const struct ref_facts *own, *base;
	const struct ref_obs *seen, *before;
	u64 rules;
	bool failed, unlike, moved, as_weak;
	const struct part *p;
	u32 n;
};

/* What a field shows of the patched kernel and of its base */
struct values {
	u64 seen, right, shown;
	u64 base, base_right, base_shown;
};

bool pair_alike(const struct difference *a, const struct difference *b)
{
	return a->class == b->class && a->kind == b->kind &&
	       a->rule == b->rule && a->quirk == b->quirk;
}

/* One of each kind, the worst first; of too many the best is left out */
void pair_add(struct pair *pair, const struct difference *d)
{
	u32 at = 0;

	for (u32 n = 0; n < pair->nr; n++)
		if (pair_alike(&pair->difference[n], d))
			return;
	while (at < pair->nr && pair->difference[at].class <= d->class)
		at++;
	if (at == PAIR_DIFFERENCES)
		return;
	if (pair->nr < PAIR_DIFFERENCES)
		pair->nr++;
	memmove(&pair->difference[at + 1], &pair->difference[at],
		(pair->nr - at - 1) * sizeof(*d));
	pair->difference[at] = *d;
}

static void add(struct view *v, u32 class, u32 rule, s32 quirk,
		const struct field *f, const char *name,
		const struct values *x)
{
	struct difference d = {
		.class = (u8)class, .rule = (u8)rule, .quirk = (s8)quirk,
		.kind = f ? (u8)kind_of_field(f) : KIND_CONTIGUOUS,
		.allowed = DIFFERENCE_NONE,
		.base = x->base, .patched = x->seen, .right = x->right,
	};
	bool masked = v->pair->masked >> d.kind & 1;

	/* A rule is never masked, but nothing is known of it any more */
	if (masked && (class != DIFFERENCE_BREAKS || v->pair->follows))
		return;
	field_name(v->own->layout, v->p, v->n, name, d.field);
	pair_add(v->pair, &d);
}

static u64 about(u64 quirks, u32 rule)
{
	u64 set = 0;

	for (; quirks; quirks &= quirks - 1) {
		u32 n = (u32)__builtin_ctzll(quirks);

		if (!strcmp(ref_quirks[n].rule, ref_rules[rule].name))
			set |= 1ull << n;
	}
	return set;
}

/* Which of the base's quirks is it that the patched kernel does not show? */
static u64 cured(const struct view *v, u32 rule)
{
	u64 now = v->base->fired, all = v->pair->fired;
	u64 lacks = ~v->run->profile.quirks;
	const u64 sets[] = {
		about(now & lacks, rule), about(all & lacks, rule),
		now & lacks, all & lacks, about(now, rule), about(all, rule),
	};

	for (u32 n = 0; n < sizeof(sets) / sizeof(sets[0]); n++)
		if (sets[n])
			return sets[n];
	return 0;
}

static void add_cures(struct view *v, u32 rule, const struct field *f,
		      const char *name, const struct values *x)
{
	u64 quirks = cured(v, rule);

	if (!quirks)
		add(v, DIFFERENCE_CURES, rule, DIFFERENCE_NONE, f, name, x);
	for (; quirks; quirks &= quirks - 1)
		add(v, DIFFERENCE_CURES, rule, __builtin_ctzll(quirks), f,
		    name, x);
}

/* Only by what the base does as well */
static bool is_excused(const struct view *v)
{
	return !(v->own->fired & ~v->pair->base->profile.quirks);
}

/* Does the patched kernel's node span what its own zones do? */
static bool spans_zones(const struct view *v, const struct field *f, u64 value)
{
	const struct ref_obs_node *node = &v->seen->node[v->n];
	u64 start = ~0ull, end = 0;

	if (f->rule != REF_R_NODE_SPAN)
		return false;
	for (u32 z = 0; z < REF_NR_ZONES; z++) {
		const struct ref_obs_zone *zone = &node->zone[z];

		if (!zone->spanned)
			continue;
		if (zone->start < start)
			start = zone->start;
		if (zone->start + zone->spanned > end)
			end = zone->start + zone->spanned;
	}
	if (!end)
		start = 0;
	return value == (f->offset == offsetof(struct ref_obs_node, start) ?
			 start : end - start);
}

static bool is_bad(const struct view *v, const struct field *f, u32 rule,
		   const struct values *x)
{
	if (!(v->rules >> rule & 1) || x->seen == x->right ||
	    spans_zones(v, f, x->seen))
		return false;
	if (v->unlike || v->moved)
		return rule == REF_R_LOCKS;
	return x->seen != x->shown || !is_excused(v);
}

static void compare_values(struct view *v, const struct field *f,
			   const struct values *x)
{
	u32 rule = f->kept && v->failed ? REF_R_FAILED_OP : f->rule;

	if (is_bad(v, f, rule, x)) {
		if (x->seen == x->base && x->base != x->base_right)
			v->pair->own |= 1ull << rule;
		else
			add(v, DIFFERENCE_BREAKS, rule, DIFFERENCE_NONE, f,
			    f->name, x);
	} else if (x->seen == x->base) {
		return;
	} else if (x->base != x->base_right &&
		   (x->seen == x->right || x->seen == x->base_right)) {
		add_cures(v, rule, f, f->name, x);
	} else if (v->moved && v->rules >> rule & 1) {
		return;		/* follows from the other zone */
	} else if (v->pair->follows || x->seen != x->shown ||
		   x->base != x->base_shown) {
		add(v, DIFFERENCE_OTHER, rule, DIFFERENCE_NONE, f, f->name, x);
	}
}

static void compare_entity(struct view *v, size_t at)
{
	for (const struct field *f = v->p->fields; f->name; f++) {
		size_t o = at + f->offset;
		struct values x = {
			.seen = field_value(v->seen, o, f->size),
			.right = field_value(v->own->right, o, f->size),
			.shown = field_value(v->own->shown, o, f->size),
			.base = field_value(v->before, o, f->size),
			.base_right = field_value(v->base->right, o, f->size),
			.base_shown = field_value(v->base->shown, o, f->size),
		};

		compare_values(v, f, &x);
	}
}

/* Where it failed and should not, what it returned is all there is to say */
static void compare_fields(struct view *v)
{
	for (v->p = obs_parts; v->p->fields; v->p++) {
		u32 nr = part_count(v->own->layout, v->p);

		for (v->n = 0; v->n < nr; v->n++)
			compare_entity(v, v->p->offset + v->n * v->p->stride);
		if (v->unlike)
			return;
	}
}

static bool same_span(const struct ref_obs_zone *a,
		      const struct ref_obs_zone *b)
{
	return a->start == b->start && a->spanned == b->spanned;
}

static const struct field *zone_field(const struct view *v, const char *name)
{
	const struct field *f = v->p->fields;

	while (strcmp(f->name, name))
		f++;
	return f;
}

/* Is all memory of the zone in its span? */
static bool covers(const struct ref_obs_zone *z, const struct ref_span *memory)
{
	return !memory->end || (z->spanned && z->start <= memory->start &&
				z->start + z->spanned >= memory->end);
}

static void compare_cover(struct view *v, u32 z)
{
	const struct ref_obs_zone *seen = &v->seen->node[v->n].zone[z];
	const struct ref_obs_zone *base = &v->before->node[v->n].zone[z];
	const struct ref_obs_zone *shown = &v->own->shown->node[v->n].zone[z];
	u32 key = v->n * REF_NR_ZONES + z;
	const struct ref_span *memory = &v->own->memory[key];
	const char *name = seen->start > memory->start ? "start" : "spanned";
	const struct field *f = zone_field(v, name);
	struct values x = {
		.seen = field_value((const void *)seen, f->offset, f->size),
		.base = field_value((const void *)base, f->offset, f->size),
		.right = seen->start > memory->start ? memory->start :
			memory->end - seen->start,
	};

	if (!(v->rules >> REF_R_SPAN_COVERS & 1) || covers(seen, memory) ||
	    (same_span(seen, shown) && is_excused(v)))
		return;
	if (same_span(seen, base) && !covers(base, &v->base->memory[key]))
		v->pair->own |= 1ull << REF_R_SPAN_COVERS;
	else
		add(v, DIFFERENCE_BREAKS, REF_R_SPAN_COVERS, DIFFERENCE_NONE,
		    f, name, &x);
}

/* What is known of a zone's contiguity */
struct contiguity {
	bool says, base_says;	/* what the two show */
	bool is, base_is;	/* by definition */
	bool known;		/* @is can be told: the span is as expected */
	bool sampled;		/* it seems to be, to who looks as kernels do */
	bool predicted;		/* both models know that the two say so */
};

/* What a kernel as weak as its base at nothing would say of a zone */
static bool is_sampled(const struct view *v, u32 z)
{
	const struct ref_facts *strong = pair_strongest(v->run);

	return strong->shown->node[v->n].zone[z].contiguous && is_excused(v);
}

static struct contiguity contiguity(const struct view *v, u32 z)
{
	const struct ref_facts *model = ref_model_facts(v->run->model);
	const struct ref_obs_zone *seen = &v->seen->node[v->n].zone[z];
	const struct ref_obs_zone *shown = &model->shown->node[v->n].zone[z];
	u32 key = v->n * REF_NR_ZONES + z;
	struct contiguity c = {
		.says = seen->contiguous,
		.base_says = v->before->node[v->n].zone[z].contiguous,
		.base_is = v->base->contiguous >> key & 1,
		.is = model->contiguous >> key & 1,
		.known = same_span(seen, shown),
	};

	if (v->pair->follows) {
		shown = &v->own->shown->node[v->n].zone[z];
		c.known = same_span(seen, shown);
		c.is = v->own->contiguous >> key & 1;
	} else {
		c.predicted = c.says == shown->contiguous && c.base_says ==
			v->base->shown->node[v->n].zone[z].contiguous;
	}
	if (c.says && !c.is && !(c.base_says && !c.base_is))
		c.sampled = is_sampled(v, z);
	return c;
}

static void compare_contiguous(struct view *v, const struct contiguity *c)
{
	struct values x = { .seen = c->says, .base = c->base_says,
			    .right = c->is };
	u32 class = c->says ? DIFFERENCE_STRONGER : DIFFERENCE_WEAKER;
	bool unsound = c->says && !c->is && c->known &&
		v->rules >> REF_R_CONTIGUOUS_SOUND & 1;

	if (unsound && c->base_says && !c->base_is)
		v->pair->own |= 1ull << REF_R_CONTIGUOUS_SOUND;
	else if (unsound && !c->sampled)
		add(v, DIFFERENCE_BREAKS, REF_R_CONTIGUOUS_SOUND,
		    DIFFERENCE_NONE, NULL, "contiguous", &x);
	else if (c->base_says && !c->says && !c->base_is)
		add_cures(v, REF_R_CONTIGUOUS_SOUND, NULL, "contiguous", &x);
	else if (c->says != c->base_says && !(c->predicted && v->as_weak) &&
		 (c->base_is == c->is || !c->known))
		add(v, class, REF_R_CONTIGUOUS_WEAK, DIFFERENCE_NONE, NULL,
		    "contiguous", &x);
}

static void compare_zones(struct view *v)
{
	const struct part *first = obs_parts;
	struct contiguity c;

	while (!first->zone)
		first++;
	for (v->n = 0; v->n < v->own->layout->nr_nodes; v->n++)
		for (u32 z = 0; z < REF_NR_ZONES; z++) {
			v->p = first + z;
			c = contiguity(v, z);
			compare_contiguous(v, &c);
			compare_cover(v, z);
		}
}

/* Did it fail or not, other than its model can tell? */
static bool is_unlike(const struct view *v)
{
	bool failed = v->seen->err;

	return failed != !!v->own->shown->err && failed != !!v->own->right->err;
}

/* Did a block go online in a zone that its model does not know of? */
static bool has_moved(const struct view *v)
{
	const struct ref_op *op = v->run->step.op;
	const struct ref_obs_block *seen = v->seen->block;
	const struct ref_obs_block *shown = v->own->shown->block;
	const struct ref_obs_block *right = v->own->right->block;

	if (!op || (op->kind != REF_OP_ONLINE && op->kind != REF_OP_ADD))
		return false;
	for (u32 n = 0; n < v->own->layout->nr_blocks; n++)
		if (seen[n].state == shown[n].state &&
		    seen[n].zone != shown[n].zone &&
		    seen[n].zone != right[n].zone)
			return true;
	return false;
}

void pair_compare(struct runner *run)
{
	struct pair *pair = run->pair;
	struct runner *base = pair->base;
	struct view v = {
		.run = run, .pair = pair,
		.base = ref_model_facts(base->model),
		.own = ref_model_facts(pair->follows ? base->model :
				       run->model),
		.seen = &run->seen, .before = &base->seen,
		.rules = run->rules & difference_rules(),
	};

	v.failed = run->seen.err < 0 && run->seen.outcome == REF_DONE &&
		v.own->right->err < 0;
	v.unlike = is_unlike(&v);
	v.moved = has_moved(&v);
	v.as_weak = !((run->profile.quirks ^ base->profile.quirks) &
		      pair_weaknesses());
	compare_fields(&v);
	if (!v.unlike && !v.moved)
		compare_zones(&v);
}

bool pair_same(const struct ref_layout *l, const struct ref_obs *a,
	       const struct ref_obs *b)
{
	for (const struct part *p = obs_parts; p->fields; p++)
		if (!p->zone && memcmp((const char *)a + p->offset,
				       (const char *)b + p->offset,
				       p->stride * part_count(l, p)))
			return false;
	return true;
}
