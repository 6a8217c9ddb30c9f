#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Results of bench as JSON, and two files of them held together: what is
# written can be read, and what is not comparable is refused, by name.

set -u

cd "$(dirname "$0")/../.." || exit 2
O=${O:-build}
mhpref=$O/mhpref
passed=0
failed=0
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT

# want WHAT STATUS PATTERN: of the last run
want()
{
	if [[ $status = "$2" && $said == $3 ]]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'not ok %s: status %s, not %s\n%s\n' "$1" "$status" \
			"$2" "$said"
	fi
}

compare()
{
	said=$("$mhpref" bench COMPARE="$*" 2>&1)
	status=$?
}

# as WHAT SED: $tmp/WHAT is the good one, edited
as()
{
	sed "$2" "$tmp/good" > "$tmp/$1"
	cmp -s "$tmp/good" "$tmp/$1" && echo "not ok $1: nothing edited" &&
		failed=$((failed + 1))
	compare "$tmp/good" "$tmp/$1"
}

result='{"case":"plug","size":1024,"unit":"bytes","geometry":"x86_64",
"conf":"default","base":{"version":"6.12.1","hash":"aa","ns":2000},
"patched":{"version":"6.12.1","hash":"bb","ns":1000},
"ratio":[0.5,0.4,0.6,0.001],"control":[1,0.99,1.01,0.5],
"control_says":"good"}'
cat > "$tmp/good" << END
{"format":1,"mhpref":"a","compiler":"clang 14","cpu":"one","command":[],
"results":[$result]}
END

as cpu 's/"one"/"two"/'
want 'two machines' 0 '*first*one*second*two*2 us*2 us*0.5000*verdict pass'
as ns 's/2000/4000/'
want 'times' 0 '*2 us*4 us*verdict pass'
as format 's/"format":1/"format":2/'
want 'another format' 2 '*/format: not of the format*verdict incomplete'
as compiler 's/clang 14/clang 15/'
want 'another compiler' 2 '*clang 14, clang 15*verdict incomplete'
as hash 's/"aa"/"cc"/'
want 'another kernel' 2 "*not the same base's hash*verdict incomplete"
as patched 's/"bb"/"cc"/'
want 'another patch' 2 "*not the same patched's hash*verdict incomplete"
as geometry 's/x86_64/ppc64/'
want 'another geometry' 2 '*not the same geometry*verdict incomplete'
as conf 's/"default"/"cma"/'
want 'another configuration' 2 '*not the same conf*verdict incomplete'
as case 's/"plug"/"query"/'
want 'another case' 2 '*not in the second file*verdict incomplete'
as size 's/1024/2048/'
want 'another size' 2 '*not in the second file*verdict incomplete'
as results 's/"results"/"other"/'
want 'no results' 2 '*/results: has no results*verdict incomplete'
as types 's/\[{"case":"plug"/[7,{"case":8/'
want 'other types' 2 '*verdict incomplete'
as twice 's/"format":1/"format":1,"format":1/'
want 'a key twice' 2 '*/twice:1: duplicate*verdict incomplete'
as cut '$d'
want 'cut off' 2 '*/cut:[0-9]*bench.json*verdict incomplete'
head -c 4096 /dev/urandom > "$tmp/random"
compare "$tmp/good" "$tmp/random"
want 'random bytes' 2 '*/random:*bench.json*verdict incomplete'
compare "$tmp/good" "$tmp/none"
want 'no such file' 2 '*/none:*verdict incomplete'
compare "$tmp/good"
want 'one file' 2 '*want two files*verdict incomplete'
compare "$tmp/good" "$tmp/good" "$tmp/good"
want 'three files' 2 '*want two files*verdict incomplete'

said=$("$mhpref" bench CASE=rescan SIZE=1G TIME=1 2> "$tmp/log")
status=$?
json=$(sed -n 's/^json //p' <<< "$said")
awk 'length > 72 && !/^json / { exit 1 }' <<< "$said" || status=columns
[[ $status = [01] ]] && status=0
want 'a run' 0 'mhpref *compiler *cpu *command mhpref bench CASE=rescan*kernel'`
	`'*base 6.12*verdict *'
compare "$json" "$json"
want 'what it wrote' 0 '*rescan 1073741824*verdict pass'

plot()
{
	rm -f "$O"/bench/rescan.*
	said=$("$mhpref" bench PLOT=1 CASE=rescan SIZE=1G TIME=1 2>&1)
	status=$?
}

plot
[[ $status = [01] ]] && status=0
said=$said$(wc -l < "$O/bench/rescan.dat")' rows '
said=$said$(head -c 4 "$O/bench/rescan.png" | tail -c 3)
said=$said$(grep -o '</svg>' "$O/bench/rescan.svg")
want 'pictures' 0 '*rescan 256M*rescan 512M*rescan 1G*plot *3 rows PNG</svg>'
mkdir "$tmp/bin"
ln -s /usr/bin/* "$tmp/bin"
ln -sf /usr/bin/false "$tmp/bin/gnuplot"
PATH=$tmp/bin plot
[[ $status = [12] ]] && status=2	# noise goes before
want 'no gnuplot' 2 '*gnuplot failed*apt-get install gnuplot-nox*verdict *'

echo "$passed passed, $failed failed, 0 skipped"
test "$failed" = 0
