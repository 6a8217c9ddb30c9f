#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# coverage.sh [NAME=VALUE...]: what the scenarios in corpora/ execute of the
# extracted text of each kernel (KERNEL=, several with blanks), in all of its
# configurations together (CONF=, likewise; GEOM=; CORPUS= of another
# directory): a line is executed if it is in one of them. Lines and branches of
# each file, and what is left, each with its reason from coverage.list. The last
# line is the verdict: broken below the floors, or when something is left
# without a reason. The floors are for what can be executed: without lines that
# are dead or the arm of a panic, but with all that only a fault would reach.
# Both figures are printed.

set -u -o pipefail

cd "$(dirname "$0")/.." || exit 2
. fuzz/confs.sh || exit 2
O=$(realpath -m "${O:-build}")
export O
kernels='6.1 6.12 7.2 7.3'
geometry=ppc64
confs=$(conf_names)
corpora='corpora'
line_floor=950
branch_floor=750
verdict=pass

die()
{
	printf 'mhpref: coverage: %s\n' "$@" >&2
	echo 'verdict incomplete'
	exit 2
}

options()
{
	local word
	for word in "$@"; do
		case $word in
		KERNEL=*) kernels=${word#*=} ;;
		GEOM=*) geometry=${word#*=} ;;
		CONF=*) confs=${word#*=} ;;
		CORPUS=*) corpora=${word#*=} ;;
		V=*|O=*) ;;
		*) die "$word: only KERNEL, GEOM, CONF and CORPUS" ;;
		esac
	done
}

# "CONF FILE" of each scenario of the geometry
scenarios()
{
	local file
	find "$corpora" -type f \( -name '*.cbor' -o -name '*.txt' \) |
	sort | while read -r file; do
		"$O/mhpref" show "$file" 2> /dev/null | awk -v g="$geometry" \
			-v file="$file" '
			$1 == "geometry" { geometry = $2 }
			$1 == "conf" { conf = $2 }
			$1 == "block" { exit }
			END { if (geometry == g) print conf, file }'
	done
}

# build CONF DIR: sets object; the generated text goes to DIR/text. Status 3:
# the kernel does not have this configuration
build()
{
	local part=kernel-extract
	object=$(KX_EXTRACT=$O/extract $part/build.sh "$tree" "$geometry" \
		"$1" 0 coverage "$O/kernels" 2> "$2/build.log" |
		tail -n 1)
	test -f "$object" || {
		! grep -q '^extract: .*, which has no ' "$2/build.log" ||
			return 3
		cat "$2/build.log" >&2
		die "$tree does not build for $1"
	}
	"$O/extract" "$tree" $part/geometry/"$geometry".conf \
		$part/conf/"$1".conf $part/lists \
		$part/shim:$part/runtime:$part/glue "$2/text" > /dev/null ||
		die "$tree cannot be extracted for $1"
}

# Counters are written as they count, so that nothing is lost in a crash.
replay()
{
	LLVM_PROFILE_FILE="$1/%p-%c.raw" "$O/mhpref" replay OBJECT="$object" \
		ENGINE=none SAN=0 "${files[@]}" > "$1/replay" \
		2> "$1/replay.log"
	test $? -le 2 || die "replay failed: $1/replay.log"
	llvm-profdata merge "$1"/*.raw -o "$1/data" || die 'no counts'
}

# Generated files by the names under which they were compiled
compiled_files()
{
	llvm-cov export -format=lcov -summary-only "$object" \
		-instr-profile "$1/data" | sed -n 's/^SF://p' |
		while read -r file; do
			test ! -f "$1/text/${file##*/}" || echo "$file"
		done
}

show()
{
	local compiled
	compiled=$(compiled_files "$1")
	test -n "$compiled" || die "$object has no map of its lines"
	set -- "$1" $compiled
	llvm-cov show "$object" -instr-profile "$1/data" \
		-path-equivalence="${2%/*},$1/text" \
		-show-branches=count -show-instantiations=false "${@:2}"
}

