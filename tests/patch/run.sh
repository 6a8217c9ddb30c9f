#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# From a series to two trees: every form in which a series comes, made here
# from the same small changes to a fetched tree, gives the same tree; what
# cannot be applied, or is hostile, gives its message, status 2, and nothing
# half-done. What becomes of each changed line.

set -u -o pipefail
shopt -s lastpipe
export LC_ALL=C TZ=UTC

cd "$(dirname "$0")/../.." || exit 2
O=$(realpath -m "${O:-build}")
export O
version=${VERSION:-6.12}
out=$O/test-patch
prepare=$PWD/kernel-extract/patch/prepare.sh
passed=0
failed=0

# want WHAT EXPECTED GOT: EXPECTED is a pattern of the shell
want()
{
	if [[ $3 == $2 ]]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'not ok %s\n  expected %s\n  got %s\n' "$1" "$2" "$3"
	fi
}

# --- the small series: two changes to one file, and one to another

# edit TREE SCRIPT FILE: a change by sed, which must change something
edit()
{
	cp "$1/$3" "$out/before"
	sed -i "$2" "$1/$3"
	! cmp -s "$out/before" "$1/$3" || {
		echo "not ok nothing to change in $3 by: $2"
		exit 1
	}
}

# Into the body of a function: after the first line with an opening brace
insert()
{
	edit "$1" "/^[a-z].*\<$3(/,/^{/s|^{\$|{\\n\\t$4|" "$2"
}

first_change()
{
	insert "$1" mm/memory_hotplug.c adjust_present_page_count \
		'(void)nr_pages;'
}

second_change()
{
	edit "$1" '/^static void .*adjust_present/,/^}/s|^}$|\t(void)page;\n}|;
		/^void adjust_present_page_count/,/^}/s|^}$|\t(void)page;\n}|' \
		mm/memory_hotplug.c
}

third_change()
{
	insert "$1" drivers/base/memory.c memory_block_online '(void)mem;'
}

# copy_tree NAME: files that are patched, as git has them
copy_tree()
{
	rm -rf "${out:?}/$1"
	mkdir -p "$out/$1"
	cp -R "$tree/." "$out/$1"
}

