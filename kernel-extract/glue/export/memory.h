/* SPDX-License-Identifier: GPL-2.0-only */
#include "../hooks.h"

struct memory_block *kx_memory_block(unsigned long id)
{
	return xa_load(&memory_blocks, id);
}

ssize_t kx_state_store(struct memory_block *mem, const char *state)
{
	return state_store(&mem->dev, NULL, state, strlen(state));
}
