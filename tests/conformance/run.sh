#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Model and kernels agree with every recording, and a recording that said
# anything else would be seen: each kind of value is changed in turn. The
# line that begins with "conformance" sums up.

set -u -o pipefail

test "${1-}" != --list || {
	printf '%s 0 none x86_64 distro\n' 6.1 6.12 7.2 7.3 \
		6.12+present-early
	exit
}
. tests/objects/lib.sh
here=tests/conformance
recorded=corpora/recorded
conformance=$O/tests-conformance/conformance
convert=$O/tests-conformance/convert
out=$O/test-conformance-flips
mkdir -p "$out"

# A recording has this many steps and operations, no matter what is compared
want_recordings=39 want_steps=702

agrees()
{
	local skips
	$here/check.sh > "$out/log" 2> "$out/err" &&
		ok || no 'recordings differ' "$out/log"
	summary=$(tail -n1 "$out/log")
	set -- $summary
	test "$1 $2 $4" = "conformance $want_recordings $want_steps" &&
		ok || no "not all recordings: $summary"
	test $((${10:-0} * 100)) -le "${8:-0}" && ok ||
		no "more than 1 percent taken: $summary"
	test ! -s "$out/err" && ok || no 'messages' "$out/err"
	skips=$(grep -c '^skip ' "$out/log")
	skipped=$((skipped + skips))
	grep '^skip ' "$out/log"
}

# flip RECORDING KIND COLUMN: another value there, the last time that it is
# given as something else than "-" by a line of that kind
flip()
{
	awk -v kind="$2" -v column="$3" '
	function other(word)
	{
		if (word ~ /^[0-9]+$/)
			return word + 1
		if (word ~ /^0x/)
			return "0x1"
		return word == "Device" ? "none" : "Device"
	}
	{ line[NR] = $0 }
	$1 == kind && $column != "-" && !(kind == "link" && $4 == "none") {
		last = NR
	}
	END {
		for (i = 1; i <= NR; i++) {
			$0 = line[i]
			if (i == last)
				$column = other($column)
			print
		}
	}' "$recorded/$1.expect" > "$out/$1.expect"
}

# sees RECORDING KIND COLUMN FIELD: it is reported, and named
sees()
{
	flip "$1" "$2" "$3"
	cp "$recorded/$1.txt" "$out"
	"$conformance" "$out/$1" > "$out/flip.log" 2>&1
	test $? = 1 && grep -q "^difference $1 .*: $2 .* $4 *recorded" \
		"$out/flip.log" && ok ||
		no "$1: another $2 $4 is not seen" "$out/flip.log"
}

fields='
node 3 start
node 4 spanned
node 5 present
node 6 nr_zones
node 7 online
node 8 memory
node 9 normal_memory
node 10 device
zone 4 start
zone 5 spanned
zone 6 present
zone 7 present_early
zone 8 cma
zone 9 contiguous
zone 10 initialized
block 3 state
block 4 valid_zones
block 5 valid_zones.1.
block 6 valid_zones.2.
block 7 nodes
block 8 links
section 3 flags
section 4 submap
link 4 at.pfn.*
link 5 at.pfn.*
'

flips()
{
	local kind column field
	while read -r kind column field; do
		test -z "$kind" || sees memoryless.7.3.4 "$kind" \
			"$column" "$field"
	done <<< "$fields"
}

# An operation that returns something else, one that is missing, and lines
# that mean nothing
broken()
{
	local name=memoryless.7.3.4 from=$recorded/memoryless.7.3.4.expect
	sed '0,/^op block-write 0$/s//op block-write -16/' "$from" \
		> "$out/$name.expect"
	"$conformance" "$out/$name" > "$out/flip.log" 2>&1
	test $? = 1 && grep -q 'block-write errno' "$out/flip.log" && ok ||
		no 'another errno is not seen'
	sed '0,/^op /{/^op /d}' "$from" > "$out/$name.expect"
	"$conformance" "$out/$name" > "$out/flip.log" 2>&1
	test $? != 0 && ok || no 'an operation that is missing is not seen'
	for line in 'zone 0' 'pond 1 2' 'zone 9 DMA x x x x x x x' \
			'gone block 99' 'op' 'block 1 2 3 4 5 6 7 8'; do
		sed "4s/^/$line\n/" "$from" > "$out/$name.expect"
		"$conformance" "$out/$name" > "$out/flip.log" 2>&1
		test $? = 2 && grep -q "expect:4: .*make recorded" \
			"$out/flip.log" && ok ||
			no "accepted: $line" "$out/flip.log"
	done
}

