// SPDX-License-Identifier: GPL-2.0-only
/*
 * conformance NAME.VERSION [KERNEL-OBJECT]: replay a recording's scenario on
 * the model, and on a kernel if there is one, and compare every value that
 * the recording shows after each step.
 *
 * Last line: "conformance N recordings N steps N derived-ops N values N taken
 * N unseen N differences". Exit status: 0, 1: differences, 2: not done.
 */
#include <stdlib.h>
#include <string.h>

#include "../../fuzz/codec.h"
#include "../../fuzz/geometry.h"
#include "../../fuzz/kernel-object.h"
#include "../../fuzz/layout.h"
#include "../../ref/model.h"
#include "expect.h"

/* Who says something: the recording is held against both others */
enum { MODEL, KERNEL, NR_SIDES };

/**
 * struct run - a recording that is replayed
 * @name: NAME.VERSION, without its folder
 * @scenario: of the recording
 * @op: next operation of @scenario
 * @expect: what the recording shows
 * @kernel: or NULL
 * @model: the model
 * @obs: what both show
 * @layout: of @scenario
 * @steps: so far; likewise the others, in values
 */
struct run {
	const char *name;
	struct ref_scenario scenario;
	u32 op;
	struct expect expect;
	const struct kx_kernel *kernel;
	struct ref_model *model;
	struct ref_obs obs[NR_SIDES];
	struct ref_layout layout;
	u64 steps, ops, values, taken, unseen, differences;
};

static const struct ref_geometry *geometry(const struct run *r)
{
	return geometry_by_index(r->scenario.machine.geometry);
}

/* --- values of a thing in an observation */

static void node_values(const struct ref_obs *obs, u64 nid, u64 *v)
{
	const struct ref_obs_node *n = &obs->node[nid];

	v[0] = n->start;
	v[1] = n->spanned;
	v[2] = n->present;
	v[3] = n->nr_zones;
	v[4] = n->online;
	v[5] = n->memory;
	v[6] = n->normal_memory;
	v[7] = n->device;
}

static void zone_values(const struct ref_obs *obs, u64 nid, u64 zone, u64 *v)
{
	const struct ref_obs_zone *z = &obs->node[nid].zone[zone];

	v[0] = z->start;
	v[1] = z->spanned;
	v[2] = z->present;
	v[3] = z->present_early;
	v[4] = z->cma;
	v[5] = z->contiguous;
	v[6] = z->initialized;
}

static void block_values(const struct ref_obs_block *b, u64 *v)
{
	v[0] = b->state;
	v[1] = b->valid[0];
	v[2] = b->valid[1];
	v[3] = b->valid[2];
	v[4] = b->nodes;
	v[5] = b->links;
}

static void section_values(const struct ref_obs_section *s, u64 *v)
{
	v[0] = s->flags;
	v[1] = s->submap[0];
}

/* Place of @id in an ascending list, or @n */
static u32 place(const u64 *list, u32 n, u64 id)
{
	u32 i = 0;

	while (i < n && list[i] != id)
		i++;
	return i;
}

/* What a side shows of a thing; false: it is not observed */
static bool values(const struct run *r, const struct ref_obs *obs,
		   const struct rec_thing *t, u64 *v)
{
	const struct ref_layout *l = &r->layout;
	u32 at;

	switch (t->kind) {
	case REC_NODE:
	case REC_ZONE:
		if (t->key[0] >= l->nr_nodes || t->key[1] >= REF_NR_ZONES)
			return false;
		if (t->kind == REC_NODE)
			node_values(obs, t->key[0], v);
		else
			zone_values(obs, t->key[0], t->key[1], v);
		return true;
	case REC_BLOCK:
		at = place(l->block, l->nr_blocks, t->key[0]);
		if (at < l->nr_blocks)
			block_values(&obs->block[at], v);
		return at < l->nr_blocks;
	default:
		at = place(l->section, l->nr_sections, t->key[0]);
		if (at < l->nr_sections)
			section_values(&obs->section[at], v);
		return at < l->nr_sections;
	}
}

/* --- comparing */

/* "zone 0 DMA32 spanned" */
static void print_field(const struct rec_thing *t, const char *field)
{
	printf("%s %llu", rec_forms[t->kind].name,
	       (unsigned long long)t->key[0]);
	if (t->kind == REC_ZONE)
		printf(" %s", rec_zone_word(t->key[1]));
	else if (t->kind == REC_LINK)
		printf("-%llu", (unsigned long long)t->key[1]);
	printf(" %s", field);
}

static void begin_difference(struct run *r)
{
	r->differences++;
	printf("difference %s step %u (%s): ", r->name, r->expect.step,
	       r->expect.text);
}

