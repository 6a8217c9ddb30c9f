#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# build.sh TREE PATCH GEOM CONF SAN ENGINE OUT: prepare the series PATCH for
# TREE (prepare.sh says what they may be) and build the kernel objects before
# and after it. The last line of standard output is their directory,
# OUT/series/HASH by what is in it, with what prepare.sh left and the links
# base-GEOM-CONF-SAN-ENGINE.so and patched-GEOM-CONF-SAN-ENGINE.so, and the file
# early: errors that a compiler would report of the patched files and of which
# slices show nothing. What prepare.sh says of the series, and these, goes to
# standard error.
#
# Exit status as that of ../build.sh.

set -u -o pipefail

here=$(cd "$(dirname "$0")" && pwd)
export KX_EXTRACT=${KX_EXTRACT:-${O:-$here/../../build}/extract}

die()
{
	printf 'mhpref: %s\n' "$@" >&2
	exit 2
}

# Where the same series lies already, it is the same to the byte
name_it()
{
	local hash
	hash=$(cd "$new" && {
		find tree base/ -type f -exec sha256sum {} + | sort
		cat series.info changed files
	} | sha256sum | cut -c1-16)
	dir=$out/series/$hash
	mv -T "$new" "$dir" 2> /dev/null || test -d "$dir/tree" ||
		die "$dir: cannot be made"
	touch "$dir"
}

# build NAME TREE: NAME-....so in $dir, a link to the object
build()
{
	local object
	object=$(KX_MORE_FILES=$dir/files "$here/../build.sh" "$2" \
		"$geom" "$conf" "$san" "$engine" "$out" 2> "$work/$1.log" |
		tail -n 1) || return
	ln -sf "$object" "$dir/$1-$tag.so"
}

# early NAME TREE: what is used before it is declared in the files that change
early()
{
	"$KX_EXTRACT" --early "$2" "$here/../geometry/$geom.conf" \
		"$here/../conf/$conf.conf" "$work/lists" \
		"$here/../shim:$here/../runtime:$here/../glue" \
		$(cut -d' ' -f2 "$dir/changed" | sort -u) \
		> "$work/$1.early" 2> /dev/null
}

# Slices come in the order in which they need each other: what a compiler would
# say of the file is found by comparing with the base, of which it says nothing
check_order()
{
	"$here/../more-files.sh" "$dir/files" "$work/lists" || exit 2
	early base "$dir/base" &
	early patched "$dir/tree"
	wait
	awk -v base="$work/base.early" '
	BEGIN {
		while ((getline < base) > 0)
			known[$1, $3, $4] = 1
	}
	!(($1, $3, $4) in known)' "$work/patched.early" |
	while read -r file line user name later kind; do
		test "$kind" = global && grep -qsw -e "$name" \
			"$dir/base/$file" && continue
		echo "$file:$line: error: '$name' is used by $user before" \
			"its definition on line $later"
	done > "$work/early"
	mv "$work/early" "$dir/early"
	cat "$dir/early" >&2
}

told()
{
	local status=$1 name=$2
	test "$status" != 0 || {
		echo "$name: $(tail -n 1 "$work/$name.log")" >&2
		return
	}
	cat "$work/$name.log" >&2
	test "$status" != 3 || exit 3
	die "the $name kernel cannot be built: see above"
}

test $# = 7 ||
	die 'usage: build.sh TREE PATCH GEOM CONF SAN ENGINE OUT'
tree=$1 patch=$2 geom=$3 conf=$4 san=$5 engine=$6
tag=$geom-$conf-$san-$engine
mkdir -p "$7/series" && out=$(cd "$7" && pwd) || die "cannot make $7"
work=$(mktemp -d "$out/series/work.XXXXXX") || die "cannot write $out"
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM HUP
new=$work/new
"$here/prepare.sh" "$tree" "$patch" "$new" || exit 2
cat "$new/series.info" >&2
find "$out/series" -mindepth 1 -maxdepth 1 -mtime +7 -exec rm -rf {} +
name_it
check_order
build base "$dir/base" &
build patched "$dir/tree"
patched=$?
wait $!
told $? base
told $patched patched
echo "$dir"
