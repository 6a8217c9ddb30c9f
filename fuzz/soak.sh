#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# soak.sh [NAME=VALUE...]: fuzz every kernel in every geometry until so many
# operations were checked (the table below), in rounds of some minutes with a
# fresh seed each; at last look for every canary from five seeds. What was done
# is kept in findings/soak and continued by the next call, as long as mhpref is
# the same. KERNEL= and GEOM= choose, and leave the canaries out; TIME= stops
# after so long (go on by calling again); the rest goes to mhpref. GOAL in the
# environment is another number of operations, for tests.
#
# Last line: verdict pass, broken, or incomplete (not done, interrupted, a rule
# never checked, a break not confirmed, a kernel not to be had). Exit status 0,
# 1, 2.

set -u -o pipefail

cd "$(dirname "$0")/.." || exit 2
O=${O:-build}
mhpref=$O/mhpref
state=findings/soak
kernels='6.1 6.12 7.2 7.3'
geometries='ppc64 arm64-64k x86_64'
round=300
kept='kernel|scenarios|unconfirmed|lost|rule|quirk|finding|more|verdict'
budget=
canaries=yes
rest=()

# Checked operations wanted of each kernel. A page costs the same everywhere,
# but the same operation has 16 and 128 times the pages in the latter two.
declare -A goals=([ppc64]=20000000 [arm64-64k]=2000000 [x86_64]=100000)

die()
{
	printf 'mhpref: soak: %s\n' "$@" >&2
	echo 'verdict incomplete'
	exit 2
}

# Sets budget
seconds()
{
	[[ $1 =~ ^([0-9]+)([smh]?)$ ]] ||
		die "TIME=$1: want a number with s, m or h, such as 8h"
	case ${BASH_REMATCH[2]} in
	m) budget=$((BASH_REMATCH[1] * 60)) ;;
	h) budget=$((BASH_REMATCH[1] * 3600)) ;;
	*) budget=${BASH_REMATCH[1]} ;;
	esac
}

options()
{
	local word
	for word in "$@"; do
		case $word in
		KERNEL=*) kernels=${word#*=} canaries= ;;
		GEOM=*) geometries=${word#*=} canaries= ;;
		TIME=*) seconds "${word#*=}" ;;
		SEED=*|FILE=*|KDIR=*|CORPUS=*)
			die "$word: not for soak; it draws seeds itself," \
				"and runs kernels by version" ;;
		*) rest+=("$word") ;;
		esac
	done
}

goal()
{
	echo "${GOAL:-${goals[$1]:-}}"
}

log_of()
{
	echo "$state/$1-$2.log"
}

# Lines of the rounds that were run by this very mhpref on the kernel of the
# last one: a newer source package begins anew.
rounds()
{
	test ! -e "$(log_of "$@")" || awk -v key="$key" '
	$1 == "key" { on = $2 == key; if (on) n++ }
	on && $1 == "kernel" { kernel[n] = $6 }
	on { round[n] = round[n] $0 "\n" }
	END {
		for (i = 1; i <= n; i++)
			if (kernel[i] == kernel[n])
				printf "%s", round[i]
	}' "$(log_of "$@")"
}

# "CHECKED SCENARIOS CPU FINDINGS WALL" of a kernel in a geometry
sums()
{
	rounds "$@" | awk '
	$1 == "scenarios" { scenarios += $2; checked += $4; cpu += $8 }
	$1 == "finding" && !seen[$2]++ { findings++ }
	$1 == "wall" { wall += $2 }
	END {
		printf "%d %d %d %d %d\n",
			checked, scenarios, cpu, findings, wall
	}'
}

# Rules that no round has checked
untested()
{
	rounds "$@" | awk '
	$1 == "rule" && $3 != "off" { checked[$2] += $5 }
	END { for (rule in checked) if (!checked[rule]) print rule }'
}

# What rounds caught and did not confirm, and whether a rule was broken with no
# finding to show for it: neither may get lost
unsettled()
{
	rounds "$@" | awk '
	$1 == "unconfirmed" || $1 == "lost" { n += $2 }
	$1 == "finding" { found = 1 }
	$1 == "verdict" { n += $2 == "broken" && !found; found = 0 }
	END { print n + 0 }'
}

duration()
{
	printf '%d:%02d h' $(($1 / 3600)) $(($1 % 3600 / 60))
}

# Seconds until all is done, as far as the rates are known
time_left()
{
	local kernel geometry checked wall left=0 mark=
	for kernel in $kernels; do
		for geometry in $geometries; do
			read -r checked _ _ _ wall < <(
				sums "$kernel" "$geometry")
			test "$checked" -lt "$(goal "$geometry")" || continue
			if test "$checked" = 0; then
				mark=' at least'
			else
				left=$((left + ($(goal "$geometry") - checked) *
					wall / checked))
			fi
		done
	done
	echo "$(duration $left)$mark"
}

