#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# "mhpref rules" and "make rules": all rules and quirks are there, with what
# shows them, in 80 columns, and as a page of HTML whose tags and links fit
# together; what is not there or wrong is said to be.

set -u

. tests/objects/lib.sh
mhpref=$(realpath "$mhpref")
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# check NAME COMMAND...: it must succeed; what it prints says why it does not
check()
{
	local name=$1
	shift
	"$@" > "$tmp/why" 2>&1 && ok || no "$name" "$tmp/why"
}

# --- text

# Lines of a section: section NAME
section()
{
	awk -v name="$1" '/^[^ ]/ { on = $0 == name } on' "$tmp/text"
}

narrow()
{
	awk 'length($0) > 80 { print; wide = 1 } END { exit wide }' "$1"
}

rule_is_whole()
{
	local key
	for key in formula why source obeyed 'broken\|weak'; do
		section "$1" | grep -q "^    \($key\) " || {
			echo "no $key"
			return 1
		}
	done
	section "$1" | grep -q '^        mhpref 1$'
}

quirk_is_whole()
{
	local key
	for key in formula rule kernels verdict source shown broken; do
		section "$1" | grep -q "^    $key " || {
			echo "no $key"
			return 1
		}
	done
	section "$1" | grep -q '^        mhpref 1$'
}

alone_is_the_same()
{
	"$mhpref" rules "$1" | diff - <(section "$1" | sed '$ { /^$/d }')
}

# What is printed can be copied: each scenario is one, once moved to the left
can_be_copied()
{
	rm -f "$tmp"/scenario-*
	sed 's/^ *$//' "$tmp/text" | awk -v to="$tmp/scenario-" '
	/^        [^ ]/ { if (!on) n++; on = 1; print substr($0, 9) > (to n) }
	/^ ? ? ? ? ? ? ?[^ ]/ { if (on) close(to n); on = 0 }'
	for file in "$tmp"/scenario-*; do
		"$mhpref" show "$file" > /dev/null || return
	done
	test -e "$tmp/scenario-20"
}

# --- HTML

# Every < begins a known tag, every tag is closed by its own, nothing is left
tags_fit()
{
	tr '\n' ' ' < "$1" | sed 's/</\n</g' | awk '
	BEGIN { split("html head title style body h1 h2 h3 p ul li a b " \
		"code pre", list); for (n in list) known[list[n]] = 1 }
	NR == 1 { next }
	/^<!DOCTYPE html>|^<meta / { next }
	!/^<\/?[a-z0-9]+( [a-z]+="[^"<>]*")*>/ { print; exit bad = 1 }
	{ tag = $0; sub(/^<\/?/, "", tag); sub(/[ >].*/, "", tag) }
	!known[tag] { print; exit bad = 1 }
	/^<\// { if (stack[depth--] != tag) { print; exit bad = 1 }; next }
	{ stack[++depth] = tag }
	{ text = $0; sub(/^[^>]*>/, "", text) }
	tag != "style" && text ~ />/ { print; exit bad = 1 }
	END { exit bad || depth != 0 || !NR }'
}

# What links lead to is there, once, and in the table of contents
links_fit()
{
	names ref/rules.c ref/quirks.c | sort > "$tmp/names"
	diff "$tmp/names" <(grep -o ' id="[^"]*"' "$1" | cut -d'"' -f2 |
		sort) &&
		diff "$tmp/names" <(grep -o '<li><a href="#[^"]*"' "$1" |
			cut -d'"' -f2 | tr -d '#' | sort) &&
		diff "$tmp/names" <(grep -o ' href="#[^"]*"' "$1" |
			cut -d'"' -f2 | tr -d '#' | sort -u)
}

# The same words as in the text, but for the table of contents
words()
{
	tr -s ' :\n' '\n' | grep . | sort | uniq -c
}

same_words()
{
	sed '1,/^<body>$/d; s/<h1>.*//; s/<p>Rules:.*//; s/<p>Quirks:.*//
		s/<li>.*//; s/<[^>]*>/ /g; s/&lt;/</g; s/&gt;/>/g
		s/&quot;/"/g; s/&amp;/\&/g' "$1" | words > "$tmp/html-words"
	diff "$tmp/html-words" <(words < "$tmp/text")
}

# --- what is wrong

fails()
{
	local status=$1 pattern=$2
	shift 2
	"$@" > "$tmp/out" 2> "$tmp/err"
	test $? = "$status" && ! test -s "$tmp/out" &&
		grep -q -e "$pattern" "$tmp/err" || {
		cat "$tmp/err"
		return 1
	}
}

# A checkout with a table of its own: with_table LINE...
with_table()
{
	mkdir -p "$tmp/other/build" "$tmp/other/ref" "$tmp/other/corpora"
	cp "$mhpref" "$tmp/other/build"
	touch "$tmp/other/ref/observation.h"
	printf '%s\n' "$@" > "$tmp/other/corpora/rules.table"
	"$tmp/other/build/mhpref" rules locks
}

"$mhpref" rules > "$tmp/text" || exit 2
"$mhpref" rules HTML=1 > "$tmp/html" || exit 2
check '80 columns' narrow "$tmp/text"
for name in $(names ref/rules.c); do
	check "$name" rule_is_whole "$name"
	check "$name alone" alone_is_the_same "$name"
done
for name in $(names ref/quirks.c); do
	check "$name" quirk_is_whole "$name"
	check "$name alone" alone_is_the_same "$name"
done
check 'scenarios can be copied' can_be_copied
check 'tags' tags_fit "$tmp/html"
check 'links' links_fit "$tmp/html"
check 'HTML says the same' same_words "$tmp/html"
check 'nearest: letters' fails 2 'nearest: zone-span, ' \
	"$mhpref" rules zone-spam
check 'nearest: a part' fails 2 'nearest: nr-zones, ' "$mhpref" rules zones
check 'nothing of two' fails 2 'no such rule' "$mhpref" rules locks sinatizer
check 'table: no rule' fails 2 'rules.table:2: no such rule' \
	with_table '# a' lokcs
check 'table: no word' fails 2 'rules.table:2: expected obeys' \
	with_table locks '	obey seed/rules/locks'
check 'table: no kernel' fails 2 'rules.table:2: expected SCENARIO KERNEL' \
	with_table locks '	alone seed/rules/locks'
check 'table: above all' fails 2 'rules.table:1: no rule or quirk above it' \
	with_table '	obeys seed/rules/locks'
end
