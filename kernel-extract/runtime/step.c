// SPDX-License-Identifier: GPL-2.0-only
/*
 * Steps: every iteration of a loop in kernel text is one. They are counted
 * down, so that the check in the loop is one subtraction and one branch.
 */
#include "kx.h"

s64 kx_left;

static u64 taken;	/* before the current budget */
static u64 budget;	/* of the current operation */

void kx_steps_begin(u64 steps)
{
	taken = 0;
	budget = steps;
	kx_left = (s64)steps;
}

/* Give the next operation its own budget */
void kx_steps_op(u64 steps)
{
	taken = kx_steps_taken();
	budget = steps;
	kx_left = (s64)steps;
}

u64 kx_steps_taken(void)
{
	return taken + (budget - (u64)kx_left);
}