# A git history of the three changes, and the same as files of text
make_series()
{
	copy_tree git
	(cd "$out/git" && git init -q -b main . &&
	git config user.name 'A U Thor' &&
	git config user.email author@example.org &&
	git add . && git commit -qm 'the tree' && git tag base &&
	first_change . && git commit -qam 'mm: first change' &&
	second_change . && git commit -qam 'mm: second change' &&
	third_change . && git commit -qam 'drivers: third change, für uns' &&
	git tag new && git checkout -q base &&
	git diff base new > ../all.diff &&
	git format-patch -q --cover-letter --thread -v2 -o ../patches \
		base..new) || exit 1
	cat "$out"/patches/*.patch > "$out/plain.mbox"
	wanted=$(sum "$out/git" new)
}

# Of the patched files, either in a commit or in what prepare.sh left
sum()
{
	if test $# = 2; then
		git -C "$1" archive "$2" mm drivers include Makefile |
			tar -xO | cksum
	else
		(cd "$1/tree" && git -C "$out/git" ls-tree -r --name-only \
			base mm drivers include Makefile | xargs cat) | cksum
	fi
}

# prepared PATCH [TREE]: status, messages; the result is in $out/result
prepared()
{
	rm -rf "$out/result"
	(ulimit -v 4000000
	timeout 60 "$prepare" "${2:-$tree}" "$1" "$out/result" 2>&1)
	echo "status $?"
	ls -d "$out"/result.* 2> /dev/null
}

# applies WHAT PATCH [TREE]: the result is the whole series
applies()
{
	local said
	said=$(prepared "$2" "${3:-$tree}")
	want "$1" 'status 0' "$said"
	want "$1: the tree" "$wanted" "$(sum "$out/result" 2> /dev/null)"
}

# fails WHAT PATCH MESSAGE [TREE]
fails()
{
	local said
	said=$(prepared "$2" "${4:-$tree}")
	want "$1" "*$3*status 2" "$said"
	want "$1: nothing is left" '' "$(ls -d "$out"/result* 2> /dev/null)"
}

info()
{
	cat "$out/result/series.info"
}

# --- forms

test_diff()
{
	applies 'a diff' "$out/all.diff"
	want 'is one patch' 'patch 1 of 1 patch-id [0-9a-f]* message-id -*' \
		"$(info)"
	want 'lines' '3' "$(wc -l < "$out/result/changed")"
	rm -rf "$out/result"
	(cd "$out" && "$prepare" "$tree" all.diff result)
	want 'relative names' "$wanted" "$(sum "$out/result")"
	sed 's/^\(---\|+++\) [ab]\//\1 /; /^diff/d' "$out/all.diff" \
		> "$out/p0.diff"
	applies 'without a prefix' "$out/p0.diff"
	sed '/^diff/d; /^index/d' "$out/all.diff" > "$out/plain.diff"
	applies 'as diff -u prints it' "$out/plain.diff"
	want 'with the patch-id of what git makes' \
		"*patch-id $(git patch-id --stable < "$out/all.diff" |
		cut -d' ' -f1) *" "$(info)"
	sed 's/$/\r/' "$out/all.diff" > "$out/crlf.diff"
	applies 'with CRLF' "$out/crlf.diff"
	(cd "$out/git" && git log -p --reverse base..new) > "$out/log.diff"
	applies 'as git log -p prints it' "$out/log.diff"
}

# mail FILE ENCODING TYPE [COMMAND...]: a mail as a program writes it, its body
# through the command
mail()
{
	local file=$1 encoding=$2 type=$3
	shift 3
	sed '/^$/,$d' "$file" | grep -vi '^content-\|^mime'
	printf 'MIME-Version: 1.0\nContent-Type: %s\n' "$type"
	printf 'Content-Transfer-Encoding: %s\n\n' "$encoding"
	sed '1,/^$/d' "$file" | "$@"
	echo
}

# quoted-printable: every line is cut at 60 characters
quote()
{
	od -An -v -tx1 -w1 | awk '
	{ c = toupper($1) }
	c == "0A" { print line; line = ""; next }
	{
		if (length(line) > 60) { print line "="; line = "" }
		line = line "=" c
	}
	END { if (line != "") print line "=" }'
}

# format=flowed: blanks before a line doubled, long lines broken at a blank
flow()
{
	awk '
	{ sub(/[ ]+$/, "") }
	/^[ >]|^From / { $0 = " " $0 }
	{
		while (length($0) > 60 && match(substr($0, 30), / [^ ]/)) {
			print substr($0, 1, 29 + RSTART)
			$0 = substr($0, 30 + RSTART)
		}
		print
	}'
}

every_mail()
{
	local file
	for file in "$out"/patches/*.patch; do
		mail "$file" "$@"
	done
}

test_mails()
{
	local text='text/plain; charset=UTF-8'
	applies 'an mbox' "$out/plain.mbox"
	want 'three patches, in order' \
		'patch 1 of 3 *first*patch 2 of 3 *second*patch 3 of 3 *für*' \
		"$(info)"
	want 'their Message-IDs' 3 "$(info | grep -c 'message-id <.*@.*> sub')"
	want 'their patch-ids' "$(git -C "$out/git" log -p --reverse base..new |
		git patch-id --stable | cut -d' ' -f1)" \
		"$(info | sed 's/.*patch-id \([^ ]*\) .*/\1/')"
	ls -r "$out"/patches/*.patch | xargs cat > "$out/back.mbox"
	applies 'an mbox in another order' "$out/back.mbox"
	every_mail 8bit "$text" sed 's/$/\r/' > "$out/crlf.mbox"
	applies 'an mbox with CRLF' "$out/crlf.mbox"
	every_mail quoted-printable "$text" quote > "$out/quoted.mbox"
	applies 'quoted-printable' "$out/quoted.mbox"
	every_mail base64 "$text" base64 > "$out/base64.mbox"
	applies 'base64' "$out/base64.mbox"
	every_mail 8bit "$text; format=flowed" flow > "$out/flowed.mbox"
	applies 'format=flowed' "$out/flowed.mbox"
	want 'it did break lines' '?*' \
		"$(grep -n '[^ -] $' "$out/flowed.mbox" | head -n 1)"
	every_mail 8bit "$text; format=flowed" cat > "$out/lies.mbox"
	applies 'flowed, it says, but is not' "$out/lies.mbox"
}

# A mail with a text that is flowed, and a patch that is attached to it
attached()
{
	printf '%s\n' 'From: A U Thor <author@example.org>' \
		'Subject: [PATCH] all of it' 'Message-ID:' \
		' <folded@example.org>' 'MIME-Version: 1.0' \
		'Content-Type: multipart/mixed; boundary="==b=="' '' '--==b==' \
		'Content-Type: text/plain; charset=utf-8; format=flowed' '' \
		'This is what I have: ' 'see below' '' '--==b==' \
		'Content-Type: text/x-patch; name="all.diff"' \
		'Content-Transfer-Encoding: base64' ''
	base64 "$out/all.diff"
	printf '\n--==b==--\n'
}

test_attached()
{
	attached > "$out/attached.eml"
	applies 'an attached patch' "$out/attached.eml"
	want 'a folded Message-ID' \
		'*message-id <folded@example.org> subject *all of it' "$(info)"
}

test_subjects()
{
	local subject numbers
	. kernel-extract/patch/mail.sh
	while IFS='|' read -r subject numbers; do
		want "$subject" "$numbers" "$(subject_numbers "$subject")"
	done <<- 'END'
	[PATCH v2 01/12] mm: x|2 1 12
	[PATCHv3 2/5] mm: x|3 2 5
	[RFC PATCH -mm 0/3] mm: x|1 0 3
	[linux-mm] [PATCH 6.12 3/4] mm: x [1/2]|1 3 4
	[PATCH] mm: x|1 - -
	mm: x|1 - -
	Re: [PATCH 1/2] mm: x|
	RE: mm: x|
	antwort: [PATCH v2 1/2] mm: x|
	Fwd: mm: x|
	END
}

# A thread as a mail reader saves it: replies, quotes, an incremental diff
test_thread()
{
	local mail
	{
		for mail in "$out"/patches/*.patch; do
			cat "$mail"
			sed -n 's/^Subject: /Subject: Re: /; 1,/^$/p' "$mail"
			sed '1,/^$/d; s/^/> /' "$mail"
			printf 'Or maybe:\n\n'
			sed -n '/^diff/,/^-- /p' "$out/patches/v2-0001"*
		done
		cat "$out/patches/v2-0002"*
	} > "$out/thread.mbox"
	applies 'a thread with replies' "$out/thread.mbox"
	want 'replies are told' '*note 4 replies are left out*' "$(info)"
	sed 's/v2 1\/3/1\/3/; s/Message-[Ii]d: </&old/' \
		"$out/patches/v2-0001"* | cat - "$out/thread.mbox" \
		> "$out/versions.mbox"
	applies 'the newest version of several' "$out/versions.mbox"
	want 'which is told' '*several versions: v2*' "$(info)"
	sed -n '/^From: /,$p' "$out/patches/v2-0001"* > "$out/one.eml"
	want 'one mail without its "From "' 'status 0' \
		"$(prepared "$out/one.eml")"
	want 'and that two are left out' '*has not all of 3*' "$(info)"
	cat "$out/patches/v2-0001"* "$out/patches/v2-0003"* > "$out/gap.mbox"
	fails 'one is missing' "$out/gap.mbox" 'lacks 2: get the whole'
	sed 's/second change/&!/; s/void)page/void)0/;
		s/Message-[Ii]d: </&other/' "$out/patches/v2-0002"* |
		cat "$out/plain.mbox" - > "$out/twice.mbox"
	fails 'two with one number' "$out/twice.mbox" 'two different patches'
	cat "$out/patches/v2-0000"* > "$out/cover.mbox"
	fails 'a cover letter alone' "$out/cover.mbox" 'has no patch in it'
	sed 's/v2 2\/3/v2 2\/5/' "$out/plain.mbox" > "$out/mixed.mbox"
	fails 'two series' "$out/mixed.mbox" 'patches of several series'
}

test_quilt()
{
	local dir=$out/quilt
	rm -rf "$dir"
	mkdir -p "$dir/sub"
	cp "$out/patches/v2-0001"* "$dir/one.patch"
	sed -n '/^---/,$s/^\(---\|+++\) [ab]\//\1 x\/y\//p; t; p' \
		"$out/patches/v2-0002"* > "$dir/sub/two.patch"
	(cd "$out/git" && git diff new new~1) > "$dir/three.patch"
	printf '%s\n' '# comment' 'one.patch # another' '' \
		'sub/two.patch -p2' 'three.patch -R' > "$dir/series"
	applies 'a quilt series' "$dir"
	echo '../all.diff' > "$dir/series"
	fails 'outside of it' "$dir" 'leads out of the directory'
	ln -s /etc/passwd "$dir/link.patch"
	echo 'link.patch' > "$dir/series"
	fails 'a link out of it' "$dir" 'a symbolic link'
	rm "$dir/series"
	fails 'no series' "$dir" 'a directory without a file "series"'
}

test_git()
{
	local before after
	before=$(cd "$out/git" && find . -type f -newer . | sort | cksum)
	applies 'a range of commits' git:base..new "$out/git"
	want 'commits are named' 'patch 1 of 3 *message-id commit:*' "$(info)"
	want 'its base is the range'\''s' "$(sum "$out/git" base)" \
		"$(cd "$out/result" && rm -r tree && mv base tree &&
			sum "$out/result")"
	git -C "$out/git" checkout -q new
	applies 'the checkout may be elsewhere' git:base..new "$out/git"
	git -C "$out/git" checkout -q base
	after=$(cd "$out/git" && git status --short)
	want 'the checkout is as it was' '' "$after"
	fails 'no such commit' git:base..nowhere 'cannot tell' "$out/git"
	fails 'an empty range' git:new..base 'no commit in it' "$out/git"
	fails 'an option' git:--output=x 'want a range' "$out/git"
	fails 'no git tree' git:a..b 'not a git tree' "$tree"
}

test_cocci()
{
	local file=$out/small.cocci
	printf '%s\n' '// file mm/memory_hotplug.c' '@@' 'identifier f =~' \
		'	"^adjust_present_page_count$";' \
		'@@' 'f(...)' '{' \
		'+	(void)nr_pages;' '	...' '}' > "$file"
	want 'a semantic patch' 'status 0' "$(prepared "$file")"
	want 'its line' '+ mm/memory_hotplug.c *' \
		"$(cat "$out/result/changed")"
	want 'its patch-id' 'patch 1 of 1 patch-id [0-9a-f]*small.cocci' \
		"$(info)"
	echo '// after small' | cat - "$file" > "$out/next.cocci"
	sed -i 's/nr_pages;/&;/' "$out/next.cocci"
	want 'one that comes after another' 'status 0' \
		"$(prepared "$out/next.cocci")"
	want 'is the second' 'patch 1 of 2 *small*patch 2 of 2 *next.cocci*' \
		"$(info)"
	echo '// after next' >> "$out/next.cocci"
	sed -i 1d "$out/next.cocci"
	fails 'one after itself' "$out/next.cocci" 'more than 20 come after'
	sed -i 's/adjust_present/no_such/' "$file"
	fails 'one that changes nothing' "$file" 'changes nothing in this tree'
	printf '@initialize:python@\n@@\nprint(1)\n' > "$file"
	fails 'one that runs programs' "$file" 'runs programs'
	printf '@@\nidentifier f : script:python() { True };\n@@\n-f\n' \
		> "$file"
	fails 'one that does in a constraint' "$file" 'runs programs'
	printf '@\nscript:python@ @@\nprint(1)\n' > "$file"
	fails 'one that does on a line of its own' "$file" 'runs programs'
	printf '# include "x.h"\n@@ @@\n-f\n' > "$file"
	fails 'one that includes another' "$file" 'includes a file'
	printf '#spatch -o x\n@@ @@\n-f\n' > "$file"
	fails 'one with options' "$file" 'sets options'
	printf '@@\nwhat is this\n' > "$file"
	fails 'one with an error' "$file" 'cannot be applied to'
}

# commit MESSAGE: of all that changed in the git tree
commit()
{
	git -C "$out/git" add -A && git -C "$out/git" commit -qm "$1"
}

# Files that are made, changed, renamed, copied and removed, one after another
test_kinds()
{
	local dir=$out/git
	git -C "$dir" checkout -q -b kinds base
	printf '%s\n' 'int one;' 'int two;' 'int three;' 'int four;' \
		> "$dir/mm/new.c"
	: > "$dir/mm/nothing.c"
	commit 'make' && sed -i 's/two/&_more/' "$dir/mm/new.c"
	commit 'change' && git -C "$dir" mv mm/new.c mm/newer.c
	sed -i 's/four/five/' "$dir/mm/newer.c"
	commit 'rename' && cp "$dir/mm/newer.c" "$dir/mm/copy.c"
	sed -i 's/three/six/' "$dir/mm/newer.c" "$dir/mm/copy.c"
	git -C "$dir" rm -q mm/mmzone.c
	commit 'copy, remove'
	git -C "$dir" format-patch -M -C20% --find-copies-harder --stdout \
		base..kinds > "$out/kinds.mbox"
	git -C "$dir" checkout -q base
	want 'files come and go' 'status 0' "$(prepared "$out/kinds.mbox")"
	rm -rf "$out/kinds"
	mkdir "$out/kinds"
	git -C "$dir" archive kinds | tar -x -C "$out/kinds"
	want 'all as git has it' '' "$(diff -rq "$out/kinds" \
		"$out/result/tree" | grep -v scripts)"
	want 'those that are new' \
		'mm/copy.c mm/newer.c mm/nothing.c' \
		"$(paste -sd' ' "$out/result/files")"
	want 'git did rename and copy' 2 \
		"$(grep -c '^rename to\|^copy to' "$out/kinds.mbox")"
}

# --- messages

test_drift()
{
	copy_tree drift
	sed -i '1i // one\n// two' "$out/drift/mm/memory_hotplug.c"
	want 'drift is accepted' 'status 0' \
		"$(prepared "$out/all.diff" "$out/drift")"
	want 'and told' \
		'*drift mm/memory_hotplug.c hunk 1 offset 2 fuzz 0*' "$(info)"
	edit "$out/drift" "s|struct memory_group \*group,\$|& /* */|" \
		mm/memory_hotplug.c
	want 'fuzz is accepted' 'status 0' \
		"$(prepared "$out/all.diff" "$out/drift")"
	want 'and told' '*memory_hotplug.c hunk 1 offset 2 fuzz 1*' "$(info)"
	want 'the tree is as it was' '' \
		"$(diff -rq "$out/drift" "$tree" | grep -v memory_hotplug.c)"
}

