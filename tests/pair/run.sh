#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A patched kernel and its base in lockstep: each class of difference, each
# line and message, with canaries and mutants as patched kernels. A kernel
# beside itself shows no difference in all of corpora/.

set -u

out=${O:-build}/test-pair
mkdir -p "$out"
. tests/objects/lib.sh

# Kernels: KERNEL SAN ENGINE [GEOM]
wanted='
6.12 0 none
6.12+node-span 0 none
6.12+crash 0 none
6.12+hang 0 none
6.12+contiguous-never 0 none
6.12+contiguous-kept 0 none
6.12+resource-busy 0 none
6.12 1 none
7.3 0 none
6.12 0 none x86_64
6.12 0 libfuzzer
6.12+node-span 0 libfuzzer
6.12+resource-busy 0 libfuzzer
7.3 0 libfuzzer
6.12 0 afl
6.12+node-span 0 afl
'
test "${1-}" != --list || {
	echo "$wanted" | sed '/^$/d'
	exit
}

# pair BASE PATCHED SAN ENGINE [GEOM]: sets $base and $object
pair()
{
	local base_kernel=$1 patched=$2
	shift 2
	kernel "$base_kernel" "$@" || return
	base=$object
	kernel "$patched" "$@"
}

# call COMMAND [WORD...]: on the pair
call()
{
	local command=$1
	shift
	"$mhpref" "$command" BASE="$base" OBJECT="$object" SAN=0 \
		FINDINGS="$out/findings" "$@" > "$out/log" 2>&1 < /dev/null
}

# is NAME STATUS PATTERN COMMAND...: and PATTERN, an extended expression
is()
{
	local name=$1 status=$2 pattern=$3 got
	shift 3
	call "$@"
	got=$?
	test $got = "$status" && grep -Eq -e "$pattern" "$out/log" && ok ||
		no "$name: status $got, not $status, or no $pattern" \
			"$out/log"
}

# says PATTERN: the same command
says()
{
	grep -Eq -e "$1" "$out/log" && ok ||
		no "$name: does not say $1" "$out/log"
}

ends()
{
	test "$(grep -v '^mhpref: ' "$out/log" | tail -n1)" = "verdict $1" &&
		ok ||
		no "does not end with verdict $1" "$out/log"
}

# replayed BASE PATCHED FILE STATUS PATTERN VERDICT [WORD...]
replayed()
{
	local base_kernel=$1 patched=$2 file=$3 status=$4 pattern=$5 verdict=$6
	shift 6
	pair "$base_kernel" "$patched" 0 none || return
	is "$base_kernel, $patched" "$status" "$pattern" \
		replay ENGINE=none "$file" "$@"
	ends "$verdict"
}

cat > "$out/machine" << 'END'
mhpref 1
geometry ppc64
conf default
block 16M
zone dma 32M
memmap stale
node 0 cpu
memory 0 - 40M node 0
memory 44M - 48M node 0
END
cat "$out/machine" tests/pair/span.ops > "$out/span.txt"
cat "$out/machine" tests/pair/twice.ops > "$out/twice.txt"
sed '/^zone/d; s/^memory 0 - 40M/memory 0 - 48M/; /^memory 44M/d' \
	"$out/machine" | cat - tests/pair/join.ops > "$out/join.txt"

# --- classes

kept='difference stronger node.zone.contiguous: node0.NORMAL.contiguous'
kept="$kept base 0 patched 1"
never='difference weaker node.zone.contiguous: node0.*contiguous base 1'
busy='difference other err: err base -EEXIST patched -EBUSY'
replayed 6.12 6.12 "$out/span.txt" 0 '^step 5 offline 64M: done' pass
replayed 6.12 6.12+node-span "$out/span.txt" 1 \
	'difference breaks node.spanned: node0.spanned base' broken
replayed 6.12 6.12+contiguous-never "$out/join.txt" 1 "$never" differs
replayed 6.12 6.12+contiguous-kept "$out/join.txt" 0 "$kept" pass
replayed 6.12 6.12+resource-busy "$out/twice.txt" 1 "$busy" differs
replayed 6.12 6.12+crash "$out/span.txt" 1 '^step 0 boot: crash' broken
replayed 6.12 6.12+hang "$out/span.txt" 1 \
	'difference breaks hang: outcome base 0 patched 2' broken

