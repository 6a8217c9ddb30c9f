// SPDX-License-Identifier: GPL-2.0-only
/*
 * The failure injected into one operation.
 */
#include "kx.h"

void kx_fault_arm(enum ref_fault kind, u32 nr)
{
	kx_run.fault.kind = kind;
	kx_run.fault.left = nr;
	kx_run.fault.fired = false;
}

/**
 * kx_fault() - a place at which a failure of this kind can happen
 * @kind: the place's
 *
 * Return: true if it is to fail now. A failure happens once in an operation.
 */
bool kx_fault(enum ref_fault kind)
{
	struct kx_fault_state *fault = &kx_run.fault;

	if (fault->kind != kind || fault->fired)
		return false;
	if (fault->left) {
		fault->left--;
		return false;
	}
	fault->fired = true;
	return true;
}