test_mismatch()
{
	copy_tree other
	edit "$out/other" \
		'/^void adjust_present_page_count/,/^}/s/nr_pages/n/' \
		mm/memory_hotplug.c
	fails 'another text' "$out/all.diff" \
		"does not apply: hunk [12] of 2 of mm/memory_hotplug.c, @@$(:
		)*closest is line*- *+ *mend the patch" "$out/other"
	first_change "$out/other" 2> /dev/null
	copy_tree again
	first_change "$out/again"
	second_change "$out/again"
	third_change "$out/again"
	fails 'applied already' "$out/all.diff" 'in this tree already' \
		"$out/again"
	sed 's|mm/memory_hotplug.c|mm/memory_hotplug2.c|' "$out/all.diff" \
		> "$out/absent.diff"
	want 'a file that is not there is noted' 'status 0' \
		"$(prepared "$out/absent.diff")"
	want 'by name' '*memory_hotplug2.c is not in this tree*' "$(info)"
	want 'with its lines' '*+ mm/memory_hotplug2.c *' \
		"$(cat "$out/result/changed")"
	copy_tree whole
	touch "$out/whole/Kbuild"
	fails 'of a whole tree it is an error' "$out/absent.diff" \
		'memory_hotplug2.c, which is not in this tree' "$out/whole"
}