# A kernel that counts wrongly is told from a model that does not
kernel_differs()
{
	local kernel=6.12+present-early name=straddle.6.12.117
	kernel $kernel 0 none x86_64 distro || return
	"$conformance" "$recorded/$name" "$object" > "$out/kernel.log" 2>&1
	test $? = 1 && awk '
	/^difference / {
		for (i = 1; i < NF; i++)
			word[$i] = $(i + 1)
		if (word["recorded"] == word["model"] &&
		    word["recorded"] != word["kernel"])
			seen = 1
	}
	END { exit !seen }' "$out/kernel.log" && ok ||
		no "$kernel agrees with $name" "$out/kernel.log"
}

# Every rule is used by some recording, and none is used that is not there
rules()
{
	sed -n 's/^| \([a-z]*-[a-z]*\|set\) |.*/\1/p' $here/rules.md | sort \
		> "$out/rules"
	sed -n 's/^op \([^ ]*\).*/\1/p' $recorded/*.expect | sort -u \
		> "$out/used"
	cmp -s "$out/rules" "$out/used" && ok ||
		no "rules and operations: $(diff "$out/rules" "$out/used")"
}

# The converter, on a recording made up for it: what it derives, and that it
# says where something is missing. With TRACES, on the recordings themselves.
converts()
{
	"$convert" $here/rules.md $here/sample.json "$out/sample.1" \
		2> "$out/err" && ok || no 'the sample' "$out/err"
	paste -d '|' <(sed -n 's/^op \(.*\)/\1 /p' "$out/sample.1.expect") \
		<(sed '1,/^memory /d; s/^/ /' "$out/sample.1.txt") \
		> "$out/sample.ops"
	diff <(grep -v '^#' $here/sample.ops) "$out/sample.ops" \
		> "$out/diff" && ok || no 'other operations' "$out/diff"
	grep -q '^movablecore 16M$' "$out/sample.1.txt" &&
		grep -q '^movable_node$' "$out/sample.1.txt" && ok ||
		no 'the command line is lost' "$out/sample.1.txt"
}

# refuses REASON SED-SCRIPT
refuses()
{
	sed "$2" $here/sample.json > "$out/bad.json"
	"$convert" $here/rules.md "$out/bad.json" "$out/bad.1" 2> "$out/err"
	test $? = 2 && grep -q "$1" "$out/err" && ok ||
		no "not refused, or not for \"$1\": $2" "$out/err"
}

refusals()
{
	refuses 'step 4: the log does not say why d0 stayed' 's/pfn:/pfm:/'
	refuses 'step 1: there is no "addr"' 's/"addr"/"adder"/'
	refuses 'step 1: d0 does not consist of blocks' 's/402653184/4026531/'
	refuses 'step 4: there is no device "d1"' \
		's/remove dimm d0/remove dimm d1/'
	refuses 'step 0: "steps"\|there is no "steps"' 's/"steps"/"stairs"/'
	refuses 'a number is wanted' \
		's/"nr_zones": 2/"nr_zones": -2/'
	refuses 'step 5: it writes to' 's/_ratio 7/_patio 7/'
	refuses 'step 5: nobody has set auto_movable_ratio' \
		's/_ratio": "7"/_ratio": "8"/'
	refuses 'bad.json:1' '1s/{/[/'
}

again()
{
	test -n "${TRACES-}" || {
		skip 'the recordings themselves: TRACES is not set'
		return
	}
	$here/recorded.sh "$TRACES" "$out/again" > "$out/log" 2>&1 &&
		diff -r -x README.md "$out/again" $recorded > "$out/diff" &&
		ok || no "$recorded is not what $TRACES gives" "$out/diff"
}

agrees
flips
broken
kernel_differs
rules
converts
refusals
again
echo "$summary"
end
