/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The index: which chunks define a name, in the tree and in the shim.
 */
#ifndef KX_INDEX_H
#define KX_INDEX_H

#include "chunk.h"

/* Enter that @chunk defines @name */
void index_add(struct chunk *chunk, struct name *name, enum space space,
	       enum def_kind kind, const struct token *at);

/* Read lists/files and all that it names from @tree */
void index_tree(const char *tree, const char *lists);

/* Read all *.h and *.c in @dirs (DIR[:DIR...]); probes are known by then */
void index_shim(const char *dirs);

/* All files that were read, tree first */
struct file *index_files(void);

/* Is the definition compiled, as far as is known? */
static inline bool def_live(const struct def *def)
{
	return cond_branch(def->chunk->branch) != TRI_NO;
}

/* First live definition of the shim that others may use, or NULL */
const struct def *index_shim_def(const struct name *name, enum space space);

/* Does the tree define @name (and not only declare it)? */
bool index_defines(const struct name *name);

/* First live definition of the tree, or NULL */
const struct def *index_first(const struct name *name, enum space space);

#endif