# A diff of a file NAME with the hunk that is read from standard input
hunk()
{
	printf -- '--- a/%s\n+++ b/%s\n' "$1" "$1"
	cat
}

# hostile WHAT MESSAGE < PATCH
hostile()
{
	cat > "$out/hostile"
	fails "$1" "$out/hostile" "$2"
}

test_names()
{
	local name
	for name in ../../etc/x /etc/x x/../../y mm/./x 'mm//x'; do
		printf '@@ -0,0 +1 @@\n+x\n' | hunk "$name" |
			hostile "$name" 'leads out of the tree'
	done
	printf '@@ -0,0 +1 @@\n+x\n' | hunk 'mm/$(x)' |
		hostile 'a name with $' 'no name of a file'
	printf 'diff --git a/mm/x b/mm/x\nrename from ../x\n%s' \
		'rename to mm/x' | hostile 'a rename' 'leads out of the tree'
	printf '%s\n' 'diff --git a/mm/l b/mm/l' 'new file mode 120000' \
		'--- /dev/null' '+++ b/mm/l' '@@ -0,0 +1 @@' '+/etc' \
		> "$out/hostile"
	want 'a link is not made' 'status 0' "$(prepared "$out/hostile")"
	want 'which is told' '*note mm/l: a link, not applied' "$(info)"
	want 'and so' '' "$(find "$out/result/tree" -type l)"
}

