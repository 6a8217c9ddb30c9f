/* SPDX-License-Identifier: GPL-2.0-only */
#include "../hooks.h"

int kx_parse_kernelcore(char *arg)
{
	return cmdline_parse_kernelcore(arg);
}

int kx_parse_movablecore(char *arg)
{
	return cmdline_parse_movablecore(arg);
}
