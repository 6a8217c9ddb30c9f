#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# prepare.sh TREE PATCH OUTDIR: from a kernel tree and a series to two trees
# that build.sh can extract from. TREE is never written to. PATCH is a diff, an
# mbox or a mail, a quilt directory (with a file "series"), git:RANGE (TREE
# being a git checkout), or a semantic patch (NAME.cocci).
#
# OUTDIR, which must not be there or be empty, gets
#	tree/		the patched kernel: the files that are extracted from
#	base/		the same before, or a link to TREE
#	series.info	"patch N of M patch-id ID message-id <...> subject ..."
#			"drift FILE hunk N offset N fuzz N", "note ..."
#	changed		code lines: "+ FILE LINE" in tree/, "- FILE LINE" in
#			base/, "new FILE" before those of a new file
#	files		files that lists/files does not have, for KX_MORE_FILES
#	unindexed/	diffs of files of which there is no text to be had
#
# Exit status: 0; 2 with the reason on standard error, and no OUTDIR then.

set -u -o pipefail
export LC_ALL=C

here=$(cd "$(dirname "$0")" && pwd)
udiff=${O:-$here/../../build}/udiff
lists=$here/../lists
seconds=60	# for one call of patch; of spatch, for one file
spatch_seconds=180	# for all files and all semantic patches of a series
spatch_kib=4194304	# of address space

. "$here/mail.sh"

die()
{
	printf 'mhpref: %s\n' "$*" >&2
	exit 2
}

note()
{
	printf 'note %s\n' "$*" >> "$work/series.info"
}

# --- trees

listed()
{
	sed 's/[ \t#].*//; /^$/d' "$lists/files"
}

# What can be extracted from; those that are only looked at count as unindexed
indexed()
{
	awk '/^[^#]/ && !/[ \t]look/ { print $1 }' "$lists/files"
}

# copy FROM TO FILE...: those that are there, as files of their own
copy()
{
	local from=$1 to=$2 file
	shift 2
	for file in "$@"; do
		test -f "$from/$file" || continue
		mkdir -p "$(dirname "$to/$file")" &&
			cp -L -- "$from/$file" "$to/$file" ||
			die "$from/$file cannot be copied"
		chmod u+w "$to/$file"
	done
}

make_tree()
{
	test -f "$tree/Makefile" && test -d "$tree/mm" ||
		die "$tree: not a kernel tree (a Makefile and mm/ are missing)"
	test -d "$work/base" || ln -s "$tree" "$work/base"
	copy "$work/base" "$work/tree" Makefile $(listed)
}

# Has it all that a kernel has, or only what fetch.sh unpacks?
is_whole()
{
	test -f "$work/base/Kbuild" || test -n "$range"
}

# --- one patch

# Of what patch(1) printed: "drift FILE hunk N offset N fuzz N"
drift()
{
	awk -v file="$1" '
	/^Hunk #[0-9]+ succeeded at .*(offset|fuzz)/ {
		offset = fuzz = 0
		for (i = 1; i <= NF; i++) {
			if ($i ~ /offset/) offset = $(i + 1) + 0
			if ($i == "fuzz") fuzz = $(i + 1) + 0
		}
		print "drift", file, "hunk", substr($2, 2), "offset", \
			offset, "fuzz", fuzz
	}' "$2" >> "$work/series.info"
}

# failed SECTION FILE HUNKS: say which hunk, where, and what is there instead
failed()
{
	local section=$1 file=$2 hunks=$3 hunk line
	hunk=$(sed -n 's/^Hunk #\([0-9]*\) FAILED.*/\1/p' "$work/log" |
		head -n 1)
	test -n "$hunk" || {
		cat "$work/log" >&2
		die "$what does not apply to $file"
	}
	line=$("$udiff" closest "$section" "$hunk" "$work/tree/$file" \
		"$work/near") || exit 2
	{
		echo "mhpref: $what does not apply: hunk $hunk of $hunks of" \
			"$file, $(grep '^@@' "$section" | sed -n "${hunk}p")"
		echo "mhpref: closest is line $line; - is what the hunk" \
			"wants, + what is there:"
		diff -U 200 --label "what the patch wants" \
			--label "$file:$line" "$work/near.want" \
			"$work/near.have" | tail -n +4 | cut -c 1-200 |
			tr '\000-\010\013-\037\177' '[?*]' | head -n 60
	} >&2
	! (cd "$work/tree" && timeout "$seconds" patch -R -u -f -s \
		--dry-run -F 0 -r - "$file" "$section" > /dev/null 2>&1) ||
		die "it is in this tree already: name one without it, or" \
			"for commits of this tree PATCH=git:RANGE"
	die "mend the patch, or name the tree that it was made for"
}

