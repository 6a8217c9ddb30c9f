// SPDX-License-Identifier: GPL-2.0-only
/*
 * A kernel object without a kernel: the model, with a lie that is switched
 * on by the environment variable FAKE_LIE. It tells a kernel that is always
 * right from one that goes wrong in a known way, at a known place: at the
 * third successful online since boot of a block that is not the lowest; but
 * "always" lies from boot on, and "many" in a new way at every operation.
 * FAKE_QUIRKS, a number, is the set of quirks that it has.
 */
#include <stdlib.h>
#include <string.h>

#include "../../kernel-extract/kernel.h"
#include "../../ref/model.h"

#define FAKE_ONLINES	3

static const struct ref_geometry ppc64 = {
	.name = "ppc64", .page_shift = 16, .section_shift = 24,
	.subsection_shift = 21, .pageblock_order = 5, .max_order = 8,
	.phys_bits = 50, .memmap_shift = 16,
};

static struct ref_model *model;
static const struct ref_layout *layout;
static const char *lie;
static const char *text = "";
static u32 onlines;
static u32 budget_times = 1;
static u32 way;
static u8 outcome;

static bool is_slow(void)
{
	return budget_times < 10 && lie && !strncmp(lie, "slow", 4);
}

static bool lies(const char *what)
{
	return onlines >= FAKE_ONLINES && lie && !strcmp(lie, what);
}

static int fake_boot(const struct ref_machine *machine,
		     const struct ref_layout *l)
{
	const char *quirks = getenv("FAKE_QUIRKS");
	struct ref_profile profile = { .faults = ~0u,
		.features = REF_CONF_NUMA | REF_CONF_VMEMMAP |
			REF_CONF_KEEP_MEMBLOCK };

	if (!model)
		model = calloc(1, ref_model_size);
	if (!model)
		abort();
	if (quirks)
		profile.quirks = strtoull(quirks, NULL, 0);
	lie = getenv("FAKE_LIE");
	onlines = 0;
	way = 0;
	outcome = REF_DONE;
	text = "";
	layout = l;
	ref_model_boot(model, &ppc64, machine, l, &profile);
	return REF_DONE;
}

static void go_wrong(void)
{
	volatile u32 forever = 1;

	if (lies("crash"))
		*(volatile u32 *)8 = 1;
	while (lies("loop") && forever)
		;
	if (lies("bug") || lies("hang") ||
	    (onlines >= FAKE_ONLINES && is_slow())) {
		outcome = lies("bug") ? REF_BUG : REF_HANG;
		text = "fake.c:1 as it was told to";
	}
}

static int fake_apply(const struct ref_op *op)
{
	ref_model_apply(model, op, false);
	way = 1 + op->kind * 7 + op->fault * 3 + (u32)(op->start >> 24);
	if (op->kind == REF_OP_ONLINE && !ref_model_facts(model)->shown->err &&
	    op->start)
		onlines++;
	go_wrong();
	return outcome;
}

/* What the judge is given is nonsense: it dies, outside of the kernel */
static void spoil_judge(void)
{
	((struct ref_layout *)layout)->nr_blocks = ~0u;
}

/* One of many bytes is wrong; which one, the operation decides */
static void spoil_byte(struct ref_obs *obs)
{
	static const struct {
		size_t offset, size;
	} part[] = {
		{ offsetof(struct ref_obs, group), sizeof(obs->group[0]) },
		{ offsetof(struct ref_obs, node), sizeof(obs->node[0]) },
		{ offsetof(struct ref_obs, block), sizeof(obs->block[0]) },
		{ offsetof(struct ref_obs, section), sizeof(obs->section[0]) },
	};
	u32 n = way % 4;

	((u8 *)obs)[part[n].offset + way / 4 * 8 % part[n].size] ^= 1;
}

static void fake_observe(struct ref_obs *obs)
{
	*obs = *ref_model_facts(model)->shown;
	if (lie && !strcmp(lie, "always"))
		obs->node[0].present++;
	if (way && lie && !strcmp(lie, "many"))
		spoil_byte(obs);
	if (lies("ours"))
		spoil_judge();
	if (outcome != REF_DONE)
		obs->outcome = outcome;
	if (lies("span") || lies("slow-span"))
		obs->node[0].zone[REF_ZONE_NORMAL].spanned++;
	if (lies("state"))
		obs->block[layout->nr_blocks - 1].state = REF_BLOCK_OTHER;
	if (lies("warn"))
		obs->warns++;
}

static void fake_reset(void)
{
	onlines = 0;
}

static const char *fake_message(void)
{
	return text;
}

static u64 fake_steps(void)
{
	return 0;
}

static void fake_budget(u32 times)
{
	budget_times = times;
}

__attribute__((visibility("default")))
const struct kx_kernel kx_kernel = {
	.abi = KX_ABI,
	.slices = 1,
	.lines = 1,
	.faults = ~0u,
	.version = "6.12.0",
	.conf = "default",
	.hash = "fake",
	.geometry = &ppc64,
	.boot = fake_boot,
	.apply = fake_apply,
	.observe = fake_observe,
	.reset = fake_reset,
	.message = fake_message,
	.steps = fake_steps,
	.budget = fake_budget,
};