# What the base breaks is not the patch's doing, and may be its cure
replayed 6.12+node-span 6.12 "$out/span.txt" 0 'cures node-span: ' pass
replayed 6.12+hang 6.12 "$out/span.txt" 0 'cures hang: ' pass
replayed 6.12+crash 6.12 "$out/span.txt" 0 '^hash' pass
replayed 6.12+node-span 6.12+node-span "$out/span.txt" 0 \
	"its base's own: node-span" pass
replayed 6.12+crash 6.12+crash "$out/span.txt" 0 '^hash' pass
replayed 6.12+hang 6.12+hang "$out/span.txt" 0 "its base's own: hang" pass

# Where a quirk skips the base, the patched kernel goes on
pair 6.12 6.12 0 none
all=$(tests/objects/quirks.sh 6.12)
is "a quirk that skips both" 0 'stopped by quirk span-wraps' replay \
	ENGINE=none QUIRKS="$all" corpora/findings/span-wraps.txt
is "a quirk that skips one" 1 'difference breaks hang: outcome' replay \
	ENGINE=none QUIRKS="${all/span-wraps,/}" BASE_QUIRKS="$all" \
	corpora/findings/span-wraps.txt
is "a new quirk that skips" 1 'difference breaks hang: outcome' replay \
	ENGINE=none QUIRKS="$all" BASE_QUIRKS="${all/span-wraps,/}" \
	corpora/findings/span-wraps.txt

# --- minimize

pair 6.12 6.12+node-span 0 none
is "minimize a break" 1 \
	'^difference breaks node.spanned .*/breaks-node-span-.*\(3 operat' \
	minimize ENGINE=none "$out/span.txt"
ends broken
pair 6.12 6.12+resource-busy 0 none
is "minimize another" 1 '^difference other err .* \(2 operations\)' \
	minimize ENGINE=none "$out/twice.txt"
ends differs
file=$(sed -n 's/^difference other err \(.*\).cbor (.*/\1.txt/p' "$out/log")
for line in '# what      difference other err' '# base      -EEXIST' \
	'# patched   -EBUSY' '# kernel    patched 6.12'; do
	grep -q "^$line" "$file" && ok || no "sidecar lacks $line" "$file"
done
pair 6.12 6.12+contiguous-kept 0 none
is "minimize a cure of weakness" 0 '^difference stronger .*\(2 operations\)' \
	minimize ENGINE=none "$out/join.txt"
pair 6.12 6.12 0 none
is "minimize nothing" 0 'does not differ from its base here' \
	minimize ENGINE=none "$out/join.txt"

# --- ALLOW=

# allow TEXT...: lines of the file
allow()
{
	printf '%s\n' "$@" > "$out/allow"
}

pair 6.12 6.12+resource-busy 0 none
allow '# intended' '' 'busy other err  says what it is # for now'
replayed 6.12 6.12+resource-busy "$out/twice.txt" 0 \
	"$busy, allowed by busy" pass ALLOW="$out/allow"
allow 'busy weaker err of another class'
replayed 6.12 6.12+resource-busy "$out/twice.txt" 1 "$busy\$" differs \
	ALLOW="$out/allow"
allow 'span other node.spanned a rule is broken whatever is allowed'
replayed 6.12 6.12+node-span "$out/span.txt" 1 'difference breaks node.sp' \
	broken ALLOW="$out/allow"

# wrong LINE:COLUMN EXPECTED TEXT...
wrong()
{
	local where=$1 pattern=$2
	shift 2
	allow "$@"
	pair 6.12 6.12 0 none
	is "ALLOW: $*" 2 "allow:$where: .*$pattern" replay ENGINE=none \
		ALLOW="$out/allow" "$out/span.txt"
}
wrong 1:3 'expected weaker, other or stronger' 'a '
wrong 2:3 'expected weaker, other or stronger' '# x' 'a breaks err why'
wrong 1:9 'meant node.spanned' 'a other node.spaned why'
wrong 1:10 'expected a field' 'a other  # err why'
wrong 1:12 'expected a reason' 'a other err'
wrong 2:1 'taken by a line above' 'a other err why' 'a other err why'
wrong 1:1 'name too long' "$(printf '%040d' 0) other err why"
mapfile -t many < <(seq -f 'a%g other err why' 33)
wrong 33:1 'too many' "${many[@]}"
pair 6.12 6.12 0 none
is "ALLOW: no file" 2 'ALLOW=/nonexistent: No such file' replay ENGINE=none \
	ALLOW=/nonexistent "$out/span.txt"

