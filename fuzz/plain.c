// SPDX-License-Identifier: GPL-2.0-only
/*
 * No engine: a program that is a worker and nothing else.
 */
#include <stdio.h>

#include "worker.h"

int main(int argc, char **argv)
{
	if (worker_is_asked(argc, argv))
		return worker_main(argc, argv);
	fprintf(stderr, "mhpref: this program is run by mhpref\n");
	return 2;
}
