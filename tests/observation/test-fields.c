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
#include "../../fuzz/geometry.h"
#include "../../ref/rules.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define NAME_MAX_LEN	64

/* A member reaches to the next one in its table */
struct member {
	const char *name;
	size_t offset;
};

#define MEMBER(type, m)	{ #m, offsetof(struct type, m) }

static const struct member top[] = {
	MEMBER(ref_obs, err), MEMBER(ref_obs, outcome),
	MEMBER(ref_obs, fired), MEMBER(ref_obs, locked),
	MEMBER(ref_obs, lock_imbalance), MEMBER(ref_obs, warns),
	MEMBER(ref_obs, pad), { 0 },
};

static const struct member node[] = {
	MEMBER(ref_obs_node, start), MEMBER(ref_obs_node, spanned),
	MEMBER(ref_obs_node, present), MEMBER(ref_obs_node, nr_zones),
	MEMBER(ref_obs_node, online), MEMBER(ref_obs_node, memory),
	MEMBER(ref_obs_node, normal_memory), MEMBER(ref_obs_node, device),
	MEMBER(ref_obs_node, pad), { 0 },
};

static const struct member zone[] = {
	MEMBER(ref_obs_zone, start), MEMBER(ref_obs_zone, spanned),
	MEMBER(ref_obs_zone, present), MEMBER(ref_obs_zone, present_early),
	MEMBER(ref_obs_zone, contiguous), MEMBER(ref_obs_zone, initialized),
	MEMBER(ref_obs_zone, pad), { 0 },
};

static const struct member block[] = {
	MEMBER(ref_obs_block, state), MEMBER(ref_obs_block, nid),
	MEMBER(ref_obs_block, zone), MEMBER(ref_obs_block, pad), { 0 },
};

static const struct member section[] = {
	MEMBER(ref_obs_section, submap[0]), MEMBER(ref_obs_section, submap[1]),
	MEMBER(ref_obs_section, submap[2]), MEMBER(ref_obs_section, submap[3]),
	MEMBER(ref_obs_section, flags), MEMBER(ref_obs_section, pad), { 0 },
};

static const char * const zone_names[REF_NR_ZONES] = {
	"DMA", "DMA32", "NORMAL", "MOVABLE", "DEVICE",
};

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
	const struct ref_profile profile = { .faults = ~0u };
	const struct ref_geometry *g;
	struct codec_error err;

	cr_assert_eq(codec_read((const u8 *)text, sizeof(text) - 1, &scenario,
				&err), 0, "line %u: %s", err.line, err.reason);
	g = geometry_by_index(scenario.machine.geometry);
	cr_assert_null(ref_layout_init(&layout, g, &scenario));
	model = malloc(ref_model_size());
	cr_assert_not_null(model);
	ref_model_boot(model, g, &scenario.machine, &layout, &profile);
	step = 0;
}

static void broken_by(const char *how, const struct ref_result *result,
		      bool good, const char *field)
{
	cr_expect(!good, "step %u, %s: %s altered, and nobody objects", step,
		  how, field);
	for (u32 n = 0; n < result->nr_breaches; n++)
		if (!strcmp(result->breach[n].field, field))
			return;
	cr_expect(false, "step %u, %s: %s altered, but %s is named", step, how,
		  field, result->nr_breaches ? result->breach[0].field :
		  "nothing");
}

/* Both judges must name the field */
static void judge(const char *field)
{
	struct ref_result result;
	bool good = ref_judge(model, &seen, ~0ull, &result);

	broken_by("fast", &result, good, field);
	good = ref_judge_slowly(model, &seen, ~0ull, &result);
	broken_by("slow", &result, good, field);
}

static void alter_byte(size_t at, u8 mask, const char *field)
{
	u8 *byte = (u8 *)&seen + at;

	cr_assert_lt(at, sizeof(seen));
	looked_at[at] = 1;
	*byte ^= mask;
	judge(field);
	*byte ^= mask;
}

