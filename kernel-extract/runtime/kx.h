/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The runtime below a kernel object: what shim and glue may use of it.
 *
 * Nothing here knows a kernel type. Sizes that only the kernel text knows
 * come once, at load, through kx_setup().
 */
#ifndef KX_H
#define KX_H

#include <stdarg.h>
#include "../../ref/observation.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KX_ASAN 1
#endif
#endif

#ifndef KX_ASAN
#define KX_ASAN 0
#endif

/* The physical arena: memory of the kernel itself, two halves */
#define KX_ARENA_HALF	(16UL << 20)
#define KX_ARENA_SIZE	(2 * KX_ARENA_HALF)

#define KX_MESSAGE_LEN	256

/**
 * struct kx_sizes - what the kernel text is compiled for
 * @page_size: bytes of struct page
 * @page_shift: log2 of bytes in a page
 * @phys_bits: log2 of bytes in the physical address space
 */
struct kx_sizes {
	u32 page_size;
	u32 page_shift;
	u32 phys_bits;
};

/**
 * struct kx_fault_state - the failure injected into this operation
 * @kind: enum ref_fault
 * @left: how many more times it is met without effect, then once with
 * @part: where several can fail for one reason, the one that does if it can
 * @fired: it was met
 */
struct kx_fault_state {
	u32 kind;
	u32 left;
	u32 part;
	bool fired;
};

/**
 * struct kx_run - state of one boot, cleared by kx_runtime_reset()
 * @poison: offline memmap is poison (REF_MEMMAP_POISON)
 * @locked: the memory-hotplug lock was taken in this operation
 * @unbalanced: a lock was released once too often in this operation
 * @held: locks held
 * @warns: WARNs in this operation
 * @fault: injected failure
 * @block_size: bytes in a memory block
 * @cpu_nodes: bit n: a present CPU is on node n
 */
struct kx_run {
	bool poison;
	bool locked;
	bool unbalanced;
	s32 held;
	u32 warns;
	struct kx_fault_state fault;
	u64 block_size;
	u64 cpu_nodes;
};

extern struct kx_run kx_run;

/* Load */
bool kx_setup(const struct kx_sizes *sizes);
void kx_runtime_reset(void);
void kx_drop(void *start, size_t size);

/* Steps: see step.c */
extern s64 kx_left;
void kx_steps_begin(u64 budget);
void kx_steps_op(u64 budget);
u64 kx_steps_taken(void);

/* Leaving kernel text for good: see warn.c */
#define KX_LEAVES	__attribute__((noreturn, cold))
#define KX_RARE		__attribute__((cold))

KX_LEAVES void kx_hang(void);
KX_LEAVES void kx_bug(const char *file, int line, const char *format, ...);
KX_LEAVES void kx_panic(const char *file, int line, const char *format, ...);
KX_RARE void kx_warn(const char *file, int line, const char *format, ...);
const char *kx_message(void);
void kx_message_clear(void);
int kx_guard(void (*call)(void *arg), void *arg);

/* What a section needs, in the order in which it is allocated */
enum kx_part { KX_PART_TABLE, KX_PART_USAGE, KX_PART_MEMMAP, KX_NR_PARTS };

/* Faults: see fault.c */
bool kx_fault(enum ref_fault kind);
bool kx_fault_part(enum ref_fault kind, enum kx_part part);
void kx_fault_arm(enum ref_fault kind, u32 nr, u64 where);

/* Physical arena: see arena.c */
extern char *kx_arena;
void *kx_boot_alloc(size_t size, size_t align);
void kx_boot_free(void *p, size_t size);
u64 kx_virt_to_phys(const void *p);
void *kx_phys_to_virt(u64 phys);

static inline bool kx_in_arena(const void *p)
{
	return (size_t)((const char *)p - kx_arena) < KX_ARENA_SIZE;
}

static inline size_t kx_arena_page(const void *p, unsigned int shift)
{
	return ((size_t)((const char *)p - kx_arena) % KX_ARENA_SIZE) >> shift;
}

/* Tracked heap: see heap.c */
void *kx_alloc(size_t size);
void *kx_zalloc(size_t size);
void *kx_alloc_quietly(size_t size);
void kx_free(const void *p);

/* Sparse memmap: see memmap.c */
extern char *kx_memmap;
int kx_memmap_populate(void *start, void *end);
void kx_memmap_remove(void *start, void *end);
void kx_memmap_poison(void *start, size_t size);
void *kx_memmap_alloc(size_t size);
void kx_memmap_free(const void *p);

#if KX_ASAN
extern unsigned long kx_shadow;

/* A struct page of 64 bytes is about to be written: it may be read again */
__attribute__((no_sanitize("address", "undefined"), always_inline))
static inline void kx_memmap_init_page(void *page)
{
	*(u64 *)(kx_shadow + ((unsigned long)page >> 3)) = 0;
}
#else
static inline void kx_memmap_init_page(void *page)
{
	(void)page;
}
#endif

/* Resources: see resource.c */
int kx_iomem_boot(u64 start, u64 end, bool ram);
int kx_iomem_request(u64 start, u64 end);
void kx_iomem_release(u64 start, u64 end);
bool kx_iomem_next_ram(u64 *start, u64 *end);

/* Links between nodes and blocks: see link.c */
struct kx_link {
	u64 from;	/* the directory that it is in */
	u64 to;		/* what it points to */
};

int kx_link(u64 from, u64 to);
void kx_unlink(u64 from, u64 to);
void kx_unlink_from(u64 from);
const struct kx_link *kx_links(u32 *nr);

/* Map from index to pointer, for the shim's xarray: see map.c */
struct kx_map {
	u32 used;
	u32 room;
	struct kx_map_slot *slot;
};

struct kx_map_slot {
	unsigned long index;
	unsigned long last;	/* of a range of indices */
	void *entry;
	u32 marks;
};

struct kx_map_slot *kx_map_find(const struct kx_map *map, unsigned long index);
struct kx_map_slot *kx_map_cover(const struct kx_map *map,
				 unsigned long index);
struct kx_map_slot *kx_map_next(const struct kx_map *map, unsigned long index);
void kx_map_pick(const struct kx_map *map, const u64 *index, u32 nr,
		 void **entry);
struct kx_map_slot *kx_map_insert(struct kx_map *map, unsigned long index);
void *kx_map_erase(struct kx_map *map, unsigned long index);

#endif