# --- fuzz

fuzz()
{
	rm -rf "$out/corpus"
	call fuzz JOBS=1 SEED=1 TIME=600 CORPUS="$out/corpus" "$@"
}

# fuzzed NAME STATUS PATTERN VERDICT BASE PATCHED ENGINE WORD...
fuzzed()
{
	local name=$1 status=$2 pattern=$3 verdict=$4 engine=$7 got
	pair "$5" "$6" 0 "$engine" || return
	shift 7
	fuzz ENGINE="$engine" "$@"
	got=$?
	test $got = "$status" && grep -Eq -e "$pattern" "$out/log" && ok ||
		no "$name: status $got, not $status, or no $pattern" \
			"$out/log"
	ends "$verdict"
}

span='^difference breaks node.spanned count [1-9][0-9]* .*/[a-z].*'
span="$span \([0-8] operations\)\$"
for engine in libfuzzer afl; do
	fuzzed "$engine" 1 "$span" broken 6.12 6.12+node-span $engine \
		RUNS=3000 FIRST=1
	says '^kernel base 6.12.* slices [0-9]* lines [0-9]*$'
	says '^kernel patched 6.12.* slices [0-9]* lines [0-9]*$'
	says '^rule node-span broken '
	says '^rule contiguous-exact off \(compared with the base instead\)$'
done
busy='^difference other err count [1-9][0-9]* .*/other.*\([0-8] operations\)$'
fuzzed "differs" 1 "$busy" differs 6.12 6.12+resource-busy libfuzzer RUNS=4000
allow 'busy other err says what it is' 'never other warns is not seen'
fuzzed "allowed" 0 '^allowed busy count [1-9]' pass 6.12 6.12+resource-busy \
	libfuzzer RUNS=8000 ALLOW="$out/allow"
says '^allowed never count 0$'
! grep -q '^difference' "$out/log" && ok || no "not allowed" "$out/log"
fuzzed "itself" 0 '^rule node-span [a-z]* checked [1-9]' pass 6.12 6.12 \
	libfuzzer RUNS=8000
! grep -q '^difference\|^cures\|^own' "$out/log" && ok ||
	no "differs from itself" "$out/log"
fuzzed "its base's own" 0 '^rule node-span excused' pass 6.12+node-span \
	6.12+node-span libfuzzer RUNS=8000
fuzzed "a new quirk" 1 '^finding .*/block-node-walk.txt block-zone ' broken \
	7.3 6.12 libfuzzer RUNS=1000
fuzzed "a quirk less" 1 '^cures block-node-walk count ' broken \
	6.12 7.3 libfuzzer RUNS=3000

# --- a kernel beside itself

# itself KERNEL SAN GEOM
itself()
{
	local files
	pair "$1" "$1" "$2" none "$3" || return
	mapfile -t files < <(scenarios "$3")
	"$mhpref" replay BASE="$base" OBJECT="$object" SAN="$2" ENGINE=none \
		LIST=1 "${files[@]}" > "$out/log" 2>&1
	ends pass
	test "$(grep -c '^replay .* pass$' "$out/log")" = ${#files[@]} && ok ||
		no "$* beside itself: $(grep -m1 '^replay .*[^s]$' \
			"$out/log")" "$out/log"
	test "$2 $3" = '0 ppc64' || return
	for file in "${files[@]}"; do
		"$mhpref" replay BASE="$base" OBJECT="$object" SAN="$2" \
			ENGINE=none QUIRKS="$(tests/objects/quirks.sh "$1")" \
			"$file"
	done > "$out/steps" 2>&1
	! grep -q '^  difference\|^  cures\|own: ' "$out/steps" && ok ||
		no "$* beside itself differs" "$out/steps"
}
itself 6.12 0 ppc64
itself 6.12 1 ppc64
itself 7.3 0 ppc64
itself 6.12 0 x86_64
end
