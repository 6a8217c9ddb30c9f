/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where mhpref's own parts are: found from where the program lies.
 */
#ifndef FUZZ_PLACE_H
#define FUZZ_PLACE_H

#include "options.h"

#define PLACE_MAX	4096

/**
 * struct place - absolute paths
 * @out: what the program lies in: build/, or where O= was built
 * @checkout: of mhpref
 */
struct place {
	char out[PLACE_MAX];
	char checkout[PLACE_MAX];
};

/* Return: 0, or -1 after a message on standard error */
int place_find(struct place *place);

/* Where findings are kept; PLACE_MAX bytes */
void place_findings(const struct place *place, const struct options *o,
		    char *path);

/* Make a directory and those above it; 0, or -1 after a message */
int place_make(const char *path);

#endif
