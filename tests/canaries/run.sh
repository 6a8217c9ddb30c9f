#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# run.sh [CANARY...]: both engines find every canary, a kernel broken by
# NAME.cocci, from an empty corpus within the executions that "limits" allows,
# by a rule that NAME.rules lists; with all those rules off they find nothing
# in as many executions. SEEDS=N repeats the table with N seeds.

set -u

O=${O:-build}
export O
here=tests/canaries
out=$O/test-canaries
goal=10
mhpref=$O/mhpref

# One run of the fuzzer: fuzz OBJECT ENGINE SEED RUNS NAME [WORD...]
fuzz()
{
	local object=$1 engine=$2 seed=$3 runs=$4 name=$5
	shift 5
	rm -rf "$out/$name.corpus" "$out/$name.found"
	TIMEFORMAT='%U %S'
	time "$mhpref" fuzz OBJECT="$object" ENGINE="$engine" SAN=0 \
		SEED="$seed" QUIRKS="$quirks" RUNS="$runs" \
		FIRST=1 JOBS=1 TIME=10h \
		CORPUS="$out/$name.corpus" FINDINGS="$out/$name.found" \
		"$@" > "$out/$name.log" \
		2> "$out/$name.err" < /dev/null
}

# uncommented [FILE...]
uncommented()
{
	sed 's/[[:blank:]]*#.*//; /^$/d' "$@"
}

cpu()
{
	tail -n1 "$1" | awk '{ printf "%.1f", $1 + $2 }'
}

executions()
{
	awk '$1 == "scenarios" { print $2 }' "$1"
}

# The rules by which it was found, that are not in the list
unlisted()
{
	awk '$1 == "finding" { print $3 }' "$1" | sort -u |
		grep -vxF -f "$2"
}

no()
{
	echo "not ok $*"
	return 1
}

found()
{
	local name=$1 limit=$2 rules=$3 seconds
	seconds=$(cpu "$out/$name.time")
	grep -q '^finding ' "$out/$name.log" || {
		no "$name: not found in $limit executions, $seconds s of CPU"
		return
	}
	test -z "$(unlisted "$out/$name.log" "$rules")" || {
		no "$name: found by $(unlisted "$out/$name.log" "$rules" |
			paste -sd' '), not in ${rules#"$out"/}"
		return
	}
	test "${seconds%.*}" -lt $goal || {
		no "$name: took $seconds s of CPU, goal $goal s"
		return
	}
	echo "ok $name: $(awk '$1 == "finding" { print $3 }' \
		"$out/$name.log" | head -n1)" \
		"in $(executions "$out/$name.log")" \
		"of $limit executions, $seconds s of CPU"
}

# Executions are what ends it; those that die of a rule that is off are not told
hidden()
{
	local name=$1 limit=$2 executions
	executions=$(executions "$out/$name.log")
	grep -q '^finding \|^rule [^ ]* broken' "$out/$name.log" && {
		no "$name: not hidden: $(grep '^finding \|^rule [^ ]* broken' \
			"$out/$name.log" | head -n1)"
		return
	}
	grep -q '^verdict [pi]' "$out/$name.log" &&
		test "$executions" -ge $((limit / 4)) || {
		no "$name: $executions of $limit executions:" \
			"$(tail -n1 "$out/$name.err")"
		return
	}
	echo "ok $name: nothing in $executions executions"
}

canary()
{
	local canary=$1 version=$2 engine=$3 seed=$4 limit=$5
	local name=$canary-$version-$engine-$seed object rules off quirks
	rules=$out/$canary.rules
	uncommented "$here/$canary.rules" > "$rules.$$"
	mv "$rules.$$" "$rules"
	off=$(sed 's/^/-/' "$rules" | paste -sd,)
	object=$(tests/objects/get.sh "$version+$canary" 0 "$engine" \
		2> "$out/$name.err") || {
		test $? = 3 &&
			echo "skip $name: $(tail -n1 "$out/$name.err")" ||
			no "$name: $(tail -n1 "$out/$name.err")"
		return
	}
	quirks=$(tests/objects/quirks.sh "$version")
	fuzz "$object" "$engine" "$seed" "$limit" "$name" \
		2> "$out/$name.time"
	found "$name" "$limit" "$rules"
	fuzz "$object" "$engine" "$seed" "$limit" "$name-off" RULES="$off" \
		2> "$out/$name-off.time"
	hidden "$name-off" "$limit"
}

rows()
{
	local n
	for n in $(seq 0 $((${SEEDS:-1} - 1))); do
		uncommented $here/limits |
			awk -v n="$n" -v only="$*" \
			'!only || index(" " only " ", " " $1 " ") {
				$4 += n; print }'
	done
}

# A canary without a row or without rules is an error, and so is a rule that
# is none, or that nothing says why it is there.
check_lists()
{
	local cocci name
	for cocci in $here/*.cocci; do
		name=$(basename "$cocci" .cocci)
		grep -q "^$name " $here/limits || no "$name: no row in limits"
		grep -q '^[a-z]' "$here/$name.rules" ||
			no "$name: no rules in $name.rules"
		sed -n '/^[a-z][^#]*$/s/$/: has no reason/p' \
			"$here/$name.rules" | sed "s/^/not ok $name: /"
	done
	uncommented $here/*.rules | sort -u |
		grep -vxF -f <(sed -n 's/^\t\t\.name = "\(.*\)",$/\1/p' \
			ref/rules.c) |
		sed 's/^/not ok no such rule: /'
}

mkdir -p "$out"
export -f canary fuzz uncommented cpu executions unlisted no found hidden
export here out goal mhpref
test "${1-}" != --list || {
	rows | awk '{ print $2 "+" $1, 0, $3 }' | sort -u
	exit
}
{
	check_lists
	rows "$@" | xargs -P "${JOBS:-2}" -L 1 bash -c 'canary "$@"' canary
} | tee "$out/results"
awk '/^ok /{ p++ } /^not ok /{ f++ } /^skip /{ s++ }
	END { printf "%d passed, %d failed, %d skipped\n", p, f, s
	exit f || !p }' "$out/results"
