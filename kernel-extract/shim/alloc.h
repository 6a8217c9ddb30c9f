/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Allocation: the tracked heap once the kernel runs, the arena before.
 */
#ifndef SHIM_ALLOC_H
#define SHIM_ALLOC_H

#define GFP_KERNEL		1U
#define GFP_ATOMIC		2U
#define GFP_NOWAIT		4U
#define GFP_USER		8U
#define __GFP_MOVABLE		16U
#define __GFP_RETRY_MAYFAIL	32U
#define __GFP_NOWARN		64U
#define __GFP_ZERO		128U
#define __GFP_THISNODE		256U
#define GFP_HIGHUSER_MOVABLE	512U

/*
 * What fails by another fault than REF_FAULT_ALLOC. What registers a node:
 * never, since there is REF_FAULT_NODE_DEVICE (kernels up to 6.12 do not
 * survive it, newer ones warn, both by design). What a section needs besides
 * its memmap: by REF_FAULT_MEMMAP, which counts sections, since those before
 * it stay behind.
 */
static inline bool shim_alloc_fails(const char *func)
{
	if (!strcmp(func, "sparse_index_alloc"))
		return kx_fault_part(REF_FAULT_MEMMAP, KX_PART_TABLE);
	if (!strcmp(func, "section_activate"))
		return kx_fault_part(REF_FAULT_MEMMAP, KX_PART_USAGE);
	return strcmp(func, "__register_one_node") &&
		strcmp(func, "register_node") && kx_fault(REF_FAULT_ALLOC);
}

static inline void *shim_zalloc_in(const char *func, size_t size)
{
	void *p = shim_alloc_fails(func) ? NULL : kx_alloc_quietly(size);

	return p ? memset(p, 0, size) : NULL;
}

#define shim_gfp(x, gfp)	((void)(gfp), (x))
#define kmalloc(size, gfp)	shim_gfp(kx_alloc(size), gfp)
#define shim_zalloc(size)	shim_zalloc_in(__func__, size)
#define kzalloc(size, gfp)	shim_gfp(shim_zalloc(size), gfp)
#define kmalloc_array(n, size, gfp)	shim_gfp(kx_alloc((n) * (size)), gfp)
#define kcalloc(n, size, gfp)	shim_gfp(kx_zalloc((n) * (size)), gfp)
#define kmalloc_node(size, gfp, nid)	((void)(nid), kmalloc(size, gfp))
#define kzalloc_node(size, gfp, nid)	((void)(nid), kzalloc(size, gfp))
#ifdef CONFIG_SPARSEMEM_VMEMMAP
#define kvmalloc_node(size, gfp, nid)	((void)(nid), kmalloc(size, gfp))
#define kvfree(p)		kx_free(p)
#else
/* What needs so much is the memory map of a section */
#define kvmalloc_node(size, gfp, nid) \
	((void)(gfp), (void)(nid), kx_memmap_alloc(size))
#define kvfree(p)		kx_memmap_free(p)
#endif
#define kzalloc_obj(x, ...) \
	((__typeof__(x) *)shim_zalloc(sizeof(__typeof__(x))))
#define kmalloc_obj(x, ...) \
	((__typeof__(x) *)kx_alloc(sizeof(__typeof__(x))))
#define kfree(p)		kx_free(p)
#define kfree_rcu(p, member)	kx_free(p)
#define bitmap_zalloc(bits, gfp) \
	kzalloc(BITS_TO_LONGS(bits) * sizeof(long), gfp)
#define bitmap_free(map)	kfree(map)
#define vmalloc(size)		kx_alloc(size)
#define vzalloc(size)		kx_zalloc(size)
#define vfree(p)		kx_free(p)

static inline void *kmemdup(const void *from, size_t size, gfp_t gfp)
{
	void *p = kmalloc(size, gfp);

	return p ? memcpy(p, from, size) : NULL;
}

/* One possible CPU: a per-cpu pointer is a pointer */
#define alloc_percpu(type)	kx_zalloc(sizeof(type))
#define alloc_percpu_gfp(type, gfp)	kx_zalloc(sizeof(type))
#define free_percpu(p)		kx_free(p)
#define DEFINE_PER_CPU(type, name)	__typeof__(type) name
#define DECLARE_PER_CPU(type, name)	extern __typeof__(type) name
#define per_cpu_ptr(p, cpu)	((void)(cpu), (p))
#define this_cpu_ptr(p)		(p)
#define raw_cpu_ptr(p)		(p)
#define per_cpu(var, cpu)	(*((void)(cpu), &(var)))

extern bool shim_slab_available;
#define slab_is_available()	(shim_slab_available)

/*
 * What memblock hands out comes from the arena, see runtime/arena.c: the
 * regions that memblock keeps are the machine's and nothing else's.
 */
#define MEMBLOCK_LOW_LIMIT		0
#define MEMBLOCK_ALLOC_ANYWHERE		(~(phys_addr_t)0)
#define MEMBLOCK_ALLOC_ACCESSIBLE	0
#define MEMBLOCK_ALLOC_NOLEAKTRACE	1
#define memblock_alloc(size, align)	kx_boot_alloc(size, align)
#define memblock_alloc_raw(size, align)	kx_boot_alloc(size, align)
#define memblock_alloc_node(size, align, nid) \
	((void)(nid), kx_boot_alloc(size, align))
#define memblock_alloc_try_nid(size, align, low, high, nid) \
	((void)(low), (void)(high), (void)(nid), kx_boot_alloc(size, align))
#define memblock_alloc_try_nid_raw(size, align, low, high, nid) \
	memblock_alloc_try_nid(size, align, low, high, nid)
#define memblock_alloc_or_panic(size, align)	kx_boot_alloc(size, align)
/* Room for more regions; what is for machines only is not asked */
#define memblock_find_in_range(start, end, size, align) \
	((void)(start), (void)(end), \
	 kx_virt_to_phys(kx_boot_alloc(size, align)))
#define memblock_free(p, size)		kx_boot_free(p, size)
#define memblock_free_late(start, size) \
	kx_boot_free(kx_phys_to_virt(start), size)
#define memblock_phys_free(start, size)	((void)(start), (void)(size))
#define kmemleak_free_part(p, size)	((void)(p))
#define kmemleak_free_part_phys(start, size)	((void)(start))
#define kmemleak_alloc_phys(start, size, gfp)	((void)(start))
#define kmemleak_not_leak(p)		((void)(p))

#endif
