/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names that are used before they are declared. Slices come in the order in
 * which they need each other, so that a compiler sees nothing of it.
 */
#ifndef KX_EARLY_H
#define KX_EARLY_H

/**
 * early_print() - the early uses in one file of the tree
 * @path: as in lists/files; one that was not read has none
 *
 * Prints "PATH LINE USER NAME LINE static|global" for each name that @path
 * defines only after the first use, where no header declares it; the second
 * line is that of the definition.
 */
void early_print(const char *path);

#endif
