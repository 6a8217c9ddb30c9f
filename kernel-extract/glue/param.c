// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parameters of memory hotplug, as words on the command line and in sysfs.
 */
#include <stdio.h>

#include "glue.h"

/* What is no enumerator has a word that no kernel knows */
static const char *word(const char * const *words, u32 nr, u32 value)
{
	return value < nr ? words[value] : "?";
}

static s32 set_policy(u32 value)
{
	static const char * const words[] = {
		[REF_POLICY_CONTIG] = "contig-zones",
		[REF_POLICY_AUTO_MOVABLE] = "auto-movable",
	};

	return kx_set_policy(word(words, ARRAY_SIZE(words), value));
}

static s32 set_ratio(u32 value)
{
	kx_set_ratio(value);
	return 0;
}

static s32 set_numa_aware(u32 value)
{
	kx_set_numa_aware(value);
	return 0;
}

static const char *auto_word(u32 value)
{
	static const char * const words[REF_NR_AUTO] = {
		[REF_AUTO_OFFLINE] = "offline",
		[REF_AUTO_ONLINE] = "online",
		[REF_AUTO_KERNEL] = "online_kernel",
		[REF_AUTO_MOVABLE] = "online_movable",
	};

	return word(words, REF_NR_AUTO, value);
}

static s32 set_auto(u32 value)
{
	ssize_t ret = kx_auto_online_store(auto_word(value));

	return ret < 0 ? (s32)ret : 0;
}

static s32 (*const set[REF_NR_PARAMS])(u32 value) = {
	[REF_PARAM_POLICY] = set_policy,
	[REF_PARAM_RATIO] = set_ratio,
	[REF_PARAM_NUMA_AWARE] = set_numa_aware,
	[REF_PARAM_AUTO] = set_auto,
};

/* As a write to the parameter's file: 0 or a negative errno */
s32 glue_set_param(u32 param, u32 value)
{
	return param < REF_NR_PARAMS ? set[param](value) : -EINVAL;
}

/* As the command line does it */
void glue_boot_params(const struct ref_params *params)
{
	char arg[24];

	glue_set_param(REF_PARAM_POLICY, params->value[REF_PARAM_POLICY]);
	glue_set_param(REF_PARAM_RATIO, params->value[REF_PARAM_RATIO]);
	glue_set_param(REF_PARAM_NUMA_AWARE,
		       params->value[REF_PARAM_NUMA_AWARE]);
	snprintf(arg, sizeof(arg), "%s",
		 auto_word(params->value[REF_PARAM_AUTO]));
	kx_parse_default_state(arg);
}
