# SPDX-License-Identifier: GPL-2.0-only
#
# awk -f coverage.awk LIST SHOWN: SHOWN is what llvm-cov shows of generated
# files, with counts of branches. Prints lines and branches of every kernel
# file, then what was never executed, each with its reason from LIST:
#	lines N of N P %  branches N of N P %  FILE
#	left-out FUNCTION REASON
#	unexecuted FILE:LINE[-LINE] FUNCTION REASON
#	one-way FILE:LINE:COLUMN FUNCTION true|false REASON
#	total lines N of N P branches N of N P unexplained N
# P of the last line is in tenths of a percent.

# The reasons there are. Of a function that is left out (later work):
#	groups, links, zone-device
# Of lines and branches: dead in this configuration; the arm of a panic or
# BUG; a fault that nothing injects
function known(reason) {
	return reason ~ /^(dead|panic|fault:[a-z-]+)$/
}

function bad(what) {
	print "mhpref: " FILENAME ":" FNR ": " what > "/dev/stderr"
	exit wrong = 2
}

FNR == NR {
	sub(/#.*/, "")
	if (!NF)
		next
	if ($1 == "function" && NF == 3 && $3 ~ /^(groups|links|zone-device)$/)
		out[$2] = $3
	else if ($1 == "lines" && NF == 4 && known($4))
		reason[++reasons] = $2 " " $3 " " $4
	else
		bad("want: function NAME groups|links|zone-device, or " \
		    "lines FUNCTION|* WORD|* dead|panic|fault:NAME")
	next
}

function number(text) {
	if (text ~ /k$/)
		return text * 1000
	if (text ~ /M$/)
		return text * 1000000
	if (text ~ /[GTPE]$/)
		return text * 1000000000
	return text + 0
}

# Why was this not executed? An entry for any function is for short runs only:
# a panic at the end of a long one does not explain what is before it.
function why(name, text, length_, i, f) {
	for (i = 1; i <= reasons; i++) {
		split(reason[i], f, " ")
		if (f[1] != name && !(f[1] == "*" && length_ <= 4))
			continue
		if (f[2] == "*" || index(text, f[2])) {
			used[i] = 1
			return f[3]
		}
	}
	unexplained++
	return "unexplained"
}

function end_run() {
	if (!run)
		return
	rest[++rests] = "unexecuted " origin ":" run \
		(last != run ? "-" last : "") " " run_name " " \
		why(run_name, run_text, run_lines)
	run = 0
}

# To another function or file
function leave() {
	end_pending(0)
	end_run()
}

function line_seen(text, hits) {
	total[origin]++
	if (hits) {
		done[origin]++
		if (pendings && at - pending_at > 3)
			end_pending(0)
		end_run()
		return
	}
	if (!run) {
		end_pending(1)
		run = at
		run_name = name
		run_text = ""
		run_lines = 0
	}
	last = at
	run_lines++
	run_text = run_text text "\n"
}

# Which way was never taken, of a branch that was reached
function direction(way, hits, column) {
	branches[origin]++
	if (hits) {
		taken[origin]++
		return
	}
	pending_at = at
	if (reached)
		pending[++pendings] = origin ":" at ":" column " " name \
			" " way "\t" at "\t" name "\t" line_text
}

# An arm that is listed as unexecuted needs no second entry for its branch.
function end_pending(next_run, i, f) {
	for (i = 1; i <= pendings; i++) {
		split(pending[i], f, "\t")
		if (!(next_run && at > f[2] && at - f[2] <= 3))
			rest[++rests] = "one-way " f[1] " " \
				why(f[3], f[4], 1)
	}
	pendings = 0
}

# Branches of one place that is compiled several times are shown several times
function end_branches(column) {
	for (column in yes) {
		reached = yes[column] + no[column]
		direction("true", yes[column], column)
		direction("false", no[column], column)
	}
	split("", yes)
	split("", no)
}

/^[^ |]*\/?[a-z_-]*\.[ch]:$/ {
	end_branches()
	leave()
	origin = ""
	generated = $0
	sub(/:$/, "", generated)
	sub(/.*\//, "", generated)
	next
}

/^ +\|  Branch \(/ {
	if (counted && match($0, /\([0-9]+:[0-9]+\)/)) {
		split(substr($0, RSTART + 1, RLENGTH - 2), place, ":")
		if (match($0, /True: [0-9.kMGTPE]+/)) {
			yes[place[2]] += number(substr($0, RSTART + 6,
						       RLENGTH - 6))
			match($0, /False: [0-9.kMGTPE]+/)
			no[place[2]] += number(substr($0, RSTART + 7,
						      RLENGTH - 7))
		}
	}
	next
}

/^ +[0-9]+\|/ {
	end_branches()
	text = $0
	sub(/^ +[0-9]+\|/, "", text)
	count = text
	sub(/\|.*/, "", count)
	gsub(/ /, "", count)
	sub(/^[^|]*\|/, "", text)
	line_text = text
	counted = 0
	at++
	if (text ~ /^#line /) {
		split(text, word, " ")
		path = word[3]
		gsub(/"/, "", path)
		if (path != origin) {
			leave()
			name = "(macro)"
		}
		origin = path == generated ? "" : path
		at = word[2] - 1
		next
	}
	if (text ~ /^[a-zA-Z_].*\(/ && text !~ /;$/) {
		head = text
		sub(/\(.*/, "", head)
		sub(/.*[^a-zA-Z0-9_]/, "", head)
		if (head != name)
			leave()
		name = head
	}
	if (name in out)
		seen_out[name] = out[name]
	if (count == "" || origin == "" || name in out)
		next
	counted = 1
	line_seen(text, number(count))
}

function percent(part, whole) {
	return whole ? int(1000 * part / whole) : 1000
}

END {
	if (wrong)
		exit wrong
	end_branches()
	end_pending(0)
	end_run()
	for (file in total) {
		printf "lines %4d of %4d %5.1f %%  branches %4d of %4d " \
			"%5.1f %%  %s\n", done[file], total[file],
			percent(done[file], total[file]) / 10, taken[file],
			branches[file], percent(taken[file],
			branches[file]) / 10, file | "sort -k 13"
		d += done[file]
		t += total[file]
		bt += taken[file]
		b += branches[file]
	}
	close("sort -k 13")
	for (name in seen_out)
		print "left-out", name, seen_out[name] | "sort"
	close("sort")
	for (i = 1; i <= rests; i++)
		print rest[i]
	printf "total lines %d of %d %d branches %d of %d %d unexplained %d\n",
		d, t, percent(d, t), bt, b, percent(bt, b), unexplained
}
