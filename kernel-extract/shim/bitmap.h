/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Bits in words, and bitmaps. What is not atomic here need not be: nothing
 * runs at the same time.
 */
#ifndef SHIM_BITMAP_H
#define SHIM_BITMAP_H

#include "math.h"

#define BIT_WORD(nr)		((nr) / BITS_PER_LONG)
#define BIT_MASK(nr)		(1UL << ((nr) % BITS_PER_LONG))
#define BITS_TO_LONGS(nr)	DIV_ROUND_UP(nr, BITS_PER_LONG)
#define BITS_TO_BYTES(nr)	DIV_ROUND_UP(nr, BITS_PER_BYTE)
#define DECLARE_BITMAP(name, bits) \
	unsigned long name[BITS_TO_LONGS(bits)]
#define BITMAP_LAST_WORD_MASK(nbits) \
	(~0UL >> (-(nbits) & (BITS_PER_LONG - 1)))
#define BITMAP_FIRST_WORD_MASK(start) \
	(~0UL << ((start) & (BITS_PER_LONG - 1)))

shim_leaf void __set_bit(unsigned long nr, unsigned long *addr)
{
	addr[BIT_WORD(nr)] |= BIT_MASK(nr);
}

shim_leaf void __clear_bit(unsigned long nr, unsigned long *addr)
{
	addr[BIT_WORD(nr)] &= ~BIT_MASK(nr);
}

static inline void __change_bit(unsigned long nr, unsigned long *addr)
{
	addr[BIT_WORD(nr)] ^= BIT_MASK(nr);
}

shim_leaf bool test_bit(unsigned long nr, const unsigned long *addr)
{
	return addr[BIT_WORD(nr)] & BIT_MASK(nr);
}

static inline bool __test_and_set_bit(unsigned long nr,
				      unsigned long *addr)
{
	bool old = test_bit(nr, addr);

	__set_bit(nr, addr);
	return old;
}

static inline bool __test_and_clear_bit(unsigned long nr,
					unsigned long *addr)
{
	bool old = test_bit(nr, addr);

	__clear_bit(nr, addr);
	return old;
}

#define set_bit(nr, addr)	__set_bit(nr, (unsigned long *)(addr))
#define clear_bit(nr, addr)	__clear_bit(nr, (unsigned long *)(addr))
#define change_bit(nr, addr)	__change_bit(nr, (unsigned long *)(addr))
#define test_and_set_bit(nr, addr)	__test_and_set_bit(nr, addr)
#define test_and_clear_bit(nr, addr)	__test_and_clear_bit(nr, addr)
#define __assign_bit(nr, addr, value) \
	((value) ? __set_bit(nr, addr) : __clear_bit(nr, addr))
#define assign_bit(nr, addr, value)	__assign_bit(nr, addr, value)

static inline unsigned long shim_find_bit(const unsigned long *map,
					  unsigned long size,
					  unsigned long from,
					  unsigned long invert)
{
	unsigned long at, word;

	for (at = from; at < size; at = (at | (BITS_PER_LONG - 1)) + 1) {
		word = map[BIT_WORD(at)] ^ invert;
		word &= BITMAP_FIRST_WORD_MASK(at);
		if (!word)
			continue;
		at = (at & ~(BITS_PER_LONG - 1UL)) + __ffs(word);
		return at < size ? at : size;
	}
	return size;
}

#define find_next_bit(map, size, from) \
	shim_find_bit(map, size, from, 0)
#define find_first_bit(map, size)		shim_find_bit(map, size, 0, 0)
#define find_next_zero_bit(map, size, from) \
	shim_find_bit(map, size, from, ~0UL)
#define find_first_zero_bit(map, size) \
	shim_find_bit(map, size, 0, ~0UL)

static inline unsigned long find_last_bit(const unsigned long *map,
					  unsigned long size)
{
	unsigned long at;

	for (at = size; at-- > 0;)
		if (test_bit(at, map))
			return at;
	return size;
}

#define for_each_set_bit(bit, map, size) \
	for ((bit) = find_first_bit(map, size); (bit) < (size); \
	     (bit) = find_next_bit(map, size, (bit) + 1))
#define for_each_set_bit_from(bit, map, size) \
	for (; (bit) = find_next_bit(map, size, bit), (bit) < (size); (bit)++)

