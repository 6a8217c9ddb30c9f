/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Not to take the memory that neighbours need.
 */
#ifndef BENCH_GUARD_H
#define BENCH_GUARD_H

#include "../ref/types.h"

/**
 * bench_guard() - may a fixture of this size be set up?
 * @bytes: that it will touch
 * @what: it is for, in the message: "plug 256G"
 *
 * It may if MemAvailable is that and an eighth of all memory more. From then
 * on the kernel kills this process first if memory runs out all the same.
 *
 * Return: 0, or -1 after a message on standard error.
 */
int bench_guard(u64 bytes, const char *what);

/* Bytes that could be had without swapping; 0 if that cannot be read */
u64 bench_available(void);

#endif
