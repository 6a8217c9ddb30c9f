#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# soak.sh [NAME=VALUE...]: fuzz every kernel in every geometry, and on ppc64 in
# every configuration, until so many operations were checked (the table below),
# in rounds of some minutes with a fresh seed each; at last look for every
# canary from five seeds. What was done is kept in findings/soak and continued
# by the next call, as long as mhpref is the same. KERNEL=, GEOM= and CONF=
# choose, several names each with blanks, and leave the canaries out; TIME=
# stops after so long (go on by calling again); the rest goes to mhpref. GOAL
# and ROUND in the environment are another number of operations and another
# length of a round in seconds, for tests.
#
# At the end a line for each, and all of it as a table for the README. Last
# line: verdict pass, broken, or incomplete (not done, interrupted, a rule never
# checked, a break not confirmed, a kernel not to be had). A configuration that
# a kernel does not have is not missed. Exit status 0, 1, 2.

set -u -o pipefail

cd "$(dirname "$0")/.." || exit 2
. fuzz/confs.sh || exit 2
O=${O:-build}
mhpref=$O/mhpref
state=findings/soak
kernels='6.1 6.12 7.2 7.3'
geometries='ppc64 arm64-64k x86_64'
confs=$(conf_names)
chosen=
round=${ROUND:-300}
kept='kernel|scenarios|unconfirmed|lost|unclear|rule|quirk|finding|more|verdict'
budget=
canaries=yes
rest=()

# Checked operations wanted of each kernel. A page costs the same everywhere,
# but the same operation has 16 and 128 times the pages in the latter two.
declare -A goals=([ppc64]=20000000 [arm64-64k]=2000000 [x86_64]=100000)
conf_goal=1000000
thousands=':a; s/([0-9])([0-9]{3})($|,)/\1,\2\3/; ta'

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
		CONF=*) confs=${word#*=} chosen=yes canaries= ;;
		TIME=*) seconds "${word#*=}" ;;
		SEED=*|FILE=*|KDIR=*|CORPUS=*)
			die "$word: not for soak; it draws seeds itself," \
				"and runs kernels by version" ;;
		*) rest+=("$word") ;;
		esac
	done
}

# goal KERNEL GEOM CONF: operations wanted; of a configuration other than the
# default no more than of that
goal()
{
	local most=${goals[$2]}
	test "$3" = default || test "$most" -le $conf_goal || most=$conf_goal
	echo "${GOAL:-$most}"
}

# What is to be run, a line "KERNEL GEOM CONF" each
items()
{
	local kernel geometry conf
	for conf in $confs; do
		for geometry in $geometries; do
			test "$conf" = default || test -n "$chosen" ||
				test "$geometry" = ppc64 || continue
			for kernel in $kernels; do
				echo "$kernel $geometry $conf"
			done
		done
	done
}

log_of()
{
	echo "$state/$1-$2-$3.log"
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
	$1 == "unclear" { n++ }
	$1 == "finding" { found = 1 }
	$1 == "verdict" { n += $2 == "broken" && !found; found = 0 }
	END { print n + 0 }'
}

duration()
{
	printf '%d:%02d h' $(($1 / 3600)) $(($1 % 3600 / 60))
}

# Why the kernel does not have the configuration, if it was seen not to
why_none()
{
	test ! -e "$(log_of "$@")" ||
		awk -v key="$key" '
		$1 == "key" { on = $2 == key }
		on && $1 == "none" { sub(/^none /, ""); why = $0 }
		END { if (why) print why }' "$(log_of "$@")"
}

is_done()
{
	local checked
	read -r checked _ < <(sums "$@")
	test "$checked" -ge "$(goal "$@")" || test -n "$(why_none "$@")"
}

# Time until all is done, as far as the rates are known
time_left()
{
	local item checked wall left=0 mark=
	while read -r -a item; do
		! is_done "${item[@]}" || continue
		read -r checked _ _ _ wall < <(sums "${item[@]}")
		if test "$checked" = 0; then
			mark=' at least'
		else
			left=$((left + ($(goal "${item[@]}") - checked) *
				wall / checked))
		fi
	done < <(items)
	echo "$(duration $left)$mark"
}

progress()
{
	local checked
	read -r checked _ < <(sums "$@")
	printf 'soak %s %s %s: %s of %s operations; all: %s left\n' "$@" \
		"$checked" "$(goal "$@")" "$(time_left)" >&2
}

