#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Everything in corpora/ agrees on every kernel that can be had, in the
# geometry that it is made for, with the quirks that the kernel is found to
# have; nothing is said about quirks that are unclear.

set -u

out=${O:-build}/test-corpora
mkdir -p "$out"
. tests/objects/lib.sh

# Kernel, sanitized, geometry, configuration
table='
6.1 0 ppc64
6.12 0 ppc64
6.12 1 ppc64
7.2 0 ppc64
7.3 0 ppc64
6.12 1 arm64-64k
7.3 0 arm64-64k
6.12 0 x86_64
7.3 0 x86_64
6.12 0 x86_64 distro
7.3 0 x86_64 distro
6.12 1 ppc64 cma
7.3 1 ppc64 cma
6.12 1 ppc64 classic
6.12 1 ppc64 no-numa
7.3 1 ppc64 no-numa
6.12 1 ppc64 discard
7.3 1 ppc64 discard
6.12 1 ppc64 altmap
7.3 0 ppc64 altmap
6.12 1 ppc64 zone-device
7.3 0 ppc64 zone-device
6.12 1 ppc64 debug
7.3 0 ppc64 debug
'

replay()
{
	local kernel=$1 san=$2 geom=$3 conf=${4:-default} files
	kernel "$kernel" "$san" none "$geom" "$conf" || return
	mapfile -t files < <(scenarios "$geom" "$conf")
	"$mhpref" replay OBJECT="$object" SAN="$san" ENGINE=none LIST=1 \
		"${files[@]}" > "$out/log" 2> "$out/err"
	while read -r word file verdict; do
		test "$word" = replay || continue
		test "$verdict" = pass && ok ||
			no "$kernel $geom $conf: $file: $verdict"
	done < "$out/log"
	test "$(grep -c '^replay ' "$out/log")" = ${#files[@]} &&
		test "$(tail -n1 "$out/log")" = 'verdict pass' ||
		no "$kernel $geom $conf: $(tail -n1 "$out/log")" "$out/err"
	test ! -s "$out/err" || no "$kernel $geom $conf: messages" "$out/err"
}

test "${1-}" != --list || {
	echo "$table" | awk 'NF { print $1, $2, "none", $3 ($4 ? " " $4 : "") }'
	exit
}
while read -r line; do
	test -z "$line" || replay $line
done <<< "$table"
end
