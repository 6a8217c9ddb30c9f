#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh TREE PATCH GEOM CONF OUT: kernel objects to measure. PATCH is a
# series, or "-". The last line of standard output is a directory with
# base-time.so and base-count.so, and with a series patched-time.so and
# patched-count.so: as the kernel is compiled (-O2, no sanitizer, no steps), and
# the same with the iterations of its loops counted, by function.
#
# They are made of what ../build.sh extracts, and of its shim, runtime and glue
# but for the files of this folder, which take their places: what is large is
# there at true size, and nothing is searched that a kernel would not search.
# Exit status as that of ../build.sh.

set -u -o pipefail

here=$(cd "$(dirname "$0")" && pwd)
ours=$(cd "$here/.." && pwd)
cc=${KX_CC:-clang}
flags='-std=gnu11 -O2 -fPIC -fvisibility=hidden -fno-strict-aliasing -fwrapv
	-fno-delete-null-pointer-checks -w'

die()
{
	printf 'mhpref: bench: %s\n' "$@" >&2
	exit 2
}

# The half of the arena that is the kernel's heap, and that boot takes from
half='#define KX_ARENA_HALF	(512UL << 20)'
# Pieces of boot memory: each node has some
pieces='#define MAX_LARGE	16384'

# A copy of what kernel text is compiled against, with this folder's files
overlay()
{
	mkdir -p "$work/k" "$work/ref" &&
		cp -R "$ours/shim" "$ours/runtime" "$ours/kernel.h" "$work/k" &&
		cp "$ours"/../ref/*.h "$work/ref" && mkdir "$work/k/glue" &&
		cp -R "$ours/glue/export" "$ours/glue/hooks.h" \
			"$ours/glue/glue.h" "$ours/glue/param.c" \
			"$work/k/glue" &&
		cp "$here"/bench-*.h "$here"/{boot,walk,table}.c \
			"$work/k/glue" &&
		cp "$here/steps.h" "$work/k/shim" &&
		cp "$here"/{count,link,memmap,resource}.c "$work/k/runtime" &&
		sed -i "s/^#define KX_ARENA_HALF.*/$half/" \
			"$work/k/runtime/kx.h" &&
		sed -i "s/^#define MAX_LARGE.*/$pieces/" \
			"$work/k/runtime/arena.c" &&
		grep -qxF "$half" "$work/k/runtime/kx.h" &&
		grep -qxF "$pieces" "$work/k/runtime/arena.c" ||
		die 'no copy of shim and runtime can be made'
}

# extract NAME TREE: $work/NAME/text, $work/NAME/plain (path of the object that
# is not for measuring, and whose name holds the hash of all text)
extract()
{
	mkdir -p "$work/$1/text"
	KX_TEXT=$work/$1/text "$ours/build.sh" "$2" "$geom" "$conf" 0 none \
		"$out" 2> "$work/$1/log" | tail -n 1 > "$work/$1/plain" || {
		local status=$?
		cat "$work/$1/log" >&2
		exit $status
	}
}

info()
{
	local text=$1 slices lines
	read -r slices _ lines _ < <(sed -n 's/^slices //p' "$text/report")
	cat <<-END
	#define KX_GEOMETRY	"$geom"
	#define KX_CONF		"$conf"
	#define KX_VERSION	"$(sed -n 's/^version //p' "$text/report")"
	#define KX_HASH		"$2"
	#define KX_SLICES	$slices
	#define KX_LINES	$lines
	END
}

hook()
{
	case $1 in
	drivers_base_memory.c) echo '#include "export/memory.h"' ;;
	mm_cma.c) echo '#include "export/cma.h"' ;;
	mm_memory_hotplug.c) echo '#include "export/memory_hotplug.h"' ;;
	mm_mm_init.c | mm_page_alloc.c)
		! grep -q '^static.*cmdline_parse_kernelcore(' "$2/$1" ||
			echo '#include "export/core-parsers.h"' ;;
	esac
}

# compile NAME KIND TO: one kernel object
compile()
{
	local text=$work/$1/text dir=$work/$1/$2 file inc how name
	mkdir -p "$dir"
	inc="-I$dir -I$text -I$work/k/shim -I$work/k/glue"
	how=
	! grep -q "bool isolate_pageblock" "$text"/*.h || how=-DKX_ISOLATES
	test "$2" = count || how="$how -DSHIM_NO_STEPS="
	info "$text" "$(hash_of "$1" "$2")" > "$dir/info.h"
	for file in $(cat "$text/sources"); do
		{
			echo "#include \"$file\""
			hook "$file" "$text"
		} > "$dir/text-$file"
		$cc $flags $inc $how -c "$dir/text-$file" \
			-o "$dir/text-$file.o" || return
	done
	for file in "$work"/k/{shim,runtime,glue}/*.c; do
		name=$(basename "$(dirname "$file")")-${file##*/}
		$cc $flags $how -fno-builtin $inc -c "$file" \
			-o "$dir/$name.o" ||
			return
	done
	$cc -shared -Wl,-Bsymbolic,-z,defs \
		-Wl,--version-script="$here/exports.map" \
		-Wl,-T,"$ours/sections.lds" -o "$dir/kernel.so" "$dir"/*.o &&
		mv "$dir/kernel.so" "$3"
}

hash_of()
{
	{
		cat "$here"/* "$work/$1/plain"
		echo "$2 $flags"
		$cc --version
	} | sha256sum | cut -c1-16
}

# objects NAME TREE: both, made unless they are there
objects()
{
	local kind so
	extract "$1" "$2"
	for kind in time count; do
		so=$cache/bench-$geom-$conf-$(hash_of "$1" $kind).so
		test -f "$so" || compile "$1" $kind "$so" 2> "$work/$1/log" || {
			cat "$work/$1/log" >&2
			die "$2 does not compile for measuring"
		}
		echo "$1-$kind.so $so" >> "$work/links"
	done
}

series()
{
	KX_CC= "$ours/patch/build.sh" "$tree" "$patch" "$geom" "$conf" 0 none \
		"$out" | tail -n 1
}

test $# = 5 || die 'usage: build.sh TREE PATCH GEOM CONF OUT'
tree=$1 patch=$2 geom=$3 conf=$4
mkdir -p "$5" && out=$(cd "$5" && pwd) || die "cannot make $5"
cache=${KX_CACHE:-$out/cache}
mkdir -p "$cache" || die "cannot make $cache"
cache=$(cd "$cache" && pwd)
work=$(mktemp -d "$out/bench.XXXXXX") || die "cannot write $out"
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM HUP
unset KX_CC
overlay
if [ "$patch" = - ]; then
	objects base "$tree"
else
	dir=$(series) || exit
	export KX_MORE_FILES=$dir/files
	objects base "$dir/base"
	objects patched "$dir/tree"
fi
set=$out/bench/$(sha256sum < "$work/links" | cut -c1-16)
mkdir -p "$set" || die "cannot make $set"
while read -r name so; do
	ln -sf "$so" "$set/$name"
done < "$work/links"
[ "$patch" = - ] || cp "$dir/series.info" "$set"
echo "$set"
