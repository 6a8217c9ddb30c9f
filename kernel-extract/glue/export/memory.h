/* SPDX-License-Identifier: GPL-2.0-only */
#include "../hooks.h"

struct memory_block *kx_memory_block(unsigned long id)
{
	return xa_load(&memory_blocks, id);
}

void kx_valid_zones(struct memory_block *mem, char *buf)
{
	valid_zones_show(&mem->dev, NULL, buf);
}

struct memory_group *kx_group(unsigned long number)
{
	return number ? xa_load(&memory_groups, number - 1) : NULL;
}

int kx_set_auto_online(const char *type)
{
	ssize_t ret = auto_online_blocks_store(NULL, NULL, type, strlen(type));

	return ret < 0 ? (int)ret : 0;
}

ssize_t kx_state_store(struct memory_block *mem, const char *state)
{
	return state_store(&mem->dev, NULL, state, strlen(state));
}
