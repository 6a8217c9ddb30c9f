# SPDX-License-Identifier: GPL-2.0-only
#
# awk -f coverage-merge.awk SHOWN...: what llvm-cov shows of several kernel
# objects of one tree, in one text of the same form: each line of a kernel file
# once, in order, with the sum of its counts. A line that some object does not
# have, or does not count, is counted in the others.

function number(text) {
	if (text ~ /k$/)
		return text * 1000
	if (text ~ /M$/)
		return text * 1000000
	if (text ~ /[GTPE]$/)
		return text * 1000000000
	return text + 0
}

function after(what) {
	return match($0, what ": [0-9.kMGTPE]+") ? \
		number(substr($0, RSTART + length(what) + 2,
			      RLENGTH - length(what) - 2)) : 0
}

/^[^ |]*\/?[a-z_-]*\.[ch]:$/ {
	path = ""
	generated = $0
	sub(/:$/, "", generated)
	sub(/.*\//, "", generated)
	next
}

/^ +\|  Branch \(/ {
	if (path == "" || !match($0, /:[0-9]+\)/))
		next
	column = substr($0, RSTART + 1, RLENGTH - 2) + 0
	if (!/True: /)
		next
	key = path SUBSEP at
	if (!((key, column) in yes))
		columns[key] = columns[key] " " column
	yes[key, column] += after("True")
	no[key, column] += after("False")
	next
}

/^ +[0-9]+\|/ {
	line = $0
	sub(/^ +[0-9]+\|/, "", line)
	count = line
	sub(/\|.*/, "", count)
	gsub(/ /, "", count)
	sub(/^[^|]*\|/, "", line)
	at++
	if (line ~ /^#line /) {
		split(line, word, " ")
		path = word[3]
		gsub(/"/, "", path)
		if (path == generated)
			path = ""
		at = word[2] - 1
		if (path != "" && !(path in last))
			paths[++nr_paths] = path
		last[path] += 0
		next
	}
	if (path == "")
		next
	key = path SUBSEP at
	text[key] = line
	last[path] = at > last[path] ? at : last[path]
	if (count != "")
		counted[key] += number(count)
}

function show(path, at, key, i, n, column) {
	key = path SUBSEP at
	printf " %d|%7s|%s\n", at, \
		key in counted ? counted[key] : "", text[key]
	n = split(columns[key], column, " ")
	for (i = 1; i <= n; i++)
		printf "  |  Branch (%d:%d): [True: %d, False: %d]\n", at,
			column[i], yes[key, column[i]], no[key, column[i]]
}

END {
	for (i = 1; i <= nr_paths; i++) {
		path = paths[i]
		printf "merged.c:\n"
		gap = 1
		for (at = 1; at <= last[path]; at++) {
			if (!((path, at) in text)) {
				gap = 1
				continue
			}
			if (gap)
				printf " 0| |#line %d \"%s\"\n", at, path
			gap = 0
			show(path, at)
		}
	}
}
