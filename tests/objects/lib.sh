# SPDX-License-Identifier: GPL-2.0-only
#
# For scripts that replay scenarios on kernels: sourced, in the checkout.

O=${O:-build}
export O
mhpref=$O/mhpref
passed=0
failed=0
skipped=0
declare -A objects

ok()
{
	passed=$((passed + 1))
}

# no TEXT [FILE]: a failure, and the end of FILE
no()
{
	failed=$((failed + 1))
	echo "not ok $1"
	test -z "${2-}" || tail -n 8 "$2" | sed 's/^/    | /'
}

skip()
{
	skipped=$((skipped + 1))
	echo "skip $*"
}

# kernel KERNEL SAN ENGINE [GEOM]: sets $object, or skips or fails by name
kernel()
{
	object=${objects["$*"]-}
	test -z "$object" || return 0
	object=$(tests/objects/get.sh "$@" 2> "$out/get.log") && {
		objects["$*"]=$object
		return
	}
	if test $? = 3; then
		skip "$(tail -n1 "$out/get.log")"
	else
		no "$* cannot be had" "$out/get.log"
	fi
	return 1
}

# rows TABLE: its lines without comments, into a list of words each
rows()
{
	sed 's/ *#.*//; /^$/d' "$1"
}

# shown [TABLE]: "NAME WORD REST" for each line of corpora/rules.table
shown()
{
	awk '/^#/ || !NF { next }
	/^[^\t]/ { name = $1; next }
	{ $1 = $1; print name, $0 }' "${1:-corpora/rules.table}"
}

# names FILE...: of the rules or quirks in a table of ref/
names()
{
	sed -n 's/^\t\t\.name = "\(.*\)",$/\1/p' "$@"
}

# as_made SCENARIO: geometry and configuration of a text in corpora/
as_made()
{
	sed -n 's/^geometry //p; s/^conf //p' "corpora/$1.txt" | paste -sd' '
}

# as_listed: of lines "SCENARIO KERNEL SAN", the objects that they need
as_listed()
{
	local scenario kernel san
	while read -r scenario kernel san; do
		echo "$kernel" "$san" none $(as_made "$scenario")
		echo "${kernel%%+*}" "$san" none $(as_made "$scenario")
	done | sort -u
}

# scenarios GEOM [CONF]: files in corpora/ of a geometry and a configuration, in
# either form; CBOR is named by both
scenarios()
{
	grep -las "^geometry $1\$" corpora/*/*.txt corpora/*/*/*.txt |
		xargs -r grep -la "^conf ${2:-default}\$"
	ls corpora/regress/cover-"$1-${2:-default}"-*.cbor 2> /dev/null
}

end()
{
	echo "$passed passed, $failed failed, $skipped skipped"
	test $failed = 0 && test $passed -gt 0
}
