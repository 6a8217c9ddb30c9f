// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words and forms of recorded observations.
 */
#include <stdlib.h>
#include <string.h>

#include "recorded.h"

const struct rec_form rec_forms[REC_NR_KINDS] = {
	[REC_NODE] = { "node", 1, 8, 0, {
		"start", "spanned", "present", "nr_zones", "online", "memory",
		"normal_memory", "device" } },
	[REC_ZONE] = { "zone", 2, 7, 0, {
		"start", "spanned", "present", "present_early", "cma",
		"contiguous", "initialized" } },
	/* Its own node, zone and group stand nowhere */
	[REC_BLOCK] = { "block", 1, 6, 3, {
		"state", "valid_zones", "valid_zones[1]", "valid_zones[2]",
		"nodes", "links" } },
	[REC_SECTION] = { "section", 1, 2, 0, { "flags", "submap" } },
	[REC_LINK] = { "link", 2, 2, 0, { "node", "zone" } },
};

static const char *const zones[REF_NR_ZONES + 1] = {
	[REF_ZONE_DMA] = "DMA", [REF_ZONE_DMA32] = "DMA32",
	[REF_ZONE_NORMAL] = "Normal", [REF_ZONE_MOVABLE] = "Movable",
	[REF_ZONE_DEVICE] = "Device", [REF_ZONE_NONE] = "none",
};

static const char *const states[] = {
	[REF_BLOCK_ABSENT] = "absent", [REF_BLOCK_OFFLINE] = "offline",
	[REF_BLOCK_ONLINE] = "online", [REF_BLOCK_OTHER] = "other",
};

const char *rec_zone_word(u32 zone)
{
	return zone <= REF_ZONE_NONE ? zones[zone] : "?";
}

const char *rec_state_word(u32 state)
{
	return state <= REF_BLOCK_OTHER ? states[state] : "?";
}

static bool look_up(const char *const *words, u32 n, const char *word,
		    u64 *number)
{
	u32 i;

	for (i = 0; i < n && strcmp(words[i], word); i++)
		;
	*number = i;
	return i < n;
}

bool rec_number(const char *word, u64 *number)
{
	char *end;

	if (look_up(zones, REF_NR_ZONES + 1, word, number) ||
	    look_up(states, REF_BLOCK_OTHER + 1, word, number))
		return true;
	*number = strtoull(word, &end, 0);
	return *word && !*end;
}
