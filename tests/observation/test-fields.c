// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every byte of an observation is looked at: whichever is altered on the
 * kernel's side, the verdict is broken and names the field it is in.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../fuzz/codec.h"
#include "../../fuzz/layout.h"
#include "../../fuzz/geometry.h"
#include "../../fuzz/judge.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define NAME_MAX_LEN	64

/* Boot, operations that succeed, one that fails, one that is refused */
static const char text[] =
	"mhpref 1\n"
	"geometry ppc64\n"
	"conf default\n"
	"block 32M\n"
	"zone dma 16M\n"
	"memmap stale\n"
	"movablecore 64M\n"
	"node 0 cpu\n"
	"node 2\n"
	"memory 64K - 128M node 0\n"
	"memory 256M - 0x1ff00000 node 2\n"
	"add 512M 64M node 2\n"
	"online 512M movable\n"
	"online 544M kernel\n"
	"offline 320M\n"
	"online 320M fail notify\n"
	"remove 512M 64M\n"
	"remove 1G 32M\n";

static struct ref_scenario scenario;
static struct ref_layout layout;
static struct ref_model *model;
static struct ref_obs seen;
static u32 step;
static u8 looked_at[sizeof(struct ref_obs)];

static void boot(void)
{
	const struct ref_profile profile = { .faults = ~0u, .features = ~0u };
	const struct ref_geometry *g;
	struct codec_error err;

	cr_assert_eq(codec_read((const u8 *)text, sizeof(text) - 1, &scenario,
				&err), 0, "line %u: %s", err.line, err.reason);
	g = geometry_by_index(scenario.machine.geometry);
	cr_assert_null(layout_init(&layout, g, &scenario));
	model = malloc(ref_model_size);
	cr_assert_not_null(model);
	ref_model_boot(model, g, &scenario.machine, &layout, &profile);
	step = 0;
}

static void broken_by(const struct ref_result *result, bool good,
		      const char *field)
{
	cr_expect(!good, "step %u: %s altered, and nobody objects", step,
		  field);
	for (u32 n = 0; n < result->nr_breaches; n++)
		if (!strcmp(result->breach[n].field, field))
			return;
	cr_expect(false, "step %u: %s altered, but %s is named", step, field,
		  result->nr_breaches ? result->breach[0].field : "nothing");
}

static void must_name(const char *field)
{
	struct ref_result result;
	bool good = judge(ref_model_facts(model), &seen, ~0ull, &result);

	broken_by(&result, good, field);
}

static void alter_byte(size_t at, u8 mask, const char *field)
{
	u8 *byte = (u8 *)&seen + at;

	cr_assert_lt(at, sizeof(seen));
	looked_at[at] = 1;
	*byte ^= mask;
	must_name(field);
	*byte ^= mask;
}

/* All members of a part that begins at @base and has @size bytes */
static u32 entities(const struct part *p)
{
	u32 n = p->count & ~OBS_FIXED;

	if (!(p->count & OBS_FIXED))
		memcpy(&n, (const char *)&layout + n, sizeof(n));
	return n;
}

/* What the verdict must call a field: "node1.DMA32.spanned" */
static void name(char *to, const struct part *p, u32 n, const char *field)
{
	u64 x = p->first + n;

	if (p->numbers)
		memcpy(&x, (const char *)&layout + p->numbers + n * sizeof(x),
		       sizeof(x));
	if (!p->prefix)
		snprintf(to, NAME_MAX_LEN, "%s", field);
	else
		snprintf(to, NAME_MAX_LEN, p->base == 16 ? "%s%llx.%s%s" :
			 "%s%llu.%s%s", p->prefix, x, p->zone ? p->zone : "",
			 field);
}

static void alter_entity(const struct part *p, u32 n)
{
	char field[NAME_MAX_LEN];

	for (const struct field *f = p->fields; f->name; f++) {
		name(field, p, n, f->name);
		for (u32 byte = 0; byte < f->size; byte++)
			alter_byte(p->offset + n * p->stride + f->offset +
				   byte, 1, field);
	}
}

/* The contiguous flag is in no table: it has rules of its own */
static void alter_contiguous(const struct part *p, u32 n)
{
	char field[NAME_MAX_LEN];

	name(field, p, n, "contiguous");
	alter_byte(p->offset + n * p->stride +
		   offsetof(struct ref_obs_zone, contiguous), 1, field);
}

static void alter_all(void)
{
	seen = *ref_model_facts(model)->shown;
	for (const struct part *p = obs_parts; p->fields; p++)
		for (u32 n = 0; n < entities(p); n++) {
			alter_entity(p, n);
			if (p->zone)
				alter_contiguous(p, n);
		}
}

Test(observation, every_byte_counts)
{
	boot();
	alter_all();
	for (u32 n = 0; n < scenario.nr_ops; n++) {
		step++;
		ref_model_apply(model, &scenario.op[n], false);
		alter_all();
	}
	cr_expect_eq(ref_model_facts(model)->shown->outcome, REF_REFUSED);
	free(model);
}

static void mark(size_t start, size_t end)
{
	for (size_t at = start; at < end; at++)
		cr_expect(looked_at[at], "byte %zu of struct ref_obs is not "
			  "in the table of fields", at);
}

/* A member that is added must be in fuzz/fields.c: no byte may be left out */
Test(observation, no_member_is_forgotten)
{
	boot();
	alter_all();
	mark(0, offsetof(struct ref_obs, node));
	mark(offsetof(struct ref_obs, node),
	     offsetof(struct ref_obs, node[layout.nr_nodes]));
	mark(offsetof(struct ref_obs, block),
	     offsetof(struct ref_obs, block[layout.nr_blocks]));
	mark(offsetof(struct ref_obs, section),
	     offsetof(struct ref_obs, section[layout.nr_sections]));
	mark(offsetof(struct ref_obs, link),
	     offsetof(struct ref_obs, link[layout.nr_watch]));
	cr_expect_eq(offsetof(struct ref_obs, link) +
		     sizeof(((struct ref_obs *)0)->link), sizeof(seen));
	free(model);
}

/* A kernel that does not come back breaks the rule of how it ended */
Test(observation, every_end_has_its_rule)
{
	static const struct {
		u8 outcome;
		const char *rule;
	} ends[] = {
		{ REF_HANG, "hang" }, { REF_BUG, "bug" },
		{ REF_CRASH, "crash" },
	};
	struct ref_result result;

	boot();
	seen = *ref_model_facts(model)->shown;
	for (u32 n = 0; n < ARRAY_SIZE(ends); n++) {
		seen.outcome = ends[n].outcome;
		cr_expect(!judge(ref_model_facts(model), &seen, ~0ull,
				 &result));
		cr_assert_geq(result.nr_breaches, 1);
		cr_expect_str_eq(ref_rules[result.breach[0].rule].name,
				 ends[n].rule);
		cr_expect_str_eq(result.breach[0].field, "outcome");
	}
	free(model);
}

/* Nothing altered: nothing broken */
Test(observation, equal_is_ok)
{
	struct ref_result result;

	boot();
	seen = *ref_model_facts(model)->shown;
	cr_expect(judge(ref_model_facts(model), &seen, ~0ull, &result));
	free(model);
}
