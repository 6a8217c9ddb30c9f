/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * All that a file of ours sees which is compiled against a kernel: the order
 * is the one of the generated files. Loops in it are no steps.
 */
#ifndef SHIM_KERNEL_H
#define SHIM_KERNEL_H

#define SHIM_NO_STEPS

#include "config.h"
#include "probes.h"
#include "shim-pre.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-parameter"
#pragma clang diagnostic ignored "-Wsign-compare"
#pragma clang diagnostic ignored "-Wunused-function"
#include "kernel-types.h"
#include "shim-mid.h"
#include "kernel-inlines.h"
#pragma clang diagnostic pop

#endif
