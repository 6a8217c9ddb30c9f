#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# Golden tests of the extractor. Each file in cases/ is a small tree with its
# lists and shim, and says what must come out:
#
#	=== PATH		begins a file: tree/..., lists/..., shim/...,
#				geometry.conf, conf.conf
#				(an @ at the end of a line is dropped, so that
#				blanks before it can be seen)
#	=== expect		begins the expectations, one a line:
#	  error TEXT		extraction fails with TEXT in a message
#	  absent TEXT		likewise, since the tree lacks a part
#	  has FILE TEXT		the output file has a line with TEXT
#	  lacks FILE TEXT	it has none
#	  once FILE TEXT	it has exactly one
#	  order FILE A | B	the first line with A is before that with B
#	  compiles		every source is accepted by the compiler
#
# Without an error or absent line the extraction must work, and its audit too.
# EXTRACT is the extractor, CC the compiler, DEBUG=1 keeps the work directory.

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
extract=${EXTRACT:-$top/${O:-build}/extract}
cc=${CC:-clang}
work=$(mktemp -d) || exit 2
[ -n "$DEBUG" ] || trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM HUP
if [ ! -x "$extract" ]; then
	echo "no $extract: run make ${O:-build}/extract"
	exit 2
fi

passed=0
failed=0
skipped=0

ok() {
	passed=$((passed + 1))
	echo "ok - $1"
}

not_ok() {
	failed=$((failed + 1))
	echo "not ok - $1"
	shift
	for line; do echo "# $line"; done
}

# The files of case $1 below $2, with defaults for what it does not give
unpack() {
	mkdir -p "$2/tree" "$2/lists" "$2/shim"
	echo 'VERSION = 7
PATCHLEVEL = 3
SUBLEVEL = 0
EXTRAVERSION =' >"$2/tree/Makefile"
	: >"$2/shim/shim-pre.h"
	: >"$2/shim/shim-mid.h"
	echo 'PAGE_SHIFT=12' >"$2/geometry.conf"
	echo 'DEFAULT=n' >"$2/conf.conf"
	awk -v dir="$2" '
	/^=== / {
		file = dir "/" $2
		parent = file
		sub("/[^/]*$", "", parent)
		system("mkdir -p " parent)
		printf "" > file
		next
	}
	file { sub("@$", ""); print > file }' "$1"
	[ -f "$2/lists/files" ] ||
		(cd "$2/tree" && find . -name '*.h' -o -name '*.c' |
		 sed 's,^\./,,' | sort -r) >"$2/lists/files"
}

run_extract() {
	timeout 20 "$extract" "$1/tree" "$1/geometry.conf" "$1/conf.conf" \
		"$1/lists" "$1/shim" "$1/out" >"$1/log" 2>&1
}

compiles() {
	while read -r source; do
		$cc -std=gnu11 -fsyntax-only -Wall -Wno-unused -Werror \
			-I"$1/out" -I"$1/shim" "$1/out/$source" || return 1
	done <"$1/out/sources"
}

line_of() {
	grep -nF -e "$2" "$1" | head -n 1 | cut -d: -f1
}

# Is expectation "$2" met in directory $1?
met() {
	dir=$1
	what=${2%% *}
	rest=${2#* }
	file=$dir/out/${rest%% *}
	text=${rest#* }
	case $what in
	error | absent) grep -qF -e "$rest" "$dir/log" ;;
	has) grep -qF -e "$text" "$file" ;;
	lacks) [ -f "$file" ] && ! grep -qF -e "$text" "$file" ;;
	once) [ "$(grep -cF -e "$text" "$file")" = 1 ] ;;
	order)
		first=$(line_of "$file" "${text%% | *}")
		second=$(line_of "$file" "${text#* | }")
		[ -n "$first" ] && [ -n "$second" ] &&
			[ "$first" -lt "$second" ] ;;
	compiles) compiles "$dir" >>"$dir/log" 2>&1 ;;
	*) echo "unknown expectation $what" >>"$dir/log"; false ;;
	esac
}

