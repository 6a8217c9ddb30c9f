/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Integer types under the kernel's names.
 *
 * They are spelled as the kernel spells them for 64-bit targets, so that a
 * file which also sees kernel text may include this one.
 */
#ifndef REF_TYPES_H
#define REF_TYPES_H

#include <stdbool.h>
#include <stddef.h>

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef int s32;
typedef long long s64;

#endif
