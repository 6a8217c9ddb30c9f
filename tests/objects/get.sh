#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# get.sh KERNEL SAN ENGINE [GEOM [CONF]]: print the path of a kernel object.
#
# KERNEL is a version (6.12), or a version and a semantic patch of
# kernel-extract/series or of tests/bugs, canaries, exhaustive, quirks or rules
# (6.12+hang). It is built when it is not there, or when something that it was
# built from has changed.
# get.sh KERNEL: print the directory of the tree instead.
#
# Exit status: 0; 2: it cannot be built; 3: this version is not to be had, or
# the patch has nothing to change in it; the reason is on standard error.

set -u -o pipefail

O=${O:-build}
KX_CACHE=${KX_CACHE:-$O/kernels}
export O KX_CACHE
out=$O/test-kernels

die()
{
	local status=$1
	shift
	echo "tests: $*" >&2
	exit "$status"
}

# Everything of ours that a kernel object is built from
sum()
{
	cat "$@" kernel-extract/build.sh kernel-extract/*.lds \
		kernel-extract/*.map kernel-extract/kernel.h \
		kernel-extract/{conf,geometry,glue,lists,runtime,shim}/* \
		kernel-extract/glue/export/* ref/{types,geometry}.h \
		ref/{scenario,observation}.h "$O/extract" 2> /dev/null |
		sha256sum | cut -c1-16
}

patch_file()
{
	ls kernel-extract/series/"$1.cocci" \
		tests/{bugs,canaries,exhaustive,quirks,rules}/"$1.cocci" \
		2> /dev/null | head -n1
}

base_tree()
{
	kernel-extract/fetch.sh "$1" 2> "$out/fetch-$1.log" ||
		die 3 "kernel $1: $(grep -v -e ': reading ' \
			"$out/fetch-$1.log" | head -n1)"
}

# A patched copy of the tree, made once for a tree and a patch
patched_tree()
{
	local tree=$1 patch=$2 first dir
	first=$(sed -n "s,^// after \(.*\),${patch%/*}/\1.cocci,p" "$patch")
	dir=$out/tree-$version+$name-$(cat "$patch" $first \
		tests/canaries/apply.sh | cksum | cut -d' ' -f1)
	dir=$dir-$(basename "$tree" | cksum | cut -d' ' -f1)
	test -d "$dir" || {
		rm -rf "$out/tree-$version+$name"-*
		tests/canaries/apply.sh "$patch" "$tree" "$dir.new" &&
			mv "$dir.new" "$dir" || {
			rm -rf "$dir.new"
			die 3 "kernel $kernel: the patch does not apply"
		}
	}
	echo "$dir"
}

find_tree()
{
	local tree patch
	tree=$(base_tree "$version") || return
	test "$version" != "$kernel" || {
		echo "$tree"
		return
	}
	patch=$(patch_file "$name")
	test -n "$patch" || die 2 "$kernel: there is no $name.cocci"
	patched_tree "$tree" "$patch"
}

build()
{
	local object
	object=$(kernel-extract/build.sh "$tree" "$geom" "$conf" "$san" \
		"$engine" "$O/kernels" 2> "$file.log" | tail -n1) || {
		test $? != 3 || die 3 "kernel $kernel: $(cat "$file.log")"
		cat "$file.log" >&2
		die 2 "kernel $kernel does not build"
	}
	ln -sf "$(realpath "$object")" "$file.so"
	echo "$wanted" > "$file.sum"
}

test $# = 1 || test $# -ge 3 && test $# -le 5 ||
	die 2 'usage: get.sh KERNEL [SAN ENGINE [GEOM [CONF]]]'
kernel=$1 san=${2-} engine=${3-} geom=${4:-ppc64} conf=${5:-default}
version=${kernel%%+*} name=${kernel#*+}
mkdir -p "$out" || exit 2
exec 9> "$out/$kernel.lock"
flock 9
tree=$(find_tree) || exit
test $# != 1 || {
	echo "$tree"
	exit
}
file=$out/$kernel-$geom-$conf-$san-$engine
exec 9> "$file.lock"
flock 9
wanted=$(echo "$tree" | sum -)
test "$wanted" = "$(cat "$file.sum" 2> /dev/null)" && test -f "$file.so" ||
	build
echo "$file.so"
