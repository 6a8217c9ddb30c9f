/* SPDX-License-Identifier: GPL-2.0-only */
#include "../hooks.h"

int kx_parse_movable_node(char *arg)
{
	return cmdline_parse_movable_node(arg);
}

int kx_parse_default_state(char *arg)
{
	return setup_memhp_default_state(arg);
}

int kx_set_policy(const char *policy)
{
	const struct kernel_param param = { .arg = &online_policy };

	return online_policy_ops.set(policy, &param);
}

void kx_set_ratio(u32 percent)
{
	auto_movable_ratio = percent;
}

u32 kx_ratio(void)
{
	return auto_movable_ratio;
}

bool kx_may_be_movable(u64 pages)
{
	return auto_movable_can_online_movable(NUMA_NO_NODE, NULL, pages);
}

void kx_set_numa_aware(bool aware)
{
#ifdef CONFIG_NUMA
	auto_movable_numa_aware = aware;
#endif
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