/* All members of a part that begins at @base and has @size bytes */
static void alter(const struct member *m, size_t base, size_t size,
		  const char *prefix)
{
	char field[NAME_MAX_LEN];

	for (size_t byte = 0; byte < size; byte++) {
		if (m[1].name && byte == m[1].offset)
			m++;
		snprintf(field, sizeof(field), "%s%s", prefix, m->name);
		alter_byte(base + byte, 1, field);
	}
}

static void alter_nodes(void)
{
	char prefix[NAME_MAX_LEN];

	for (u32 n = 0; n < layout.nr_nodes; n++) {
		snprintf(prefix, sizeof(prefix), "node%u.", n);
		alter(node, offsetof(struct ref_obs, node[n]),
		      offsetof(struct ref_obs_node, zone), prefix);
		for (u32 z = 0; z < REF_NR_ZONES; z++) {
			snprintf(prefix, sizeof(prefix), "node%u.%s.", n,
				 zone_names[z]);
			alter(zone, offsetof(struct ref_obs, node[n].zone[z]),
			      sizeof(struct ref_obs_zone), prefix);
		}
	}
}

static void alter_blocks(void)
{
	char prefix[NAME_MAX_LEN];

	for (u32 n = 0; n < layout.nr_blocks; n++) {
		snprintf(prefix, sizeof(prefix), "block %llu.",
			 layout.block[n]);
		alter(block, offsetof(struct ref_obs, block[n]),
		      sizeof(struct ref_obs_block), prefix);
	}
	for (u32 n = 0; n < layout.nr_sections; n++) {
		snprintf(prefix, sizeof(prefix), "section %llu.",
			 layout.section[n]);
		alter(section, offsetof(struct ref_obs, section[n]),
		      sizeof(struct ref_obs_section), prefix);
	}
}

/* The low byte of a link is the zone, the high one the node */
static void alter_links(void)
{
	char field[NAME_MAX_LEN];

	for (u32 n = 0; n < layout.nr_watch; n++) {
		size_t at = offsetof(struct ref_obs, link[n]);

		snprintf(field, sizeof(field), "pfn 0x%llx.zone",
			 layout.watch[n]);
		alter_byte(at, 1, field);
		snprintf(field, sizeof(field), "pfn 0x%llx.node",
			 layout.watch[n]);
		alter_byte(at + 1, 1, field);
	}
}

static void alter_all(void)
{
	seen = *ref_model_obs(model);
	alter(top, 0, offsetof(struct ref_obs, node), "");
	alter_nodes();
	alter_blocks();
	alter_links();
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
	cr_expect_eq(ref_model_obs(model)->outcome, REF_REFUSED);
	free(model);
}

static void mark(size_t start, size_t end)
{
	for (size_t at = start; at < end; at++)
		cr_expect(looked_at[at], "byte %zu of struct ref_obs is not "
			  "in the tables of this test", at);
}

/* A member that is added must be added here: no byte may be left out */
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
	seen = *ref_model_obs(model);
	for (u32 n = 0; n < ARRAY_SIZE(ends); n++) {
		seen.outcome = ends[n].outcome;
		cr_expect(!ref_judge(model, &seen, ~0ull, &result));
		cr_assert_geq(result.nr_breaches, 1);
		cr_expect_str_eq(ref_rules[result.breach[0].rule].name,
				 ends[n].rule);
		cr_expect_str_eq(result.breach[0].field, "outcome");
	}
	free(model);
}

/* Nothing altered: nothing broken, and both judges say the same */
Test(observation, equal_is_ok)
{
	struct ref_result fast, slow;

	boot();
	seen = *ref_model_obs(model);
	cr_expect(ref_judge(model, &seen, ~0ull, &fast));
	cr_expect(ref_judge_slowly(model, &seen, ~0ull, &slow));
	cr_expect_eq(memcmp(fast.word, slow.word, ref_nr_rules), 0);
	free(model);
}
