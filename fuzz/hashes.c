// SPDX-License-Identifier: GPL-2.0-only
/*
 * The worker's command "hash": every scenario in this very process, one after
 * the other, with the hash over all that was seen. For tests: the hash of a
 * scenario is the same whatever ran before it, and in every process.
 */
#include <stdio.h>

#include "input.h"
#include "worker.h"

static void print_hash(struct worker *w, const char *path)
{
	static struct ref_scenario s;

	if (input_read(path, &s))
		return;
	if (runner_run(w->run, &s) == RUN_UNFIT)
		printf("unfit %s\n", path);
	else
		printf("hash %016llx %s\n", w->run->hash, path);
}

enum status worker_hash(struct worker *w)
{
	w->run->hashing = true;
	for (u32 n = 0; n < w->o->nr_files; n++)
		print_hash(w, w->o->files[n]);
	return STATUS_PASS;
}