static void end_difference(const struct run *r, u64 recorded, const u64 *side)
{
	printf(" recorded %#llx model %#llx", (unsigned long long)recorded,
	       (unsigned long long)side[MODEL]);
	if (r->kernel)
		printf(" kernel %#llx\n", (unsigned long long)side[KERNEL]);
	else
		printf(" kernel -\n");
}

static bool differs(const struct run *r, u64 recorded, const u64 *side)
{
	return side[MODEL] != recorded ||
	       (r->kernel && side[KERNEL] != recorded);
}

static void compare(struct run *r, const struct rec_thing *t, u32 field,
		    const u64 *side)
{
	if (t->unseen & 1u << field) {
		r->unseen++;
		return;
	}
	r->values++;
	if (!differs(r, t->value[field], side))
		return;
	begin_difference(r);
	print_field(t, rec_forms[t->kind].field[field]);
	end_difference(r, t->value[field], side);
}

/* Only the first @n values of a thing: one that is not there has no more */
static void compare_thing(struct run *r, const struct rec_thing *t, u32 n)
{
	u64 value[NR_SIDES][REC_MAX_VALUES] = { 0 };
	u64 side[NR_SIDES];
	u32 i;

	if (!values(r, &r->obs[MODEL], t, value[MODEL]) ||
	    !values(r, &r->obs[KERNEL], t, value[KERNEL])) {
		begin_difference(r);
		print_field(t, "is not observed\n");
		return;
	}
	for (i = 0; i < n; i++) {
		side[MODEL] = value[MODEL][i];
		side[KERNEL] = value[KERNEL][i];
		compare(r, t, i, side);
	}
}

static bool is_online(const struct run *r, u64 pfn)
{
	const struct ref_geometry *g = geometry(r);
	const struct rec_thing *section = expect_find(&r->expect, REC_SECTION,
		pfn >> (g->section_shift - g->page_shift), 0);

	return section && section->value[0] & REF_SECTION_ONLINE;
}

/*
 * A run of page links is one value: it agrees if all of its pfns at which
 * links can change do. Those of sections that are not online mean nothing.
 */
static void compare_run(struct run *r, const struct rec_thing *t)
{
	u64 recorded = REF_LINK(t->value[0], t->value[1]), side[NR_SIDES];
	bool seen = false, same = true;
	u32 i;

	for (i = 0; i < r->layout.nr_watch && same; i++) {
		u64 pfn = r->layout.watch[i];

		if (pfn < t->key[0] || pfn >= t->key[1] || !is_online(r, pfn))
			continue;
		seen = true;
		side[MODEL] = r->obs[MODEL].link[i];
		side[KERNEL] = r->obs[KERNEL].link[i];
		same = !differs(r, recorded, side);
		if (same)
			continue;
		begin_difference(r);
		print_field(t, "");
		printf("at pfn %#llx", (unsigned long long)pfn);
		end_difference(r, recorded, side);
	}
	r->values += seen;
	r->unseen += !seen;
}

static void compare_link(struct run *r, const struct rec_thing *t)
{
	if (t->unseen)
		r->unseen++;
	else if (t->value[1] == REF_ZONE_NONE)
		r->taken++;
	else
		compare_run(r, t);
}

/* What the layout has and the recording does not show is absent there */
static void compare_absent(struct run *r, u32 kind, const u64 *list, u32 n)
{
	struct rec_thing t = { .kind = kind };
	u32 i;

	for (i = 0; i < n; i++) {
		t.key[0] = list[i];
		if (!expect_find(&r->expect, kind, list[i], 0))
			compare_thing(r, &t, 1);
	}
}

static void compare_all(struct run *r)
{
	u32 i;

	for (i = 0; i < r->expect.nr_things; i++) {
		const struct rec_thing *t = &r->expect.thing[i];

		r->unseen += rec_forms[t->kind].nr_unseen;
		if (t->kind == REC_LINK)
			compare_link(r, t);
		else
			compare_thing(r, t, rec_forms[t->kind].nr_values);
	}
	compare_absent(r, REC_BLOCK, r->layout.block, r->layout.nr_blocks);
	compare_absent(r, REC_SECTION, r->layout.section,
		       r->layout.nr_sections);
}

/* --- replaying */

__attribute((noreturn))
static void fail(const struct run *r, const char *why)
{
	fprintf(stderr, "conformance: %s: %s\n", r->name, why);
	exit(2);
}

/* A side that cannot go on ends the recording: all that follows is lost */
static void ended(struct run *r, const char *side, const char *why)
{
	begin_difference(r);
	printf("%s operation %u: %s\n", side, r->op, why);
}

