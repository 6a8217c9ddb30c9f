#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The front door: make's paths, the search for tools, the choice of a mirror,
# the judgement of test programs, and the soak's book-keeping.

set -u -o pipefail

cd "$(dirname "$0")/../.." || exit 2
top=$PWD
passed=0
failed=0
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# want WHAT EXPECTED GOT: EXPECTED is a pattern of the shell
want()
{
	if [[ $3 == $2 ]]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'FAIL %s\n  expected %s\n  got %s\n' "$1" "$2" "$3"
	fi
}

# What make would run, called in a directory that is not the checkout
dry_run()
{
	(cd "$tmp" && MAKEFLAGS= make --no-print-directory -C "$top" -n \
		"$@" 2>&1 | grep -e "mhpref $1" -e "$1.sh" | tail -n 1)
}

test_paths()
{
	want 'KDIR is the caller'\''s' "*KDIR='$tmp/linux'*" \
		"$(dry_run fuzz KDIR=linux)"
	want 'PATCH is the caller'\''s' "*PATCH='$tmp/a.mbox'*" \
		"$(dry_run fuzz PATCH=a.mbox)"
	want 'PATCH with commits is no path' "*PATCH='git:a..b'*" \
		"$(dry_run fuzz PATCH=git:a..b)"
	want 'tilde' "*KDIR='$HOME/linux'*" "$(dry_run fuzz 'KDIR=~/linux')"
	want 'several files' "*'$tmp/a' '/b'*" "$(dry_run show 'FILE=a /b')"
	want 'quotes are kept' "*RULES='a'\\\\''b'*" \
		"$(dry_run fuzz "RULES=a'b")"
	want 'words not given are not passed' 'build/mhpref fuzz *([ ])' \
		"$(unset TIME; dry_run fuzz)"
	want 'a word of the environment' "*TIME='5m'*" \
		"$(TIME=5m dry_run fuzz)"
}

test_clean()
{
	mkdir -p "$tmp/home/mine"
	make clean O="$tmp/home" > "$tmp/log" 2>&1
	want 'clean refuses what it did not make' 2 $?
	want 'and leaves it' mine "$(ls "$tmp/home")"
	make "$tmp/new/CACHEDIR.TAG" O="$tmp/new" > "$tmp/log" 2>&1
	touch "$tmp/new/x"
	mkdir "$tmp/new/cache"
	make clean O="$tmp/new" > "$tmp/log" 2>&1
	want 'clean keeps what was fetched' 'CACHEDIR.TAG cache' \
		"$(ls "$tmp/new" | paste -sd' ')"
}

