/* SPDX-License-Identifier: GPL-2.0-only */
#include "../hooks.h"

struct memory_block *kx_memory_block(unsigned long id)
{
	return xa_load(&memory_blocks, id);
}

void kx_memory_blocks(const u64 *id, u32 nr, struct memory_block **mem)
{
	kx_map_pick(&memory_blocks.shim_map, id, nr, (void **)mem);
}

bool kx_has_groups(void)
{
	return memory_groups.shim_map.used;
}

ssize_t kx_state_store(struct memory_block *mem, const char *state)
{
	return state_store(&mem->dev, NULL, state, strlen(state));
}

ssize_t kx_valid_zones_show(struct memory_block *mem, char *page)
{
	return dev_attr_valid_zones.show(&mem->dev, &dev_attr_valid_zones,
					 page);
}

ssize_t kx_auto_online_store(const char *type)
{
	return dev_attr_auto_online_blocks.store(NULL,
			&dev_attr_auto_online_blocks, type, strlen(type));
}
