/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Atomics, which need not be: nothing runs at the same time.
 */
#ifndef SHIM_ATOMIC_H
#define SHIM_ATOMIC_H

typedef struct { int counter; } atomic_t;
typedef struct { long counter; } atomic_long_t;
typedef struct { s64 counter; } atomic64_t;
typedef struct { atomic_t refs; } refcount_t;

#define ATOMIC_INIT(i)		{ (i) }
#define ATOMIC_LONG_INIT(i)	{ (i) }

#define atomic_read(v)		((v)->counter)
#define atomic_set(v, i)	((void)((v)->counter = (i)))
#define atomic_inc(v)		((void)(v)->counter++)
#define atomic_dec(v)		((void)(v)->counter--)
#define atomic_add(i, v)	((void)((v)->counter += (i)))
#define atomic_sub(i, v)	((void)((v)->counter -= (i)))
#define atomic_inc_return(v)	(++(v)->counter)
#define atomic_dec_return(v)	(--(v)->counter)
#define atomic_add_return(i, v)	((v)->counter += (i))
#define atomic_sub_return(i, v)	((v)->counter -= (i))
#define atomic_dec_and_test(v)	(--(v)->counter == 0)
#define atomic_sub_and_test(i, v)	(((v)->counter -= (i)) == 0)
#define atomic_read_acquire(v)	atomic_read(v)
#define atomic_set_release(v, i)	atomic_set(v, i)
#define atomic_long_read(v)	((v)->counter)
#define atomic_long_set(v, i)	((void)((v)->counter = (i)))
#define atomic_long_inc(v)	((void)(v)->counter++)
#define atomic_long_dec(v)	((void)(v)->counter--)
#define atomic_long_add(i, v)	((void)((v)->counter += (long)(i)))
#define atomic_long_sub(i, v)	((void)((v)->counter -= (long)(i)))
#define atomic_long_add_return(i, v)	((v)->counter += (long)(i))
#define atomic64_read(v)	((v)->counter)
#define atomic64_set(v, i)	((void)((v)->counter = (i)))

#define cmpxchg(p, old, new) \
	({ __typeof__(*(p)) was_ = *(p); \
	   *(p) = was_ == (old) ? (new) : was_; was_; })
#define try_cmpxchg(p, pold, new) \
	({ bool same_ = *(p) == *(pold); \
	   *(same_ ? (p) : (pold)) = same_ ? (new) : *(p); same_; })
#define xchg(p, new) \
	({ __typeof__(*(p)) was_ = *(p); *(p) = (new); was_; })

#endif