# apply_section SECTION KIND HUNKS FILE
apply_section()
{
	local section=$1 kind=$2 hunks=$3 file=$4 status
	test "$hunks" != 0 || return 0
	mkdir -p "$(dirname "$work/tree/$file")" ||
		die "$file: cannot be made"
	(cd "$work/tree" && timeout "$seconds" patch -u -f $reverse \
		--no-backup-if-mismatch -r - "$file" "$section") \
		> "$work/log" 2>&1 < /dev/null
	status=$?
	test $status != 124 ||
		die "$what: $file: patch took more than $seconds s"
	test $status = 0 || failed "$section" "$file" "$hunks"
	drift "$file" "$work/log"
}

# The first time that a file is touched it is copied
touch_file()
{
	grep -qxF -e "$1" "$work/touched" && return
	echo "$1" >> "$work/touched"
	copy "$work/base" "$work/tree" "$1"
}

# move KIND OLD NEW: also when it was made by a patch before this one
move()
{
	touch_file "$2"
	touch_file "$3"
	test -f "$work/tree/$2" || return
	test ! -e "$work/tree/$3" ||
		die "$what: $3 is there already, $2 cannot become it"
	mkdir -p "$(dirname "$work/tree/$3")" &&
		cp -- "$work/tree/$2" "$work/tree/$3" ||
		die "$3: cannot be made"
	test "$1" = copy || rm -- "$work/tree/$2"
}

# absent SECTION FILE: nothing of it is to be had. Its lines are still told.
absent()
{
	local flat
	is_whole || listed | grep -qxF -e "$2" &&
		die "$what changes $2, which is not in this tree" \
			"; name the tree that the patch was made for"
	note "$2 is not in this tree, which is only a part of a kernel: what" \
		"$what does to it is not applied (KDIR= takes a whole one)"
	flat=$work/unindexed/$(echo "$2" | tr / +)
	mkdir -p "$work/unindexed" && cat "$1" >> "$flat"
}

# section NUMBER KIND HUNKS NAME OLD
section()
{
	local file=$work/section.$1 kind=$2 hunks=$3 name=$4 old=$5
	test "$reverse" = '' || case $kind in
	new) kind=delete ;;
	delete) kind=new ;;
	esac
	case $kind in
	binary|link)
		note "$name: a $kind, not applied"
		return ;;
	rename|copy) move "$kind" "$old" "$name" ;;
	*) touch_file "$name" ;;
	esac
	if test "$kind" = new && test -e "$work/tree/$name"; then
		die "$what makes $name, which is there already"
	elif test "$kind" != new && ! test -f "$work/tree/$name"; then
		absent "$file" "$name"
		return
	fi
	apply_section "$file" "$kind" "$hunks" "$name"
	test $kind != new || test "$hunks" != 0 || : > "$work/tree/$name"
	test $kind != delete || rm -f -- "$work/tree/$name"
}

# apply NUMBER: patches/NUMBER.diff, and what is known of it
apply()
{
	local nr=$1 strip row
	reverse=
	read -r strip reverse < "$work/patches/$nr.how"
	what="patch $nr of $total"
	test ! -f "$work/patches/$nr.cocci" || cocci_diff "$nr"
	rm -f "$work"/section.*
	"$udiff" split "$work/patches/$nr.diff" "$work/tree" "$strip" \
		"$work/section" > "$work/sections" || exit 2
	test -s "$work/sections" || note "$what changes no line of any file"
	while read -r -a row; do
		section "${row[@]}"
	done < "$work/sections"
}

# --- the series: patches/N.diff or N.cocci, N.how (components to strip, "-R" or
# nothing), N.id (Message-ID or "-") and N.subject

# add FILE STRIP REVERSE ID SUBJECT: a diff, or a semantic patch
add()
{
	local kind=diff
	test "$1" != "$work/rules.cocci" || kind=cocci
	total=$((total + 1))
	test $total -le 1000 || die "$patch: more than 1000 patches"
	cp -- "$1" "$work/patches/$total.$kind" ||
		die "$1: cannot be copied"
	echo "$2 $3" > "$work/patches/$total.how"
	echo "${4:--}" > "$work/patches/$total.id"
	printf '%s\n' "${5:-(none)}" | tr -d '\000-\037' \
		> "$work/patches/$total.subject"
}