# tools HIDDEN...: status and messages where these commands are not there
tools()
{
	local file bin=$tmp/bin
	rm -rf "$bin"
	mkdir "$bin"
	ln -s /usr/bin/* "$bin"
	for file in "$@"; do
		rm "$bin/$file"
	done
	O=$tmp/tools SETUP=0 PATH=$bin kernel-extract/tools.sh 2>&1
	echo "status $?"
}

test_tools()
{
	want 'all is there' 'status 0' "$(tools)"
	want 'xz is missing, though it was there' \
		'*missing: xz (xz-utils)*apt-get install*xz-utils*status 2' \
		"$(tools xz)"
	want 'two are missing' '*(afl++)*(coccinelle)*status 2' \
		"$(tools spatch afl-fuzz)"
	want 'all is there again' 'status 0' "$(tools)"
}

# The functions of fetch.sh, without its main part
fetch_functions()
{
	sed '/^\[\[ /,$d' kernel-extract/fetch.sh > "$tmp/functions"
	APT_ETC=$tmp/apt bash -c ". '$tmp/functions'; codename() {
		echo bookworm; }; $1"
}

test_fetch()
{
	want 'no version' '*usage: fetch.sh VERSION*' \
		"$(kernel-extract/fetch.sh nonsense 2>&1)"
	mkdir -p "$tmp/apt/sources.list.d"
	printf '%s\n' '# deb http://a.invalid/debian bookworm main' \
		'deb [arch=amd64 signed-by=/k.gpg] http://b.invalid/ x main' \
		'deb [signed-by=/k.gpg] http://c.invalid/ bookworm main' \
		> "$tmp/apt/sources.list"
	want 'mirror, one-line' 'http://c.invalid/ /k.gpg' \
		"$(fetch_functions mirror)"
	rm "$tmp/apt/sources.list"
	printf '%s\n' 'Types: deb' 'URIs: http://d.invalid/' \
		'Suites: bookworm-security' '' 'Types: deb' '# note' \
		'URIs: http://e.invalid/' 'Suites: bookworm bookworm-updates' \
		'Signed-By: /k.gpg' > "$tmp/apt/sources.list.d/x.sources"
	want 'mirror, deb822' 'http://e.invalid/ /k.gpg' \
		"$(fetch_functions mirror)"
	want 'suites after this one, in order' \
		'bookworm-backports trixie-backports *sid' \
		"$(fetch_functions 'echo $(later_suites)')"
}

program()
{
	mkdir -p "$tmp/run/tests/$1"
	printf '#!/bin/sh\n%s\n' "$2" > "$tmp/run/tests/$1/run.sh"
	chmod +x "$tmp/run/tests/$1/run.sh"
}

run_programs()
{
	(cd "$tmp/run" && O=build TEST_LIMIT=2 JOBS=2 tests/run.sh "$@" 2>&1)
}

test_runner()
{
	mkdir -p "$tmp/run/tests"
	cp tests/run.sh "$tmp/run/tests"
	program good 'echo "2 passed, 0 failed, 1 skipped"'
	want 'a good one' '2 passed, 0 failed, 1 skipped' \
		"$(run_programs | tail -n 1)"
	program bad 'echo "2 passed, 1 failed, 0 skipped"; exit 1'
	program dies 'kill -9 $$'
	program mute 'true'
	program empty 'echo "0 passed, 0 failed, 0 skipped"'
	program lies 'echo "1 passed, 0 failed, 0 skipped"; exit 3'
	program hangs 'sleep 60'
	want 'each bad one is a failure' '5 passed, 6 failed, 1 skipped' \
		"$(run_programs | tail -n 1)"
	want 'by name' '*hangs*not done after 2 s*' "$(run_programs)"
	run_programs > "$tmp/log"
	want 'exit status' 1 $?
}

# A stand-in for mhpref that has checked 600 operations in each round
fake_mhpref()
{
	mkdir -p "$tmp/soak/fuzz" "$tmp/soak/build"
	cp fuzz/soak.sh fuzz/confs.sh "$tmp/soak/fuzz"
	printf '%s\n' '#!/bin/sh' \
		'echo kernel base 6.12.1 ppc64 default abc slices 1 lines 1' \
		"$1" 'echo scenarios 10 checked-ops 600 refused-ops 0 cpu-s 1' \
		'echo "rule a ok checked 4"' 'echo verdict pass' \
		> "$tmp/soak/build/mhpref"
	chmod +x "$tmp/soak/build/mhpref"
	touch "$tmp/soak/build/libref.a"
}

# soak_all GOAL [WORD...]
soak_all()
{
	local goal=$1
	shift
	(cd "$tmp/soak" && O=build GOAL=$goal fuzz/soak.sh "$@" 2> "$tmp/log")
}

soak()
{
	soak_all "$1" KERNEL=6.12 GEOM=ppc64
}

# A stand-in for the canaries
fake_canaries()
{
	mkdir -p "$tmp/soak/tests/canaries"
	printf '%s\n' '#!/bin/sh' "echo '$1'" "echo seeds \$SEEDS" \
		"echo '$2'" > "$tmp/soak/tests/canaries/run.sh"
	chmod +x "$tmp/soak/tests/canaries/run.sh"
}

test_soak_canaries()
{
	fake_mhpref ''
	fake_canaries 'ok a' '1 passed, 0 failed, 0 skipped'
	want 'all of it' '*x86_64 *canaries 1 passed*verdict pass' \
		"$(soak_all 100)"
	want 'with five seeds' '*seeds 5*' \
		"$(cat "$tmp/soak/findings/soak/canaries.log")"
	fake_canaries 'not ok b' '0 passed, 1 failed, 0 skipped'
	want 'canaries that were found are not looked for again' \
		'*canaries 1 passed*verdict pass' "$(soak_all 100)"
	fake_mhpref ':'
	want 'a canary that is not found' '*not ok b*verdict incomplete' \
		"$(soak_all 100)"
}

test_soak()
{
	fake_mhpref ''
	want 'until the goal' '*checked-ops 1200 *verdict pass' "$(soak 1000)"
	want 'nothing left to do' '*checked-ops 1200 *verdict pass' \
		"$(soak 1000)"
	want 'resumed' '*checked-ops 1800 *verdict pass' "$(soak 1300)"
	fake_mhpref 'echo "rule b untested checked 0"'
	want 'another mhpref begins anew, and an untested rule' \
		'*checked-ops 600 *untested b*verdict incomplete' "$(soak 100)"
	fake_mhpref 'echo "finding f exact (2 operations)"'
	want 'a finding' '*findings 1*finding f *verdict broken' "$(soak 100)"
	fake_mhpref 'echo unconfirmed 1'
	want 'a break not confirmed' '*unconfirmed 1*verdict incomplete' \
		"$(soak 100)"
	fake_mhpref 'echo "rule c broken checked 1"; echo verdict broken'
	want 'a break without a finding' '*verdict incomplete' "$(soak 100)"
	fake_mhpref 'exit 2'
	want 'a mhpref that fails' '*verdict incomplete' "$(soak 100)"
}

shopt -s extglob
test_paths
test_clean
test_tools
test_fetch
test_runner
test_soak
test_soak_canaries
echo "$passed passed, $failed failed, 0 skipped"
test "$failed" = 0
