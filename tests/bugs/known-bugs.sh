#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# known-bugs.sh [NAME...]: put each bug of "table" alone into a kernel, fuzz
# that from an empty corpus with five seeds (SEEDS) until something is found,
# and print a table:
#
#	reached    lines of the change that were executed, of those that are in
#		   this configuration
#	triggered  seeds with a scenario in which anything that is observed is
#		   different from the kernel without the bug
#	detected   seeds that found it: the finding passes without the bug
#	rules      by which it was found
#	median, worst  seconds of CPU time until then, minimising included
#	ops        operations in the minimised scenario, at the median
#
# Last line: how many are found in a minute of CPU time at the median, of how
# many. Exit status 0: all; 1: not all; 2: that could not be told. Everything
# stays in $O/known-bugs.

set -u -o pipefail

O=${O:-build}
export O
here=tests/bugs
out=$O/known-bugs
mhpref=$O/mhpref
seeds=${SEEDS:-5}
goal=60
runs=${RUNS:-400000}	# a minute or more of CPU time
form='%-32s %-5s %7s %9s %8s %6s %6s %4s  %s\n'
ops='add|online|offline|remove|register|unregister|set|query|map|unmap'
. $here/lib.sh

die()
{
	echo "mhpref: known-bugs: $*" >&2
	echo 'verdict incomplete'
	exit 2
}

# object KERNEL ENGINE
object()
{
	tests/objects/get.sh "$1" 0 "$2" 2> "$out/get.log" && return
	tail -n1 "$out/get.log" >&2
	return 1
}

# One campaign; all that it has run that was worth keeping is in $dir/all
campaign()
{
	local seed=$1 TIMEFORMAT='%U %S'
	mkdir -p "$dir/all"
	time "$mhpref" fuzz OBJECT="$fuzzed" SAN=0 SEED="$seed" \
		QUIRKS="$quirks" RUNS=$runs FIRST=1 JOBS=1 TIME=10h \
		CORPUS="$dir/corpus" FINDINGS="$dir/found" \
		> "$dir/log" 2> "$dir/err" < /dev/null
} 2> "$time"

# Scenarios that are not the same with the bug and without, one is enough
differs()
{
	local kernel
	find "$dir/corpus" "$dir/found" -type f ! -name '*.txt' \
		-exec ln -f -t "$dir/all" {} + 2> /dev/null
	for kernel in "$buggy" "$clean"; do
		find "$dir/all" -type f -print0 | sort -z |
			xargs -0 -r "$O/fuzz-none" hash OBJECT="$kernel" \
			SAN=0 ENGINE=none QUIRKS="$quirks" 2> "$dir/err.hash" |
			grep '^hash ' > "$dir/hash.${kernel##*/}"
	done
	! cmp -s "$dir/hash.${buggy##*/}" "$dir/hash.${clean##*/}"
}

# The bug, and not something that is wrong in any case
is_of_bug()
{
	local text
	text=$(find "$dir/found" -name '*.txt' 2> /dev/null | head -n1)
	test -n "$text" || return
	"$mhpref" replay OBJECT="$clean" SAN=0 ENGINE=none QUIRKS="$quirks" \
		"$text" > "$dir/replay" 2>&1 || return
	grep -cE "^($ops) " "$text" >> "$all.ops"
	awk '$1 == "finding" { print $3 }' "$dir/log" >> "$all.rules"
	awk '{ printf "%.1f\n", $1 + $2 }' "$time" >> "$all.cpu"
}

# With the scenarios of all seeds; where lines of the change are not in this
# configuration, which are not counted, the exit status is not 0
reached()
{
	local dir
	mkdir -p "$all.corpus"
	for dir in "$all"-*/all; do
		find "$dir" -type f -exec ln -f -t "$all.corpus" {} +
	done
	kernel-extract/patch/prepare.sh "$(tests/objects/get.sh "$version")" \
		"$here/$name.cocci" "$(realpath -m "$all.series")" \
		> "$all.err" 2>&1 &&
		kernel-extract/patch/changed-lines.sh "$all.series" ppc64 \
			default "$all.corpus" > "$all.lines" 2>> "$all.err"
	awk '$1 == "lines" { said = $7 "/" $5 }
		END { print said ? said : "?" }' "$all.lines"
}

# middle FILE [NUMBER]: of so many values, those that are missing being large
middle()
{
	sort -g "$1" | awk -v nr="${2:-$(wc -l < "$1")}" '
	NR == int((nr + 1) / 2) { middle = $1 }
	END { print NR && middle != "" ? middle : "-" }'
}

bug()
{
	local name=$1 version=$2 all=$out/$2-$1 fuzzed buggy clean quirks
	local triggered=0 dir time seed worst=-
	fuzzed=$(object "$version+$name" libfuzzer) &&
		buggy=$(object "$version+$name" none) &&
		clean=$(object "$version" none) || return
	quirks=$(tests/objects/quirks.sh "$version")
	rm -rf "$all"-* "$all".*
	touch "$all".{ops,rules,cpu,lines}
	for seed in $(seq "$seeds"); do
		dir=$all-$seed time=$all-$seed.time
		campaign "$seed"
		differs && triggered=$((triggered + 1))
		is_of_bug
	done
	test "$(wc -l < "$all.cpu")" -lt "$seeds" ||
		worst=$(sort -g "$all.cpu" | tail -n1)
	printf "$form" "$name" "$version" "$(reached)" "$triggered/$seeds" \
		"$(wc -l < "$all.cpu")/$seeds" "$(middle "$all.cpu" "$seeds")" \
		"$worst" "$(middle "$all.ops")" \
		"$(sort -u "$all.rules" | paste -sd,)"
}

chosen()
{
	bugs_of_table | awk -v only="$*" \
		'!only || index(" " only " ", " " $1 " ")'
}

mkdir -p "$out" || die "cannot make $out"
test -n "$(chosen "$@")" || die "$*: not in $here/table"
printf "$form" bug in reached triggered detected median worst ops rules
while read -r name version _; do
	bug "$name" "$version" || break
done < <(chosen "$@") | tee "$out/results"
test "$(wc -l < "$out/results")" = "$(chosen "$@" | wc -l)" ||
	die 'not all bugs could be tried'
awk -v goal=$goal '
	{ found += $6 != "-" && $6 <= goal }
	END {
		printf "%d of %d bugs found in %d s of CPU time at the " \
			"median\n", found, NR, goal
		exit found < NR
	}' "$out/results"
