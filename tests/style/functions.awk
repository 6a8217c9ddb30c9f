# SPDX-License-Identifier: GPL-2.0-only
#
# Functions of C and shell text in kernel style (braces in the first column):
#	LENGTH ASSERTIONS FILE:LINE NAME
# where length is the number of lines between the braces.

FNR == 1 { head = start = 0 }

/^[a-zA-Z_].*\(/ && !/[;=]$/ {
	name = $0
	sub(/\(.*/, "", name)
	sub(/.*[^a-zA-Z0-9_]/, "", name)
	head = FNR
}

/^\{$/ && head {
	start = FNR
	asserts = 0
}

start && /[Aa][Ss][Ss][Ee][Rr][Tt]/ { asserts += 1 + /ASSERTS\(/ }

/^\}/ && start {
	print FNR - start - 1, asserts, FILENAME ":" head, name
	head = start = 0
}

/^\}/ || /;$/ { if (!start) head = 0 }
