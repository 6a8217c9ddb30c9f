#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The example series of kernel-extract/series: the scenario beside each breaks
# or weakens nothing where the idea is done right, and where it is done as
# first posted, or wrong, exactly what the file says. Which of several ways a
# value is predicted is left aside: "contiguous-exact" and "exact" are off.

set -u

out=${O:-build}/test-series
here=kernel-extract/series
mkdir -p "$out"
. tests/objects/lib.sh

# of FILE WORD: what its comments say under a word, by default
of()
{
	sed -n "s/^# $2  *//p" "$here/$1.txt"
}

versions_of()
{
	of "$1" for | grep . || echo 6.12 7.3
}

# "STEP RULE: FIELD expected X got Y" for each departure in a replay
departures()
{
	"$mhpref" replay OBJECT="$object" SAN=0 ENGINE=none \
		RULES=-exact,-contiguous-exact "$here/$1.txt" 2> "$out/err" |
		tee "$out/log" | awk '
		$1 == "step" { step = $2 }
		$1 == "broken" || $1 == "weak" { $1 = step; print }'
}

# holds NAME WANTED TEXT: what a replay shows, and that it came to its end
holds()
{
	departures "$1" > "$out/shown"
	grep -q '^verdict [pb]' "$out/log" &&
		diff "$2" "$out/shown" > "$out/diff" && ok ||
		no "$3" "$out/diff"
}

# one NAME VERSION: right and wrong, if there is a wrong one
one()
{
	local name=$1 version=$2 right
	right=$(of "$name" right)
	of "$name" shows > "$out/wanted"
	kernel "$version+$right" 0 none &&
		holds "$name" /dev/null "$version+$right departs"
	test "$right" = "$name" && return
	test -s "$out/wanted" && ok || no "$name.txt says nothing is shown"
	kernel "$version+$name" 0 none &&
		holds "$name" "$out/wanted" "$version+$name shows else"
}

names_of()
{
	local file
	for file in "$here"/*.txt; do
		basename "$file" .txt
	done
}

# Every patch is one of a pair, or a right one alone
is_told()
{
	grep -qsx "# right  $1" "$here"/*.txt || test -f "$here/$1.txt"
}

test "${1-}" != --list || {
	for name in $(names_of); do
		for version in $(versions_of "$name"); do
			echo "$version+$(of "$name" right)" 0 none
			echo "$version+$name" 0 none
		done
	done | sort -u
	exit
}
for file in "$here"/*.cocci; do
	is_told "$(basename "$file" .cocci)" && ok ||
		no "$file: no scenario names it"
done
for name in $(names_of); do
	for version in $(versions_of "$name"); do
		one "$name" "$version"
	done
done
end