one_case() {
	name=$(basename "$1" .case)
	dir=$work/$name
	unpack "$1" "$dir"
	status=0
	run_extract "$dir" || status=$?
	want=0
	! grep -q '^error ' "$dir/expect" || want=2
	! grep -q '^absent ' "$dir/expect" || want=3
	if [ "$status" != "$want" ]; then
		not_ok "$name" "exit status $status, not $want" \
			"$(head -n 5 "$dir/log")"
		return
	fi
	if [ "$want" = 0 ] && ! "$extract" --audit "$dir/out" "$dir/tree" \
			>>"$dir/log" 2>&1; then
		not_ok "$name" "audit" "$(tail -n 1 "$dir/log")"
		return
	fi
	[ -s "$dir/expect" ] || { not_ok "$name" "expects nothing"; return; }
	bad=
	while IFS= read -r line; do
		case $line in ''|\#*) continue ;; esac
		met "$dir" "$line" || bad="$bad; $line"
	done <"$dir/expect"
	if [ -n "$bad" ]; then
		not_ok "$name" "not met$bad" "$(head -n 5 "$dir/log")"
	else
		ok "$name"
	fi
}

# The audit must see one altered byte, in every slice of a case
audit_sees() {
	dir=$work/$1
	count=0
	missed=
	while read -r file line offset len path from; do
		: "$line" "$path" "$from"
		at=$((offset + len / 2))
		cp "$dir/out/$file" "$work/saved.text"
		printf '~' | dd of="$dir/out/$file" bs=1 seek=$at \
			conv=notrunc 2>/dev/null
		if "$extract" --audit "$dir/out" "$dir/tree" \
				>"$work/audit.log" 2>&1 ||
		   ! grep -q "audit: .*$file:[0-9]*: differs from $path:" \
				"$work/audit.log"; then
			missed="$missed $file:$at"
		fi
		cp "$work/saved.text" "$dir/out/$file"
		count=$((count + 1))
	done <"$dir/out/slices"
	if [ -z "$missed" ] && [ $count -gt 0 ]; then
		ok "audit sees one altered byte in each of $count slices"
	else
		not_ok "audit sees one altered byte" "missed:$missed"
	fi
}

# audit_fails NAME MESSAGE: after the output was damaged, the audit says so
audit_fails() {
	if "$extract" --audit "$dir/out" "$dir/tree" >"$work/audit.log" 2>&1 ||
	   ! grep -qF -e "$2" "$work/audit.log"; then
		not_ok "$1" "$(cat "$work/audit.log")"
	else
		ok "$1"
	fi
}

damage() {
	dir=$work/$1
	first=$(head -n 1 "$dir/out/sources")
	cp "$dir/out/$first" "$work/saved.text"
	sed '/mm\/a.c"/s/^#line /#line 1/' "$work/saved.text" >"$dir/out/$first"
	audit_fails "audit sees an altered #line" "no #line "
	{ cat "$work/saved.text"; printf '#line 7 "mm/other.c"\nint x;\n'; } \
		>"$dir/out/$first"
	audit_fails "audit sees text that no slice accounts for" "claim to be"
	head -c 60 "$work/saved.text" >"$dir/out/$first"
	audit_fails "audit sees a truncated file" "audit: "
	cp "$work/saved.text" "$dir/out/$first"
	rm "$dir/out/slices"
	audit_fails "audit needs the list of slices" "cannot read"
}

# Whatever the input: a clear end, with file and line, and no crash
hostile() {
	dir=$work/hostile
	unpack "$here/cases/weak.case" "$dir"
	printf '%b' "$2" >"$dir/tree/mm/a.c"
	status=0
	run_extract "$dir" || status=$?
	if [ "$status" = 2 ] && grep -q "extract: mm/a.c:[0-9]*: " "$dir/log"
	then
		ok "hostile: $1"
	else
		not_ok "hostile: $1" "status $status" "$(head -n 3 "$dir/log")"
	fi
}

all_hostile() {
	hostile "a brace that is not closed" 'int f(void)\n{\n\tif (1) {\n}\n'
	hostile "a brace too many" 'int f(void)\n{\n}\n}\n'
	hostile "a parenthesis too many" 'int f);\n'
	hostile "a comment that is not closed" 'int x;\n/* abc\n'
	hostile "a string that is not closed" 'char *x = "abc\n;\n'
	hostile "a NUL byte" 'int x;\n\0000\n'
	hostile "bytes that are no ASCII" 'int \0303\0244;\n'
	hostile "#if that is not closed" '#if A\nint x;\n'
	hostile "#endif without #if" 'int x;\n#endif\n'
	hostile "#else without #if" 'int x;\n#else\n'
	hostile "#define without a name" '#define\n'
	hostile "a definition without an end" 'int x = 1\n'
	hostile "#if nested too deep" \
		"$(awk 'BEGIN { for (i = 0; i < 70; i++) print "#if A" }')\n"
}

