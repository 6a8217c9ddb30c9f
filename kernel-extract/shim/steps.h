/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Every iteration of a loop in kernel text is a step.
 */
#ifndef SHIM_STEPS_H
#define SHIM_STEPS_H

shim_leaf bool shim_step(bool go_on)
{
	if (go_on && unlikely(--kx_left < 0))
		kx_hang();
	return go_on;
}

#define for(...)	for (__VA_ARGS__) if (!shim_step(true)) { } else
#define while(...)	while (shim_step((bool)(__VA_ARGS__)))

#endif
