/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The shim, second part: what needs the kernel's types. Kernel text follows,
 * unless SHIM_NO_STEPS says that it does not.
 */
#ifndef SHIM_MID_H
#define SHIM_MID_H

#include "page.h"
#include "node.h"

#ifndef SHIM_NO_STEPS
#include "steps.h"
#endif

#endif