test_hostile()
{
	printf '\0' | hostile 'a NUL' 'has a NUL byte'
	hostile 'nothing' 'empty' < /dev/null
	echo 'hello' | hostile 'no patch' 'has no patch in it'
	gzip < "$out/all.diff" | hostile 'compressed' 'unpack it first'
	printf '*** a/x\n--- b/x\n***************\n' |
		hostile 'a context diff' 'a context diff'
	head -c 33554433 /dev/zero | tr '\0' 'x' | hostile 'huge' 'too much'
	printf '@@ -1,2 +1,2 @@\n a\n' | hunk mm/x | hostile 'cut off' 'lacks'
	printf '@@ -1,2 +1,2 @@\n a\nb\n' | hunk mm/x |
		hostile 'wrapped' 'not the line of a diff'
	printf '@@ -1,1 +1,1 @@\n-a\n+b\n+c\n' | hunk mm/x |
		hostile 'edited' 'goes on after'
	printf '@@ -1,99999999999999 +1,1 @@\n-a\n+b\n' | hunk mm/x |
		hostile 'a count' 'no header of a hunk'
	awk 'BEGIN { for (n = 1; n <= 100000; n++)
		printf "@@ -%d +%d @@\n-a\n+b\n", n, n }' | hunk mm/sparse.c |
		hostile '100000 hunks' 'more than 20000 hunks'
	awk 'BEGIN { for (n = 1; n <= 6000; n++)
		printf "--- a/mm/%d\n+++ b/mm/%d\n@@ -1 +1 @@\n-a\n+b\n", n, n
		}' | hostile 'many files' 'more than 5000 files'
	fails 'no range' git: 'want a range of commits'
	fails 'not there' "$out/nowhere" 'no such file'
	fails 'no tree' "$out/all.diff" 'not a kernel tree' "$out"
}

