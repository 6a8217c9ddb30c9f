#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# mhpref bisect: its three exit statuses, and a git history with a commit that
# does not compile, one that crashes and one that hangs on the way to the one
# that breaks the rule.

set -u

out=${O:-build}/test-bisect
mkdir -p "$out"
. tests/objects/lib.sh
mhpref=$(realpath "$mhpref")
here=$PWD/tests/bisect
repo=$(realpath "$out")/repo
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t \
	GIT_COMMITTER_EMAIL=t@t

test "${1-}" != --list || {
	echo 6.12 0 none
	exit
}

# bisect FILE [WORD...]: in the tree that is checked out
bisect()
{
	(cd "$repo" && "$mhpref" bisect SAN=0 "$@") > "$out/log" 2>&1 < \
		/dev/null
}

# is NAME STATUS PATTERN COMMAND...
is()
{
	local name=$1 status=$2 pattern=$3 got
	shift 3
	"$@"
	got=$?
	test $got = "$status" && grep -q -e "$pattern" "$out/log" && ok ||
		no "$name: status $got, not $status, or no $pattern" \
			"$out/log"
}

commit()
{
	git -C "$repo" add -A && git -C "$repo" commit -qm "$1"
}

# change NAME [PATCH]: the base, changed
change()
{
	local name=$1 patch=${2-}
	find "$repo" -mindepth 1 -maxdepth 1 ! -name .git -exec rm -rf {} +
	cp -r "$tree/." "$repo" && chmod -R u+w "$repo" || return
	test -z "$patch" || {
		rm -rf "$out/changed"
		tests/canaries/apply.sh "$patch" "$tree" "$out/changed" \
			> "$out/log" 2>&1 && cp -r "$out/changed/." "$repo" ||
			no "$name cannot be made" "$out/log"
	}
	echo "$name" > "$repo/README.test"
	commit "$name"
}

make_history()
{
	rm -rf "$repo"
	git init -q -b main "$repo"
	change start
	git -C "$repo" tag start
	change harmless
	change no-compile "$here/no-compile.cocci"
	change mended-1
	change crash tests/canaries/crash.cocci
	change mended-2
	change hang tests/canaries/hang.cocci
	change mended-3
	change culprit tests/canaries/node-span.cocci
	change later-1 tests/canaries/node-span.cocci
	change later-2 tests/canaries/node-span.cocci
}

# at SUBJECT: check that commit out
at()
{
	git -C "$repo" checkout -q "$(git -C "$repo" log --all --format=%H \
		--grep="^$1\$")"
}

# A compiler that does as it is told
compiler()
{
	printf '#!/bin/sh\ncase $1 in --version) echo %s; exit;; esac\n%s\n' \
		"$1" "$2" > "$out/$1"
	chmod +x "$out/$1"
	export KX_CC
	KX_CC=$(realpath "$out/$1")
}

tree=$(tests/objects/get.sh 6.12 2> "$out/log") || {
	skip "$(tail -n1 "$out/log")"
	end
	exit
}
make_history
file=$here/node-span.txt
sed 's/^# rule .*/# rule      crash/' "$file" > "$out/crash.txt"
sed '/^#/d' "$file" > "$out/any.txt"
sed 's/^# rule .*/# rule  nonsense/' "$file" > "$out/nonsense.txt"
crash=$(realpath "$out/crash.txt") any=$(realpath "$out/any.txt")

at start
is "as released" 0 '^bisect good$' bisect "$file"
at no-compile
is "compile error" 125 'mhpref_no_such_function' bisect "$file"
at crash
is "a crash is not meant" 125 'not the rule that is meant' bisect "$file"
is "a crash is meant" 1 '^bisect bad$' bisect "$crash"
is "any rule: a crash" 1 ': crash ' bisect "$any"
at hang
is "a hang is not meant" 125 'not the rule that is meant' bisect "$file"
is "any rule: a hang" 1 ': hang ' bisect "$any"
at culprit
is "the culprit" 1 ': node-span ' bisect "$file"
is "another rule is meant" 0 '^bisect good$' bisect "$crash"

# Whatever else may happen is no answer
at start
is "no scenario" 125 'No such file' bisect "$out/none.txt"
is "no such rule" 125 'names a rule nonsense' \
	bisect "$(realpath "$out/nonsense.txt")"
is "no files" 125 'takes one scenario' bisect
is "a wrong word" 125 'no such variable' bisect NOSUCH=1 "$file"
is "no tree" 125 'not a kernel tree' bisect KDIR="$here" "$file"
(
	compiler kills 'kill -9 $PPID'
	is "a signal" 125 '^bisect skip$' bisect "$file"
	compiler sleeps 'exec sleep 60'
	is "out of time" 125 'out of time' bisect TIME=3 "$file"
	KX_CC=/nonexistent/clang
	is "no compiler" 125 'no compiler' bisect "$file"
	echo $passed $failed > "$out/counts"
)
read -r passed failed < "$out/counts"
git -C "$repo" rm -q --cached mm/memory_hotplug.c &&
	rm "$repo/mm/memory_hotplug.c"
is "no file to extract from" 125 '^bisect skip$' bisect "$file"
git -C "$repo" checkout -qf main

bisect_run()
{
	(
		cd "$repo" || exit
		git bisect start HEAD start
		git bisect run "$mhpref" bisect SAN=0 "$file"
		git bisect log
	) > "$out/log" 2>&1 < /dev/null
}
bisect_run
grep -q "^# first bad commit: .* culprit\$" "$out/log" && ok ||
	no "git bisect run does not find the culprit" "$out/log"
test -z "$(git -C "$repo" status --porcelain)" && ok ||
	no "something is written into the tree" "$out/log"
end
