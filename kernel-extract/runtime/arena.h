/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the parts of the runtime offer each other.
 */
#ifndef KX_ARENA_H
#define KX_ARENA_H

#include "kx.h"

bool kx_arena_setup(u32 phys_bits);
void kx_arena_reset(void);
bool kx_memmap_setup(const struct kx_sizes *sizes);
void kx_memmap_reset(void);
void kx_heap_reset(void);
void kx_iomem_reset(void);
void kx_link_reset(void);

#endif
