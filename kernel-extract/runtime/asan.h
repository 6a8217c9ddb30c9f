/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Poisoning by hand, where the compiler has AddressSanitizer on.
 */
#ifndef KX_ASAN_H
#define KX_ASAN_H

#include "kx.h"

#if KX_ASAN
#include <sanitizer/asan_interface.h>
#define kx_poison(start, size)		__asan_poison_memory_region(start, size)
#define kx_unpoison(start, size) \
	__asan_unpoison_memory_region(start, size)
#else
#define kx_poison(start, size)		((void)(start), (void)(size))
#define kx_unpoison(start, size)	((void)(start), (void)(size))
#endif

/* Bytes of poison between two objects */
#define KX_REDZONE	(KX_ASAN ? 32UL : 0UL)

#endif
