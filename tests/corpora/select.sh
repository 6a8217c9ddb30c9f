#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# select.sh DIR...: rewrite corpora/regress/cover-*: of the scenarios in DIR...
# (corpora of "mhpref fuzz", which are named GEOM-CONF) the few that take, on
# every kernel, geometry and configuration below, what those in corpora/ do not
# take already. Of other configurations than the default one a handful, the
# best, since most of what a kernel has it has in all. They are kept as CBOR:
# nobody reads them, "mhpref show" prints them, and it is a third of the size.
# Needs make build/tests-corpora/select. Not run by any test.

set -eu

O=${O:-build}
export O
out=$O/test-select
kernels='6.12 7.3 6.1 7.2'
few=3

. fuzz/confs.sh

# GEOM CONF: smallest first, what we have before what is new
candidates()
{
	grep -las "^geometry $1\$" corpora/*/*.txt corpora/*/*/*.txt |
		xargs grep -la "^conf $2\$" | sort
	ls -Sr corpora/regress/*.cbor 2> /dev/null || :
	echo --
	find "$out/in/$1-$2" -name '*.cbor' -size +0 -printf '%s %p\n' |
		sort -n | cut -d' ' -f2-
}

rm -rf "$out"
mkdir -p "$out/in"
rm -f corpora/regress/cover-*
mkdir -p corpora/regress
for dir; do
	mkdir -p "$out/in/$(basename "$dir")"
	find "$dir" -type f | while read -r file; do
		cp "$file" "$out/in/$(basename "$dir")/$(cksum < "$file" |
			tr ' ' -).cbor"
	done
done

# choose KERNEL GEOM CONF MOST
choose()
{
	local object file name
	test -d "$out/in/$2-$3" || return 0
	object=$(tests/objects/get.sh "$1" 0 libfuzzer "$2" "$3") || return 0
	candidates "$2" "$3" | xargs -n 100000 "$O/tests-corpora/select" \
		"$object" "$(tests/objects/quirks.sh "$1")" > "$out/chosen"
	for file in $(grep "^$out/in/" "$out/chosen" | head -n "$4"); do
		name=$(sha256sum < "$file" | cut -c1-12)
		mv "$file" "corpora/regress/cover-$2-$3-$name.cbor"
	done
	echo "$1 $2 $3: $(wc -l < "$out/chosen")"
}

for conf in $(conf_names); do
	for geom in ppc64 arm64-64k x86_64; do
		test "$conf" = default || test "$geom" = ppc64 || continue
		for kernel in $kernels; do
			most=$few
			test "$kernel" = 6.12 && most=$((2 * few))
			test "$conf" = default && most=1000
			choose "$kernel" "$geom" "$conf" "$most"
		done
	done
done
