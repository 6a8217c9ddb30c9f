#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# check.sh [NAME.VERSION...]: hold the model, and the kernel of the same series
# if it is to be had, to the recordings named, or to all in corpora/recorded.
#
# Every difference is a line; recordings that are held against the model alone
# are named. Last line: "conformance N recordings N steps N derived-ops N
# values N taken N unseen N differences". Exit status: 0 none, 1 differences,
# 2 not all could be done.

set -u -o pipefail

O=${O:-build}
export O
recorded=corpora/recorded
out=$O/test-conformance
geom=x86_64 conf=distro
status=0
declare -A object reason

# object_of SERIES: sets object[SERIES], "" and reason[SERIES] if there is none
object_of()
{
	test -z "${object[$1]+there}" || return 0
	object[$1]=$(tests/objects/get.sh "$1" 0 none $geom $conf \
		2> "$out/get-$1.log") || {
		test $? = 3 || status=2
		reason[$1]=$(tail -n1 "$out/get-$1.log")
	}
}

# check NAME.VERSION: its own lines to its log
check()
{
	local name=$1 series=${1#*.}
	series=${series%.*}
	object_of "$series"
	test -n "${object[$series]}" ||
		echo "skip $name on a kernel: ${reason[$series]}"
	timeout 300 "$O/tests-conformance/conformance" "$recorded/$name" \
		${object[$series]:+"${object[$series]}"} > "$out/$name.log" 2>&1
	case $? in
	0) ;;
	1) test $status = 2 || status=1 ;;
	*) status=2
		echo "failed $name: it did not come to its end" ;;
	esac
	grep -v '^conformance 1 recordings ' "$out/$name.log"
}

mkdir -p "$out" || exit 2
rm -f "$out"/*.log
if test $# = 0; then
	for file in "$recorded"/*.expect; do
		set -- "$@" "$(basename "$file" .expect)"
	done
fi
for name in "$@"; do
	check "$name"
done
cat "$out"/*.log | awk '
/^conformance 1 recordings / {
	for (i = 2; i < NF; i += 2)
		sum[i] += $i
}
END {
	split("recordings steps derived-ops values taken unseen differences",
		word, " ")
	printf "conformance"
	for (i = 1; i <= 7; i++)
		printf " %d %s", sum[2 * i], word[i]
	print ""
}'
exit $status
