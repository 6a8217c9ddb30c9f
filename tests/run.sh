#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# run.sh [PROGRAM...]: run the test programs named, else all: those listed in
# $O/tests.list (made by make), tests/*/run.sh and tests/*.sh. Logs are kept in
# $O/test-logs. A program ends with its count, either Criterion's or a line
# "N passed, N failed, N skipped"; one that ends without a count, with none
# passed or skipped, or with a bad exit status is a failure by name. Scripts
# that measure say "# runs alone" and run after the others. What was skipped,
# and the line "conformance ...", is shown.
#
# The last line is "N passed, N failed, N skipped"; exit status 0 only when
# none failed and some passed.

set -u

O=${O:-build}
export O CRITERION_VERBOSITY_LEVEL=1
logs=$O/test-logs
jobs=${JOBS:-$(nproc)}
limit=${TEST_LIMIT:-900}

all_programs()
{
	local script
	cat "$O/tests.list" 2>/dev/null
	for script in tests/*/run.sh tests/*.sh; do
		test "$script" = tests/run.sh || ! test -e "$script" ||
			echo "$script"
	done
}

# build/tests/ref-spans -> ref-spans, tests/style/run.sh -> style
name_of()
{
	local name=${1#"$O"/}
	name=${name#tests/}
	name=${name%/run.sh}
	echo "${name%.sh}" | tr / -
}

alone()
{
	grep -qsx '# runs alone' "$1"
}

# "PASSED FAILED SKIPPED" from a log, the last count in it; else nothing
count()
{
	awk '
	/^\[====\] Synthesis: Tested: / {
		gsub(/[^0-9]+/, " ")
		line = $2 " " $1 - $2
	}
	/^\[SKIP\]/ { skipped++ }
	/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ {
		line = $1 " " $3 " " $5
	}
	END { if (line) print line, skipped + 0 }' "$1" | cut -d' ' -f1-3
}

# Where the programs fail to say so themselves, we do.
judge()
{
	local status=$1 name=$2 passed failed skipped why=
	read -r passed failed skipped < <(count "$logs/$name.log") ||
		why='ended without a count'
	test -n "$why" || test $((passed + failed + skipped)) -gt 0 ||
		why='tested nothing'
	test "$status" = 0 || test "${failed:-0}" -gt 0 ||
		why="exit status $status"
	test "$status" != 124 || why="not done after $limit s"
	test -z "$why" || failed=$((${failed:-0} + 1))
	echo "${passed:-0} ${failed:-0} ${skipped:-0} $why"
}

# What one took, of the clock and of the CPU: the sum of what "time" wrote
report()
{
	local name=$1 passed failed skipped why
	read -r passed failed skipped why < "$logs/$name.result"
	printf '%-20s %6d passed, %d failed, %d skipped %s%s\n' \
		"$name" "$passed" "$failed" "$skipped" "$(awk '{
			printf "%7.1f s, CPU %6.1f s", $1, $2 + $3
		}' "$logs/$name.time")" "${why:+  FAILED: $why}"
	grep -h '^skip\|^conformance ' "$logs/$name.log" | sed 's/^/    /'
	test "$failed" = 0 || {
		sed 's/\x1b\[[0-9;]*m//g' "$logs/$name.log" |
			grep -v '^\[RUN\|^\[PASS' | tail -n 25 | sed 's/^/    /'
		echo "    (all of it: $logs/$name.log)"
	}
}

run_one()
{
	local program=$1 name TIMEFORMAT='%R %U %S'
	name=$(name_of "$program")
	{
		time timeout --foreground -k 5 "$limit" "$program" \
			> "$logs/$name.log" 2>&1 < /dev/null
	} 2> "$logs/$name.time"
	judge $? "$name" > "$logs/$name.result"
	report "$name"
}

# run_all JOBS PROGRAM...
run_all()
{
	local jobs=$1 program
	shift
	for program in "$@"; do
		while test "$(jobs -rp | wc -l)" -ge "$jobs"; do
			wait -n
		done
		run_one "$program" &
	done
	wait
}

totals()
{
	cat /dev/null "$logs"/*.time | awk '
	{ cpu += $2 + $3 }
	END { printf "all of them: CPU %.1f s (building not counted)\n", cpu }'
	cat /dev/null "$logs"/*.result | awk '
	{ passed += $1; failed += $2; skipped += $3 }
	END {
		printf "%d passed, %d failed, %d skipped\n", \
			passed, failed, skipped
		exit failed || !passed
	}'
}

stop()
{
	trap '' INT TERM
	kill $(jobs -p) 2> /dev/null
	wait
	echo 'mhpref: interrupted' >&2
	exit 2
}

trap stop INT TERM
rm -rf "$logs"
mkdir -p "$logs" || exit 2
test $# != 0 || set -- $(all_programs)
together=
last=
for program in "$@"; do
	if alone "$program"; then
		last="$last $program"
	else
		together="$together $program"
	fi
done
run_all "$jobs" $together
run_all 1 $last
totals
