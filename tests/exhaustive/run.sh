#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Exhaustive runs: as many states as can be counted by hand; the same for any
# number of processes, and when interrupted, cut off or damaged on the way;
# canaries are found by sequences of three operations at most, also when they
# kill the process, and what is written replays.

set -u

out=${O:-build}/test-exhaustive
mkdir -p "$out"
. tests/objects/lib.sh
here=tests/exhaustive
depth=6

# Canary, the rule that finds it; the one machine has no holes in its blocks
canaries='
crash crash
hang hang
node-span node-span
present-early zone-present-early
'

test "${1-}" != --list || {
	echo '6.12 0 none'
	echo '7.3 1 none'
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

# Interrupted as soon as it is under way
interrupt()
{
	local pid
	: > "$out/cut.err"
	"$mhpref" exhaustive OBJECT="$object" ENGINE=none QUIRKS="$quirks" \
		SAN="$san" FINDINGS="$out/found" DEPTH=$depth \
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
	exhaustive whole SAN="$san" DEPTH=$depth
	says whole 0 pass
	has whole.log " levels $depth\$"
	interrupt
	exhaustive rest SAN="$san" DEPTH=$depth
	has rest.err '^mhpref: going on from '
	same rest whole
	interrupt
	truncate -s -1 $(state_files)
	exhaustive damaged SAN="$san" DEPTH=$depth
	has damaged.err 'is damaged: beginning anew$'
	same damaged whole
}

canary()
{
	local canary=$1 rule=$2 file
	rm -rf "$out/found"
	exhaustive "$canary" SAN=0 DEPTH=3 FIRST=1
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
	all_alike
	goes_on
fi
san=1
if kernel 7.3 1 none; then
	quirks=$(tests/objects/quirks.sh 7.3)
	count_by_hand
fi
while read -r name rule; do
	test -n "$name" && kernel "6.12+$name" 0 none || continue
	quirks=$(tests/objects/quirks.sh 6.12)
	canary "$name" "$rule"
done <<< "$canaries"
end
