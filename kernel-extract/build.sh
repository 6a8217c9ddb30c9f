#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh TREE GEOM CONF SAN ENGINE OUTDIR
#
# Extract from TREE, compile for a geometry and a configuration, and link one
# kernel object. The last line of standard output is its path; the summary of
# the extraction goes to standard error. Exit status 2: it could not be built;
# 3: this kernel does not have this configuration.
#
# SAN is 0 or 1 (AddressSanitizer and UBSan); ENGINE is libfuzzer, afl or none
# (whose coverage is counted), or coverage (counted for people to read).
# Objects are cached by the hash of everything that went into them, under
# $KX_CACHE, default OUTDIR/cache. $KX_EXTRACT is the extractor, default
# build/extract.
#
# $KX_MORE_FILES names a list of files of the tree, which a series touches, that
# definitions may be taken from as well as from those of lists/files; what the
# kernel then still lacks is looked for in the tree, and added.
# $KX_TEXT is a directory that is to get what the extractor wrote.

set -e

die() {
	echo "build.sh: $*" >&2
	exit 2
}

[ $# -eq 6 ] || die "usage: build.sh TREE GEOM CONF SAN ENGINE OUTDIR"
tree=$1 geom=$2 conf=$3 san=$4 engine=$5 out=$6
here=$(cd "$(dirname "$0")" && pwd)
extract=${KX_EXTRACT:-${O:-$here/../build}/extract}
cc=${KX_CC:-clang}
ourcc=$cc

[ -x "$extract" ] || die "no extractor at $extract: run make build/extract"
[ -f "$tree/Makefile" ] && [ -d "$tree/mm" ] || die "$tree: not a kernel" \
	"tree (a Makefile and mm/ are missing); unpack one, and name its top"
[ -f "$here/geometry/$geom.conf" ] || die "no geometry $geom"
[ -f "$here/conf/$conf.conf" ] || die "no configuration $conf"
mkdir -p "$out" || die "cannot make $out"
out=$(cd "$out" && pwd)
cache=${KX_CACHE:-$out/cache}
mkdir -p "$cache" || die "cannot make $cache"

# Kernels are compiled with -fno-strict-overflow: pointers may wrap in them
case $san in
0) sanflags= ;;
1) sanflags="-fsanitize=address,undefined -fno-sanitize-recover=all
	-fno-sanitize=pointer-overflow -fno-omit-frame-pointer -g1" ;;
*) die "SAN is $san, not 0 or 1" ;;
esac

cov=
link=
case $engine in
libfuzzer) cov="-fsanitize=fuzzer-no-link
	-fno-sanitize-coverage=trace-cmp,trace-div,trace-gep" ;;
afl) # as for libFuzzer, leaves are exempt; and a counter may wrap to 0
	cc=${KX_AFL_CC:-afl-clang-fast}
	export AFL_LLVM_SKIP_NEVERZERO=1 ;;
coverage) # counters in a shared file survive a process that dies
	cov="-fprofile-instr-generate -fcoverage-mapping
		-mllvm -runtime-counter-relocation"
	link=-fprofile-instr-generate ;;
none) ;;
*) die "ENGINE is $engine, not libfuzzer, afl, coverage or none" ;;
esac
command -v "${cc%% *}" >/dev/null || die "no compiler ${cc%% *}"

