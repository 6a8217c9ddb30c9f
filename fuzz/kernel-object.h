/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Loading a kernel object into this process.
 */
#ifndef FUZZ_KERNEL_OBJECT_H
#define FUZZ_KERNEL_OBJECT_H

#include "../kernel-extract/kernel.h"

/**
 * kernel_object_load() - load a kernel object and check that it fits
 * @path: of the shared object
 *
 * It stays loaded until the process ends. Loaded twice it is two kernels.
 *
 * Return: the kernel, or NULL after a message on standard error.
 */
const struct kx_kernel *kernel_object_load(const char *path);

/* Print "kernel WHICH VERSION GEOM CONF HASH slices N lines N" */
void kernel_object_print(const char *which, const struct kx_kernel *kernel);

#endif
