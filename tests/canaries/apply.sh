#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: apply.sh PATCH.cocci TREE OUT
#
# Copy the kernel tree TREE to OUT and apply a semantic patch to the files
# that its "// file" lines name. A patch that changes nothing is an error.
# One that says "// after NAME" is for a tree with NAME.cocci beside it.
set -eu

if [ $# -ne 3 ]; then
	echo "usage: apply.sh PATCH.cocci TREE OUT" >&2
	exit 2
fi
patch=$1
tree=$2
out=$3

# apply PATCH: to the copy
apply()
{
	changed=0
	for file in $(sed -n 's,^// file ,,p' "$1"); do
		[ -f "$out/$file" ] || continue
		cp "$out/$file" "$out/.before"
		# spatch writes its warnings to standard error; keep them for
		# failures
		if ! timeout 60 spatch --very-quiet --in-place --sp-file "$1" \
			"$out/$file" >"$out/.spatch" 2>&1; then
			cat "$out/.spatch" >&2
			echo "apply.sh: $1 cannot be applied to $tree/$file" >&2
			exit 2
		fi
		cmp -s "$out/.before" "$out/$file" ||
			changed=$((changed + 1))
	done
	rm -f "$out/.spatch" "$out/.before"
	if [ $changed -eq 0 ]; then
		echo "apply.sh: $1 changes nothing in $tree; does the" \
			"function it names still exist there?" >&2
		exit 2
	fi
}

rm -rf "$out"
mkdir -p "$out"
cp -R "$tree/." "$out"
for name in $(sed -n 's,^// after ,,p' "$patch"); do
	apply "${patch%/*}/$name.cocci"
done
apply "$patch"
