// SPDX-License-Identifier: GPL-2.0-only
/*
 * Glue for AFL++: a persistent target with inputs in shared memory. Called
 * with a command, the program is a worker.
 */
#include <stdio.h>
#include <unistd.h>

#include "target.h"
#include "worker.h"

/* So many inputs in one process, before a fresh one is forked */
#define LOOPS	100000

__AFL_FUZZ_INIT();

int main(int argc, char **argv)
{
	const u8 *input;

	if (worker_is_asked(argc, argv))
		return worker_main(argc, argv);
	target_start();		/* the kernel's coverage must be known first */
	__AFL_INIT();
	input = __AFL_FUZZ_TESTCASE_BUF;
	while (__AFL_LOOP(LOOPS))
		target_run(input, __AFL_FUZZ_TESTCASE_LEN);
	return 0;
}