# Shown text without what REPORT says is dead or a panic: lines, and branches of
# which a way leads there. What stays is what can be executed or fail.
live()
{
	awk '
		FNR == NR && $NF ~ /^(dead|panic)$/ {
			split($2, place, ":")
			if ($1 == "one-way")
				way[place[1] ":" place[2]] = 1
			n = split(place[2], line, "-")
			if ($1 == "unexecuted")
				for (i = line[1] + 0; i <= line[n]; i++)
					dead[place[1] ":" i] = 1
		}
		FNR == NR { next }
		/^ +\|  Branch / {
			arm = /(True|False): 0[],]/
			for (i = 1; i <= 3 && arm; i++)
				if (path ":" at + i in dead)
					next
			if ((arm && path ":" at in way) || gone)
				next
		}
		/^ +[0-9]+\|/ {
			at++
			gone = path ":" at in dead && /^ +[0-9]+\| +0\|/
			if (/^ +[0-9]+\|[^|]*\|#line [0-9]+ "/) {
				split($0, word, /#line |"/)
				at = word[2] - 1
				path = word[3]
			}
			if (gone)
				sub(/\| +0\|/, "|       |")
		}
		{ print }' "$1" "$2"
}

judge()
{
	local lines branches
	read -r _ _ _ _ _ lines _ _ _ _ branches _ < <(
		tail -n 1 "$1/live-report")
	test "$lines" -ge "$line_floor" || {
		echo "below the floor: lines, $((line_floor / 10)) %"
		verdict=broken
	}
	test "$branches" -ge "$branch_floor" || {
		echo "below the floor: branches, $((branch_floor / 10)) %"
		verdict=broken
	}
	tail -n 1 "$1/report" | grep -q ' unexplained 0$' || verdict=broken
}

# figures REPORT WORDS
figures()
{
	tail -n 1 "$1" | awk -v what="$2" '{
		printf "%s: lines %d of %d %.1f %% branches %d of %d %.1f %%\n",
			what, $3, $5, $6 / 10, $8, $10, $11 / 10 }'
}

# cover_conf CONF DIR: what the scenarios of a configuration execute
cover_conf()
{
	local files
	mapfile -t files < <(sed -n "s/^$1 //p" "$O/coverage/scenarios")
	mkdir -p "$2/text" || die "cannot write $2"
	test ${#files[@]} -gt 0 || return 0
	build "$1" "$2" || return 0
	replay "$2"
	# A tab would end a field within coverage.awk
	show "$2" | tr '\t' ' ' > "$2/shown" || die 'llvm-cov failed'
	echo "coverage $kernel $geometry $1 scenarios ${#files[@]}" \
		"replayed $(grep -c '^replay .* pass$' "$2/replay")"
}

cover()
{
	local dir=$O/coverage/$kernel conf tree
	rm -rf "$dir"
	tree=$(kernel-extract/fetch.sh "$kernel") || die "no kernel $kernel"
	for conf in $confs; do
		cover_conf "$conf" "$dir/$conf"
	done
	ls "$dir"/*/shown > /dev/null 2>&1 ||
		die "no scenario of $geometry and $confs in $corpora"
	awk -f fuzz/coverage-merge.awk "$dir"/*/shown > "$dir/shown"
	awk -f fuzz/coverage.awk fuzz/coverage.list "$dir/shown" \
		> "$dir/report" || die 'see above'
	cat "$dir/report"
	live "$dir/report" "$dir/shown" > "$dir/live"
	awk -f fuzz/coverage.awk fuzz/coverage.list "$dir/live" \
		> "$dir/live-report" || die 'see above'
	figures "$dir/report" "$kernel: all"
	figures "$dir/live-report" \
		"$kernel: without dead and panic, for which the floors are"
	judge "$dir"
}

options "$@"
test -x "$O/mhpref" || die "$O/mhpref is not there; run: make coverage"
mkdir -p "$O/coverage" || die "cannot write $O/coverage"
scenarios > "$O/coverage/scenarios"
for kernel in $kernels; do
	cover
done
echo "verdict $verdict"
test "$verdict" = pass || exit 1
