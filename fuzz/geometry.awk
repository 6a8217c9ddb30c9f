# SPDX-License-Identifier: GPL-2.0-only
#
# Rows of geometry.c's table, one for each file NAME.conf of NAME=VALUE lines.

function row(	i)
{
	printf "\t{ \"%s\"", name
	for (i = 1; i <= wanted; i++) {
		if (!(field[i] in value)) {
			printf "%s: no %s\n", file, field[i] > "/dev/stderr"
			failed = 1
		}
		printf ", %s", value[field[i]]
	}
	print " },"
	delete value
}

BEGIN {
	FS = "="
	wanted = split("PAGE_SHIFT SECTION_SIZE_BITS SUBSECTION_SHIFT " \
		"PAGEBLOCK_ORDER KX_MAX_ORDER MAX_PHYSMEM_BITS " \
		"KX_MEMMAP_SHIFT", field, " ")
}

FNR == 1 {
	if (name)
		row()
	file = name = FILENAME
	sub(/.*\//, "", name)
	sub(/\.conf$/, "", name)
}

/^[A-Z_]+=[0-9]+[ \t]*(#.*)?$/ {
	value[$1] = $2 + 0
}

END {
	row()
	exit failed
}
