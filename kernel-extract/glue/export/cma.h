/* SPDX-License-Identifier: GPL-2.0-only */
#include "../hooks.h"

int kx_activate_cma(void)
{
	return cma_init_reserved_areas();
}
