#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# recorded.sh TRACES [OUT]: turn every recording TRACES/NAME.VERSION.json.xz
# into OUT/NAME.VERSION.txt and .expect; OUT is corpora/recorded unless given.
# Called by "make recorded". Exit status: 0, or 2 after a message.

set -u -o pipefail

here=tests/conformance
convert=${O:-build}/tests-conformance/convert
traces=${1-} out=${2:-corpora/recorded}

die()
{
	echo "recorded: $*" >&2
	exit 2
}

test -n "$traces" || die "name the folder of the recordings: TRACES=DIR"
ls "$traces"/*.json.xz > /dev/null 2>&1 ||
	die "$traces: there is no NAME.VERSION.json.xz in it; set TRACES=DIR"
mkdir -p "$out" || die "cannot write $out"
count=0
for file in "$traces"/*.json.xz; do
	name=$(basename "$file" .json.xz)
	xz -dc -- "$file" | "$convert" $here/rules.md - "$out/$name" ||
		die "$file: not converted"
	count=$((count + 1))
done
echo "recorded $count recordings in $out"
