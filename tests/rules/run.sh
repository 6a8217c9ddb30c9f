#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Every rule has what corpora/rules.table says of it: a scenario in which 6.12
# obeys it, a kernel that breaks it, and a mutant of 6.12 that it alone catches
# when exact prediction is off, or else a reason why there is none.

set -u

out=${O:-build}/test-rules
mkdir -p "$out"
. tests/objects/lib.sh
table=${TABLE:-corpora/rules.table}

lines()
{
	shown "$table"
}

# of RULE WORD: what the table says
of()
{
	lines | awk -v rule="$1" -v word="$2" '
	$1 == rule && $2 == word { $1 = $2 = ""; print substr($0, 3) }'
}

# $all with one quirk less, or one more
quirks()
{
	case $1 in
	-*) echo ",$all," | sed "s/,${1#-},/,/; s/^,//; s/,$//" ;;
	+*) echo "$all,${1#+}" ;;
	*) echo "$all" ;;
	esac
}

sanitized()
{
	case $1 in
	san) echo 1 ;;
	*) echo 0 ;;
	esac
}

# replay SCENARIO SAN QUIRKS [RULES=...]
replay()
{
	local file=corpora/$1.txt san=$2 quirks=$3
	shift 3
	"$mhpref" replay OBJECT="$object" SAN="$san" ENGINE=none \
		QUIRKS="$quirks" "$@" "$file" > "$out/log" 2>&1
}

says()
{
	grep -q "^  $1 $2:\|: $2$" "$out/log"
}

# Not excused, and not weak either
obeys()
{
	local rule=$1 scenario=${2-} word=${3-} san
	test -n "$scenario" || {
		no "$rule: $table has no scenario that obeys it"
		return
	}
	san=$(sanitized "$word")
	kernel 6.12 "$san" none $(as_made "$scenario") || return
	replay "$scenario" "$san" "$all" RULES="$rule"
	test $? = 0 && grep -q '^verdict pass$' "$out/log" &&
		! says '[a-z]*' "$rule" && ok ||
		no "$rule: 6.12 does not obey it in $scenario" "$out/log"
}

breaks()
{
	local rule=$1 scenario=$2 kernel=$3 word=${4-} status=1 what=broken san
	test "$word" != weak || status=0 what=weak
	san=$(sanitized "$word")
	kernel "$kernel" "$san" none $(as_made "$scenario") ||
		return
	replay "$scenario" "$san" "$(quirks "$word")" RULES="$rule"
	test $? = $status && says $what "$rule" && ok ||
		no "$rule: not $what in $scenario on $kernel $word" "$out/log"
}

# off RULE...: as RULES= takes it; exact too, unless it is the rule in question
off()
{
	test "$rule" = exact || set -- exact "$@"
	test $# = 0 || printf -- '-%s,' "$@" | sed 's/^/RULES=/; s/,$//'
}

# With the rule on it is seen, with the rule off nothing is: it alone sees it
catches()
{
	local rule=$1 scenario=$2 kernel=$3 word=${4-} status=1 what=broken san
	test "$word" != weak || status=0 what=weak
	san=$(sanitized "$word")
	kernel "$kernel" "$san" none $(as_made "$scenario") ||
		return
	replay "$scenario" "$san" "$all" $(off $less)
	test $? = $status && says $what "$rule" && ok ||
		no "$rule: not $what in $scenario on $kernel" "$out/log"
	replay "$scenario" "$san" "$all" $(off $less "$rule")
	test $? = 0 && ok ||
		no "$rule: not alone in $scenario on $kernel" "$out/log"
	kernel 6.12 "$san" none $(as_made "$scenario") || return
	replay "$scenario" "$san" "$all"
	test $? = 0 && ok ||
		no "$rule: $scenario is broken on 6.12" "$out/log"
}

# What is said to be in the way is: on, it is broken too
in_the_way()
{
	local rule=$1 scenario=$2 kernel=$3 other
	kernel "$kernel" 0 none $(as_made "$scenario") || return
	replay "$scenario" 0 "$all" $(off)
	for other in $less; do
		says broken "$other" && ok ||
			no "$rule: $other is not in its way" "$out/log"
	done
	test -z "$less" || test -n "$(of "$rule" why)" && ok ||
		no "$rule: \"less $less\" without a \"why\""
}

rule()
{
	local rule=$1 less line alone
	less=$(of "$rule" less)
	obeys "$rule" $(of "$rule" obeys)
	while read -r line; do
		breaks "$rule" $line
	done < <(of "$rule" breaks)
	alone=$(of "$rule" alone)
	if test -n "$alone"; then
		catches "$rule" $alone
		in_the_way "$rule" $alone
	elif test -n "$(of "$rule" breaks)" && test -n "$(of "$rule" why)"; then
		ok
	else
		no "$rule: no mutant (\"alone\"), or \"breaks\" and \"why\""
	fi
}

test "${1-}" != --list || {
	lines | awk '
	$2 == "obeys" { print $3, "6.12", $4 == "san" ? 1 : 0 }
	$2 == "breaks" || $2 == "alone" {
		print $3, $4, $5 == "san" ? 1 : 0
	}' | as_listed
	exit
}
all=$(tests/objects/quirks.sh 6.12) || exit 2
for name in $(names ref/rules.c); do
	rule "$name"
done
for name in $(lines | cut -d' ' -f1 | uniq); do
	names ref/rules.c ref/quirks.c | grep -qx -e "$name" && ok ||
		no "$table: $name is no rule"
done
for name in tests/rules/*.cocci; do
	name=$(basename "$name" .cocci)
	lines | grep -q -e "+$name\>" && ok ||
		no "tests/rules/$name.cocci: no rule has it"
done
end
