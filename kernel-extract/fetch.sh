#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# fetch.sh VERSION: print the directory of a kernel tree of that version,
# unpacked in part (lists/files, and what the style checks need) from the
# newest Debian package linux-source-VERSION to be had. What was fetched once
# is used again without asking the mirror; REFRESH=1 asks it. Packages, trees
# and the lists of packages stay in build/cache of this checkout, and nothing
# is written anywhere else. The sources tried, in this order: those configured
# (with the lists the system has, then with fresh ones), the backports of this
# and the coming releases, and sid, the latter from the configured mirror.
#
# Exit status: 0, or 2 with the reason on standard error.

set -u -o pipefail

here=$(cd "$(dirname "$0")" && pwd)
cache=${MHPREF_CACHE:-${here%/*}/build/cache}
files=$here/lists/files
etc=${APT_ETC:-/etc/apt}
style='Makefile scripts/checkpatch.pl scripts/spelling.txt
	scripts/const_structs.checkpatch'
releases='bookworm trixie forky duke'

die()
{
	printf 'mhpref: %s\n' "$@" >&2
	exit 2
}

say()
{
	printf 'mhpref: %s\n' "$@" >&2
}

wanted()
{
	printf '%s\n' $style
	sed 's/#.*//' "$files" | awk 'NF { print $1 }'
}

# The tree of one package: its name tells package and list of files.
tree_of()
{
	echo "$cache/tree/${1%_all.deb}.$(wanted | sort -u | cksum |
		tr -dc 0-9)"
}

# "URI SUITE KEYRING" of every source of binary packages, both formats.
sources()
{
	cat "$etc"/sources.list "$etc"/sources.list.d/*.list 2>/dev/null |
	awk '$1 == "deb" && match($0, /^deb +(\[[^]]*\] *)?/) {
		key = ""
		options = substr($0, 1, RLENGTH)
		split(substr($0, RLENGTH + 1), f, " ")
		if (match(options, /signed-by=[^] ]*/))
			key = substr(options, RSTART + 10, RLENGTH - 10)
		print f[1], f[2], key
	}'
	cat /dev/null "$etc"/sources.list.d/*.sources 2>/dev/null |
	awk 'BEGIN { RS = ""; FS = "\n" }
	{
		uri = suites = key = ""
		for (i = 1; i <= NF; i++) {
			value = $i
			sub(/^[^:]*: */, "", value)
			if ($i ~ /^URIs:/) uri = value
			if ($i ~ /^Suites:/) suites = value
			if ($i ~ /^Signed-By: *\//) key = value
		}
		n = split(suites, s, " ")
		split(uri, u, " ")
		for (i = 1; i <= n; i++) print u[1], s[i], key
	}'
}

codename()
{
	. /etc/os-release
	echo "${VERSION_CODENAME:-sid}"
}

# The source that has this release itself, not its updates.
mirror()
{
	sources | awk -v code="$(codename)" '
		$2 == code || $2 ~ /^(old)*stable$/ { print $1, $3; exit }'
}

# Suites of later releases, the nearest first.
later_suites()
{
	local code seen=
	for code in $releases; do
		test "$code" = "$(codename)" && seen=yes
		test -n "$seen" && echo "$code-backports"
	done
	echo sid
}

# Settings of a private apt for origin $1: "system", "configured" or a suite.
apt_conf()
{
	local dir=$cache/apt/$1 uri key
	mkdir -p "$dir/cache" "$dir/lists/partial" || return
	{
		echo "Dir::Cache \"$dir/cache\";"
		echo 'Acquire::Languages "none";'
		echo 'Acquire::http::Timeout "20";'
		echo '#clear APT::Update::Pre-Invoke;'
		echo '#clear APT::Update::Post-Invoke;'
		echo '#clear APT::Update::Post-Invoke-Success;'
		test "$(id -u)" != 0 || echo 'APT::Sandbox::User "root";'
		test "$1" = system || echo "Dir::State::lists \"$dir/lists\";"
	} > "$dir/apt.conf"
	case $1 in system|configured) return ;; esac
	read -r uri key < <(mirror)
	test -n "$uri" || return
	echo "deb [target=Packages${key:+ signed-by=$key}] $uri $1 main" \
		> "$dir/sources.list"
	cat >> "$dir/apt.conf" <<-END
	Dir::Etc::sourcelist "$dir/sources.list";
	Dir::Etc::sourceparts "/dev/null";
	END
}

# apt ORIGIN COMMAND...: apt-get or apt-cache with the settings of ORIGIN
apt()
{
	local origin=$1 tool=$2
	shift 2
	LC_ALL=C "$tool" -c="$cache/apt/$origin/apt.conf" "$@"
}