# How long the next round is to be: not longer than needed, in steps of 10 s
round_time()
{
	local checked wall need least=30
	read -r checked _ _ _ wall < <(sums "$@")
	need=$(($(goal "$@") / 50000))
	test "$checked" = 0 || need=$((
		(($(goal "$@") - checked) * wall / checked / 10 + 1) * 10))
	test "$least" -le "$round" || least=$round
	test "$need" -ge "$least" || need=$least
	test "$need" -le "$round" || need=$round
	test -z "$budget" || test "$need" -le $((budget - SECONDS)) ||
		need=$((budget - SECONDS))
	echo "$need"
}

# A round that came to nothing: is it that the kernel has no such configuration?
note_none()
{
	local said=$state/none.$$ why
	test "$3" != default && test -z "$stopped" || return 1
	"$mhpref" fuzz KERNEL="$1" GEOM="$2" CONF="$3" TIME=1 "${rest[@]}" \
		> /dev/null 2> "$said"
	why=$(lacks_conf "$said")
	rm -f "$said"
	test -n "$why" || return 1
	printf 'key %s\nnone %s\n' "$key" "$why" >> "$(log_of "$@")"
}

# One round; its report is added to the log when it is complete.
run_round()
{
	local seed start report=$state/round.$$
	seed=$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')
	start=$SECONDS
	"$mhpref" fuzz KERNEL="$1" GEOM="$2" CONF="$3" SEED="$seed" \
		TIME="$(round_time "$@")" "${rest[@]}" > "$report"
	test $? -le 2 && grep -q '^scenarios ' "$report" || {
		cat "$report" >&2
		rm -f "$report"
		note_none "$@"
		return
	}
	{
		echo "key $key seed $seed"
		grep -E "^($kept) " "$report"
		echo "wall $((SECONDS - start))"
	} >> "$(log_of "$@")"
	rm -f "$report"
}

out_of_time()
{
	test -n "$budget" && test "$SECONDS" -ge "$budget"
}

soak()
{
	until is_done "$@"; do
		test -z "$stopped" && ! out_of_time || return 0
		run_round "$@" || {
			test -n "$stopped" || failed=yes
			return 0
		}
		progress "$@"
	done
}

# One line for each; sets broken and undone
summary()
{
	local checked scenarios cpu findings missed unsettled why
	why=$(why_none "$@")
	test -z "$why" || {
		echo "soak $* none: $why"
		return
	}
	read -r checked scenarios cpu findings _ < <(sums "$@")
	missed=$(untested "$@" | paste -sd,)
	unsettled=$(unsettled "$@")
	echo "soak $* scenarios $scenarios checked-ops $checked" \
		"cpu-s $cpu findings $findings" \
		"unconfirmed $unsettled${missed:+ untested $missed}"
	rounds "$@" | awk '$1 == "finding" && !seen[$0]++'
	test "$findings" = 0 || broken=yes
	test "$unsettled" = 0 || undone=yes
	test -z "$missed" && test "$checked" -ge "$(goal "$@")" || undone=yes
}

# A kernel's version as its tree has it, or as it was asked for
version_of()
{
	cat "$state/$1"-*.log 2> /dev/null | awk -v version="$1" '
	$1 == "kernel" { version = $3 }
	END { print version }'
}

# cell KERNEL GEOM CONF: operations checked, and findings if there are any
cell()
{
	local checked findings
	read -r checked _ _ findings _ < <(sums "$@")
	if test -n "$(why_none "$@")"; then
		echo 'none'
	elif test "$checked" = 0; then
		echo '-'
	else
		printf '%s' "$(sed -E "$thousands" <<< "$checked")"
		test "$findings" = 0 || printf ' (%d)' "$findings"
		echo
	fi
}

# Markdown, for the README: a row for each geometry and configuration
table()
{
	local kernel geometry conf
	printf '|'
	for kernel in $kernels; do
		printf ' | %s' "$(version_of "$kernel")"
	done
	printf ' |\n|---'
	for kernel in $kernels; do
		printf '|---'
	done
	printf '|\n'
	items | awk '!seen[$2, $3]++ { print $2, $3 }' |
	while read -r geometry conf; do
		printf '| %s' "$geometry"
		test "$conf" = default || printf ', `%s`' "$conf"
		for kernel in $kernels; do
			printf ' | %s' "$(cell "$kernel" "$geometry" "$conf")"
		done
		printf ' |\n'
	done
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

# The list is read first: who runs may read standard input
for_all()
{
	local item list
	mapfile -t list < <(items)
	for item in "${list[@]}"; do
		"$1" $item
	done
}

stopped=
failed=
broken=
undone=
options "$@"
for geometry in $geometries; do
	test -n "${goals[$geometry]:-}" ||
		die "GEOM=$geometry: no such geometry"
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
	table
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
