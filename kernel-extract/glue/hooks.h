/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions that stand at the end of a generated file (export/) and give the
 * glue what is static in it.
 */
#ifndef KX_HOOKS_H
#define KX_HOOKS_H

struct memory_block;

/* The memory block of this id, or NULL; takes no reference */
struct memory_block *kx_memory_block(unsigned long id);
/* The same for @nr ids, ascending */
void kx_memory_blocks(const u64 *id, u32 nr, struct memory_block **mem);
/* Is there any memory group? */
bool kx_has_groups(void);
/* What a write of @state to the block's file in sysfs returns */
ssize_t kx_state_store(struct memory_block *mem, const char *state);
/* What a read of its valid_zones gives, in a page */
ssize_t kx_valid_zones_show(struct memory_block *mem, char *page);
/* What a write of @type to auto_online_blocks returns */
ssize_t kx_auto_online_store(const char *type);
/* Parsers of the command line */
int kx_parse_kernelcore(char *arg);
int kx_parse_movablecore(char *arg);
int kx_parse_movable_node(char *arg);
int kx_parse_default_state(char *arg);
/* Where the memory map of added memory is to lie: "N", "Y" or "force" */
void kx_parse_memmap_on_memory(const char *value);
/* Parameters of memory_hotplug: what a write to the first returns */
int kx_set_policy(const char *policy);
void kx_set_ratio(u32 percent);
void kx_set_numa_aware(bool aware);
u32 kx_ratio(void);
/* Would auto_movable let so many pages of no group go movable? */
bool kx_may_be_movable(u64 pages);
/* Hand the declared areas to the contiguous memory allocator */
int kx_activate_cma(void);

#endif
