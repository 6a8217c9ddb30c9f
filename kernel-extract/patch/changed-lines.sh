#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# changed-lines.sh SERIES GEOM CONF CORPUS: what the scenarios in CORPUS, a
# directory, execute of the lines of code that a series changes. SERIES is what
# prepare.sh left. Lines that are added are looked for in the patched kernel,
# those that are removed in the base. Printed, after what is known of the
# series (its patches, how far they had drifted, notes):
#
#	lines changed N extracted N executed N shim N unreached N unindexed N
#	line FILE:LINE [removed] shim|unreached|unindexed WHY: TEXT
#
# with one "line" for each that is not both extracted and executed. The same is
# left in SERIES/lines.
# FILE:LINE: error: ... says what is used before it is declared.
# Exit status: 0: all are, and no error; 1: not all; 2: cannot be told, with the
# reason on standard error.

set -u -o pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
O=$(realpath -m "${O:-$here/../../build}")
export O KX_EXTRACT=$O/extract KX_CACHE=$O/kernels
most=200	# lines named

die()
{
	printf 'mhpref: %s\n' "$@" >&2
	exit 2
}

# build NAME: the kernel with counters; its text, and all that was indexed
build()
{
	local tree=$series/tree
	test "$1" = patched || tree=$series/base
	mkdir "$work/$1" "$work/$1/text"
	KX_MORE_FILES=$series/files KX_TEXT=$work/$1/text "$here/../build.sh" \
		"$(realpath "$tree")" "$geom" "$conf" 0 coverage \
		"$O/kernels" 2> "$work/$1/log" | tail -n 1 \
		> "$work/$1/object" || {
		cat "$work/$1/log" >&2
		die "the $1 kernel cannot be built with counters"
	}
}

# Counters are written as they count, so that nothing is lost in a crash
replay()
{
	LLVM_PROFILE_FILE="$work/$1/%p-%c.raw" "$O/mhpref" replay \
		OBJECT="$(cat "$work/$1/object")" ENGINE=none SAN=0 \
		GEOM="$geom" CONF="$conf" "$corpus" \
		> "$work/$1/replay" 2>&1
	ls "$work/$1"/*.raw > "$work/$1/list" 2> /dev/null &&
		llvm-profdata merge "$work/$1"/*.raw -o "$work/$1/data" \
			2>> "$work/$1/log"
}

# Generated files by the names under which they were compiled
compiled_files()
{
	llvm-cov export -format=lcov -summary-only "$object" \
		-instr-profile "$work/$1/data" | sed -n 's/^SF://p' |
		while read -r file; do
			test ! -f "$work/$1/text/${file##*/}" || echo "$file"
		done
}

# count NAME: "FILE LINE COUNT" for every line of the kernel that was compiled;
# COUNT is - where a line has no statement
count()
{
	local object name=$1
	object=$(cat "$work/$name/object")
	set -- $(compiled_files "$name")
	test $# -gt 0 || return
	llvm-cov show "$object" -instr-profile "$work/$name/data" \
		-path-equivalence="${1%/*},$work/$name/text" \
		-show-instantiations=false "$@" | tr '\t' ' ' | awk '
		/^ +[0-9]+\|/ {
			text = $0
			sub(/^ +[0-9]+\|[^|]*\|/, "", text)
			if (text ~ /^#line [0-9]+ "/) {
				split(text, word, /#line |"/)
				at = word[2] + 0
				path = word[3]
				next
			}
			count = $0
			sub(/^ +[0-9]+\|/, "", count)
			sub(/\|.*/, "", count)
			gsub(/ /, "", count)
			if (path ~ /^(mm|include|drivers)\//)
				print path, at, count == "" ? "-" : count
			at++
		}' > "$work/$name/counts"
}

# Without a scenario nothing is executed
measure()
{
	build "$1"
	: > "$work/$1/counts"
	replay "$1" || return 0
	count "$1"
}

# Files that are read in some configuration
listed()
{
	sed 's/[ 	#].*//; /^$/d' "$here/../lists/files"
}

# sorted NAME SIGN: what changed.awk prints; $tree is set
sorted()
{
	awk -v sign="$2" -v tree="$tree" -v conf="$conf" \
		-v listed="$(listed | tr '\n' ' ')" \
		-f "$here/changed.awk" "$work/$1/text/chunks" \
		"$work/$1/counts" "$series/changed"
}

# text TREE FILE LINE: without the blanks before it
text()
{
	sed -n "${3}{s|^[ 	]*||p;q}" "$1/$2" 2> /dev/null
}

# lines NAME SIGN: as sorted, with their text
lines()
{
	local tree=$series/tree removed= nr=0 what file line why
	test "$2" = + || tree=$series/base removed='removed '
	sorted "$1" "$2" | while read -r what file line why; do
		if test "$what" != line; then
			echo "$what" "$file" "$line" "$why"
		elif test $((nr += 1)) -le "$most"; then
			echo "line $file:$line $removed$why:" \
				"$(text "$tree" "$file" "$line")"
		else
			echo "line $file:$line $removed$why"
		fi
	done
}

# A patch may hold what a terminal would obey
printable()
{
	tr '\000-\011\013-\037\177' '[?*]'
}

# report NUMBER: of the sums that must be there
report()
{
	awk -v most="$most" -v wanted="$1" '
	$1 == "sum" {
		sums++
		for (i = 2; i < NF; i += 2) sum[$i] += $(i + 1)
		next
	}
	{ line[++nr] = $0 }
	END {
		if (sums != wanted)
			exit 2
		printf "lines changed %d extracted %d executed %d shim %d " \
			"unreached %d unindexed %d\n", sum["changed"], \
			sum["extracted"], sum["executed"], sum["shim"], \
			sum["unreached"], sum["unindexed"]
		for (n = 1; n <= nr && n <= most; n++)
			print line[n]
		if (nr > most)
			print "line ... and " nr - most " more"
		exit sum["executed"] != sum["changed"]
	}'
}

# What is removed was in the base: it is measured at the same time
judge_both()
{
	local other
	measure base &
	other=$!
	(measure patched)
	set -- $?
	wait "$other" && test "$1" = 0 || exit 2
	{
		lines patched +
		lines base -
	} | printable | report 2
}

judge_one()
{
	measure patched
	lines patched + | printable | report 1
}

judge()
{
	cat "$series/series.info"
	cat "$series/early" 2> /dev/null
	if grep -q '^-' "$series/changed"; then
		judge_both || exit
	else
		judge_one || exit
	fi
	test ! -s "$series/early"
}

test $# = 4 || die 'usage: changed-lines.sh SERIES GEOM CONF CORPUS'
series=$1 geom=$2 conf=$3 corpus=$4
test -d "$series/tree" || die "$series: not what prepare.sh left"
work=$(mktemp -d "$O/lines.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM HUP
judge | tee "$work/lines"
status=$?
mv "$work/lines" "$series/lines"
exit $status
