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
 * config_read() - read one file of lines NAME=VALUE
 * @path: of the file; # begins a comment
 *
 * VALUE is y, n or a number. The line DEFAULT=n makes every CONFIG_ name
 * that no line gives known to be off, as it is for the compiler; without it
 * such a name is unknown. A later line overrides an earlier one.
 */
void config_read(const char *path);

/* Give @name a value that was computed, e.g. MAX_NR_ZONES */
void config_set(struct name *name, s64 number);

/* What is known of @name: NULL if nothing */
const struct value *config_value(const struct name *name);

/* config.h for the shim and the slices */
void config_write(FILE *out);

#endif