# What a series is made of is copied first, and must be a text of some size
take()
{
	test -f "$1" || die "$1: not a file"
	head -c 33554433 -- "$1" > "$work/input" || die "$1: cannot be read"
	test "$(wc -c < "$work/input")" -le 33554432 ||
		die "$1: more than 32 MiB: too much for a patch"
	test -s "$work/input" || die "$1: empty"
	case $(head -c 3 "$work/input" | od -An -tx1) in
	*1f*8b*) die "$1: compressed: unpack it first (gunzip)" ;;
	*fd*37*7a*) die "$1: compressed: unpack it first (unxz)" ;;
	esac
	tr -d '\000' < "$work/input" | cmp -s - "$work/input" ||
		die "$1: has a NUL byte, so it is no patch"
}

from_diff()
{
	local why
	"$udiff" split "$work/input" "$work/tree" auto "$work/try" \
		> "$work/rows" 2> "$work/why" || {
		why=$(cat "$work/why")
		echo "${why//"$work/input"/"$patch"}" >&2
		exit 2
	}
	test -s "$work/rows" || return 0
	add "$work/input" auto '' '' "${patch##*/}"
}

# A line of "series": NAME [-pN] [-R] [# ...]
quilt_line()
{
	local name=$1 strip=1 reverse= word
	shift
	for word in "$@"; do
		case $word in
		-p[0-9]) strip=${word#-p} ;;
		-R) reverse=-R ;;
		\#*) break ;;
		*) die "$series: $name $word: only -pN and -R are known" ;;
		esac
	done
	case /$name/ in
	//* | */../*) die "$series: $name: leads out of the directory" ;;
	esac
	test "$(realpath -- "$patch/$name")" = \
		"$(realpath -- "$patch")/$name" ||
		die "$series: $name: a symbolic link, or not there"
	take "$patch/$name"
	case $name in
	*.cocci) from_cocci "$patch/$name" ;;
	*) quilt_patch "$name" "$strip" "$reverse" ;;
	esac
}

quilt_patch()
{
	local subject
	subject=$(mail_field Subject "$work/input")
	test -n "$subject" || subject=$1
	add "$work/input" "$2" "$3" "$(mail_id "$work/input")" "$subject"
}

from_quilt()
{
	local series=$patch/series words
	take "$series"
	cp "$work/input" "$work/quilt"
	while read -r -a words || test ${#words[@]} != 0; do
		case ${words[0]-} in
		'' | \#*) ;;
		*) quilt_line "${words[@]}" ;;
		esac
	done < <(tr -d '\r' < "$work/quilt")
}

# git that runs nothing of what the tree's configuration names
plain_git()
{
	GIT_OPTIONAL_LOCKS=0 GIT_EXTERNAL_DIFF='' git -C "$tree" \
		-c core.fsmonitor=false -c core.hooksPath=/dev/null \
		-c diff.noprefix=false -c diff.mnemonicPrefix=false \
		-c format.notes=false -c format.signature= "$@" < /dev/null
}

# The tree as it was before the first commit
git_base()
{
	local first=$1 files
	test -n "$first" || die "git:$range: no commit in it"
	plain_git rev-parse -q --verify "$first^" > /dev/null ||
		die "git:$range: $first has no parent"
	files=$(plain_git ls-tree -r --name-only "$first^" -- Makefile \
		Kbuild $(listed) $(git_touched))
	mkdir "$work/base"
	plain_git archive "$first^" -- $files | tar -x -C "$work/base" ||
		die "git:$range: the files of $first^ cannot be had"
}

git_touched()
{
	sed -n 's|^--- a/\([A-Za-z0-9_.+,@%=/-]*\)$|\1|p
		s|^rename from \([A-Za-z0-9_.+,@%=/-]*\)$|\1|p' "$work/input" |
		sort -u
}

from_git()
{
	local top
	case $range in
	-* | *[[:space:]]*)
		die "PATCH=git:$range: want a range of commits, such as" \
			"git:v6.12..my-branch" ;;
	esac
	top=$(plain_git rev-parse --show-prefix 2> /dev/null) &&
		test -z "$top" ||
		die "PATCH=git:$range: $tree is not a git tree (KDIR=)"
	plain_git format-patch --stdout --numbered --no-attach \
		--subject-prefix=PATCH --no-cover-letter --no-thread \
		--no-base --no-ext-diff --no-textconv --no-signature \
		--full-index -M "$range" -- > "$work/input" 2> "$work/log" || {
		cat "$work/log" >&2
		die "PATCH=git:$range: git cannot tell what that is"
	}
	test -s "$work/input" || die "PATCH=git:$range: no commit in it"
	git_base "$(sed -n '1s/^From \([0-9a-f]*\) .*/\1/p' "$work/input")"
}

