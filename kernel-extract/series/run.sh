#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# run.sh: judge the example series as patches are judged, and print a table:
# series, kernel, verdict expected and found, seconds of CPU until the first
# difference and operations in the shortest scenario (medians of the seeds,
# from an empty corpus). In the environment: TIME=10m, how long a right one is
# fuzzed, else 2 minutes; SERIES= and KERNEL=, only these, several names each
# with blanks; SEEDS=5, with how many seeds a wrong one is looked for.
#
# NAME.txt beside the patches says what is right, what wrong, for which kernels
# ("for"), in which configuration ("conf"), which verdicts on the wrong one are
# well ("wrong"), and what a report on the right one must say ("says").
# Exit status: 0 if all is as expected; 1 if not; 2: nothing was judged.

set -u

cd "$(dirname "$0")/../.." || exit 2
O=${O:-build}
export O
here=kernel-extract/series
out=$O/series
mhpref=$O/mhpref
goal=10		# seconds of CPU
most=8		# operations
longest=120	# seconds for one seed, to give up
time=${TIME:-2m}
seeds=${SEEDS:-5}
series=${SERIES-}
kernels=${KERNEL-}
bad=0
judged=0

die()
{
	echo "mhpref: series: $*" >&2
	exit 2
}

[[ $seeds =~ ^[1-9][0-9]?$ ]] || die "SEEDS=$seeds: want 1 to 99"

# of NAME WORD: what NAME.txt says under a word
of()
{
	sed -n "s/^# $2  *//p" "$here/$1.txt"
}

wanted()
{
	test -z "$2" || [[ " $2 " = *" $1 "* ]]
}

# fuzz LOG WORD...: from an empty corpus; sets cpu
fuzz()
{
	local log=$1 TIMEFORMAT='%U %S'
	shift
	rm -rf "$log.corpus" "$log.found"
	{ time "$mhpref" fuzz SAN=0 CORPUS="$log.corpus" \
		FINDINGS="$log.found" "$@" > "$log" 2> "$log.err" \
		< /dev/null; } 2> "$log.time"
	cpu=$(awk 'END { printf "%.1f", $1 + $2 }' "$log.time")
	rm -rf "$log.corpus"
}

verdict()
{
	sed -n 's/^verdict //p' "$1" | tail -n 1
}

median()
{
	sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

row()
{
	printf '%-27s %-6s %-16s %-11s %6s %5s\n' "$@"
}

# well TEXT: a row is as it should be, or why not
well()
{
	judged=$((judged + 1))
	test -z "$1" || {
		bad=$((bad + 1))
		echo "  not as expected: $1"
	}
}

# Why a right one is not as it should be; nothing if it is
why_not_right()
{
	local name=$1 log=$2 line
	test "$(verdict "$log")" = pass || {
		echo "see $log"
		return
	}
	of "$name" says | while read -r line; do
		grep -q "^$line " "$log" || echo "$log does not say: $line"
	done
}

right()
{
	local name=$1 version=$2 patch allow=() log
	patch=$(of "$name" right)
	log=$out/$patch-$version
	test ! -f "$here/$patch.allow" || allow=(ALLOW="$here/$patch.allow")
	fuzz "$log" KERNEL="$version" PATCH="$here/$patch.cocci" \
		CONF="$(of "$name" conf | grep . || echo default)" \
		TIME="$time" "${allow[@]}"
	row "$patch" "$version" pass "$(verdict "$log")" - -
	well "$(why_not_right "$name" "$log")"
}

# The operations of the shortest scenario with a difference that counts
operations()
{
	grep -E '^(finding|difference (breaks|weaker|other)) ' "$1" |
		sed -n 's/.*(\([0-9]*\) operations)$/\1/p' | sort -n |
		head -n 1
}

# Seed by seed, until the first difference: "CPU OPERATIONS VERDICT"
seek()
{
	local name=$1 version=$2 conf=$3 base object seed log
	base=$(tests/objects/get.sh "$version" 0 libfuzzer ppc64 "$conf") &&
		object=$(tests/objects/get.sh "$version+$name" 0 libfuzzer \
			ppc64 "$conf") || return
	for seed in $(seq "$seeds"); do
		log=$out/$name-$version-$seed
		fuzz "$log" BASE="$base" OBJECT="$object" SEED="$seed" \
			FIRST=1 JOBS=1 TIME="$longest"
		echo "$cpu $(operations "$log" | grep . || echo none)" \
			"$(verdict "$log")"
	done
}

why_not_wrong()
{
	local name=$1 seen=$2 cpu=$3 operations=$4 unlike
	unlike=$(cut -d' ' -f3 "$seen" |
		grep -vxF -f <(of "$name" wrong | tr ' ' '\n'))
	test -z "$unlike" || echo "found:" $unlike
	awk -v cpu="$cpu" -v goal=$goal 'BEGIN { exit cpu <= goal }' &&
		echo "$cpu s of CPU, more than $goal"
	test "$(grep -c none "$seen")" = 0 && test "$operations" -le $most ||
		echo "$operations operations, more than $most"
}

wrong()
{
	local name=$1 version=$2 seen=$out/$1-$2 cpu operations
	seek "$name" "$version" default > "$seen"
	test -s "$seen" || {
		row "$name" "$version" "$(of "$name" wrong)" none - -
		well 'it cannot be built'
		return
	}
	cpu=$(cut -d' ' -f1 "$seen" | median)
	operations=$(cut -d' ' -f2 "$seen" | median)
	row "$name" "$version" "$(of "$name" wrong)" \
		"$(cut -d' ' -f3 "$seen" | sort -u | paste -sd,)" "$cpu" \
		"$operations"
	well "$(why_not_wrong "$name" "$seen" "$cpu" "$operations")"
}

both()
{
	local name=$1 version=$2 patch told
	patch=$(of "$name" right)
	told=$patch-$version
	! wanted "$patch" "$series" || [[ " $done " = *" $told "* ]] || {
		right "$name" "$version"
		done="$done $told"
	}
	test "$name" = "$patch" || ! wanted "$name" "$series" ||
		wrong "$name" "$version"
}

mkdir -p "$out" || exit 2
done=
row series kernel expected found cpu-s ops
for file in "$here"/*.txt; do
	name=$(basename "$file" .txt)
	for version in $(of "$name" for | grep . || echo 6.12 7.3); do
		! wanted "$version" "$kernels" || both "$name" "$version"
	done
done
test $judged -gt 0 || die "SERIES=$series KERNEL=$kernels: there is none"
echo "series judged $judged not as expected $bad"
test $bad = 0
