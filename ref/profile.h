/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of the bits in a profile: the order of the table in quirks.c.
 */
#ifndef REF_PROFILE_H
#define REF_PROFILE_H

#include "types.h"

enum ref_quirk_id {
	REF_Q_CONTIGUOUS_HISTORY,
	REF_Q_CONTIGUOUS_EMPTY,
	REF_Q_CONTIGUOUS_SAMPLES,
	REF_Q_SPAN_SAMPLES,
	REF_Q_SPAN_WRAPS,
	REF_Q_BLOCK_NODE_WALK,
	REF_Q_ADD_LEAVES_SECTIONS,
	REF_Q_REMOVE_ONE_NODE,
	REF_Q_NODE_DEVICE_BUG,
	REF_Q_MOVABLE_ZERO,
	REF_Q_MOVABLE_PAGE_DOWN,
	REF_Q_ONLINE_PFN_ZERO,
	REF_Q_ALLOC_EEXIST,
	REF_NR_QUIRKS,
};

#define REF_Q(id)	(1ull << (REF_Q_##id))

#endif
