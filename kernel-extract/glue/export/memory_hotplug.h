/* SPDX-License-Identifier: GPL-2.0-only */
#include "../hooks.h"

int kx_parse_movable_node(char *arg)
{
	return cmdline_parse_movable_node(arg);
}
