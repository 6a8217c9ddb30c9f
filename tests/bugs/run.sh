#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Every bug of "table": its scenario is broken, by the rule that the table
# names, on each kernel into which it is put, and passes on that kernel as it
# is. What the fuzzer takes to find them is for "make known-bugs" to say.

set -u

out=${O:-build}/test-bugs
mkdir -p "$out"
. tests/objects/lib.sh
. tests/bugs/lib.sh

# replay KERNEL NAME; exit status of mhpref, or 3: there is no such kernel. For
# a kernel in which a bug has no place, the table must not have it.
replay()
{
	local version=${1%%+*}
	kernel "$1" 0 none || {
		! grep -q 'does not apply$' "$out/get.log" ||
			no "$1: it has nothing to change there"
		return 3
	}
	"$mhpref" replay OBJECT="$object" SAN=0 ENGINE=none \
		QUIRKS="$(tests/objects/quirks.sh "$version")" \
		"$bugs/$2.txt" > "$out/log" 2>&1
}

# judge KERNEL NAME STATUS PATTERN WHAT: replayed, it ends so and says that
judge()
{
	local kernel=$1 name=$2 wanted=$3 pattern=$4 what=$5 status
	replay "$kernel" "$name"
	status=$?
	test $status != 3 || return
	test $status = "$wanted" && grep -q "$pattern" "$out/log" && ok ||
		no "$name: $what on $kernel" "$out/log"
}

bug()
{
	local name=$1 version=$2 rule=$3
	judge "$version+$name" "$name" 1 "^  broken $rule:" \
		"does not break $rule"
	judge "$version" "$name" 0 '^verdict pass$' 'does not pass'
}

# Both files for each row, and a row for each file
complete()
{
	local name file
	for name in $(bugs_of_table | cut -d' ' -f1 | sort -u); do
		test -f "$bugs/$name.cocci" && test -f "$bugs/$name.txt" &&
			ok || no "$name: a file is missing"
	done
	for file in "$bugs"/*.cocci "$bugs"/*.txt; do
		name=${file##*/}
		bugs_of_table | grep -q "^${name%.*} " && ok ||
			no "$file: not in the table"
	done
}

test "${1-}" != --list || {
	bugs_of_table | awk '{ print $2 "+" $1, 0, "none" }
		{ print $2, 0, "none" }' | sort -u
	exit
}
complete
while read -r line; do
	bug $line
done < <(bugs_of_table)
end
