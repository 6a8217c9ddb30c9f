/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Assertions of the model: on in every build, since a wrong oracle is worse
 * than a dead one.
 */
#ifndef REF_ASSERT_H
#define REF_ASSERT_H

/* Stop at once if @x does not hold: the model itself is wrong */
#define REF_ASSERT(x)						\
	do {							\
		if (__builtin_expect(!(x), 0))			\
			__builtin_trap();			\
	} while (0)

#endif
