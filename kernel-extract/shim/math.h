/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arithmetic.
 */
#ifndef SHIM_MATH_H
#define SHIM_MATH_H

#define min(a, b) \
	({ __auto_type a_ = (a); __auto_type b_ = (b); a_ < b_ ? a_ : b_; })
#define max(a, b) \
	({ __auto_type a_ = (a); __auto_type b_ = (b); a_ > b_ ? a_ : b_; })
#define min_t(t, a, b)		min((t)(a), (t)(b))
#define max_t(t, a, b)		max((t)(a), (t)(b))
#define min3(a, b, c)		min(a, min(b, c))
#define max3(a, b, c)		max(a, max(b, c))
#define min_not_zero(a, b) \
	({ __auto_type p_ = (a); __auto_type q_ = (b); \
	   p_ == 0 ? q_ : q_ == 0 ? p_ : min(p_, q_); })
#define umin(a, b)		min((u64)(a), (u64)(b))
#define umax(a, b)		max((u64)(a), (u64)(b))
#define clamp(v, lo, hi) \
	({ __auto_type v_ = (v); __typeof__(v_) lo_ = (lo), hi_ = (hi); \
	   v_ < lo_ ? lo_ : v_ > hi_ ? hi_ : v_; })
#define clamp_t(t, v, lo, hi)	clamp((t)(v), (t)(lo), (t)(hi))
#define clamp_val(v, lo, hi)	clamp(v, lo, hi)
#define swap(a, b) \
	({ __auto_type s_ = (a); (a) = (b); (b) = s_; })
#define abs(x)			({ long x_ = (x); x_ < 0 ? -x_ : x_; })

#define ALIGN_MASK_(x, m)	(((x) + (m)) & ~(m))
#define ALIGN(x, a)		ALIGN_MASK_(x, (__typeof__(x))(a) - 1)
#define ALIGN_DOWN(x, a)	((x) & ~((__typeof__(x))(a) - 1))
#define IS_ALIGNED(x, a)	(((x) & ((__typeof__(x))(a) - 1)) == 0)
#define PTR_ALIGN(p, a)		((__typeof__(p))ALIGN((unsigned long)(p), (a)))
#define round_up(x, y)		ALIGN(x, y)
#define round_down(x, y)	ALIGN_DOWN(x, y)
#define roundup(x, y) \
	({ __typeof__(y) y_ = (y); (((x) + (y_ - 1)) / y_) * y_; })
#define rounddown(x, y)		((x) - (x) % (y))
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define DIV_ROUND_UP_ULL(n, d)	DIV_ROUND_UP((unsigned long long)(n), d)
#define DIV_ROUND_DOWN_ULL(n, d)	((unsigned long long)(n) / (d))
#define div_u64(n, d)		((u64)(n) / (u32)(d))
#define div64_u64(n, d)		((u64)(n) / (u64)(d))
#define mult_frac(x, n, d) \
	({ __auto_type x_ = (x); x_ / (d) * (n) + x_ % (d) * (n) / (d); })
#define upper_32_bits(n)	((u32)((u64)(n) >> 32))
#define lower_32_bits(n)	((u32)(n))

static inline bool is_power_of_2(unsigned long n)
{
	return n && !(n & (n - 1));
}

static inline int fls64(u64 x)
{
	return x ? 64 - __builtin_clzll(x) : 0;
}

static inline int fls(unsigned int x)
{
	return x ? 32 - __builtin_clz(x) : 0;
}

#define fls_long(x)		fls64(x)
#define ilog2(n) \
	(__builtin_constant_p(n) ? 63 - __builtin_clzll(n) : fls64(n) - 1)
#define ffs(x)			__builtin_ffs(x)
/*
 * Undefined for 0, says the kernel, but 6.1 asks for it at pfn 0. What the
 * instructions of arm64, powerpc and newer x86 give: the number of bits.
 */
#define __ffs(x) \
	({ unsigned long word_ = (x); \
	   word_ ? (unsigned long)__builtin_ctzl(word_) : 64UL; })
#define __ffs64(x)		((unsigned long)__builtin_ctzll(x))
#define __fls(x)		((unsigned long)(63 - __builtin_clzl(x)))
#define ffz(x)			__ffs(~(x))
#define hweight_long(x)		((unsigned long)__builtin_popcountl(x))
#define hweight32(x)		((unsigned int)__builtin_popcount(x))
#define hweight64(x)		((unsigned long)__builtin_popcountll(x))
#define order_base_2(n)		((n) > 1 ? ilog2((n) - 1) + 1 : 0)
#define roundup_pow_of_two(n)	((n) == 1 ? 1UL : 1UL << fls64((n) - 1))
#define rounddown_pow_of_two(n)	(1UL << (fls64(n) - 1))

#define check_add_overflow(a, b, d)	__builtin_add_overflow(a, b, d)
#define check_mul_overflow(a, b, d)	__builtin_mul_overflow(a, b, d)
#define size_add(a, b)		((size_t)(a) + (size_t)(b))
#define size_mul(a, b)		((size_t)(a) * (size_t)(b))
#define array_size(a, b)	size_mul(a, b)
#define struct_size_t(t, m, n)	(sizeof(t) + sizeof_field(t, m[0]) * (n))
#define struct_size(p, m, n)	(sizeof(*(p)) + sizeof(*(p)->m) * (n))

#define _AC(x, y)		SHIM_AC(x, y)
#define SHIM_AC(x, y)		x##y
#define UL(x)			_AC(x, UL)
#define ULL(x)			_AC(x, ULL)
#define _UL(x)			_AC(x, UL)
#define _ULL(x)			_AC(x, ULL)
#define BIT(n)			(1UL << (n))
#define BIT_ULL(n)		(1ULL << (n))
#define GENMASK(h, l)		((~0UL << (l)) & (~0UL >> (63 - (h))))
#define GENMASK_ULL(h, l)	((~0ULL << (l)) & (~0ULL >> (63 - (h))))

#endif
