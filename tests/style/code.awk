# SPDX-License-Identifier: GPL-2.0-only
#
# C text without comments, strings and characters, line by line:
#	FILE:LINE:CODE
# With -v count=1 only lines of code: no blank lines, and none of a table (an
# array at file scope with its initializer on lines of its own).

FNR == 1 { comment = table = 0 }

{
	line = $0
	code = ""
	while (line != "") {
		if (comment) {
			end = index(line, "*/")
			if (!end)
				break
			line = substr(line, end + 2)
			comment = 0
		} else if (match(line, /^"(\\.|[^"\\])*"/)) {
			code = code "\"\""
			line = substr(line, RLENGTH + 1)
		} else if (match(line, /^'(\\.|[^'\\])*'/)) {
			code = code "''"
			line = substr(line, RLENGTH + 1)
		} else if (line ~ /^\/\//) {
			break
		} else if (line ~ /^\/\*/) {
			comment = 1
			line = substr(line, 3)
		} else {
			match(line, /^[^"'\/]+/)
			if (RLENGTH < 1)
				RLENGTH = 1
			code = code substr(line, 1, RLENGTH)
			line = substr(line, RLENGTH + 1)
		}
	}
	sub(/[ \t]+$/, "", code)
	if (count && code ~ /^[a-z].*\[.*\] *= *\{$/)
		table = 1
	if (code != "" && !(count && table))
		print FILENAME ":" FNR ":" code
	if (code ~ /^};/)
		table = 0
}
