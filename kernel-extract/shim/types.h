/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integer and small types, under the kernel's names.
 */
#ifndef SHIM_TYPES_H
#define SHIM_TYPES_H

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <asm/errno.h>

#include "../runtime/kx.h"

typedef u8 uint8_t;
typedef u16 uint16_t;
typedef u32 uint32_t;
typedef unsigned long uint64_t;
typedef s32 int32_t;
typedef long ssize_t;
typedef unsigned long pgoff_t;
typedef unsigned int gfp_t;
typedef unsigned int slab_flags_t;
typedef unsigned int fmode_t;
typedef unsigned short umode_t;
typedef u64 phys_addr_t;
typedef u64 resource_size_t;
typedef u64 dma_addr_t;
typedef unsigned long uintptr_t;
typedef unsigned long vm_flags_t;
typedef unsigned int isolate_mode_t;
typedef struct { unsigned long pgprot; } pgprot_t;
typedef struct { unsigned long pte; } pte_t;
typedef struct { unsigned long val; } swp_entry_t;
typedef void *pgtable_t;

struct rcu_head {
	struct rcu_head *next;
	void (*func)(struct rcu_head *head);
};

struct list_head {
	struct list_head *next, *prev;
};

struct hlist_node {
	struct hlist_node *next, **pprev;
};

struct hlist_head {
	struct hlist_node *first;
};

struct llist_node {
	struct llist_node *next;
};

struct llist_head {
	struct llist_node *first;
};

struct rb_node {
	struct rb_node *left, *right;
};

struct rb_root {
	struct rb_node *node;
};

struct rb_root_cached {
	struct rb_root root;
};

struct work_struct {
	void (*func)(struct work_struct *work);
};

struct timer_list {
	unsigned long expires;
};

struct range {
	u64 start;
	u64 end;
};

struct zswap_lruvec_state {
	char none;
};

struct percpu_ref {
	unsigned long shim_count;
	void (*shim_release)(struct percpu_ref *ref);
};

struct task_struct;
struct cpumask { unsigned long bits[1]; };

/* Constants that limits.h spells otherwise */
#define U8_MAX		((u8)~0U)
#define U16_MAX		((u16)~0U)
#define U32_MAX		((u32)~0U)
#define U64_MAX		((u64)~0ULL)
#define PHYS_ADDR_MAX	((phys_addr_t)~0ULL)
#define RESOURCE_SIZE_MAX	((resource_size_t)~0ULL)

#ifndef ENOTSUPP
#define ENOTSUPP	524
#endif

#define BITS_PER_BYTE	8
#define BITS_PER_LONG	64
#define __BITS_PER_LONG	64
#define BITS_PER_LONG_LONG	64

#define SZ_1K		0x00000400
#define SZ_4K		0x00001000
#define SZ_64K		0x00010000
#define SZ_1M		0x00100000
#define SZ_2M		0x00200000
#define SZ_16M		0x01000000
#define SZ_4G		0x100000000ULL

#endif
