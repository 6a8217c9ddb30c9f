#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Find out by using them whether the tools are there; install those that are
# not, as root through apt-get. SETUP=0, or no root: print the command and stop.
# Exit status: 0 all is there, 2 something is missing (named).
#
# What was found is remembered in $O/tools with size and date of each file, so
# that a tool that goes or changes is looked for again.

set -u -o pipefail

O=${O:-build}
CC=${CC:-clang}
stamp=$O/tools
tmp=

# name, Debian package (@: major version of clang), what for
table='
compiler	clang		compile and run C
sanitizers	libclang-rt-@-dev	find wild accesses in kernel code
libfuzzer	libclang-rt-@-dev	the fuzzing engine by default
linker		lld		link kernel objects
llvm		llvm		coverage, symbols in reports
afl		afl++		the other fuzzing engine
libcbor		libcbor-dev	read and write scenarios
criterion	libcriterion-dev	tests
jansson		libjansson-dev	read recordings of running kernels
gsl		libgsl-dev	statistics of benchmarks
gnuplot		gnuplot-nox	plots of benchmarks
coccinelle	coccinelle	semantic patches
patch		patch		patches of kernels
git		git		mails with patches, ranges of commits
perl		perl		style checks (checkpatch.pl)
xz		xz-utils	unpack kernel sources
dpkg		dpkg		unpack Debian packages
'

# Commands and files that the tools consist of, for the stamp
commands="$CC ld.lld llvm-cov llvm-profdata llvm-symbolizer afl-fuzz
	afl-clang-fast spatch patch git perl xz dpkg-deb gnuplot"
headers='cbor.h criterion/criterion.h jansson.h gsl/gsl_cdf.h'
libraries='libcbor.so libcriterion.so libjansson.so libgsl.so'
runtimes='fuzzer asan ubsan_standalone'

say()
{
	printf 'mhpref: %s\n' "$@" >&2
}

names()
{
	awk 'NF { print $1 }' <<< "$table"
}

column()
{
	awk -v name="$1" -v n="$2" -F '\t+' '
		$1 == name { print $n }' <<< "$table"
}

# compile NAME FLAGS...: a program from standard input; run it too
compile()
{
	local program=$tmp/$1
	shift
	$CC -x c - -o "$program" "$@" && "$program"
}

compile_main()
{
	printf '#include <%s>\nint main(void) { return 0; }\n' "$2" |
		compile "$1" "${@:3}"
}

probe_compiler()
{
	compile_main compiler stdlib.h
}

probe_sanitizers()
{
	compile_main sanitizers stdlib.h -fsanitize=address,undefined
}

probe_libfuzzer()
{
	printf '%s\n' 'int LLVMFuzzerTestOneInput(const char *p, long n)' \
		'{ return !p && n; }' > "$tmp/fuzz.c"
	$CC -fsanitize=fuzzer "$tmp/fuzz.c" -o "$tmp/fuzz" &&
		"$tmp/fuzz" -runs=1
}

probe_linker()
{
	compile_main linker stdlib.h -fuse-ld=lld
}

probe_llvm()
{
	(cd "$tmp" && LLVM_PROFILE_FILE=raw compile_main covered stdlib.h \
		-fprofile-instr-generate -fcoverage-mapping) &&
	llvm-profdata merge "$tmp/raw" -o "$tmp/data" &&
	llvm-cov report "$tmp/covered" -instr-profile "$tmp/data" &&
	llvm-symbolizer --version
}

probe_afl()
{
	echo 'int main(void) { return 0; }' > "$tmp/afl.c"
	AFL_QUIET=1 afl-clang-fast "$tmp/afl.c" -o "$tmp/afl" &&
		command -v afl-fuzz
}

probe_libcbor()
{
	compile_main libcbor cbor.h -lcbor
}

probe_criterion()
{
	compile_main criterion criterion/criterion.h -lcriterion
}

probe_jansson()
{
	compile_main jansson jansson.h -ljansson
}

probe_gsl()
{
	printf '%s\n' '#include <gsl/gsl_cdf.h>' 'int main(void)' \
		'{ return gsl_cdf_ugaussian_P(0) != 0.5; }' |
		compile gsl -lgsl -lgslcblas -lm
}

