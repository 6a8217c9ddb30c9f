#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Every rule of "mhpref rules", alone: the scenario that "table" names for it
# agrees on 6.12, and is broken by it on what the table's last column says.

set -u

out=${O:-build}/test-rules
mkdir -p "$out"
. tests/objects/lib.sh

file_of()
{
	case $1 in
	quirk:*) echo "corpora/findings/${1#quirk:}.txt" ;;
	*) echo "corpora/seed/rules/$1.txt" ;;
	esac
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

# replay RULE FILE OBJECT SAN QUIRKS
replay()
{
	"$mhpref" replay OBJECT="$3" SAN="$4" ENGINE=none RULES="$1" \
		QUIRKS="$5" "$2" > "$out/log" 2>&1
}

obeys()
{
	kernel 6.12 "$3" none || return
	replay "$1" "$2" "$object" "$3" "$all"
	test $? = 0 && grep -q '^verdict pass$' "$out/log" && ok ||
		no "$1: $2 does not agree on 6.12" "$out/log"
}

breaks()
{
	local rule=$1 file=$2 san=$3 kernel=$4 how=$5 status=1 word=broken
	test "$how" != weak || status=0 word=weak
	kernel "$kernel" "$san" none || return
	replay "$rule" "$file" "$object" "$san" "$(quirks "$how")"
	test $? = $status &&
		grep -q "^  $word $rule:\|: $rule$" "$out/log" && ok ||
		no "$rule: not $word by $file on $kernel $how" "$out/log"
}

row()
{
	local rule=$1 file san=0
	file=$(file_of "$2")
	test "${4-}" != san || san=1
	obeys "$rule" "$file" $san
	breaks "$rule" "$file" $san "$3" "${4-}"
}

test "${1-}" != --list || {
	rows tests/rules/table | awk '{
		san = $4 == "san" ? 1 : 0
		print "6.12", san, "none"
		print $3, san, "none" }' | sort -u
	exit
}
all=$(tests/objects/quirks.sh 6.12) || exit 2
while read -r line; do
	row $line
done < <(rows tests/rules/table)
for rule in $(sed -n 's/^\t\t\.name = "\(.*\)",$/\1/p' ref/rules.c); do
	grep -q "^$rule " tests/rules/table && ok ||
		no "$rule: no row in tests/rules/table"
done
end