/* One word of a bitmap, bits beyond the last cleared */
static inline unsigned long shim_word(const unsigned long *map,
				      unsigned int i, unsigned int bits)
{
	unsigned int whole = bits / BITS_PER_LONG;

	return i < whole ? map[i] : map[i] & BITMAP_LAST_WORD_MASK(bits);
}

#define SHIM_WORDS(i, bits)	(i) = 0; (i) < BITS_TO_LONGS(bits); (i)++

static inline void bitmap_zero(unsigned long *to, unsigned int bits)
{
	memset(to, 0, BITS_TO_LONGS(bits) * sizeof(long));
}

static inline void bitmap_fill(unsigned long *to, unsigned int bits)
{
	memset(to, 0xff, BITS_TO_LONGS(bits) * sizeof(long));
}

static inline void bitmap_copy(unsigned long *to, const unsigned long *from,
			       unsigned int bits)
{
	memcpy(to, from, BITS_TO_LONGS(bits) * sizeof(long));
}

static inline void bitmap_set(unsigned long *map, unsigned int start,
			      unsigned int len)
{
	unsigned int at;

	for (at = start; at < start + len; at++)
		__set_bit(at, map);
}

static inline void bitmap_clear(unsigned long *map, unsigned int start,
				unsigned int len)
{
	unsigned int at;

	for (at = start; at < start + len; at++)
		__clear_bit(at, map);
}

static inline bool bitmap_and(unsigned long *to, const unsigned long *a,
			      const unsigned long *b, unsigned int bits)
{
	unsigned long any = 0;
	unsigned int i;

	for (SHIM_WORDS(i, bits)) {
		to[i] = a[i] & b[i];
		any |= shim_word(to, i, bits);
	}
	return any;
}

static inline bool bitmap_andnot(unsigned long *to, const unsigned long *a,
				 const unsigned long *b, unsigned int bits)
{
	unsigned long any = 0;
	unsigned int i;

	for (SHIM_WORDS(i, bits)) {
		to[i] = a[i] & ~b[i];
		any |= shim_word(to, i, bits);
	}
	return any;
}

static inline void bitmap_or(unsigned long *to, const unsigned long *a,
			     const unsigned long *b, unsigned int bits)
{
	unsigned int i;

	for (SHIM_WORDS(i, bits))
		to[i] = a[i] | b[i];
}

static inline void bitmap_xor(unsigned long *to, const unsigned long *a,
			      const unsigned long *b, unsigned int bits)
{
	unsigned int i;

	for (SHIM_WORDS(i, bits))
		to[i] = a[i] ^ b[i];
}

static inline void bitmap_complement(unsigned long *to,
				     const unsigned long *from,
				     unsigned int bits)
{
	unsigned int i;

	for (SHIM_WORDS(i, bits))
		to[i] = ~from[i];
}

static inline bool bitmap_equal(const unsigned long *a,
				const unsigned long *b, unsigned int bits)
{
	unsigned int i;

	for (SHIM_WORDS(i, bits))
		if (shim_word(a, i, bits) != shim_word(b, i, bits))
			return false;
	return true;
}

static inline bool bitmap_intersects(const unsigned long *a,
				     const unsigned long *b, unsigned int bits)
{
	unsigned int i;

	for (SHIM_WORDS(i, bits))
		if (shim_word(a, i, bits) & shim_word(b, i, bits))
			return true;
	return false;
}

static inline bool bitmap_subset(const unsigned long *a,
				 const unsigned long *b, unsigned int bits)
{
	unsigned int i;

	for (SHIM_WORDS(i, bits))
		if (shim_word(a, i, bits) & ~shim_word(b, i, bits))
			return false;
	return true;
}

static inline bool bitmap_empty(const unsigned long *map, unsigned int bits)
{
	return find_first_bit(map, bits) == bits;
}

static inline bool bitmap_full(const unsigned long *map, unsigned int bits)
{
	return find_first_zero_bit(map, bits) == bits;
}

static inline unsigned int bitmap_weight(const unsigned long *map,
					 unsigned int bits)
{
	unsigned int i, weight = 0;

	for (SHIM_WORDS(i, bits))
		weight += hweight_long(shim_word(map, i, bits));
	return weight;
}

#endif
