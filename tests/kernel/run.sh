#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Build every kernel in every geometry, plain and sanitized, and in every
# configuration that it has, sanitized, and run kernel-test on all of them at
# once. A version that cannot be had is skipped by name, but for those that must
# be there; so is a configuration that a version does not have.

set -u -o pipefail

O=${O:-build}
must='6.1 6.12'
passed=0 failed=0 skipped=0

# tree_of VERSION: the directory of its tree
tree_of()
{
	kernel-extract/fetch.sh "$1" 2> "$O/tests-kernel/fetch.log" ||
		cat "$O/tests-kernel/fetch.log" >&2
}

# build TREE GEOM SAN [CONF]: add the object to those of SAN
build()
{
	local tree=$1 geom=$2 san=$3 conf=${4:-default} so status
	local log=$O/tests-kernel/build.log
	so=$(KX_EXTRACT=$O/extract KX_CACHE=$O/cache/kernels \
		kernel-extract/build.sh "$tree" "$geom" "$conf" "$san" \
		none "$O/tests-kernel" 2> "$log" | tail -n 1)
	status=$?
	if test $status = 3 && test "$conf" != default; then
		skipped=$((skipped + 1))
		echo "skip $conf: $(cat "$log")"
	elif test -f "$so" && ! grep -q 'warning:' "$log"; then
		passed=$((passed + 1))
		echo "$so" >> "$O/tests-kernel/objects.$san"
	else
		failed=$((failed + 1))
		echo "FAIL $tree $geom $conf SAN=$san:"
		cat "$log"
	fi
}

# run PROGRAM SAN: kernel-test on the objects of SAN
run()
{
	local log=$O/tests-kernel/$1.log count
	timeout 600 "$O/tests-kernel/$1" \
		$(cat "$O/tests-kernel/objects.$2") > "$log" 2>&1
	count=$(tail -n 1 "$log")
	case $count in
	*' passed, '*' failed, '*' skipped')
		set -- $count
		passed=$((passed + $1)) failed=$((failed + $3))
		test "$3" = 0 || cat "$log" ;;
	*)
		failed=$((failed + 1))
		cat "$log" ;;
	esac
}

mkdir -p "$O/tests-kernel" "$O/cache/kernels"
rm -f "$O"/tests-kernel/objects.*
for version in 6.1 6.12 7.2 7.3; do
	tree=$(tree_of $version)
	if test -z "$tree"; then
		case " $must " in
		*" $version "*) failed=$((failed + 1)) ;;
		*) skipped=$((skipped + 1))
			echo "skip $version: not to be had from the mirror" ;;
		esac
		continue
	fi
	for geom in ppc64 x86_64 arm64-64k; do
		build "$tree" $geom 0
		build "$tree" $geom 1
	done
	for conf in kernel-extract/conf/*.conf; do
		conf=$(basename "$conf" .conf)
		test "$conf" = default || build "$tree" ppc64 1 "$conf"
	done
	build "$tree" x86_64 1 altmap
done
run plain 0
run sanitized 1
echo "$passed passed, $failed failed, $skipped skipped"
test $failed = 0
