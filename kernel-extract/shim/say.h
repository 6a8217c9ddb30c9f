/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * printk, WARN, BUG and panic.
 */
#ifndef SHIM_SAY_H
#define SHIM_SAY_H

/* Printing: the arguments must make sense, but nothing is printed */
static inline void shim_print(const char *format, ...)
{
	(void)format;
}

#define no_printk(...)		do { if (0) shim_print(__VA_ARGS__); } while (0)
#define printk(...)		no_printk(__VA_ARGS__)
#define printk_once(...)	no_printk(__VA_ARGS__)
#define pr_emerg(...)		no_printk(__VA_ARGS__)
#define pr_alert(...)		no_printk(__VA_ARGS__)
#define pr_crit(...)		no_printk(__VA_ARGS__)
#define pr_err(...)		no_printk(__VA_ARGS__)
#define pr_warn(...)		no_printk(__VA_ARGS__)
#define pr_notice(...)		no_printk(__VA_ARGS__)
#define pr_info(...)		no_printk(__VA_ARGS__)
#define pr_cont(...)		no_printk(__VA_ARGS__)
#define pr_debug(...)		no_printk(__VA_ARGS__)
#define pr_devel(...)		no_printk(__VA_ARGS__)
#define pr_err_once(...)	no_printk(__VA_ARGS__)
#define pr_warn_once(...)	no_printk(__VA_ARGS__)
#define pr_info_once(...)	no_printk(__VA_ARGS__)
#define pr_warn_ratelimited(...)	no_printk(__VA_ARGS__)
#define pr_err_ratelimited(...)	no_printk(__VA_ARGS__)
#define dev_err_ratelimited(dev, ...)	no_printk(__VA_ARGS__)
#define dev_err(dev, ...)	no_printk(__VA_ARGS__)
#define dev_warn(dev, ...)	no_printk(__VA_ARGS__)
#define mminit_dprintk(level, prefix, ...)	no_printk(__VA_ARGS__)
#define dump_page(page, reason)	((void)(page))
#define dump_stack()		((void)0)
#define KERN_EMERG		""
#define KERN_ERR		""
#define KERN_WARNING		""
#define KERN_INFO		""
#define KERN_CONT		""
#define KERN_DEBUG		""

#define WARN(condition, ...) ({ \
	bool bad_ = !!(condition); \
	if (unlikely(bad_)) \
		kx_warn(__FILE__, __LINE__, __VA_ARGS__); \
	unlikely(bad_); })
#define WARN_ON(condition)	WARN(condition, "%s", "WARN_ON(" #condition ")")
#define WARN_ONCE(condition, ...) ({ \
	static bool warned_ SHIM_DATA; \
	bool wrong_ = !!(condition); \
	if (unlikely(wrong_ && !warned_)) { \
		warned_ = true; \
		kx_warn(__FILE__, __LINE__, __VA_ARGS__); \
	} \
	unlikely(wrong_); })
#define WARN_ON_ONCE(condition) \
	WARN_ONCE(condition, "%s", "WARN_ON_ONCE(" #condition ")")
#define WARN_TAINT(c, t, ...)	WARN(c, __VA_ARGS__)

#define BUG()			kx_bug(__FILE__, __LINE__, "BUG()")
#define BUG_ON(condition) \
	do { if (unlikely(condition)) BUG(); } while (0)
#define panic(...)		kx_panic(__FILE__, __LINE__, __VA_ARGS__)

#define BUILD_BUG_ON_INVALID(e)	((void)(sizeof((long)(e))))
#define BUILD_BUG_ON(e)		((void)sizeof(char[1 - 2 * !!(e)]))
#define BUILD_BUG_ON_MSG(e, m)	BUILD_BUG_ON(e)
#define BUILD_BUG_ON_ZERO(e)	((int)(sizeof(char[1 - 2 * !!(e)]) - 1))
#define BUILD_BUG()		((void)0)

#ifdef CONFIG_DEBUG_VM
#define VM_BUG_ON(e)		BUG_ON(e)
#define VM_WARN_ON(e)		((void)WARN_ON(e))
#define VM_WARN_ON_ONCE(e)	((void)WARN_ON_ONCE(e))
#define VM_WARN_ONCE(e, ...)	((void)WARN_ONCE(e, __VA_ARGS__))
#define VM_WARN(e, ...)		((void)WARN(e, __VA_ARGS__))
#else
#define VM_BUG_ON(e)		BUILD_BUG_ON_INVALID(e)
#define VM_WARN_ON(e)		BUILD_BUG_ON_INVALID(e)
#define VM_WARN_ON_ONCE(e)	BUILD_BUG_ON_INVALID(e)
#define VM_WARN_ONCE(e, ...)	BUILD_BUG_ON_INVALID(e)
#define VM_WARN(e, ...)		BUILD_BUG_ON_INVALID(e)
#endif
#define VM_BUG_ON_PAGE(e, p)	VM_BUG_ON(e)
#define VM_BUG_ON_FOLIO(e, f)	VM_BUG_ON(e)
#define VM_WARN_ON_ONCE_PAGE(e, p)	VM_WARN_ON_ONCE(e)
#define VM_WARN_ON_ONCE_FOLIO(e, f)	VM_WARN_ON_ONCE(e)
#define VM_WARN_ON_PAGE(e, p)	VM_WARN_ON(e)
/* Of an option of its own */
#define VM_BUG_ON_PGFLAGS(e, p)	BUILD_BUG_ON_INVALID(e)

#define MAX_ERRNO		4095
#define IS_ERR_VALUE(x) \
	((unsigned long)(x) >= (unsigned long)-MAX_ERRNO)

static inline void *ERR_PTR(long error)
{
	return (void *)error;
}

static inline long PTR_ERR(const void *p)
{
	return (long)p;
}

static inline bool IS_ERR(const void *p)
{
	return IS_ERR_VALUE(p);
}

static inline bool IS_ERR_OR_NULL(const void *p)
{
	return !p || IS_ERR(p);
}

static inline int PTR_ERR_OR_ZERO(const void *p)
{
	return IS_ERR(p) ? (int)PTR_ERR(p) : 0;
}

#define ERR_CAST(p)		((void *)(p))

#endif