# A picture of each kind that is drawn
probe_gnuplot()
{
	local kind
	for kind in png svg; do
		gnuplot -e "set terminal $kind; plot x" > "$tmp/plot" &&
			test -s "$tmp/plot" || return 1
	done
}

probe_coccinelle()
{
	spatch --version
}

probe_patch()
{
	patch --version
}

probe_git()
{
	printf 'Subject: tools\n\n' |
		git mailinfo --quoted-cr=strip /dev/null /dev/null |
		grep -q tools
}

probe_perl()
{
	perl -MPOSIX -MFile::Basename -MCwd -MTerm::ANSIColor -MEncode -e 1
}

probe_xz()
{
	test "$(echo tools | xz | xz -dc)" = tools
}

probe_dpkg()
{
	dpkg-deb --version
}

# Names of what is not there
missing()
{
	local name
	tmp=$(mktemp -d) || exit 2
	trap 'rm -rf "$tmp"' EXIT
	for name in $(names); do
		"probe_$name" > "$tmp/log" 2>&1 < /dev/null || echo "$name"
	done
	rm -rf "$tmp"
}

# Of the clang that is there, or of the one that would be installed
clang_major()
{
	local major
	major=$($CC -dumpversion 2>/dev/null) ||
		major=$(apt-cache depends clang 2>/dev/null |
			sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p')
	major=${major%%.*}
	echo "${major:-14}"
}

# Debian packages of the tools named
packages()
{
	local name
	for name in "$@"; do
		column "$name" 2
	done | sed "s/@/$(clang_major)/" | sort -u | paste -sd' '
}

command_for()
{
	echo "apt-get install -y --no-install-recommends $(packages "$@")"
}

as_root=
may_install()
{
	test "${SETUP:-1}" != 0 || return 1
	test "$(id -u)" != 0 || return 0
	as_root='sudo -n'
	$as_root true 2> /dev/null
}

update_lists()
{
	test -n "$(find /var/lib/apt/lists -name '*Packages*' -mtime -7 \
		-print -quit 2>/dev/null)" && return
	say 'apt-get update'
	$as_root apt-get -qq update >&2 ||
		say 'apt-get update failed; going on with the lists there are'
}

install()
{
	update_lists
	set -- $(command_for "$@")
	say "$*"
	mkdir -p "$O"
	# Without questions; what it says is of use only when it fails.
	$as_root env DEBIAN_FRONTEND=noninteractive "$@" -qq \
		> "$O/install.log" 2>&1 || tail -n 20 "$O/install.log" >&2
}

# What the stamp says: our table, where things are looked for, the files
identity()
{
	cksum < "$0"
	echo "$PATH"
	type -P $commands
	stat -Lc '%n %s %Y' "$@" 2>&1
}

found_files()
{
	local name
	type -P $commands
	for name in $libraries; do
		$CC -print-file-name="$name"
	done
	for name in $runtimes; do
		$CC -print-file-name="libclang_rt.$name-$(uname -m).a"
	done
	for name in $headers; do
		echo "#include <$name>"
	done | $CC -x c -M - 2>/dev/null | tr -d '\\' | tr ' ' '\n' |
		grep -E "/(${headers// /|})$"
}

unchanged()
{
	local -a files
	mapfile -t files 2> /dev/null < "$stamp.files" &&
		identity "${files[@]}" | cmp -s - "$stamp"
}

remember()
{
	mkdir -p "$O" && found_files > "$stamp.files" &&
		identity $(< "$stamp.files") > "$stamp"
}

name_missing()
{
	local name
	for name in "$@"; do
		say "missing: $name ($(packages "$name")):$(
			printf ' %s' "$(column "$name" 3)")"
	done
}

unchanged && exit 0
want=$(missing)
test -z "$want" || {
	name_missing $want
	may_install || {
		say 'to install what is missing:' \
			"    sudo $(command_for $want)"
		exit 2
	}
	install $want
	want=$(missing)
}
test -z "$want" || {
	name_missing $want
	say 'still missing after the installation; see above for why'
	exit 2
}
remember
