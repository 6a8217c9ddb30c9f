/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The shim, first part: all that needs no type of the kernel's.
 */
#ifndef SHIM_PRE_H
#define SHIM_PRE_H

#include "types.h"
#include "attributes.h"
#include "math.h"
#include "bitmap.h"
#include "list.h"
#include "atomic.h"
#include "lock.h"
#include "say.h"
#include "notifier.h"
#include "device.h"
#include "thread.h"
#include "alloc.h"
#include "ref.h"
#include "xarray.h"
#include "physical.h"
#include "resource.h"
#include "system.h"
#include "param.h"
#include "stop.h"

#endif
