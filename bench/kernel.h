/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Kernel objects that are measured, and the memory map that they share.
 */
#ifndef BENCH_KERNEL_H
#define BENCH_KERNEL_H

#include "../kernel-extract/bench/bench-kernel.h"

/**
 * bench_kernel_load() - load a kernel object to measure
 * @path: of the object
 *
 * Each call gives a kernel of its own, also of the same file.
 *
 * Return: it, or NULL after a message on standard error.
 */
const struct kx_bench *bench_kernel_load(const char *path);

/**
 * bench_memmap_true() - a memory map of true size
 * @k: whose sizes count
 *
 * As large as all physical memory, in huge pages, backed where it is touched.
 *
 * Return: its start, or NULL after a message on standard error.
 */
void *bench_memmap_true(const struct kx_bench *k);

/**
 * bench_memmap_alias() - a memory map that is too large for this machine
 * @k: whose sizes count
 * @end: bytes of memory that have a memory map
 * @unit: bytes of memory whose memory map is one piece
 * @kinds: number of different pieces
 * @turns: unit n has piece n modulo @kinds; else the first units have the first
 *
 * The pieces are mapped again and again. What was written last into a piece is
 * seen in all units that have it: good where they are equal, as far as it
 * matters. Caches hold more of it than of a true one.
 *
 * Return: its start, or NULL after a message on standard error.
 */
void *bench_memmap_alias(const struct kx_bench *k, u64 end, u64 unit,
			 u32 kinds, bool turns);

/* Give either back */
void bench_memmap_free(const struct kx_bench *k, void *memmap);

/* Bytes of memory map that so many bytes of memory need */
u64 bench_memmap_bytes(const struct kx_bench *k, u64 size);

#endif
