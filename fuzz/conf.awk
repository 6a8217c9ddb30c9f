# SPDX-License-Identifier: GPL-2.0-only
#
# Rows of geometry.c's table of configurations: what a scenario can use in
# each, from its file NAME.conf of NAME=VALUE lines. Set "names" to the names
# in the order of their numbers; those without a file have no row.

BEGIN {
	FS = "="
	count = split(names, name, " ")
	feature["CONFIG_NUMA"] = "CONF_NUMA"
	feature["CONFIG_CMA"] = "CONF_CMA"
	feature["CONFIG_ZONE_DEVICE"] = "CONF_ZONE_DEVICE"
	feature["CONFIG_MHP_MEMMAP_ON_MEMORY"] = "CONF_MEMMAP_ON_MEMORY"
}

FNR == 1 {
	conf = FILENAME
	sub(/.*\//, "", conf)
	sub(/\.conf$/, "", conf)
	has[conf] = 1
}

# One level, as the extractor reads them
/^include / {
	base[conf] = $0
	gsub(/^include +|\.conf *$/, "", base[conf])
}

$1 in feature {
	set[conf, $1] = $2 ~ /^y[ \t]*(#.*)?$/
}

function is_set(conf, option)
{
	if ((conf, option) in set)
		return set[conf, option]
	return set[base[conf], option]
}

function features(conf,    option, list)
{
	for (option in feature)
		if (is_set(conf, option))
			list = list " | " feature[option]
	return "0" list
}

END {
	for (i = 1; i <= count; i++)
		if (name[i] in has)
			printf "\t[%d] = { \"%s\", %s },\n", i - 1, name[i],
				features(name[i])
}