# Files that a semantic patch names, "// file PATH", else all that are indexed
cocci_files()
{
	sed -n 's,^// file ,,p' "$1" | grep . || indexed
}

# spatch_failed STATUS RULES FILE
spatch_failed()
{
	case $1 in
	124 | 137) die "$what: spatch is not done with $3 after $left s:" \
		"simplify the rules" ;;
	esac
	head -n 20 "$work/log" | sed "s|$2|$(cat "${2%.cocci}.subject")|" |
		tr '\000-\010\013-\037\177' '[?*]' | cut -c 1-200 >&2
	die "$what: it cannot be applied to $3"
}

# cocci_file RULES FILE: what the rules do to it, as a diff
cocci_file()
{
	local new=$work/new.${2##*.} left=$((spatch_end - SECONDS)) status
	test "$left" -gt 0 || die "$what, a semantic patch, takes more than" \
		"$spatch_seconds s: name the files that it is for," \
		"// file PATH"
	test "$left" -lt "$seconds" || left=$seconds
	cp -- "$work/tree/$2" "$new" || die "$2: cannot be copied"
	# A limit that cannot be set is lower already
	(ulimit -v $spatch_kib 2> /dev/null
	PYTHONHOME=/dev/null timeout -k 5 "$left" \
		spatch --very-quiet --in-place --sp-file "$1" "$new") \
		> "$work/log" 2>&1
	status=$?
	test $status = 0 || spatch_failed $status "$1" "$2"
	cmp -s "$work/tree/$2" "$new" && return
	echo "diff --git a/$2 b/$2"
	diff -u --label "a/$2" --label "b/$2" "$work/tree/$2" "$new"
}

# cocci_diff NUMBER: from patches/NUMBER.cocci to NUMBER.diff, for the tree as
# the patches before it have left it
cocci_diff()
{
	local rules=$work/patches/$1.cocci file
	for file in $(cocci_files "$rules"); do
		test ! -f "$work/tree/$file" || cocci_file "$rules" "$file"
	done > "$work/patches/$1.diff"
	test -s "$work/patches/$1.diff" || die "$what, a semantic patch," \
		"changes nothing in this tree; is the function that it" \
		"names still there?"
}

# only_rules FILE: $work/input must neither run a program, which can also stand
# in the middle ("identifier f : script:python() ..."), nor include a file
only_rules()
{
	! grep -qE '\<(script|python|ocaml)\>|^@.*\<(initial|final)ize\>' \
		"$work/input" ||
		die "$1: runs programs (script:), which is not done here"
	! grep -qE '^([^-+].*)?#[[:space:]]*(spatch\>|include[[:space:]]*")' \
		"$work/input" || die "$1: includes a file or sets options" \
		"of spatch, which is not done here: write the rules out"
}

# from_cocci FILE [DEPTH]: and before it the one that it says it comes after
from_cocci()
{
	local before depth=${2:-0}
	command -v spatch > /dev/null || die "$1: needs coccinelle"
	take "$1"
	only_rules "$1"
	before=$(sed -n 's,^// after \([a-z0-9-]*\)$,\1,p' "$work/input")
	test $depth -lt 20 || die "$1: more than 20 come after each other"
	test -z "$before" ||
		from_cocci "$(dirname "$1")/$before.cocci" $((depth + 1))
	take "$1"
	cp "$work/input" "$work/rules.cocci"
	add "$work/rules.cocci" 1 '' '' "${1##*/}"
}

is_mail()
{
	awk '
	NR == 1 && /^From / { found = 1; exit }
	/^$/ && NR > 1 { exit }
	/^(From|Subject):/ { words++ }
	!/^[A-Za-z0-9-]+:|^[ \t]|^$/ { exit }
	END { exit !(found || words > 1) }' "$work/input"
}

read_series()
{
	mkdir "$work/patches"
	total=0
	if test -n "$range"; then
		from_mails
		return
	elif test -d "$patch"; then
		test -f "$patch/series" || die "$patch: a directory without" \
			"a file \"series\", so no quilt series"
		from_quilt
	else
		take "$patch"
		case $patch in
		*.cocci) from_cocci "$patch" ;;
		*) if is_mail; then from_mails; else from_diff; fi ;;
		esac
	fi
	test $total != 0 || die "$patch: has no patch in it"
}

