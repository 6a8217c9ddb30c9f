#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# usage: apply.sh PATCH.cocci TREE OUT
#
# Copy the kernel tree TREE to OUT and apply a semantic patch to the files
# that its "// file" lines name. A patch that changes nothing is an error.
set -eu

if [ $# -ne 3 ]; then
	echo "usage: apply.sh PATCH.cocci TREE OUT" >&2
	exit 2
fi
patch=$1
tree=$2
out=$3

rm -rf "$out"
mkdir -p "$out"
cp -R "$tree/." "$out"
changed=0
for file in $(sed -n 's,^// file ,,p' "$patch"); do
	[ -f "$out/$file" ] || continue
	# spatch writes its warnings to standard error; keep them for failures
	if ! spatch --very-quiet --in-place --sp-file "$patch" "$out/$file" \
		>"$out/.spatch" 2>&1; then
		cat "$out/.spatch" >&2
		echo "apply.sh: $patch cannot be applied to $tree/$file" >&2
		exit 2
	fi
	cmp -s "$tree/$file" "$out/$file" || changed=$((changed + 1))
done
rm -f "$out/.spatch"
if [ $changed -eq 0 ]; then
	echo "apply.sh: $patch changes nothing in $tree; does the function" \
		"it names still exist there?" >&2
	exit 2
fi
