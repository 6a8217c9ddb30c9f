#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Exhaustive runs: as many states as can be counted by hand; the same for any
# number of processes, and when interrupted, cut off or damaged on the way;
# canaries are found by sequences of three operations at most, also when they
# kill the process or when only an operation that failed before shows them, and
# what is written replays. What is slow is no hang.

set -u

out=${O:-build}/test-exhaustive
mkdir -p "$out"
. tests/objects/lib.sh
here=tests/exhaustive
machines=corpora/exhaustive
depth=6
fake=$O/tests-fuzz/fake-kernel.so

# Canary, the rule that finds it; the one machine has no holes in its blocks
canaries='
crash crash
hang hang
keeps-resource error-code
node-span node-span
present-early zone-present-early
'

# Machine, configuration, depth
shallow='
ppc64 default 2
groups default 3
zone-device zone-device 3
'

test "${1-}" != --list || {
	for version in 6.12 7.3; do
		echo "$version $((${version%.*} == 7)) none"
		echo "$version $((${version%.*} == 7)) none ppc64 zone-device"
	done
	awk 'NF { print "6.12+" $1, 0, "none" }' <<< "$canaries"
	exit
}

# Those of these tests, and not of anybody who was interrupted
state_files()
{
	find "$O/exhaustive" -type f -newer "$out/begin"
}

# exhaustive NAME WORD...: into NAME.log and NAME.err; sets status
exhaustive()
{
	local name=$1
	shift
	"$mhpref" exhaustive OBJECT="$object" ENGINE=none QUIRKS="$quirks" \
		FINDINGS="$out/found" "$@" > "$out/$name.log" \
		2> "$out/$name.err" < /dev/null
	status=$?
}

# says NAME STATUS VERDICT
says()
{
	test $status = "$2" &&
		test "$(tail -n1 "$out/$1.log")" = "verdict $3" && ok ||
		no "$1: status $status, not $2, $3" "$out/$1.log"
}

has()
{
	grep -q "$2" "$out/$1" && ok || no "$1: no line $2" "$out/$1"
}

same()
{
	cmp -s "$out/$1.log" "$out/$2.log" && ok ||
		no "$1 is not as $2" "$out/$1.log"
}

# ZONE_MOVABLE is not initialized: the block as booted, offline, online again
# (not called contiguous any more), absent, added, online. It is: all of these
# but the first, and online movable, both early and added: 6 + 7. The longest
# way: offline, remove, add, online movable, offline is 5, then online.
count_by_hand()
{
	exhaustive one SAN="$san" FILE=$here/one-block.txt
	says one 0 pass
	has one.log '^frontier 0 '
	has one.log '^exhaustive .* ppc64 states 13 transitions [0-9]* levels '
}

all_alike()
{
	exhaustive jobs1 SAN="$san" FILE=$here/two-blocks.txt JOBS=1
	says jobs1 0 pass
	has jobs1.log '^frontier 0 '
	exhaustive jobs3 SAN="$san" FILE=$here/two-blocks.txt JOBS=3
	same jobs3 jobs1
	test -z "$(state_files)" && ok || no "left: $(state_files)"
}

# Our machines, not very deep: each is of use, and nothing is broken
shallow()
{
	local kernel=$1 name conf levels
	while read -r name conf levels; do
		test -n "$name" && kernel "$kernel" "$san" none ppc64 "$conf" ||
			continue
		exhaustive "$name" SAN="$san" FILE=$machines/$name.txt \
			DEPTH="$levels"
		says "$name" 0 pass
		has "$name.log" " levels $levels\$"
	done <<< "$shallow"
	has groups.log '^rule groups .* checked [1-9]'
	has groups.log '^rule zone-chosen .* checked [1-9]'
}

# What differs in groups or parameters alone is another state: from boot, a
# group of either kind, and three parameters that are set to something else
counts_settings()
{
	exhaustive settings SAN="$san" FILE=$here/settings.txt DEPTH=1
	says settings 0 pass
	has settings.log ' states 7 transitions [0-9]* levels 1$'
}

# fake LIE WORD...: a kernel that is the model, but for a lie, of which the
# name of its state file says nothing
fake()
{
	local lie=$1
	shift
	rm -rf "$out/found" "$O"/exhaustive/6.12.0-*
	object=$fake quirks=
	FAKE_LIE=$lie exhaustive "$lie" SAN=0 DEPTH=4 \
		FILE=$here/three-onlines.txt "$@"
	rm -f "$O"/exhaustive/6.12.0-*
}

# A hang must last with more steps, and the way on goes through what is slow
patience()
{
	fake none
	says none 0 pass
	fake slow
	says slow 0 pass
	same slow none
	fake slow-span FIRST=1
	says slow-span 1 broken
	has slow-span.log '^finding .* zone-span (4 operations)$'
	fake hang FIRST=1
	says hang 1 broken
	has hang.log '^finding .* hang (4 operations)$'
}

# Interrupted as soon as it is under way
interrupt()
{
	local pid
	: > "$out/cut.err"
	"$mhpref" exhaustive OBJECT="$object" ENGINE=none QUIRKS="$quirks" \
		SAN="$san" FINDINGS="$out/found" DEPTH=$depth "$machine" \
		> "$out/cut.log" 2> "$out/cut.err" < /dev/null &
	pid=$!
	while kill -0 $pid 2> /dev/null &&
		! grep -q "in each state" "$out/cut.err"; do
		sleep 0.05
	done
	sleep 0.2
	kill -INT $pid
	wait $pid
	status=$?
	says cut 2 incomplete
	has cut.err "^mhpref: stopped: interrupted"
}

goes_on()
{
	local machine=FILE=$machines/ppc64.txt
	exhaustive whole SAN="$san" DEPTH=$depth "$machine"
	says whole 0 pass
	has whole.log " levels $depth\$"
	interrupt
	exhaustive rest SAN="$san" DEPTH=$depth "$machine"
	has rest.err '^mhpref: going on from '
	same rest whole
	interrupt
	truncate -s -1 $(state_files)
	exhaustive damaged SAN="$san" DEPTH=$depth "$machine"
	has damaged.err 'is damaged: beginning anew$'
	same damaged whole
}

canary()
{
	local canary=$1 rule=$2 file
	rm -rf "$out/found"
	exhaustive "$canary" SAN=0 DEPTH=3 FIRST=1 FILE=$machines/ppc64.txt
	says "$canary" 1 broken
	has "$canary.log" "^finding .* $rule ([1-3] operations)$"
	file=$(ls "$out/found/$rule"-*.cbor)
	"$mhpref" replay OBJECT="$object" ENGINE=none SAN=0 QUIRKS="$quirks" \
		"$file" > "$out/replay.log" 2>&1
	test $? = 1 && ok || no "$canary: $file does not replay" \
		"$out/replay.log"
	rm -f $(state_files)
}

touch "$out/begin"
san=0
if kernel 6.12 0 none; then
	quirks=$(tests/objects/quirks.sh 6.12)
	count_by_hand
	counts_settings
	all_alike
	goes_on
	shallow 6.12
fi
san=1
if kernel 7.3 1 none; then
	quirks=$(tests/objects/quirks.sh 7.3)
	count_by_hand
	counts_settings
	shallow 7.3
fi
patience
while read -r name rule; do
	test -n "$name" && kernel "6.12+$name" 0 none || continue
	quirks=$(tests/objects/quirks.sh 6.12)
	canary "$name" "$rule"
done <<< "$canaries"
end
