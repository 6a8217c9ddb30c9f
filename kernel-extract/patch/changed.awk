# SPDX-License-Identifier: GPL-2.0-only
#
# awk -v sign=+ -v tree=DIR -v conf=NAME -v listed="FILE ..." -f changed.awk
#	CHUNKS COUNTS CHANGED
# What became of each line of code that a series changes: "line FILE LINE SORT
# WHY" for those that are not executed, and at last "sum changed N ...". LISTED
# are the files that are read in some configuration.
#
# CHUNKS are the definitions in all files of the tree that were read, with what
# the extractor did with them; COUNTS the lines of what was compiled, and how
# often they were executed; CHANGED is written by prepare.sh.
#
# A line that no machine could execute is not counted: an #include, a
# declaration, what exports a name to modules.

# The text of a file of the tree, once
function read_file(file,	line, n)
{
	if (file in lines_of)
		return
	while ((getline line < (tree "/" file)) > 0)
		text[file, ++n] = line
	close(tree "/" file)
	lines_of[file] = n + 0
}

function use_words(line)
{
	gsub(/\/\*([^*]|\*[^\/])*\*\//, "", line)
	while (match(line, /[A-Za-z_][A-Za-z0-9_]*/)) {
		used[substr(line, RSTART, RLENGTH)] = 1
		line = substr(line, RSTART + RLENGTH)
	}
}

# How often a line of a function was executed: what precedes its body, and
# what is only punctuation, as often as the function was entered
function executions(n, at,	i)
{
	i = count[file[n], at]
	if (i ~ /^[0-9]/ && text[file[n], at] !~ /^[ \t{}();]*$/)
		return i
	if (i == "-" && at > entry[n] && text[file[n], at] !~ /^[ \t]*#/)
		return "-"
	return entry[n] ? count[file[n], entry[n]] : 0
}

function find_entry(n,	at)
{
	for (at = first[n]; at <= last[n]; at++)
		if (count[file[n], at] ~ /^[0-9]/)
			return at
	return 0
}

# Functions that were entered use the names in what was executed of them
function use_functions(	n, at)
{
	for (n = 1; n <= nr; n++) {
		if (kind[n] != "function" || state[n] != "slice")
			continue
		read_file(file[n])
		entry[n] = find_entry(n)
		for (at = first[n]; at <= last[n]; at++)
			if (executions(n, at) + 0)
				use_words(text[file[n], at])
	}
}

# What has no statements is executed where its name is: in a line that is, or
# in another such definition. A type is where it is extracted.
function use_others(	n, at, more)
{
	do {
		more = 0
		for (n = 1; n <= nr; n++) {
			if (live[n] || state[n] != "slice" ||
			    kind[n] == "function" ||
			    (kind[n] != "type" && !(name[n] in used)))
				continue
			live[n] = more = 1
			read_file(file[n])
			for (at = first[n]; at <= last[n]; at++)
				use_words(text[file[n], at])
		}
	} while (more)
}

# The definition at a line; a condition belongs to the one that it encloses
function chunk_at(path, at,	n, line, best)
{
	line = text[path, at]
	for (n = begin[path]; n <= end[path]; n++) {
		if (first[n] <= at && at <= last[n])
			return n
		if (line ~ /^[ \t]*#[ \t]*endif/ && last[n] < at)
			best = n
		if (line ~ /^[ \t]*#[ \t]*(if|el)/ && first[n] > at && !best)
			best = n
	}
	return best
}

function is_neutral(line, n)
{
	return line ~ /^[ \t]*#[ \t]*include/ ||
		(n && kind[n] == "declaration") ||
		line ~ /^(EXPORT_|MODULE_|ALLOW_ERROR_INJECTION)/
}

function tell(path, at, sort, why)
{
	sum[sort]++
	print "line", path, at, sort, why
}

function judge_slice(path, at, n,	times)
{
	sum["extracted"]++
	times = kind[n] == "function" ? executions(n, at) : live[n]
	if (times + 0)
		sum["executed"]++
	else if (times == "-")
		tell(path, at, "unreached", "not compiled")
	else
		tell(path, at, "unreached", "not executed")
}

function why_unused(n)
{
	if (name[n] == "-")
		return "no definition that is extracted"
	return name[n] " is not used by what is extracted"
}

function judge_other(path, at, n)
{
	if (state[n] == "stopped")
		tell(path, at, "shim", name[n] " is stopped")
	else if (state[n] == "shim")
		tell(path, at, "shim", name[n] " is replaced by ours")
	else if (state[n] == "look")
		tell(path, at, "unindexed", "only looked at")
	else if (state[n] == "dead")
		tell(path, at, "unreached", "not with CONF=" conf)
	else
		tell(path, at, "unreached", why_unused(n))
}

function judge(path, at,	n)
{
	read_file(path)
	n = path in begin ? chunk_at(path, at) : 0
	if (is_neutral(text[path, at], n))
		return
	sum["changed"]++
	if (!(path in begin) && index(" " listed " ", " " path " "))
		tell(path, at, "unreached", "not with CONF=" conf)
	else if (!(path in begin))
		tell(path, at, "unindexed", "not read by the extractor")
	else if (!n)
		tell(path, at, "unreached", "outside of all definitions")
	else if (state[n] == "slice")
		judge_slice(path, at, n)
	else
		judge_other(path, at, n)
}

FILENAME == ARGV[1] {
	nr++
	kind[nr] = $1
	name[nr] = $2
	file[nr] = $3
	first[nr] = $4
	last[nr] = $4 + $5 - 1
	state[nr] = $6
	if (!($3 in begin))
		begin[$3] = nr
	end[$3] = nr
	next
}

FILENAME == ARGV[2] {
	if (!(($1, $2) in count) || $3 + 0 > count[$1, $2] + 0)
		count[$1, $2] = $3
	next
}

!ready++ {
	use_functions()
	use_others()
}

$1 == sign { judge($2, $3) }

END {
	printf "sum"
	for (sort in sum)
		printf " %s %d", sort, sum[sort]
	print ""
}
