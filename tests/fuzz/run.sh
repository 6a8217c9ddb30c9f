#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The command line and the supervisor, on a kernel object without a kernel
# that goes wrong as FAKE_LIE says (fake-kernel.c).

O=${O:-build}
case $O in /*) ;; *) O=$PWD/$O ;; esac
mhpref=$O/mhpref
fake=$O/tests-fuzz/fake-kernel.so
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
passed=0
failed=0

# check NAME STATUS PATTERN COMMAND...: exit status, and a line of output
check() {
	name=$1 status=$2 pattern=$3
	shift 3
	"$@" > "$tmp/out" 2>&1 < /dev/null
	got=$?
	if [ "$got" -eq "$status" ] && grep -Eq -e "$pattern" "$tmp/out"
	then
		passed=$((passed + 1))
		return
	fi
	failed=$((failed + 1))
	echo "fuzz: $name: status $got, not $status, or no line like:"
	echo "	$pattern"
	tail -n 8 "$tmp/out" | sed 's/^/	| /'
}

last_line_is() {
	[ "$(tail -n 1 "$tmp/out")" = "$1" ] && return
	failed=$((failed + 1))
	echo "fuzz: $name: the last line is not \"$1\""
}

# fuzz LIE ENGINE: from an empty corpus, until something is found. What ends
# it is a number of scenarios: how many a second has depends on the machine.
fuzz() {
	lie=$1 engine=$2
	shift 2
	rm -rf "$tmp/corpus"
	FAKE_LIE=$lie "$mhpref" fuzz OBJECT="$fake" QUIRKS= SAN=0 JOBS=1 \
		SEED=1 FIRST=1 ENGINE="$engine" TIME=600 RUNS=3000 \
		CORPUS="$tmp/corpus" FINDINGS="$tmp/findings" "$@"
}

cat > "$tmp/good.txt" << 'END'
mhpref 1
geometry ppc64
conf default
block 16M
memmap stale
node 0 cpu
memory 0 - 64M node 0
add 64M 48M node 0
online 64M
online 80M
online 96M
offline 96M
remove 96M 16M
END
sed 's/block 16M/block 17M/' "$tmp/good.txt" > "$tmp/bad.txt"
printf '\377\001\002noise' > "$tmp/noise"
sed 's/ppc64/x86_64/; s/16M/128M/; /^[aor].*[0-9]M/d; s/64M/1G/' \
	"$tmp/good.txt" > "$tmp/pc.txt"

replay() {
	lie=$1
	shift
	FAKE_LIE=$lie "$mhpref" replay OBJECT="$fake" QUIRKS= SAN=0 \
		ENGINE=none "$@"
}

# --- words

check "no command" 2 'name a command' "$mhpref"
check "bad command" 2 'fuz: no such command' "$mhpref" fuz
check "bad variable" 2 'GOEM=: no such variable' "$mhpref" fuzz GOEM=ppc64
check "both trees" 2 'both KDIR= and KERNEL=' "$mhpref" fuzz KDIR=/ KERNEL=6.1
check "help" 0 'KDIR=DIR' "$mhpref" help
check "rules" 0 '^zone-span' "$mhpref" rules
check "names stand out" 0 '^same$' sh -c '
	test "$("$1" quirks | grep -c "^[^	]")" = \
		"$("$1" quirks | grep -c "	source: ")" &&
		echo same' sh "$mhpref"
check "no file" 2 'replay what' "$mhpref" replay
check "missing file" 2 'No such file' replay none "$tmp/nothing"
check "geometry contradicted" 2 'made for GEOM=ppc64, not x86_64' \
	replay none GEOM=x86_64 "$tmp/good.txt"
check "no tree" 2 'KDIR=/nonexistent' "$mhpref" fuzz KDIR=/nonexistent

# --- replay, show, rescale

check "right" 0 '^step 6 remove 96M 16M: done' replay none "$tmp/good.txt"
last_line_is "verdict pass"
check "wrong field" 1 'broken zone-span: node0.NORMAL.spanned expected' \
	replay span "$tmp/good.txt"
last_line_is "verdict broken"
check "wrong state" 1 'broken online-state: block' replay state "$tmp/good.txt"
check "warning" 1 'broken warn: warns expected 0 got 1' \
	replay warn "$tmp/good.txt"
check "crash" 1 '^step 4 online 96M: crash' replay crash "$tmp/good.txt"
check "bug" 1 'kernel says: fake.c:1' replay bug "$tmp/good.txt"
check "hang" 1 'broken hang' replay hang "$tmp/good.txt"
check "slow, no hang" 0 '^step 6 remove 96M 16M: done' \
	replay slow "$tmp/good.txt"
check "slow, and wrong" 1 'broken zone-span' replay slow-span "$tmp/good.txt"
check "our error" 2 'an error of mhpref, not of the kernel' \
	replay ours "$tmp/good.txt"
last_line_is "verdict incomplete"
for lie in span bug hang crash
do
	rules=-$lie,-exact
	[ $lie = span ] && rules=-zone-span,-node-span,-contiguous-exact
	check "$lie with its rules off" 0 "^verdict pass" \
		replay $lie RULES=$rules "$tmp/good.txt"
done
check "bad text" 2 'bad.txt:4:7: expected' replay none "$tmp/bad.txt"
check "noise" 2 'noise: byte 0: ' replay none "$tmp/noise"
last_line_is "verdict incomplete"
mkdir "$tmp/some"
cp "$tmp/good.txt" "$tmp/bad.txt" "$tmp/some"
check "several" 2 "^replay $tmp/some/good.txt pass" replay none "$tmp/some"
check "several, broken" 1 "^replay $tmp/some/bad.txt incomplete" \
	replay span "$tmp/some"
check "show" 0 'blocks NNNNNN_' "$mhpref" show "$tmp/good.txt"
cat > "$tmp/groups.txt" << EOF
mhpref 1
geometry ppc64
conf default
block 16M
memmap stale
online_policy auto-movable
node 0 cpu
node 1
memory 0 - 24M node 0
memory 24M - 48M node 1
register dynamic 32M node 1
add 64M 16M group 1
query online node 1 group 1 80M 16M
EOF
for pattern in '^group 1 dynamic node 1 unit 0x200 kernel 0x0 movable 0x0$' \
	'^ +group +1$' '^ +links +[+]$' '^ +valid +N-N M$' \
	'query online node 1 group 1 80M 16M: done, Movable$'
do
	check "show: $pattern" 0 "$pattern" "$mhpref" show "$tmp/groups.txt"
done
check "show a kernel's" 0 'blocks NNNNNN_' "$mhpref" show OBJECT="$fake" \
	QUIRKS= SAN=0 ENGINE=none "$tmp/good.txt"
check "rescale" 0 '^geometry x86_64' "$mhpref" rescale GEOM=x86_64 \
	"$tmp/good.txt"
check "rescale to what" 2 'GEOM=' "$mhpref" rescale "$tmp/good.txt"

# One hash, alone and among others, twice
replay none "$tmp/good.txt" > "$tmp/one"
check "same hash" 0 "^$(grep ^hash "$tmp/one")" replay none "$tmp/good.txt"

# --- minimize

minimize() {
	FAKE_LIE=$1 "$mhpref" minimize OBJECT="$fake" QUIRKS= SAN=0 \
		ENGINE=none FINDINGS="$tmp/findings" "$tmp/good.txt"
}
check "minimize" 1 'zone-span \(4 operations\)' minimize span
check "minimize a crash" 1 'crash \(4 operations\)' minimize crash
check "minimize nothing" 0 'breaks no rule' minimize none

# --- fuzz, with both engines

for engine in libfuzzer afl
do
	[ $engine = libfuzzer ] || command -v afl-fuzz > /dev/null || continue
	for lie in span state warn bug hang crash
	do
		rule=$lie
		[ $lie = span ] && rule=zone-span
		[ $lie = state ] && rule=online-state
		check "$engine finds $lie" 1 "^finding .* $rule \(" \
			fuzz $lie $engine
		last_line_is "verdict broken"
	done
	check "$engine: slow is no hang" 0 'no hang: .* dropped' \
		fuzz slow $engine V=1
	last_line_is "verdict pass"
	check "$engine: slow, and wrong" 1 '^finding .* zone-span \(' \
		fuzz slow-span $engine
	check "$engine: our error" 2 'an error of mhpref, not of the kernel' \
		fuzz ours $engine
	last_line_is "verdict incomplete"
	check "$engine: nothing wrong" 0 '^rule zone-span ok checked [1-9]' \
		fuzz none $engine
	last_line_is "verdict pass"
done

# More ways to go wrong than there is room for: said, not forgotten
check "what is lost is counted" 1 '^lost [1-9][0-9]* catches: ' \
	fuzz many libfuzzer
last_line_is "verdict broken"

# The fake kernel calls itself 6.12, and has no quirk, or goes wrong where it
# is asked for them; with the rules off by which it shows, nothing else fails
probed() {
	rm -rf "$tmp/corpus"
	FAKE_LIE=$1 "$mhpref" fuzz OBJECT="$fake" SAN=0 JOBS=1 SEED=1 \
		TIME=600 RUNS=3000 RULES=-node-present,-failed-op,-exact \
		CORPUS="$tmp/corpus" FINDINGS="$tmp/findings"
}
check "lacks a quirk" 0 'as it should, where 6.12 did not: .*contiguous-empty' \
	probed none
last_line_is "verdict pass"
check "unclear quirk" 2 '^unclear contiguous-empty: ' probed always
last_line_is "verdict incomplete"

# A finding replays as what it is, from either of its files
for file in "$tmp"/findings/zone-span-*
do
	check "finding ${file##*.}" 1 'broken zone-span' replay span "$file"
done

# Ctrl-C, once it is at work: the report so far
interrupt() {
	FAKE_LIE= "$mhpref" fuzz OBJECT="$fake" QUIRKS= SAN=0 JOBS=2 SEED=1 \
		TIME=600 CORPUS="$tmp/ctrl-c" FINDINGS="$tmp/findings" &
	for n in $(seq 600)
	do
		[ -z "$(ls "$tmp/ctrl-c" 2> /dev/null)" ] || break
		sleep 0.1
	done
	sleep 0.5
	kill -INT $!
	wait $!
}
check "Ctrl-C" 2 '^scenarios [1-9]' interrupt
last_line_is "verdict incomplete"

echo "$passed passed, $failed failed, 0 skipped"
[ $failed -eq 0 ]