# Lists younger than a day are good enough; a suite that is not there is none.
update()
{
	local dir=$cache/apt/$1
	test "$1" != system || return 0
	test -z "$(find "$dir/updated" -mmin -1440 2>/dev/null)" ||
		test "${REFRESH:-0}" = 1 || return 0
	say "reading the list of packages ($1)"
	apt "$1" apt-get -qq --error-on=any update > "$dir/log" 2>&1 || {
		grep -q 'does not have a Release file' "$dir/log" ||
			unreachable=$dir/log
		test "$1" = configured || return 1
	}
	touch "$dir/updated"
}

newest()
{
	apt "$1" apt-cache madison "$2" 2>/dev/null |
		awk -F ' *[|] *' '{ print $2; exit }'
}

# Into a directory of its own first: what lies in deb/ is complete.
download()
{
	local tmp=$cache/deb/partial.$$
	rm -rf "$cache"/deb/partial.*
	mkdir -p "$tmp" || return
	say "downloading $2 $3 ($1)"
	(cd "$tmp" && apt "$1" apt-get $quiet download "$2=$3" >&2 &&
		mv ./*.deb ..)
	local status=$?
	rm -rf "$tmp"
	return $status
}

deb_name()
{
	echo "$1_${2//:/%3a}_all.deb"
}

# A list that promised what is not there is read again.
outdated()
{
	rm -f "$cache/apt/$1/updated"
}

# Sets $deb to the newest package to be had.
find_deb()
{
	local origin version
	deb=
	for origin in system configured configured $(later_suites); do
		apt_conf "$origin" && update "$origin" || {
			test -z "$unreachable" || return 1
			continue
		}
		version=$(newest "$origin" "$package")
		test -n "$version" || continue
		deb=$(deb_name "$package" "$version")
		test -e "$cache/deb/$deb" && return
		download "$origin" "$package" "$version" && return
		outdated "$origin"
		deb=
	done
	return 1
}

# Files that this version does not have are no error, all else is.
unpack()
{
	local tmp=$cache/tree/partial.$$ status
	rm -rf "$cache"/tree/partial.*
	mkdir -p "$tmp" || return
	say "unpacking $1"
	wanted | sort -u | sed "s|^|$package/|" > "$tmp.files"
	dpkg-deb --fsys-tarfile "$cache/deb/$1" |
		tar -xO "./usr/src/$package.tar.xz" | xz -T2 -dc |
		{ LC_ALL=C tar -x -C "$tmp" --strip-components=1 \
			--no-same-owner -T "$tmp.files" 2> "$tmp.log" || true; }
	status=$?
	grep -v -e 'Not found in archive' -e 'Exiting with failure status' \
		"$tmp.log" >&2 && status=1
	test -s "$tmp/Makefile" || status=1
	rm -f "$tmp.files" "$tmp.log"
	test $status = 0 && touch "$tmp" && mv -T "$tmp" "$(tree_of "$1")"
}

# Trees of the same package after other lists of files, but for those that
# another checkout with the same cache may have unpacked just now.
drop_old_trees()
{
	local keep tree
	keep=$(tree_of "$1")
	for tree in "$cache/tree/${1%_all.deb}".*; do
		test "$tree" = "$keep" || find "$tree" -maxdepth 0 -mtime +0 \
			-exec rm -rf {} +
	done
}

cached()
{
	test "${REFRESH:-0}" != 1 || return 1
	deb=$(cat "$cache/$package" 2>/dev/null) && test -d "$(tree_of "$deb")"
}

lock()
{
	mkdir -p "$cache/deb" "$cache/tree" ||
		die "cannot write $cache; make it writable, and try again"
	exec 9> "$cache/lock"
	flock -n 9 || {
		say "waiting for another one that fetches"
		flock 9
	}
}

none()
{
	test -z "$unreachable" || {
		cat "$unreachable" >&2
		die "the mirror could not be read (see above)" \
			"connect to the network, or name a tree: KDIR=DIR"
	}
	die "$package is not, or no longer, to be had: it is in none of" \
		"the configured sources, $(later_suites | paste -sd' ' |
		sed 's/ /, /g')" \
		"name another version, or a tree of yours: KDIR=DIR"
}

fetch()
{
	test "${REFRESH:-0}" != 1 && deb=$(cat "$cache/$package" 2>/dev/null) &&
		test -e "$cache/deb/$deb" || find_deb || none
	test -d "$(tree_of "$deb")" || unpack "$deb" || {
		rm -f "$cache/deb/$deb"
		die "$deb could not be unpacked, and was removed" \
			"is the disk full? try again"
	}
	drop_old_trees "$deb"
	echo "$deb" > "$cache/$package.tmp"
	mv "$cache/$package.tmp" "$cache/$package"
}

[[ ${1-} =~ ^[0-9]+\.[0-9]+$ && $# = 1 ]] ||
	die "usage: fetch.sh VERSION, where VERSION is like 6.12, not '$*'"
test -s "$files" || die "$files: no such list; is the checkout complete?"
package=linux-source-$1
unreachable=
quiet=-q
test -t 2 && quiet=

cached || {
	lock
	cached || fetch
}
tree_of "$deb"
