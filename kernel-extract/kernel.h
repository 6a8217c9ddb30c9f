/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The plug-in interface of a kernel object: one slice of one kernel tree,
 * compiled for one geometry and configuration. The shared object exports
 * one symbol, kx_kernel.
 */
#ifndef KX_KERNEL_H
#define KX_KERNEL_H

#include "../ref/observation.h"

#define KX_ABI		3
#define KX_SYMBOL	"kx_kernel"

/**
 * struct kx_kernel - a kernel that can be booted
 * @abi: KX_ABI
 * @slices: pieces of kernel text in it
 * @lines: lines of kernel text in it
 * @faults: bit n set: this kernel offers enum ref_fault n (found by probing)
 * @version: as the tree's Makefile says, e.g. "6.12.117"
 * @conf: name of the configuration
 * @hash: of the kernel text and everything it was compiled with, hex
 * @geometry: sizes it was compiled for
 * @boot: boot @machine. Scenario-wide limits (number of steps) are derived
 *	from the machine. Returns enum ref_outcome; details by observe().
 *	@layout must stay valid until reset.
 * @apply: carry out one operation; returns enum ref_outcome. After anything
 *	but REF_DONE only observe() and reset() may follow.
 * @observe: write the whole observation of what the layout names
 * @reset: back to the state before boot; any number of boots may follow
 * @message: text of the last WARN, BUG or hang ("" if none): "file:line text"
 * @steps: loop iterations executed since boot began
 * @budget: from the next boot on, multiply every budget of steps by @times
 *	(from 1); hangs are confirmed with ten times as many. May be NULL.
 * @keeps_sums: does it keep sums for auto_movable, and not add up all zones
 *	each time it decides? Boots, asks before and after counters of a zone
 *	are changed behind its back, and resets. NULL: it does not.
 */
struct kx_kernel {
	u32 abi;
	u32 slices;
	u32 lines;
	u32 faults;
	const char *version;
	const char *conf;
	const char *hash;
	const struct ref_geometry *geometry;
	int (*boot)(const struct ref_machine *machine,
		    const struct ref_layout *layout);
	int (*apply)(const struct ref_op *op);
	void (*observe)(struct ref_obs *obs);
	void (*reset)(void);
	const char *(*message)(void);
	u64 (*steps)(void);
	void (*budget)(u32 times);
	bool (*keeps_sums)(void);
};

extern const struct kx_kernel kx_kernel;

#endif
