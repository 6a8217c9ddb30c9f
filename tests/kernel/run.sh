#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Every kernel in every geometry, plain and sanitized, and two kernels in every
# configuration that they have, are compiled without a warning, and show what
# kernel-test has worked out by hand; those that are sanitized alike are loaded
# at the same time. A version that cannot be had is
# skipped by name, but for those that must be there.

set -u

out=${O:-build}/tests-kernel
mkdir -p "$out"
. tests/objects/lib.sh
versions='6.1 6.12 7.2 7.3'
must='6.1 6.12'

confs=$(cd kernel-extract/conf && ls *.conf |
	sed 's/\.conf$//; /^default$/d')
configured='6.12 7.3'

# object_of VERSION SAN GEOM [CONF]: add it to those of SAN
object_of()
{
	kernel "$1" "$2" none "$3" ${4-} || return
	if grep -q 'warning:' "${object%.so}.log"; then
		no "$* SAN=$2: warnings" "${object%.so}.log"
	else
		ok
	fi
	echo "$object" >> "$out/objects.$2"
}

objects_of()
{
	local geom conf
	for geom in ppc64 x86_64 arm64-64k; do
		object_of "$1" 0 $geom && object_of "$1" 1 $geom || return
	done
	case " $configured " in
	*" $1 "*)
		for conf in $confs; do
			object_of "$1" 1 ppc64 "$conf"
		done
		object_of "$1" 1 x86_64 altmap ;;
	esac
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
	for version in $configured; do
		printf "$version 1 none ppc64 %s\n" $confs
		echo "$version 1 none x86_64 altmap"
	done
	exit
}
rm -f "$out"/objects.*
must_be_there
for version in $versions; do
	objects_of "$version"
done
run plain 0
run sanitized 1
end