# --- what becomes of the lines

# differs NAME: NAME.diff from the tree to the copy with that name
differs()
{
	ln -sfn "$tree" "$out/a"
	ln -sfn "$out/$1" "$out/b"
	(cd "$out" && diff -ruN a/ b/ > "$1.diff")
}

# line FILE PATTERN: number of the only line like that in the patched copy
line()
{
	grep -n -e "$2" "$out/lines/$1" | cut -d: -f1
}

# told TEXT FILE LINE-PATTERN WHY: there is a "line" for it
told()
{
	want "$1" "*line $2:$(line "$2" "$3") $4: *" "$said"
}

changed_lines()
{
	kernel-extract/patch/changed-lines.sh "$1" ppc64 default corpora/seed \
		2>&1
	echo "status $?"
}

change_lines()
{
	local dir=$out/lines
	insert "$dir" mm/memory_hotplug.c adjust_present_page_count \
		'/* said */\n\t(void)"run";'
	insert "$dir" mm/memory_hotplug.c do_migrate_range '(void)"stop";'
	insert "$dir" mm/memory_hotplug.c try_offline_memory_block \
		'(void)"unused";'
	insert "$dir" mm/memory_hotplug.c __add_pages \
		'if (!nr_pages)\n\t\treturn -EDOM;'
	edit "$dir" '1a #include <linux/kernel.h>' mm/memory_hotplug.c
	edit "$dir" '/^static int try_reonline/,/^}/{/^\treturn 0;/d}' \
		mm/memory_hotplug.c
	insert "$dir" mm/mm_init.c init_cma_reserved_pageblock '(void)"cma";'
	insert "$dir" include/linux/mm.h folio_nr_pages '(void)"shim";'
	edit "$dir" 's/^\(\tzone->present_early\)/\t\1/;
		/^void adjust_present/,/^}/s/^\(\tif (early.*\)$/\1 {/;
		/^void adjust_present/,/^}/s/^\(\t\tzone->.*\)$/\1\n\t}/' \
		mm/memory_hotplug.c
	mkdir -p "$dir/arch/x86/mm" "$dir/Documentation"
	printf '/* nothing */\nint unread;\n' > "$dir/arch/x86/mm/new.c"
	printf 'a document\n' > "$dir/Documentation/new.rst"
	printf 'int newly(void)\n{\n\treturn 0;\n}\n' > "$dir/mm/newly.c"
}

