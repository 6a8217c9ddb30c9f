# SPDX-License-Identifier: GPL-2.0-only
#
# Rows of geometry.c's table of configurations: what a scenario can use in
# each, from its file NAME.conf of NAME=VALUE lines. Set "names" to the names
# in the order of their numbers; those without a file have no row. A file that
# is included comes before.

BEGIN {
	FS = "="
	count = split(names, name, " ")
	features = split("CONFIG_NUMA CONFIG_CMA CONFIG_ZONE_DEVICE " \
		"CONFIG_MHP_MEMMAP_ON_MEMORY CONFIG_SPARSEMEM_VMEMMAP " \
		"CONFIG_DEFERRED_STRUCT_PAGE_INIT " \
		"CONFIG_ARCH_KEEP_MEMBLOCK", option, " ")
	split("REF_CONF_NUMA REF_CONF_CMA REF_CONF_ZONE_DEVICE " \
		"REF_CONF_MEMMAP_ON_MEMORY REF_CONF_VMEMMAP " \
		"REF_CONF_DEFERRED REF_CONF_KEEP_MEMBLOCK", feature, " ")
}

function base(file)
{
	sub(/.*\//, "", file)
	sub(/\.conf$/, "", file)
	return file
}

function row(conf,	f, has)
{
	has = "0"
	for (f = 1; f <= features; f++)
		if (set[conf, option[f]])
			has = has " | " feature[f]
	return has
}

FNR == 1 {
	conf = base(FILENAME)
	seen[conf] = 1
}

/^include / {
	for (f = 1; f <= features; f++)
		set[conf, option[f]] = set[base(substr($0, 9)), option[f]]
}

/^CONFIG_[A-Z_]*=/ {
	set[conf, $1] = $2 ~ /^y[ \t]*(#.*)?$/
}

END {
	for (i = 1; i <= count; i++)
		if (name[i] in seen)
			printf "\t[%d] = { \"%s\", %s },\n", i - 1, name[i],
				row(name[i])
}
