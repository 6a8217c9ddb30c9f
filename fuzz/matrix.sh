#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# matrix.sh [NAME=VALUE...]: fuzz every configuration on every kernel for a
# moment: TIME=, 5 seconds unless given. KERNEL=, CONF= and GEOM= (default
# ppc64) choose, several names each, with blanks; the rest goes to mhpref.
#
# A line for each, "matrix KERNEL CONF GEOM RESULT ...", RESULT being pass,
# broken (with the rules), incomplete, or none: with a reason, when the kernel
# does not have the configuration or is not to be had. Last line: verdict
# pass, broken or incomplete (something failed, or nothing ran). Exit status 0,
# 1, 2. Reports are kept in O/matrix.

set -u -o pipefail

cd "$(dirname "$0")/.." || exit 2
. fuzz/confs.sh || exit 2
O=${O:-build}
mhpref=$O/mhpref
kernels='6.1 6.12 7.2 7.3'
confs=$(conf_names)
geometries=ppc64
time=5
rest=()
stopped=
broken=
undone=
ran=

options()
{
	local word
	for word in "$@"; do
		case $word in
		KERNEL=*) kernels=${word#*=} ;;
		CONF=*) confs=${word#*=} ;;
		GEOM=*) geometries=${word#*=} ;;
		TIME=*) time=${word#*=} ;;
		*) rest+=("$word") ;;
		esac
	done
}

# The rules that a report says are broken, and how much was checked
details()
{
	awk '
	$1 == "scenarios" { printf " scenarios %s checked-ops %s", $2, $4 }
	$1 == "rule" && $3 == "broken" { rules = rules "," $2 }
	END { if (rules) printf " rules %s", substr(rules, 2) }' "$1"
}

# What stands in the way, from what mhpref said: the tree, or a defect
reason()
{
	if grep -q 'fetch.sh failed' "$1"; then
		echo 'not to be had from the mirror'
	else
		lacks_conf "$1"
	fi
}

# one KERNEL CONF GEOM
one()
{
	local report=$O/matrix/$1-$2-$3 result why
	"$mhpref" fuzz KERNEL="$1" CONF="$2" GEOM="$3" TIME="$time" \
		"${rest[@]}" > "$report" 2> "$report.log"
	case $? in
	0) result=pass ran=yes ;;
	1) result=broken ran=yes broken=yes ;;
	*)
		why=$(reason "$report.log")
		if test -n "$why"; then
			echo "matrix $1 $2 $3 none: $why"
			return
		fi
		result=incomplete undone=yes
		tail -n 3 "$report.log" >&2 ;;
	esac
	echo "matrix $1 $2 $3 $result$(details "$report")"
}

options "$@"
test -x "$mhpref" || {
	echo "mhpref: matrix: $mhpref is not there; run: make matrix" >&2
	echo 'verdict incomplete'
	exit 2
}
mkdir -p "$O/matrix" || exit 2
trap 'stopped=yes' INT TERM
for geometry in $geometries; do
	for conf in $confs; do
		for kernel in $kernels; do
			test -z "$stopped" && one "$kernel" "$conf" "$geometry"
		done
	done
done
if test -n "$broken"; then
	echo 'verdict broken'
	exit 1
elif test -n "$undone$stopped" || test -z "$ran"; then
	echo 'verdict incomplete'
	exit 2
fi
echo 'verdict pass'
