/* SPDX-License-Identifier: GPL-2.0-only */
#include "../hooks.h"

int kx_parse_movable_node(char *arg)
{
	return cmdline_parse_movable_node(arg);
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
