/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The configuration: geometry and kernel options, read from the one pair of
 * files that extractor, shim and report share.
 */
#ifndef KX_CONFIG_H
#define KX_CONFIG_H

#include <stdio.h>

#include "name.h"

/**
 * struct value - what the configuration says of a name
 * @next: in order of the files
 * @name: e.g. CONFIG_NUMA, PAGE_SHIFT
 * @number: y is 1, n is 0
 * @no: not defined at all ("n")
 * @written: belongs into config.h
 */
struct value {
	struct value *next;
	struct name *name;
	s64 number;
	bool no;
	bool written;
};

/**
 * struct need - what a tree must have for this configuration
 * @next: another
 * @name: that is defined in it, with these options
 * @reason: why one may lack it
 */
struct need {
	struct need *next;
	const struct name *name;
	const char *reason;
};

const struct need *config_needs(void);

/**
 * config_read() - read one file of a configuration
 * @path: of the file; # begins a comment
 *
 *	NAME=VALUE	VALUE is y, n or a number; a later line overrides
 *	DEFAULT=n	every CONFIG_ name that no line gives is known to be
 *			off, as it is for the compiler; else it is unknown
 *	include FILE	lines of the former two kinds, from a file beside it
 *	needs NAME REASON	a tree without NAME cannot have it
 */
void config_read(const char *path);

/* Give @name a value that was computed, e.g. MAX_NR_ZONES */
void config_set(struct name *name, s64 number);

/* What is known of @name: NULL if nothing */
const struct value *config_value(const struct name *name);

/* Is the option known to be set? */
bool config_on(const char *option);

/* config.h for the shim and the slices */
void config_write(FILE *out);

#endif
