#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh: build all kernel objects that tests will ask for, so that tests
# do not have to wait. What cannot be built is for the test that wants it to
# say.

set -u

all_lists()
{
	local script
	for script in $(grep -l -e ' --list ' tests/*/run.sh); do
		"$script" --list
	done | awk '!seen[$0]++'
}

all_lists | xargs -P "$(nproc)" -L 1 tests/objects/get.sh > /dev/null ||
	echo 'tests: not all kernel objects could be built (see above)' >&2
