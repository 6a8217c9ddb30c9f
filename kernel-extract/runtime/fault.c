// SPDX-License-Identifier: GPL-2.0-only
/*
 * The failure injected into one operation.
 */
#include "kx.h"

/**
 * kx_fault_arm() - inject a failure into the operation that begins
 * @kind: what fails
 * @nr: times that it does not, first
 * @where: number of the block that it begins with. Which part of what a
 *	section needs is missing is nothing that can be seen afterwards, so it
 *	is no choice of the scenario's; but all of them are to fail at times.
 */
void kx_fault_arm(enum ref_fault kind, u32 nr, u64 where)
{
	kx_run.fault.kind = kind;
	kx_run.fault.left = nr;
	kx_run.fault.part = (u32)((where + nr) % KX_NR_PARTS);
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

/**
 * kx_fault_part() - a place before the one that counts, kx_fault()
 * @kind: of that
 * @part: which place
 *
 * Return: true if it is to fail now, in place of that.
 */
bool kx_fault_part(enum ref_fault kind, enum kx_part part)
{
	const struct kx_fault_state *fault = &kx_run.fault;

	return fault->part == part && !fault->left && kx_fault(kind);
}