progress()
{
	local checked
	read -r checked _ < <(sums "$1" "$2")
	printf 'soak %s %s: %s of %s operations; all: %s left\n' "$1" "$2" \
		"$checked" "$(goal "$2")" "$(time_left)" >&2
}

# How long the next round is to be: not longer than needed, in steps of 10 s
round_time()
{
	local checked wall need=60
	read -r checked _ _ _ wall < <(sums "$1" "$2")
	test "$checked" = 0 || need=$((
		(($(goal "$2") - checked) * wall / checked / 10 + 1) * 10))
	test "$need" -ge 30 || need=30
	test "$need" -le "$round" || need=$round
	test -z "$budget" || test "$need" -le $((budget - SECONDS)) ||
		need=$((budget - SECONDS))
	echo "$need"
}

# One round; its report is added to the log when it is complete.
run_round()
{
	local kernel=$1 geometry=$2 seed start report=$state/round.$$
	seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
	start=$SECONDS
	"$mhpref" fuzz KERNEL="$kernel" GEOM="$geometry" SEED="$seed" \
		TIME="$(round_time "$kernel" "$geometry")" \
		"${rest[@]}" > "$report"
	test $? -le 2 && grep -q '^scenarios ' "$report" || {
		cat "$report" >&2
		rm -f "$report"
		return 1
	}
	{
		echo "key $key seed $seed"
		grep -E "^($kept) " "$report"
		echo "wall $((SECONDS - start))"
	} >> "$(log_of "$kernel" "$geometry")"
	rm -f "$report"
}

out_of_time()
{
	test -n "$budget" && test "$SECONDS" -ge "$budget"
}

soak()
{
	local checked
	while read -r checked _ < <(sums "$1" "$2") &&
			test "$checked" -lt "$(goal "$2")"; do
		test -z "$stopped" && ! out_of_time || return 0
		run_round "$1" "$2" || {
			test -n "$stopped" || failed=yes
			return 0
		}
		progress "$1" "$2"
	done
}

# One line for each kernel and geometry; sets broken and undone
summary()
{
	local checked scenarios cpu findings missed unsettled
	read -r checked scenarios cpu findings _ < <(sums "$1" "$2")
	missed=$(untested "$1" "$2" | paste -sd,)
	unsettled=$(unsettled "$1" "$2")
	echo "soak $1 $2 scenarios $scenarios checked-ops $checked" \
		"cpu-s $cpu findings $findings" \
		"unconfirmed $unsettled${missed:+ untested $missed}"
	rounds "$1" "$2" | awk '$1 == "finding" && !seen[$0]++'
	test "$findings" = 0 || broken=yes
	test "$unsettled" = 0 || undone=yes
	test -z "$missed" && test "$checked" -ge "$(goal "$2")" || undone=yes
}

# The canaries' count, if this very mhpref looked for them
canary_count()
{
	grep -sqx "key $key" "$state/canaries.log" &&
		tail -n 1 "$state/canaries.log"
}

# Kernels broken on purpose: both engines find each, from five seeds
find_canaries()
{
	test -z "$stopped" && ! out_of_time || return 0
	[[ $(canary_count) != *' 0 failed'* ]] || return 0
	echo 'soak canaries: five seeds each' >&2
	{
		echo "key $key"
		SEEDS=5 tests/canaries/run.sh
	} > "$state/canaries.log" 2>&1
}

# Sets undone: one that is not found shows that a rule, or the fuzzer, is blind
sum_canaries()
{
	local count
	count=$(canary_count)
	echo "soak canaries ${count:-not looked for}"
	grep -s '^not ok' "$state/canaries.log"
	[[ $count == *' 0 failed'* ]] || undone=yes
}

for_all()
{
	local kernel geometry
	for kernel in $kernels; do
		for geometry in $geometries; do
			"$1" "$kernel" "$geometry"
		done
	done
}

stopped=
failed=
broken=
undone=
options "$@"
for geometry in $geometries; do
	test -n "$(goal "$geometry")" || die "GEOM=$geometry: no such geometry"
done
test -x "$mhpref" || die "$mhpref is not there; run: make soak"
mkdir -p "$state" || die "cannot write $state"
key=$(cat "$O/mhpref" "$O/libref.a" | sha256sum | cut -c1-16)
trap 'stopped=yes' INT TERM
for_all soak
test -z "$canaries" || find_canaries
{
	for_all summary
	test -z "$canaries" || sum_canaries
} > "$state/result"
cat "$state/result"
test -z "$broken" || {
	echo 'verdict broken'
	exit 1
}
test -z "$undone$failed$stopped" || {
	echo 'verdict incomplete'
	exit 2
}
echo 'verdict pass'
