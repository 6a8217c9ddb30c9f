/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Order: what is used stands before its user, and otherwise everything as
 * in the tree.
 */
#ifndef KX_ORDER_H
#define KX_ORDER_H

#include "chunk.h"

/**
 * order_chunks() - visit wanted chunks, used ones first
 * @file: only those of this file; NULL: those of all headers
 * @kinds: bit n: enum chunk_kind n
 * @visit: called once for each
 */
void order_chunks(const struct file *file, u32 kinds,
		  void (*visit)(const struct chunk *chunk));

#endif