# What is needed, and the files outside of lists/files that seem to have it
where() {
	set -- $(echo "$errors" | sed -n \
		's/^extract: needs \(.* \)\{0,1\}\([^ ]*\) (used.*/\2/p')
	[ $# -gt 0 ] || return 0
	echo "build.sh: add the files that define what is needed to" \
		"$here/lists/files, or let the shim have it" >&2
	[ $# -le 20 ] || return 0
	sed 's/[ 	#].*//; /^$/d' "$here/lists/files" >"$work/listed"
	for name; do
		(cd "$tree" && grep -rlE "^[a-z#].*\<$name\>(.*[^;])?$" \
			mm include/linux drivers/base --include='*.[ch]' |
			grep -vxFf "$work/listed" | head -n 3 |
			sed "s|^|build.sh: $name may be in |") >&2 || :
	done
}

work=$(mktemp -d "$out/build.XXXXXX") || die "cannot make a directory in $out"
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM HUP

# In a variable, not a file: the disk may be full
extract() {
	errors=$("$extract" "$tree" "$here/geometry/$geom.conf" \
		"$here/conf/$conf.conf" "$lists" \
		"$here/shim:$here/runtime:$here/glue" "$work" \
		2>&1 >"$work/summary")
}

# A file that may define a name, and that is not read yet
find_file() {
	(cd "$tree" && grep -rlE \
		"^([a-z].*|#[ 	]*define[ 	]+)\<$1\>(.*[^;])?$" \
		mm include drivers/base --include='*.[ch]') |
		grep -vxFf "$work/read" | sort -r | head -n 1
}

# Of a series: what is still needed is looked for in the tree
need_more() {
	[ -f "$work/more" ] || return 1
	cp "$work/more" "$work/more.old"
	sed '/[ 	]look$/d; s/[ 	#].*//; /^$/d' "$here/lists/files" |
		sort -u - "$work/more.old" >"$work/read"
	for name in $(echo "$errors" | sed -n \
		's/^extract: needs \(.* \)\{0,1\}\([^ ]*\) (used.*/\2/p' |
		head -n 20); do
		find_file "$name"
	done | sort -u - "$work/more.old" >"$work/more"
	! cmp -s "$work/more.old" "$work/more"
}

lists=$here/lists
if [ -n "${KX_MORE_FILES:-}" ]; then
	cp "$KX_MORE_FILES" "$work/more"
	lists=$work/lists
	"$here/more-files.sh" "$work/more" "$lists"
fi
status=0
extract || status=$?
for round in 1 2 3 4 5; do
	[ $status = 2 ] && need_more || break
	"$here/more-files.sh" "$work/more" "$lists"
	status=0
	extract || status=$?
done
[ $status = 0 ] || {
	echo "$errors" >&2
	[ $status != 3 ] || exit 3
	where
	die "extraction of $tree failed"
}
[ -z "$errors" ] || echo "$errors" >&2
cat "$work/summary" >&2
[ -z "${KX_TEXT:-}" ] || cp -R "$work/." "$KX_TEXT" ||
	die "cannot write $KX_TEXT"

# Flags: of all files, and of those with kernel text
base="-std=gnu11 -O3 -fPIC -fvisibility=hidden -fno-strict-aliasing -fwrapv
	-Wall -Wextra -Werror=implicit-function-declaration
	-Werror=int-conversion -Werror=incompatible-pointer-types"
text="-Wno-unused -Wno-unused-parameter -Wno-sign-compare
	-Wno-missing-field-initializers -Wno-dangling-else
	-Wno-format -Wno-initializer-overrides
	-Wno-type-limits -Wno-pointer-sign -Wno-empty-body
	-Wno-gnu-variable-sized-type-not-at-end
	-Wno-tautological-constant-out-of-range-compare"
ours="-fno-builtin"
inc="-I$work -I$here/shim -I$here/glue"

hash=$( (
	cat "$work"/config.h "$work"/probes.h "$work"/kernel-*.h "$work"/*.c
	cat "$here"/shim/* "$here"/runtime/* "$here"/glue/*.[ch] \
		"$here"/glue/export/* "$here"/*.lds "$here"/*.map \
		"$here"/kernel.h "$here"/build.sh "$here"/../ref/types.h \
		"$here"/../ref/scenario.h "$here"/../ref/observation.h
	echo "$geom $conf $san $engine $sanflags $cov $base $text $ours"
	cat "$work/slices"
	sed -n 's/^version //p' "$work/report"
	$cc --version
) 2>/dev/null | sha256sum | cut -c1-16)
object=$cache/$geom-$conf-$hash.so
if [ -f "$object" ]; then
	cat "${object%.so}.warnings" >&2
	echo "$object"
	exit 0
fi

# "slices N lines N ..." of the report
set -- $(sed -n 's/^slices //p' "$work/report")
cat >"$work/info.h" <<END
#define KX_GEOMETRY	"$geom"
#define KX_CONF		"$conf"
#define KX_VERSION	"$(sed -n 's/^version //p' "$work/report")"
#define KX_HASH		"$hash"
#define KX_SLICES	$1
#define KX_LINES	$3
END

# A generated file, and the hook that gives what is static in it to the glue
hook() {
	case $1 in
	drivers_base_memory.c) echo memory.h ;;
	mm_cma.c) echo cma.h ;;
	mm_memory_hotplug.c) echo memory_hotplug.h ;;
	mm_mm_init.c | mm_page_alloc.c)
		grep -q '^static.*cmdline_parse_kernelcore(' "$work/$1" &&
			echo core-parsers.h ;;
	esac
}

: >"$work/jobs"
for file in $(cat "$work/sources"); do
	{
		echo "#include \"$file\""
		h=$(hook "$file") || :
		[ -z "$h" ] || echo "#include \"export/$h\""
	} >"$work/text-$file"
	echo "$work/text-$file" $cc $text $cov $sanflags >>"$work/jobs"
done
# Only kernel text is watched by an engine; and the observation, which is read
# after every operation, is not worth a sanitizer: it only reads. Nor are the
# runtime's own tables, into which kernel text has no pointer.
for file in "$here"/shim/*.c "$here"/runtime/*.c "$here"/glue/*.c; do
	case $file in
	*/glue/observe.c) echo "$file" $ourcc ;;
	*/runtime/map.c | */runtime/link.c) echo "$file" $ourcc $ours ;;
	*) echo "$file" $ourcc $ours $sanflags ;;
	esac >>"$work/jobs"
done

if [ "$engine" = afl ]; then
	sed '/^#/d; s/^/fun: /' "$here/lists/leaves" >"$work/denied"
	export AFL_LLVM_DENYLIST="$work/denied"
fi
export KX_FLAGS="$(echo $base $inc)" KX_WORK="$work"
xargs -P 2 -L 1 sh -c '
	file=$1 cc=$2
	shift 2
	name=$(echo "$file" | sed "s|.*/\([^/]*/[^/]*\)$|\1|; s|[/.]|_|g")
	$cc $KX_FLAGS "$@" -c "$file" -o "$KX_WORK/$name.o" ||
		: >"$KX_WORK/failed"
' compile <"$work/jobs" 2>"$work/warnings" || :
cat "$work/warnings" >&2
[ ! -f "$work/failed" ] || die "$tree does not compile for $geom: see above"

# The sanitizer's and the engine's functions are in the program that loads it
defs=-Wl,-z,defs
[ "$san$engine" = 0none ] || defs=
$cc $sanflags $link -shared -Wl,-Bsymbolic $defs \
	-Wl,--version-script="$here/exports.map" \
	-Wl,-T,"$here/sections.lds" -o "$work/kernel.so" "$work"/*.o ||
	die "kernel object does not link"
missing=$(nm -D -u "$work/kernel.so" | sed 's/^ *[Uw] //' | grep -Ev \
	'@|^(__asan|__ubsan|__sanitizer|__sancov|__afl|__llvm|_ITM|__gmon)' |
	tr '\n' ' ')
[ -z "$missing" ] || die "kernel object lacks $missing"
cp "$work/warnings" "${object%.so}.warnings"
mv "$work/kernel.so" "$object.$$" && mv "$object.$$" "$object"
cp "$work/report" "${object%.so}.report"
echo "$object"