# --- what is told of it

# git numbers only what git made: a plain diff gets the line that it lacks
as_of_git()
{
	sed 's/\r$//' "$1" | awk '
	/^diff --git / { git = 1 }
	/^--- / && !git { held = $0; next }
	held != "" && /^\+\+\+ / {
		split(held, from, /[ \t]+/)
		print "diff --git " from[2] " " $2
	}
	held != "" { print held; held = "" }
	{ print }'
}

describe()
{
	local nr id
	for nr in $(seq "$total"); do
		id=$(as_of_git "$work/patches/$nr.diff" |
			git patch-id --stable 2> /dev/null | sed -n '1s/ .*//p')
		echo "patch $nr of $total patch-id ${id:--} message-id" \
			"$(cat "$work/patches/$nr.id") subject" \
			"$(cat "$work/patches/$nr.subject")"
	done > "$work/patches/info"
	cat "$work/series.info" >> "$work/patches/info"
	mv "$work/patches/info" "$work/series.info"
}

side()
{
	if test -f "$1"; then echo "$1"; else echo /dev/null; fi
}

# changed_file FILE: its code lines that are not in the other tree
changed_file()
{
	local old new
	old=$(side "$work/base/$1")
	new=$(side "$work/tree/$1")
	test "$old" != /dev/null || test "$new" = /dev/null || echo "new $1"
	diff -U 0 --label "$1" --label "$1" "$old" "$new" > "$work/delta"
	"$udiff" changed "$work/delta" "$1" "$old" "$new" || exit 2
}

changes()
{
	local file name
	for file in $(sort -u "$work/touched"); do
		changed_file "$file"
	done
	test -d "$work/unindexed" || return 0
	for file in "$work"/unindexed/*; do
		name=$(basename "$file" | tr + /)
		sed "s|^\(---\) a/.*|\1 $name|; s|^\(+++\) a/.*|\1 $name|" \
			"$file" > "$work/delta"
		"$udiff" changed "$work/delta" "$name" /dev/null /dev/null ||
			exit 2
	done
}

# Files of C that are changed or new, and that lists/files does not have
more_files()
{
	local file
	for file in $(sort -u "$work/touched"); do
		case $file in
		mm/*.[ch] | include/*.h | drivers/base/*.[ch]) ;;
		*) continue ;;
		esac
		test -f "$work/tree/$file" || continue
		indexed | grep -qxF -e "$file" || echo "$file"
	done
}

prepare()
{
	local nr
	test -x "$udiff" || die "$udiff is not there: run make"
	test -z "$range" || from_git
	make_tree
	: > "$work/series.info"
	read_series
	spatch_end=$((SECONDS + spatch_seconds))
	: > "$work/touched"
	for nr in $(seq "$total"); do
		apply "$nr"
	done
	describe
	changes > "$work/changed" || exit 2
	test -s "$work/changed" || test ! -s "$work/touched" ||
		note 'no line of code is changed'
	more_files > "$work/files"
}

# What is left over from the work is of no use to anybody
tidy()
{
	find "$work" -mindepth 1 -maxdepth 1 ! -name tree ! -name base \
		! -name series.info ! -name changed ! -name files \
		! -name unindexed -exec rm -rf {} +
}

test $# = 3 || die 'usage: prepare.sh TREE PATCH OUTDIR'
patch=$2 out=$(realpath -m -- "$3") range=
tree=$(realpath -e -- "$1") || die "$1: no such directory"
case $patch in
git:) die 'PATCH=git: want a range of commits, such as' \
	'git:v6.12..my-branch' ;;
git:*) range=${patch#git:} ;;
*) test -e "$patch" || die "$patch: no such file; PATCH= wants a diff, a mail" \
	"or mbox, a quilt directory, git:RANGE or a .cocci file" ;;
esac
mkdir -p "$(dirname "$out")" || exit 2
test ! -e "$out" || rmdir "$out" 2> /dev/null || die "$out: is there already"
work=$(mktemp -d "$out.XXXXXX") || die "$out: cannot be made"
trap 'rm -rf "$work"' EXIT
trap 'exit 2' INT TERM HUP
chmod 755 "$work"
prepare
tidy
mv -T "$work" "$out" || die "$out: cannot be made"
