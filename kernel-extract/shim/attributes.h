/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Attributes and other words to the compiler, most of them unheard here.
 */
#ifndef SHIM_ATTRIBUTES_H
#define SHIM_ATTRIBUTES_H

#include <sys/cdefs.h>
#undef __attribute_const__
#undef __always_inline

#define __init
#define __initdata
#define __initconst
#define __initdata_memblock
#define __init_memblock
#define __initdata_or_meminfo
#define __exit
#define __meminit
#define __meminitdata
#define __meminitconst
#define __ref
#define __refdata
#define __read_mostly
#define __ro_after_init
#define __user
#define __iomem
#define __percpu
#define __rcu
#define __force
#define __private
#define __bitwise
#define __must_check
#define __sched
#define __cold
#define __visible
#define __nocfi
#define noinline		__attribute__((noinline))
#define noinline_for_stack	__attribute__((noinline))
#define __maybe_unused		__attribute__((unused))
#define __always_unused		__attribute__((unused))
#define __used			__attribute__((used))
#define __packed		__attribute__((packed))
#define __weak			__attribute__((weak))
#define __pure			__attribute__((pure))
#define __attribute_const__	__attribute__((const))
#define __noreturn		__attribute__((noreturn))
#define __aligned(x)		__attribute__((aligned(x)))
#define __printf(a, b)
#define __counted_by(x)
#define __no_kasan_or_inline
#define __always_inline		inline __attribute__((always_inline))
#define asmlinkage
#define notrace
#define fallthrough		__attribute__((fallthrough))
#define __cacheline_aligned	__attribute__((aligned(64)))
#define ____cacheline_aligned	__attribute__((aligned(64)))
#define ____cacheline_aligned_in_smp	__attribute__((aligned(64)))
#define __cacheline_aligned_in_smp	__attribute__((aligned(64)))
#define ____cacheline_internodealigned_in_smp	__attribute__((aligned(64)))
/* As with CONFIG_HAVE_ALIGNED_STRUCT_PAGE, which 64-bit machines have */
#define _struct_page_alignment	__attribute__((aligned(16)))
#define SMP_CACHE_BYTES		64
#define L1_CACHE_BYTES		64
#define INTERNODE_CACHE_SHIFT	6
#define ARCH_KMALLOC_MINALIGN	8
#define randomized_struct_fields_start
#define randomized_struct_fields_end
#define __randomize_layout

/* Kept apart in a real struct zone; here it would only cost memory */
#define CACHELINE_PADDING(name)
#define ZONE_PADDING(name)

#define EXPORT_SYMBOL(name)
#define EXPORT_SYMBOL_GPL(name)
#define EXPORT_SYMBOL_FOR_MODULES(name, ...)
#define MODULE_PARM_DESC(...)
#define module_param(...)
#define module_param_cb(...)
#define early_param(...)
#define __setup(...)
#define core_initcall(fn)
#define postcore_initcall(fn)
#define subsys_initcall(fn)
#define late_initcall(fn)

/* Per-pfn leaf functions, see lists/leaves */
#define KX_LEAF \
	__attribute__((no_sanitize("address", "undefined", "coverage")))
#define shim_leaf		KX_LEAF static __always_inline

#define likely(x)		__builtin_expect(!!(x), 1)
#define unlikely(x)		__builtin_expect(!!(x), 0)
#define barrier()		__asm__ volatile("" : : : "memory")
#define prefetch(x)		((void)(x))
#define prefetchw(x)		((void)(x))
#define READ_ONCE(x)		(x)
#define WRITE_ONCE(x, v)	((x) = (v))
#define data_race(x)		(x)
#define ASSERT_EXCLUSIVE_BITS(v, m)	((void)0)
#define ASSERT_EXCLUSIVE_WRITER(v)	((void)0)
#define DECLARE_FLEX_ARRAY(t, n) \
	struct { struct { } none_##n; t n[]; }
#define ACCESS_PRIVATE(p, m)	((p)->m)
#define smp_mb()		barrier()
#define smp_rmb()		barrier()
#define smp_wmb()		barrier()
#define cond_resched()		((void)0)
#define might_sleep()		((void)0)
#define schedule()		((void)0)
#define cpu_relax()		((void)0)
#define _RET_IP_		0UL
#define __same_type(a, b) \
	__builtin_types_compatible_p(__typeof__(a), __typeof__(b))
#define __must_be_array(a)	0
#define typeof			__typeof__
#define typeof_member(t, m)	__typeof__(((t *)0)->m)
#define sizeof_field(t, m)	sizeof(((t *)0)->m)
#define offsetofend(t, m)	(offsetof(t, m) + sizeof_field(t, m))
#define ARRAY_SIZE(a)		(sizeof(a) / sizeof((a)[0]))
#define container_of(p, t, m) \
	((t *)((char *)(1 ? (p) : &((t *)0)->m) - offsetof(t, m)))
#define container_of_const(p, t, m)	container_of(p, t, m)

#define static_assert(...)
#define struct_group_tagged(tag, name, attrs, ...) \
	union { struct { __VA_ARGS__ }; struct tag { __VA_ARGS__ } name; }
#define struct_group(name, ...) \
	union { struct { __VA_ARGS__ }; struct { __VA_ARGS__ } name; }

/* IS_ENABLED(): 1 if the option is defined as 1, 0 if it is not defined */
#define SHIM_SECOND(ignored, value, ...)	value
#define SHIM_TAKE(...)		SHIM_SECOND(__VA_ARGS__)
#define SHIM_ARG_1		0,
#define SHIM_ENABLED(value)	SHIM_ENABLED_1(value)
#define SHIM_ENABLED_1(value)	SHIM_TAKE(SHIM_ARG_##value 1, 0)
#define IS_ENABLED(option)	SHIM_ENABLED(option)
#define IS_BUILTIN(option)	SHIM_ENABLED(option)
#define IS_MODULE(option)	0
#define IS_REACHABLE(option)	SHIM_ENABLED(option)

/* Data of the shim that is part of the reset */
#define SHIM_DATA		__attribute__((section(".kx.data")))

#endif
