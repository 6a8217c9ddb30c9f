#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# select.sh DIR...: rewrite corpora/regress/cover-*: of the scenarios in DIR...
# (corpora of "mhpref fuzz") the few that take, on every kernel and geometry
# below, what those in corpora/ do not take already. They are kept as CBOR:
# nobody reads them, "mhpref show" prints them, and it is a third of the size.
# Needs make build/tests-corpora/select. Not run by any test.

set -eu

O=${O:-build}
export O
out=$O/test-select
kernels='6.12 7.3 6.1 7.2'

# Of a geometry, smallest first, what we have before what is new
candidates()
{
	grep -las "^geometry $1\$" corpora/*/*.txt corpora/*/*/*.txt | sort
	ls -Sr corpora/regress/*.cbor 2> /dev/null || :
	echo --
	find "$out/in" -name '*.cbor' -size +0 -printf '%s %p\n' | sort -n |
		cut -d' ' -f2-
}

rm -rf "$out"
mkdir -p "$out/in"
rm -f corpora/regress/cover-*
mkdir -p corpora/regress
for file in $(find "$@" -type f | sort); do
	cp "$file" "$out/in/$(cksum < "$file" | tr ' ' -).cbor"
done
for kernel in $kernels; do
	for geom in ppc64 arm64-64k x86_64; do
		object=$(tests/objects/get.sh "$kernel" 0 libfuzzer "$geom")
		candidates "$geom" | xargs -n 100000 "$O/tests-corpora/select" \
			"$object" "$(tests/objects/quirks.sh "$kernel")" \
			> "$out/chosen"
		for file in $(grep "^$out/in/" "$out/chosen"); do
			name=$(sha256sum < "$file" | cut -c1-12)
			mv "$file" "corpora/regress/cover-$geom-$name.cbor"
		done
		echo "$kernel $geom: $(wc -l < "$out/chosen")"
	done
done
