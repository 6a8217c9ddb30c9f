/* SPDX-License-Identifier: GPL-2.0-only */
#include "../hooks.h"

int kx_parse_movable_node(char *arg)
{
	return cmdline_parse_movable_node(arg);
}

int kx_set_policy(const char *policy)
{
	const struct kernel_param param = { .arg = &online_policy };

	return set_online_policy(policy, &param);
}

void kx_set_ratio(u32 percent)
{
	auto_movable_ratio = percent;
}

void kx_set_numa_aware(bool is)
{
	auto_movable_numa_aware = is;
}

#ifdef CONFIG_MHP_MEMMAP_ON_MEMORY
void kx_parse_memmap_on_memory(const char *value)
{
#if HAVE_set_memmap_mode
	const struct kernel_param kp = { .arg = &memmap_mode };

	set_memmap_mode(value, &kp);
#else
	kstrtobool(value, &memmap_on_memory);
#endif
}
#endif
