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

# Not to be had (status 3) is no failure
all_lists | xargs -P "$(nproc)" -L 1 sh -c '
	tests/objects/get.sh "$@" > /dev/null || test $? = 3' get ||
	echo 'tests: not all kernel objects could be built (see above)' >&2
