#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Every quirk of "mhpref quirks": its scenario, corpora/findings/NAME.txt, is
# broken without it and agrees with it on every kernel that has it, and agrees
# without it on every kernel that has not; a mutant of the same function, of
# which corpora/rules.table has one at least for each, is caught with it on.

set -u

out=${O:-build}/test-quirks
mkdir -p "$out"
. tests/objects/lib.sh
versions='6.1 6.12 7.2 7.3'

# Poison is only seen by who is sanitized
san_of()
{
	case $(rule_of "$1") in
	sanitizer) echo 1 ;;
	*) echo 0 ;;
	esac
}

# replay FILE QUIRKS
replay()
{
	"$mhpref" replay OBJECT="$object" SAN="$san" ENGINE=none \
		QUIRKS="$2" "$1" > "$out/log" 2>&1
}

without()
{
	echo ",$1," | sed "s/,$2,/,/; s/^,//; s/,$//"
}

# The rule that it departs from
rule_of()
{
	"$mhpref" quirks | awk -v quirk="$1" '
	/^[a-z]/ { on = $1 == quirk }
	on && $1 == "rule:" { print $2 }'
}

has()
{
	local version=$1 quirk=$2 file=$3 all=$4
	replay "$file" "$(without "$all" "$quirk")"
	test $? = 1 &&
		grep -q '^  broken \|: crash$\|: sanitizer$' "$out/log" && ok ||
		no "$quirk: not red without it on $version" "$out/log"
	grep -q -e "^  [bw].* $(rule_of "$quirk"):" \
		-e ": $(rule_of "$quirk")\$" "$out/log" && ok ||
		no "$quirk: departs from another rule on $version" "$out/log"
	replay "$file" "$all"
	test $? = 0 && grep -q "$quirk\|excused\|skipped\|weak" "$out/log" &&
		ok || no "$quirk: not green with it on $version" "$out/log"
}

has_not()
{
	local version=$1 quirk=$2 file=$3 all=$4
	replay "$file" "$all"
	test $? = 0 && ok ||
		no "$quirk: not green on $version, which has it not" "$out/log"
}

on_version()
{
	local version=$1 quirk all san
	kernel "$version" 0 none || return
	all=$(tests/objects/quirks.sh "$version")
	for quirk in $names; do
		san=$(san_of "$quirk")
		kernel "$version" "$san" none $(as_made "findings/$quirk") ||
			continue
		case ,$all, in
		*,$quirk,*) has "$version" "$quirk" \
			"corpora/findings/$quirk.txt" "$all" ;;
		*) has_not "$version" "$quirk" \
			"corpora/findings/$quirk.txt" "$all" ;;
		esac
	done
}

# "QUIRK SCENARIO KERNEL" for each
mutants()
{
	shown | awk '$2 == "mutant" { print $1, $3, $4 }'
}

mutant()
{
	local quirk=$1 file=corpora/$2.txt kernel=$3 version=${3%%+*} made san=0
	made=$(as_made "$2")
	kernel "$kernel" 0 none $made || return
	replay "$file" "$(tests/objects/quirks.sh "$version")"
	test $? = 1 && ok ||
		no "$quirk: $kernel is not caught by $file" "$out/log"
	kernel "$version" 0 none $made || return
	replay "$file" "$(tests/objects/quirks.sh "$version")"
	test $? = 0 && ok || no "$quirk: $file is broken as it is" "$out/log"
}

test "${1-}" != --list || {
	for version in $versions; do
		for file in corpora/findings/*.txt; do
			file=${file%.txt}
			echo "$version $(san_of "${file##*/}") none" \
				"$(as_made "${file#corpora/}")"
		done
	done | sort -u
	mutants | awk '{ print $2, $3, 0 }' | as_listed
	exit
}
names=$("$mhpref" quirks | awk '/^[a-z].*[(].*[)]$/ { print $1 }')
for version in $versions; do
	on_version "$version"
done
while read -r line; do
	mutant $line
done < <(mutants)
for quirk in $names; do
	mutants | grep -q "^$quirk " && ok ||
		no "$quirk: no mutant in corpora/rules.table"
done
for quirk in $(mutants | cut -d' ' -f1); do
	echo "$names" | grep -qx "$quirk" && ok ||
		no "corpora/rules.table: $quirk has a mutant, and is no quirk"
done
end
