#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Hostile words and files: mhpref ends with status 2 and a message that names
# the thing, and neither crashes nor writes anything.

set -u

out=${O:-build}/test-hostile
. tests/objects/lib.sh
rm -rf "$out"
mkdir -p "$out/in/empty-dir" "$out/in/tree/mm" "$out/in/project/mm"
cd "$out/in" || exit 2
top=$OLDPWD
case $mhpref in /*) ;; *) mhpref=$top/$mhpref ;; esac
good=$top/corpora/seed/interleaved-nodes.txt

# refused NAME PATTERN WORD...: status 2, and a line of standard error
refused()
{
	local name=$1 pattern=$2 status
	shift 2
	timeout 60 "$mhpref" "$@" > ../stdout 2> ../stderr < /dev/null
	status=$?
	test $status = 2 && grep -Eq -e "$pattern" ../stderr && ok || {
		no "$name: status $status, or no message like: $pattern" \
			../stderr
		return
	}
	! grep -Eq 'Sanitizer|Segmentation|core dumped' ../stderr ||
		no "$name: crashed" ../stderr
}

make_files()
{
	: > empty
	head -c 4096 /dev/urandom > garbage
	printf '\0' > zero
	printf 'mhpref 1' > unfinished.txt
	head -c 200 "$good" > truncated.txt
	head -c 100000000 /dev/zero > zeroes
	yes '# a comment' | head -c 50000000 > huge.txt
	printf '\xbf\xff\xff\xff\xff' > broken.cbor
	printf '\x9b\xff\xff\xff\xff\xff\xff\xff\xff' > long.cbor
	head -c 3000 /dev/zero | tr '\0' '\201' > nested.cbor
	sed 's/^block 16M/block 3M/' "$good" > block.txt
	sed 's/^mhpref 1/mhpref 99/' "$good" > version.txt
	tr -d '\n' < "$good" > one-line.txt
	ln -s nowhere dangling
	ln -s loop loop
	install -m 000 "$good" unreadable
	echo 'VERSION = 6' > tree/Makefile
	touch tree/mm/memory_hotplug.c
	echo 'all: prog' > project/Makefile
}

check_files()
{
	local file command
	for command in replay show minimize; do
		for file in empty garbage zero unfinished.txt truncated.txt \
			zeroes huge.txt broken.cbor long.cbor nested.cbor \
			block.txt version.txt one-line.txt missing dangling \
			loop; do
			refused "$command $file" "$file" $command $file
		done
		refused "$command without a file" "$command|FILE|what" \
			$command
		refused "$command of a directory without scenarios" \
			'empty-dir|no scenario' $command empty-dir
	done
	refused 'a wrong line' 'block.txt:[0-9]+:[0-9]+: ' replay block.txt
	refused 'bytes' 'broken.cbor: byte [0-9]+: ' replay broken.cbor
	test "$(id -u)" = 0 && skip 'unreadable file: root reads everything' ||
		refused 'unreadable' 'unreadable' replay unreadable
}

check_words()
{
	refused 'no command' 'command'
	refused 'unknown command' 'dance' dance
	refused 'unknown variable' 'COLOUR' replay COLOUR=red "$good"
	refused 'an option' '--verbose' replay --verbose "$good"
	refused 'wrong geometry' 'GEOM=mips' replay GEOM=mips "$good"
	refused 'other geometry' 'GEOM' replay GEOM=x86_64 "$good"
	refused 'wrong kernel' 'KERNEL=5.4' replay KERNEL=5.4 "$good"
	refused 'wrong engine' 'ENGINE=honggfuzz' fuzz ENGINE=honggfuzz
	refused 'wrong time' 'TIME=soon' fuzz TIME=soon
	refused 'no time' 'TIME=0' fuzz TIME=0
	refused 'wrong seed' 'SEED=-1' fuzz SEED=-1
	refused 'too many jobs' 'JOBS=1000000' fuzz JOBS=1000000
	refused 'wrong configuration' 'CONF=big' fuzz CONF=big
	refused 'wrong rule' 'gravity' fuzz RULES=gravity
	refused 'empty rules' 'RULES' fuzz RULES=
	refused 'two kernels' 'KDIR.*KERNEL' fuzz KDIR=tree KERNEL=6.12
}

check_trees()
{
	local command file=
	for command in fuzz replay; do
		test $command = fuzz || file=$good
		refused "$command: no such tree" \
			'KDIR=missing: .*name a directory' \
			$command KDIR=missing $file
		refused "$command: a file for a tree" \
			'KDIR=empty: not a directory' \
			$command KDIR=empty $file
		refused "$command: an empty tree" \
			'empty-dir: not a kernel tree' \
			$command KDIR=empty-dir $file
		refused "$command: another project's tree" \
			'project/Makefile: no VERSION .* is no kernel tree' \
			$command KDIR=project $file
		refused "$command: a tree of nothing" \
			'struct zone has no present_pages' \
			$command KDIR=tree $file
	done
}

# copy_tree VERSION DIR: sets $tree to what is copied to DIR
copy_tree()
{
	tree=$(cd "$top" && tests/objects/get.sh "$1" 2> /dev/null) || {
		skip "tree: kernel $1 is not to be had"
		return 1
	}
	case $tree in /*) ;; *) tree=$top/$tree ;; esac
	cp -R "$tree" "$2"
	chmod -R u+w "$2"
}

# What 5.10 lacks, taken out of a tree that has it, and its version
check_old_tree()
{
	local tree
	copy_tree 6.1 old || return
	sed -i 's/^VERSION =.*/VERSION = 5/; s/^PATCHLEVEL =.*/PATCHLEVEL = 10/
		s/^SUBLEVEL =.*/SUBLEVEL = 7/' old/Makefile
	sed -i '/present_early_pages/d' old/mm/*.c old/include/linux/mmzone.h
	refused 'an old kernel' 'kernel 5[.]10[.]7[^ ]* is too old' \
		replay KDIR=old "$good"
	refused 'what it lacks' 'struct zone has no present_early_pages' \
		replay KDIR=old "$good"
}

# A tree whose files are cut off in the middle
check_truncated_tree()
{
	local tree file
	copy_tree 6.12 cut || return
	for file in mm/memory_hotplug.c include/linux/mmzone.h \
		drivers/base/memory.c; do
		truncate -s $(($(stat -c %s cut/$file) / 2)) cut/$file
		refused "truncated $file" "$file" replay KDIR=cut "$good"
		cp "$tree/$file" cut/$file
	done
	find cut -name '*.[ch]' -exec truncate -s 1000 {} +
	refused 'everything truncated' '[.][ch]:[0-9]+' replay KDIR=cut "$good"
}

make_files
find . -type f -exec cksum {} + | sort > ../before
check_files
check_words
check_trees
find . -type f -exec cksum {} + | sort > ../after
cmp -s ../before ../after && ok || no 'files were written, or changed'
check_old_tree
check_truncated_tree
rm -rf zeroes huge.txt old cut
end
