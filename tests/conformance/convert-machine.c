// SPDX-License-Identifier: GPL-2.0-only
/*
 * The machine of a recording: what firmware and command line gave at boot.
 */
#include <stdlib.h>
#include <string.h>

#include "../../fuzz/geometry.h"
#include "convert.h"

/* All recordings are of x86_64; its zones do not depend on the machine */
#define DMA_END		(16ull << 20)
#define DMA32_END	(4ull << 30)
#define CONF		"distro"

static void add_region(struct convert *c, u32 nid, u64 start, u64 last)
{
	struct ref_machine *m = &c->scenario.machine;

	if (m->nr_regions == REF_MAX_REGIONS || nid >= REF_MAX_NODES)
		convert_fail(c, "too many regions or nodes");
	m->region[m->nr_regions++] = (struct ref_region){
		.start = start, .end = last + 1, .nid = nid,
	};
}

/* Under "Early memory node ranges" the log shows what memblock was given */
static void regions(struct convert *c)
{
	unsigned long long start, last;
	const char *line;
	size_t i = 0;
	u32 nid;

	while ((line = convert_log(c, &i)) &&
	       strncmp(line, "Early memory node ranges", 24))
		;
	while ((line = convert_log(c, &i)) &&
	       sscanf(line, " node %u: [mem 0x%llx-0x%llx]", &nid, &start,
		      &last) == 3)
		add_region(c, nid, start, last);
	if (!c->scenario.machine.nr_regions)
		convert_fail(c, "the log shows no early memory node ranges");
}

static void nodes(struct convert *c)
{
	json_t *nodes = convert_member(c, convert_member(c, c->step, "state"),
				       "nodes");
	u64 possible = convert_mask(convert_string(c, nodes, "possible"));
	u64 cpus = convert_mask(convert_string(c, nodes, "has_cpu"));
	u32 n;

	for (n = 0; n < REF_MAX_NODES; n++) {
		if (possible & 1 << n)
			c->scenario.machine.node[n] = REF_NODE_POSSIBLE;
		if (cpus & 1 << n)
			c->scenario.machine.node[n] |= REF_NODE_CPU;
	}
}

/* memmap=SIZE!START, where a driver will find persistent memory */
static void pmem(struct convert *c, const char *word)
{
	char *rest;

	c->pmem.size = convert_size(word, &rest);
	if (*rest == '!')
		c->pmem.start = convert_size(rest + 1, NULL);
	else
		c->pmem.size = 0;
}

/* What of the command line no file of the guest shows */
static void option(struct convert *c, const char *word)
{
	struct ref_machine *m = &c->scenario.machine;

	if (!strncmp(word, "kernelcore=", 11))
		m->kernelcore = convert_size(word + 11, NULL);
	else if (!strncmp(word, "movablecore=", 12))
		m->movablecore = convert_size(word + 12, NULL);
	else if (!strcmp(word, "movable_node"))
		m->movable_node = 1;
	else if (!strncmp(word, "memmap=", 7))
		pmem(c, word + 7);
}

static bool is_yes(const char *word)
{
	return *word == 'Y' || *word == '1';
}

static u32 default_online(const struct convert *c, const char *word)
{
	static const char *const words[REF_NR_AUTO] = {
		[REF_AUTO_OFFLINE] = "offline", [REF_AUTO_ONLINE] = "online",
		[REF_AUTO_KERNEL] = "online_kernel",
		[REF_AUTO_MOVABLE] = "online_movable",
	};
	u32 i;

	for (i = 0; i < REF_NR_AUTO && strcmp(words[i], word); i++)
		;
	if (i == REF_NR_AUTO)
		convert_fail(c, "auto_online_blocks is \"%s\"", word);
	return i;
}

bool convert_param(const struct convert *c, const char *name,
		   const char *word, u32 *param, u32 *value)
{
	if (!strcmp(name, "online_policy")) {
		*param = REF_PARAM_POLICY;
		*value = strcmp(word, "auto-movable") ? REF_POLICY_CONTIG :
			REF_POLICY_AUTO_MOVABLE;
	} else if (!strcmp(name, "auto_movable_ratio")) {
		*param = REF_PARAM_RATIO;
		*value = strtoul(word, NULL, 0);
	} else if (!strcmp(name, "auto_movable_numa_aware")) {
		*param = REF_PARAM_NUMA_AWARE;
		*value = is_yes(word);
	} else if (!strcmp(name, "auto_online_blocks")) {
		*param = REF_PARAM_AUTO;
		*value = default_online(c, word);
	} else {
		return false;
	}
	return true;
}

static void params(struct convert *c)
{
	json_t *params = convert_member(c, convert_member(c, c->step, "state"),
					"params");
	struct ref_machine *m = &c->scenario.machine;
	const char *name;
	json_t *word;
	u32 param, value;

	m->params = REF_PARAMS;
	json_object_foreach(params, name, word)
		if (convert_param(c, name, json_string_value(word) ?: "",
				  &param, &value))
			m->params.value[param] = value;
	c->params = m->params;
	m->memmap_on_memory = is_yes(convert_string(c, params,
						    "memmap_on_memory"));
}

void convert_machine(struct convert *c, const char *cmdline)
{
	struct ref_machine *m = &c->scenario.machine;
	char *words = strdup(cmdline), *at = words, *word;
	json_t *state = convert_member(c, c->step, "state");

	m->geometry = geometry_index("x86_64");
	m->conf = conf_index(CONF);
	m->memmap = REF_MEMMAP_STALE;
	m->block_size = convert_number(c, state, "block_size");
	m->dma_end = DMA_END;
	m->dma32_end = DMA32_END;
	if (m->block_size != BLOCK)
		convert_fail(c, "memory blocks are not 128 MiB");
	while ((word = strsep(&at, " ")))
		option(c, word);
	free(words);
	regions(c);
	nodes(c);
	params(c);
}
