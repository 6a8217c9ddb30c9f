#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Each scenario of corpora/ has one hash over all that is observed: twice in
# one process, in two orders, in a process of its own, in the programs of both
# engines and without one, sanitized and not.

set -u

out=${O:-build}/test-determinism
mkdir -p "$out"
. tests/objects/lib.sh

# Kernel, geometry, sanitized, engine
table='
6.12 ppc64 0 none
6.12 ppc64 1 none
6.12 ppc64 0 libfuzzer
6.12 ppc64 1 libfuzzer
6.12 ppc64 0 afl
6.12 ppc64 1 afl
7.3 ppc64 0 none
7.3 ppc64 1 none
6.12 x86_64 0 none
6.12 x86_64 1 none
6.12 arm64-64k 0 none
6.12 arm64-64k 1 none
'

options()
{
	export ASAN_OPTIONS=detect_leaks=0:detect_odr_violation=0
	export UBSAN_OPTIONS=halt_on_error=1
	export AFL_IGNORE_PROBLEMS=1
}

# hashes FILE...: one line "HASH FILE" each, of all in one process
hashes()
{
	"$program" hash OBJECT="$object" SAN="$san" ENGINE="$engine" \
		QUIRKS="$quirks" "$@" 2>> "$out/err" |
		sed -n 's/^hash //p'
}

reversed()
{
	printf '%s\n' "$@" | tac
}

# compare NAME: no scenario may have more hashes than one so far
compare()
{
	local several
	several=$(sort -u "$out/all-$kernel-$geom" | awk 'n[$2]++ == 1 {
		print $2 }')
	test -z "$several" && ok ||
		no "$kernel $geom $1: several hashes: $several"
}

# Each in a process of its own; of those that are slow to start, some
alone()
{
	local n=0 file
	for file in "$@"; do
		n=$((n + 1))
		test $((n % each)) != 0 || hashes "$file"
	done
}

row()
{
	local kernel=$1 geom=$2 san=$3 engine=$4 quirks program files each=1
	local suffix=
	kernel "$kernel" "$san" "$engine" "$geom" || return
	test "$san" = 0 || suffix=-san
	program=$O/fuzz-$engine$suffix
	quirks=$(tests/objects/quirks.sh "$kernel")
	mapfile -t files < <(scenarios "$geom")
	test ${#files[@]} -gt 0 || {
		no "no scenario of $geom in corpora"
		return
	}
	test "$san$engine" = 0none || each=8
	: > "$out/err"
	{
		hashes "${files[@]}" "${files[@]}"
		hashes $(reversed "${files[@]}")
		alone "${files[@]}"
	} > "$out/row"
	cat "$out/row" >> "$out/all-$kernel-$geom"
	counts $((${#files[@]} * 3 + ${#files[@]} / each))
	compare "$engine, sanitized: $san"
}

# All must have been run, as often as they should
counts()
{
	test "$(wc -l < "$out/row")" = "$1" && ok ||
		no "$kernel $geom $engine: $(wc -l < "$out/row") of $1 ran" \
			"$out/err"
}

test "${1-}" != --list || {
	echo "$table" | awk 'NF { print $1, $3, $4, $2 }'
	exit
}
rm -f "$out"/all-*
options
while read -r line; do
	test -z "$line" || row $line
done <<< "$table"
end
