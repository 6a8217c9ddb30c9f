# SPDX-License-Identifier: GPL-2.0-only
#
# awk -f kernel-text.awk -v n=NUMBER OURS... THEIRS...: where six lines in a
# row of the first NUMBER files are six lines in a row of the others. Lines are
# compared without blanks at their ends and with one blank for several; lines
# of up to eight characters are passed over.

FNR == 1 {
	file++
	rows = 0
}

{
	line = $0
	gsub(/[ \t\r]+/, " ", line)
	sub(/^ /, "", line)
	sub(/ $/, "", line)
	if (length(line) <= 8)
		next
	slot = ++rows % 6
	text[slot] = line
	from[slot] = FNR
	if (rows < 6)
		next
	six = ""
	for (i = 1; i <= 6; i++)
		six = six text[(rows + i) % 6] "\n"
	first = from[(rows + 1) % 6]
	if (file <= n)
		ours[six] = ours[six] " " FILENAME ":" first
	else if (six in ours)
		print ours[six] " is " FILENAME ":" first
}