test_lines()
{
	local said
	copy_tree lines
	change_lines
	differs lines
	want 'all sorts of lines' 'status 0' "$(prepared "$out/lines.diff")"
	want 'a new file is read' 'mm/newly.c' "$(cat "$out/result/files")"
	said=$(changed_lines "$out/result")
	want 'sums' "*lines changed 16 extracted 6 executed 5 shim 2 $(:
		)unreached 8 unindexed 1*status 1" "$said"
	told 'stopped' mm/memory_hotplug.c '"stop"' \
		'shim do_migrate_range is stopped'
	told 'the shim'\''s' include/linux/mm.h '"shim"' \
		'shim folio_nr_pages is replaced by ours'
	told 'unused' mm/memory_hotplug.c '"unused"' \
		'unreached try_offline_memory_block is not used*'
	told 'not executed' mm/memory_hotplug.c 'return -EDOM' \
		'unreached not executed'
	told 'another configuration' mm/mm_init.c '"cma"' \
		'unreached not with CONF=default'
	told 'not read' arch/x86/mm/new.c 'unread' 'unindexed not read*'
	want 'removed' "*line mm/memory_hotplug.c:* removed unreached $(:
		)try_reonline_memory_block is not used*: return 0;*" "$said"
	told 'new, but unused' mm/newly.c 'return 0' 'unreached newly is not*'
}

test_order()
{
	local dir=$out/order said
	copy_tree order
	insert "$dir" mm/memory_hotplug.c adjust_present_page_count \
		'later_one();\n\tlater_two();'
	cat >> "$dir/mm/memory_hotplug.c" <<- 'END'
	static int later_one(void)
	{
		return 0;
	}

	int later_two(void)
	{
		return later_one();
	}
	END
	differs order
	said=$(KX_CACHE=$O/kernels kernel-extract/patch/build.sh "$tree" \
		"$out/order.diff" ppc64 default 0 coverage "$out/kernels" 2>&1)
	want 'a use before the definition' "*mm/memory_hotplug.c:*: error: $(:
		)'later_one' is used by adjust_present_page_count before *" \
		"$said"
	want 'of a global function' "*: error: 'later_two' is used *" "$said"
	want 'and of nothing else' 2 "$(grep -c ': error: ' <<< "$said")"
	said=$(changed_lines "$(tail -n 1 <<< "$said")")
	want 'all is executed, but not in order' \
		'*: error: *extracted 10 executed 10 *status 1' "$said"
}

# campaign PATCH: its last lines
campaign()
{
	rm -rf "$out/corpus"
	cp -R corpora/seed "$out/corpus"
	"$O/mhpref" fuzz KERNEL="$version" PATCH="$1" SAN=0 TIME=5 JOBS=1 \
		SEED=1 RULES=zone-present CORPUS="$out/corpus" \
		FINDINGS="$out/findings" 2> "$out/campaign.log" |
		grep '^patch\|^line\|^verdict'
}

test_verdict()
{
	copy_tree one
	first_change "$out/one"
	differs one
	want 'all executed' '*lines changed 1 extracted 1 executed 1 *pass' \
		"$(campaign "$out/one.diff")"
	copy_tree stopped
	insert "$out/stopped" mm/page_alloc.c zone_pcp_reset '(void)zone;'
	differs stopped
	want 'only a stopped function' \
		'patch 1 of 1 *lines changed 1 *zone_pcp_reset*incomplete' \
		"$(campaign "$out/stopped.diff")"
	copy_tree unread
	mkdir -p "$out/unread/arch/x86/mm"
	echo 'int unread;' > "$out/unread/arch/x86/mm/new.c"
	differs unread
	want 'only a file that is not read' \
		'*lines changed 1 *unindexed not read*incomplete' \
		"$(campaign "$out/unread.diff")"
}

if test -n "${1-}"; then
	set -- "$@"
else
	set -- diff mails attached subjects thread quilt git cocci kinds drift \
		mismatch names hostile lines order verdict
fi
tree=$(kernel-extract/fetch.sh "$version") || exit 2
rm -rf "$out"
mkdir -p "$out" || exit 2
make_series
for name; do
	"test_$name"
done
echo "$passed passed, $failed failed, 0 skipped"
test $failed = 0 && test $passed -gt 0
