#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A campaign leaves a page and a text: with the verdict, each scenario that the
# lines name, a drawing for each step and side, and what differs marked. The
# page needs nothing else, the text has 72 columns at most.

set -u

out=$(realpath -m "${O:-build}")/test-review
mkdir -p "$out"
. tests/objects/lib.sh

test "${1-}" != --list || {
	echo '6.12 0 libfuzzer'
	echo '6.12+contiguous-counter 0 libfuzzer'
	exit
}

# check NAME COMMAND...
check()
{
	local name=$1
	shift
	"$@" > "$out/check.log" 2>&1 && ok || no "$name" "$out/check.log"
}

campaign()
{
	O=$out/o "$mhpref" fuzz OBJECT="$patched" BASE="$base" SAN=0 SEED=3 \
		JOBS=1 RUNS=3000 TIME=1h CORPUS="$out/corpus" \
		FINDINGS="$out/findings" > "$out/lines" 2> "$out/err"
}

number()
{
	grep -c "$1" "$report.html"
}

has_each_scenario()
{
	local path
	sed -n 's/^\(difference\|cures\|finding\) .* \(\/.*\.cbor\) .*/\2/p' \
		"$out/lines" > "$out/paths"
	test -s "$out/paths" || return
	while read -r path; do
		grep -qF "<h3 id=\"${path##*/}\">" "$report.html" &&
			grep -qxF "${path##*/}" "$report.txt" || {
			echo "$path"
			return 1
		}
	done < "$out/paths"
}

# Of each step what is right, the base and the patched kernel
has_drawings()
{
	local steps maps
	steps=$(number '^step [0-9]')
	maps=$(number '^<svg ')
	test "$steps" -gt 2 && test "$maps" = $((3 * steps)) &&
		test "$(number 'aria-label="base"')" = "$steps"
}

needs_nothing()
{
	! grep -n -e 'http' -e '<script' -e ' src=' -e 'url(' "$report.html" &&
		tail -n1 "$report.html" | grep -qx '</html>'
}

kernel 6.12 0 libfuzzer && base=$object &&
	kernel 6.12+contiguous-counter 0 libfuzzer && patched=$object || {
	end
	exit
}
rm -rf "$out/corpus" "$out/findings" "$out/o"
campaign
report=$(sed -n 's/^mhpref: report: \(.*\)\.html, .*/\1/p' "$out/err")
check 'says where it is' test -f "$report.html" -a -f "$report.txt"
check 'a difference is there' grep -q '^difference stronger ' "$out/lines"
check 'the same verdict' grep -qx "$(tail -n1 "$out/lines")" "$report.html"
check 'the same verdict, as text' \
	grep -qx "$(tail -n1 "$out/lines")" "$report.txt"
check 'every scenario' has_each_scenario
check 'drawings' has_drawings
check 'marks' grep -q 'stroke="#c00"' "$report.html"
check 'needs nothing' needs_nothing
check 'columns' test -z "$(awk 'length > 72' "$report.txt")"
check 'no folder of ours in the text' \
	test -z "$(grep -F "$out" "$report.txt")"
end
