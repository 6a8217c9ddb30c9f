#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Every kernel in every geometry, plain and sanitized, is compiled without a
# warning, and shows what kernel-test has worked out by hand; those that are
# sanitized alike are loaded at the same time. A version that cannot be had is
# skipped by name, but for those that must be there.

set -u

out=${O:-build}/tests-kernel
mkdir -p "$out"
. tests/objects/lib.sh
versions='6.1 6.12 7.2 7.3'
must='6.1 6.12'

# objects_of VERSION SAN: add its objects to those of SAN
objects_of()
{
	local geom
	for geom in ppc64 x86_64 arm64-64k; do
		kernel "$1" "$2" none "$geom" || return
		if grep -q 'warning:' "${object%.so}.log"; then
			no "$1 $geom SAN=$2: warnings" "${object%.so}.log"
		else
			ok
		fi
		echo "$object" >> "$out/objects.$2"
	done
}

# run PROGRAM SAN: kernel-test on the objects of SAN
run()
{
	local log=$out/$1.log count
	"$out/$1" $(cat "$out/objects.$2") > "$log" 2>&1
	count=$(tail -n 1 "$log")
	case $count in
	*' passed, '*' failed, '*' skipped')
		set -- $count
		passed=$((passed + $1)) failed=$((failed + $3))
		test "$3" = 0 || cat "$log" ;;
	*)
		no "$1: ended without a count" "$log" ;;
	esac
}

must_be_there()
{
	local version
	for version in $must; do
		tests/objects/get.sh "$version" > /dev/null 2> "$out/get.log" &&
			ok || no "kernel $version" "$out/get.log"
	done
}

test "${1-}" != --list || {
	for version in $versions; do
		printf "$version %s\n" {0,1}\ none\ {ppc64,x86_64,arm64-64k}
	done
	exit
}
rm -f "$out"/objects.*
must_be_there
for version in $versions; do
	objects_of "$version" 0 && objects_of "$version" 1
done
run plain 0
run sanitized 1
end
