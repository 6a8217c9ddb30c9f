// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fields of an observation, and the rule that speaks of each.
 */
#include <ctype.h>
#include <stdio.h>

#include "judge.h"

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
	{ "chosen", offsetof(struct ref_obs, chosen),
	  1, REF_R_ZONE_CHOSEN, false },
	{ "pad", offsetof(struct ref_obs, pad),
	  3, REF_R_EXACT, false },
	{ "movable_left", offsetof(struct ref_obs, movable_left),
	  8, REF_R_CACHE_WALK, false },
	{ 0 },
};

static const struct field group_fields[] = {
	{ "size", offsetof(struct ref_obs_group, size),
	  8, REF_R_GROUPS, true },
	{ "kernel", offsetof(struct ref_obs_group, kernel),
	  8, REF_R_GROUPS, true },
	{ "movable", offsetof(struct ref_obs_group, movable),
	  8, REF_R_GROUPS, true },
	{ "type", offsetof(struct ref_obs_group, type),
	  1, REF_R_GROUPS, true },
	{ "nid", offsetof(struct ref_obs_group, nid),
	  1, REF_R_GROUPS, true },
	{ "pad", offsetof(struct ref_obs_group, pad),
	  6, REF_R_EXACT, false },
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
	{ "cma", offsetof(struct ref_obs_zone, cma),
	  8, REF_R_ZONE_CMA, true },
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
	{ "group", offsetof(struct ref_obs_block, group),
	  1, REF_R_GROUPS, true },
	{ "valid[0]", offsetof(struct ref_obs_block, valid[0]),
	  1, REF_R_ZONE_CHOSEN, false },
	{ "valid[1]", offsetof(struct ref_obs_block, valid[1]),
	  1, REF_R_ZONE_CHOSEN, false },
	{ "valid[2]", offsetof(struct ref_obs_block, valid[2]),
	  1, REF_R_ZONE_CHOSEN, false },
	{ "nodes", offsetof(struct ref_obs_block, nodes),
	  1, REF_R_BLOCK_LINKS, true },
	{ "links", offsetof(struct ref_obs_block, links),
	  1, REF_R_BLOCK_LINKS, true },
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

const struct part obs_parts[] = {
	{ NULL, NULL, op_fields, 10, 0, 0, offsetof(struct ref_obs, group),
	  OBS_FIXED + 1, 0 },
	{ "group ", NULL, group_fields, 10, 1, offsetof(struct ref_obs, group),
	  sizeof(struct ref_obs_group), OBS_FIXED + REF_MAX_GROUPS, 0 },
	{ "node", NULL, node_fields, 10, 0, offsetof(struct ref_obs, node),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "node", "DMA.", zone_fields, 10, 0,
	  offsetof(struct ref_obs, node[0].zone[REF_ZONE_DMA]),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "node", "DMA32.", zone_fields, 10, 0,
	  offsetof(struct ref_obs, node[0].zone[REF_ZONE_DMA32]),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "node", "NORMAL.", zone_fields, 10, 0,
	  offsetof(struct ref_obs, node[0].zone[REF_ZONE_NORMAL]),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "node", "MOVABLE.", zone_fields, 10, 0,
	  offsetof(struct ref_obs, node[0].zone[REF_ZONE_MOVABLE]),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "node", "DEVICE.", zone_fields, 10, 0,
	  offsetof(struct ref_obs, node[0].zone[REF_ZONE_DEVICE]),
	  sizeof(struct ref_obs_node), offsetof(struct ref_layout, nr_nodes),
	  0 },
	{ "block ", NULL, block_fields, 10, 0, offsetof(struct ref_obs, block),
	  sizeof(struct ref_obs_block), offsetof(struct ref_layout, nr_blocks),
	  offsetof(struct ref_layout, block) },
	{ "section ", NULL, section_fields, 10, 0,
	  offsetof(struct ref_obs, section), sizeof(struct ref_obs_section),
	  offsetof(struct ref_layout, nr_sections),
	  offsetof(struct ref_layout, section) },
	{ "pfn 0x", NULL, link_fields, 16, 0, offsetof(struct ref_obs, link),
	  sizeof(u16), offsetof(struct ref_layout, nr_watch),
	  offsetof(struct ref_layout, watch) },
	{ 0 },
};

void field_name(const struct ref_layout *layout, const struct part *p, u32 n,
		const char *field, char *name)
{
	char digits[24] = { 0 }, *digit = digits + sizeof(digits) - 2;
	const char *parts[4] = { p->prefix, "", p->zone, field };
	u64 x = p->first + n;

	if (p->numbers)
		memcpy(&x, (const char *)layout + p->numbers + n * sizeof(x),
		       sizeof(x));
	*digit = '.';
	do {
		*--digit = "0123456789abcdef"[x % p->base];
		x /= p->base;
	} while (x);
	if (p->prefix)
		parts[1] = digit;
	for (u32 i = 0; i < 4; i++)
		while (parts[i] && *parts[i])
			*name++ = *parts[i]++;
	*name = 0;
}

/* The whole text but the digits */
static void copy_letters(const char *from, char *to)
{
	size_t n = 0;

	for (; *from && n < REF_FIELD_LEN - 1; from++)
		if (!isdigit((unsigned char)*from))
			to[n++] = *from;
	to[n] = 0;
}

static size_t copy_word(const char *from, char *to)
{
	size_t n = 0;

	while (n < 16 && isalpha((unsigned char)from[n])) {
		to[n] = from[n];
		n++;
	}
	return n;
}

void field_kind(const char *field, char *kind)
{
	const char *last = strrchr(field, '.');
	const char *first = strchr(field, '.');
	size_t n;

	if (!last) {
		copy_letters(field, kind);
		return;
	}
	n = copy_word(field, kind);
	snprintf(kind + n, REF_FIELD_LEN - n, "%s%.20s",
		 first == last ? "" : ".zone", last);
}