# A tree cut off at every length ends clearly
truncated() {
	dir=$work/truncated
	unpack "$here/cases/twice.case" "$dir"
	cp "$dir/tree/mm/a.c" "$work/whole.text"
	size=$(wc -c <"$work/whole.text")
	bad=
	for n in $(seq 0 "$size"); do
		head -c "$n" "$work/whole.text" >"$dir/tree/mm/a.c"
		status=0
		run_extract "$dir" || status=$?
		[ $status = 0 ] || [ $status = 2 ] || bad="$bad $n"
	done
	if [ -z "$bad" ]; then
		ok "a file cut off at each of $size places ends clearly"
	else
		not_ok "a file cut off" "crashes at$bad"
	fi
}

long_line() {
	dir=$work/long
	unpack "$here/cases/weak.case" "$dir"
	awk 'BEGIN { printf "static int x[] = { 0"
		for (i = 0; i < 2500000; i++) printf ", 12"
		print " };" }' >>"$dir/tree/mm/a.c"
	if run_extract "$dir"; then
		ok "a line of 10 MB is no matter"
	else
		not_ok "a line of 10 MB" "$(head -n 3 "$dir/log")"
	fi
}

# fails NAME MESSAGE ARGUMENT...: called with them, extract says MESSAGE
fails() {
	name=$1
	message=$2
	shift 2
	status=0
	"$extract" "$@" >"$work/use.log" 2>&1 || status=$?
	if [ $status = 2 ] && grep -qF -e "$message" "$work/use.log"; then
		ok "$name"
	else
		not_ok "$name" "status $status" "$(head -n 3 "$work/use.log")"
	fi
}

wrong_use() {
	dir=$work/use
	unpack "$here/cases/weak.case" "$dir"
	g=$dir/geometry.conf
	c=$dir/conf.conf
	l=$dir/lists
	s=$dir/shim
	fails "no arguments: usage" "usage: extract"
	fails "no tree" "cannot read /nowhere/Makefile" \
		/nowhere "$g" "$c" "$l" "$s" "$dir/out"
	mkdir -p "$dir/empty"
	echo 'VERSION = 7' >"$dir/empty/Makefile"
	fails "a tree without files" "no kernel tree?" \
		"$dir/empty" "$g" "$c" "$l" "$s" "$dir/out"
	echo 'all:' >"$dir/empty/Makefile"
	fails "another project" "is no kernel tree" \
		"$dir/empty" "$g" "$c" "$l" "$s" "$dir/out"
	fails "no configuration" "cannot read $dir/none" \
		"$dir/tree" "$g" "$dir/none" "$l" "$s" "$dir/out"
	fails "no shim" "cannot read the shim's directory" \
		"$dir/tree" "$g" "$c" "$l" "$dir/none" "$dir/out"
	fails "no place to write" "cannot make directory" \
		"$dir/tree" "$g" "$c" "$l" "$s" "$dir/none/out"
	echo 'PAGE_SHIFT=twelve' >"$g"
	fails "a value that is none" "geometry.conf:1: twelve is neither" \
		"$dir/tree" "$g" "$c" "$l" "$s" "$dir/out"
}

# Extraction does not write to the tree
read_only() {
	dir=$work/readonly
	unpack "$here/cases/twice.case" "$dir"
	before=$(cd "$dir/tree" && find . -type f -exec cksum {} + | sort)
	chmod -R a-w "$dir/tree"
	status=0
	run_extract "$dir" || status=$?
	chmod -R u+w "$dir/tree"
	after=$(cd "$dir/tree" && find . -type f -exec cksum {} + | sort)
	if [ $status = 0 ] && [ "$before" = "$after" ]; then
		ok "the tree is not written to"
	else
		not_ok "the tree is not written to" "status $status"
	fi
}

for case in "$here"/cases/*.case; do
	one_case "$case"
done
audit_sees twice
damage twice
all_hostile
truncated
long_line
wrong_use
read_only
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