static void look(struct run *r)
{
	r->obs[MODEL] = *ref_model_facts(r->model)->shown;
	r->obs[KERNEL] = r->obs[MODEL];
	if (r->kernel)
		r->kernel->observe(&r->obs[KERNEL]);
}

static bool boot(struct run *r, const struct ref_profile *profile)
{
	const struct ref_geometry *g = geometry(r);

	ref_model_boot(r->model, g, &r->scenario.machine, &r->layout, profile);
	if (r->kernel && r->kernel->boot(&r->scenario.machine, &r->layout)) {
		ended(r, "kernel", r->kernel->message());
		return false;
	}
	look(r);
	return true;
}

static void compare_err(struct run *r, const struct expect_op *e)
{
	u64 side[NR_SIDES] = {
		(u32)-r->obs[MODEL].err, (u32)-r->obs[KERNEL].err,
	};

	r->ops++;
	r->taken += e->taken;
	r->values += !e->taken;
	if (!differs(r, -e->err, side))
		return;
	begin_difference(r);
	printf("%s errno", e->rule);
	end_difference(r, -e->err, side);
}

static bool apply(struct run *r, const struct expect_op *e)
{
	const struct ref_op *op = &r->scenario.op[r->op];

	if (r->op++ == r->scenario.nr_ops)
		fail(r, "the scenario has too few operations");
	if (ref_model_stops(r->model, op)) {
		ended(r, "model", "it would hang or crash the kernel");
		return false;
	}
	ref_model_apply(r->model, op, false);
	if (r->kernel && r->kernel->apply(op) > REF_REFUSED) {
		ended(r, "kernel", r->kernel->message());
		return false;
	}
	look(r);
	compare_err(r, e);
	return true;
}

static void replay(struct run *r, const struct ref_profile *profile)
{
	u32 i;

	while (expect_step(&r->expect)) {
		r->steps++;
		r->taken += r->expect.nr_taken;
		if (!r->expect.step && !boot(r, profile))
			return;
		for (i = 0; i < r->expect.nr_ops; i++)
			if (!apply(r, &r->expect.op[i]))
				return;
		compare_all(r);
	}
	if (r->op != r->scenario.nr_ops)
		fail(r, "the scenario has too many operations");
}

static void read_scenario(struct run *r, const char *path)
{
	static u8 bytes[CODEC_INPUT_MAX + 1];
	char name[4096], text[4096 + CODEC_REASON_MAX];
	struct codec_error err;
	const char *why;
	FILE *file;
	size_t len;

	snprintf(name, sizeof(name), "%s.txt", path);
	file = fopen(name, "r");
	if (!file)
		fail(r, "there is no scenario of that name");
	len = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	if (codec_read(bytes, len, &r->scenario, &err)) {
		codec_error_text(&err, name, text, sizeof(text));
		fail(r, text);
	}
	why = layout_init(&r->layout, geometry(r), &r->scenario);
	if (why)
		fail(r, why);
}

/* Quirks of the series that the recording is of, as the table has them */
static u64 quirks_of(const char *version)
{
	u64 quirks = 0;
	u32 i;

	for (i = 0; i < REF_NR_QUIRKS; i++) {
		const char *at = ref_quirks[i].versions;
		size_t len;

		for (; *at; at += len + (at[len] == ' ')) {
			len = strcspn(at, " ");
			if (!strncmp(version, at, len) && version[len] == '.')
				quirks |= 1ull << i;
		}
	}
	return quirks;
}

int main(int argc, char **argv)
{
	static struct run r;
	struct ref_profile profile = { .faults = ~0u, .features = ~0u };
	char path[4096];

	if (argc != 2 && argc != 3) {
		fprintf(stderr, "usage: conformance NAME.VERSION [OBJECT]\n");
		return 2;
	}
	r.name = strrchr(argv[1], '/') ? strrchr(argv[1], '/') + 1 : argv[1];
	r.model = calloc(1, ref_model_size);
	r.kernel = argc == 3 ? kernel_object_load(argv[2]) : NULL;
	if (!r.model || (argc == 3 && !r.kernel) || !strchr(r.name, '.'))
		return 2;
	read_scenario(&r, argv[1]);
	snprintf(path, sizeof(path), "%s.expect", argv[1]);
	expect_open(&r.expect, path);
	profile.quirks = quirks_of(strchr(r.name, '.') + 1);
	if (r.kernel)
		profile.faults = r.kernel->faults;
	replay(&r, &profile);
	printf("conformance 1 recordings %llu steps %llu derived-ops %llu "
	       "values %llu taken %llu unseen %llu differences\n",
	       r.steps, r.ops, r.values, r.taken, r.unseen, r.differences);
	return r.differences > 0;
}
