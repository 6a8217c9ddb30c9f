#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Sourced by prepare.sh: from mails to patches, in the order of the numbers in
# their subjects. Cover letters and replies are no patches.

# header FILE: a mail's header with every field on a line of its own
header()
{
	awk '
	/^\r?$/ { exit }
	{ sub(/\r$/, "") }
	/^[ \t]/ { sub(/^[ \t]+/, " "); line = line $0; next }
	{ if (NR > 1) print line; line = $0 }
	END { print line }' "$1"
}

# mail_field NAME FILE: of a mail's header, encoded words decoded; or nothing
mail_field()
{
	{
		header "$2" | grep -i "^$1:" | head -n 1 |
			sed 's/^[^:]*:/Subject:/'
		printf '\n'
	} | git mailinfo -k /dev/null /dev/null 2> /dev/null |
		sed -n 's/^Subject: //p' | tr '\t' ' ' | cut -c 1-300
}

mail_id()
{
	header "$1" | sed -n 's/^[Mm]essage-[Ii][Dd]: *\(<[^ >]*>\).*/\1/p' |
		head -n 1 | cut -c 1-300
}

# Lines that were broken for transport are joined, and the blank before a line
# that began with one goes; a line of blanks is an empty line of context.
unflow()
{
	awk -v delsp="$1" '
	{
		sub(/\r$/, "")
		sub(/^ /, "")
		line = line $0
		if (/ $/ && !/^ *$/ && $0 != "-- ") {
			if (delsp)
				sub(/ $/, "", line)
			next
		}
		print line
		line = ""
	}
	END { if (line != "") print line }' "$2"
}

# has_diff FILE: is it one, without a line wrapped or edited?
has_diff()
{
	"$udiff" split "$1" "$work/tree" auto "$work/try" > "$work/rows" \
		2> "$work/why"
}

# diff_of MAIL OUT: the text of a mail from where a patch may begin
diff_of()
{
	git -c mailinfo.scissors=false mailinfo -k --quoted-cr=strip \
		--encoding=UTF-8 "$work/message" "$2" < "$1" > "$work/info" \
		2> "$work/log" || : > "$2"
	has_diff "$2"
}

is_flowed()
{
	grep -qiE '^(content-type:|[ 	]).*format="?flowed' "$1"
}

# Flowed text in which a blank line has a blank, or that is not flowed though
# the mail says so, as where a patch is attached to it
badly_flowed()
{
	local delsp=0
	grep -qiE '^(content-type:|[ 	]).*delsp="?yes' "$1" && delsp=1
	sed -E "s/format=\"?flowed\"?/format=fixed/I" "$1" \
		> "$work/fixed"
	diff_of "$work/fixed" "$2"
	unflow $delsp "$2" > "$work/unflowed"
	if has_diff "$work/unflowed" && test -s "$work/rows"; then
		mv "$work/unflowed" "$2"
	else
		has_diff "$2"
	fi
}

# mail_diff MAIL OUT: its patch as the sender had it; empty if there is none
mail_diff()
{
	diff_of "$1" "$2" || { is_flowed "$1" && badly_flowed "$1" "$2"; } ||
		return
	test -s "$work/rows" || : > "$2"
}

# What a subject says: "VERSION NUMBER COUNT", "- -" where it has no number;
# nothing for a reply
subject_numbers()
{
	subject=$1 awk 'BEGIN {
		subject = ENVIRON["subject"]
		if (subject !~ /^\[/) {
			if (subject ~ /\[[^]]*PATCH/ ||
			    tolower(subject) ~ /^(re|aw|sv|vs|antw|fwd?) ?:/)
				exit
		}
		version = 1
		number = "- -"
		if (match(subject, /^(\[[^]]*\] *)+/)) {
			tag = substr(subject, 1, RLENGTH)
			if (match(tolower(tag), /[^0-9]v[0-9]+[] ]/))
				version = substr(tag, RSTART + 2, RLENGTH - 3)
			if (match(tag, /[0-9]+\/[0-9]+[] ]/)) {
				split(substr(tag, RSTART, RLENGTH - 1), n, "/")
				number = n[1] + 0 " " n[2] + 0
			}
		}
		print version + 0, number
	}'
}

broken_mail()
{
	local why
	why=$(sed "s|^mhpref: [^:]*:| line |" "$work/why")
	echo "mhpref: the mail \"$1\" has a broken patch,$why" >&2
}

# take_mail FILE: a row "VERSION NUMBER COUNT FILE" in $work/mails.rows
take_mail()
{
	local mail=$1 subject numbers
	subject=$(mail_field Subject "$mail")
	numbers=$(subject_numbers "$subject")
	test -n "$numbers" || test "$nr_mails" != 1 || numbers='1 - -'
	case $numbers in
	'') replies=$((replies + 1)) ;;
	*' 0 '*) ;;
	*)
		mail_diff "$mail" "$mail.diff" || {
			broken_mail "$subject"
			exit 2
		}
		test ! -s "$mail.diff" || echo "$numbers $mail" \
			>> "$work/mails.rows" ;;
	esac
}

# Of several versions the newest counts
newest_version()
{
	local newest
	newest=$(sort -n "$work/mails.rows" | tail -n 1 | cut -d' ' -f1)
	awk -v v="$newest" '$1 == v' "$work/mails.rows" > "$work/newest.rows"
	cmp -s "$work/mails.rows" "$work/newest.rows" ||
		note "$patch has several versions: v$newest is taken, the" \
			"others are left out"
}

# one_series: same count everywhere, every number once, none left out
one_series()
{
	local counts
	counts=$(awk '$3 != "-" { print $3 }' "$work/newest.rows" | sort -un)
	test "$(wc -w <<< "$counts")" -le 1 ||
		die "$patch: has patches of several series (of" \
			"$(paste -sd, <<< "$counts") patches)"
	test -n "$counts" || return 0
	awk -v count="$counts" '
	$2 != "-" { seen[$2] = 1; nr++; if ($2 > last) last = $2 }
	END {
		for (n = 1; n <= last && nr > 1; n++)
			if (!(n in seen) && n <= 1000)
				printf "%s%d", sep++ ? ", " : "", n
	}' "$work/newest.rows" > "$work/gaps"
	test ! -s "$work/gaps" || die "$patch: of $counts patches it lacks" \
		"$(cat "$work/gaps"): get the whole series (b4 am)"
	test "$(awk '$2 != "-"' "$work/newest.rows" | cut -d' ' -f2 |
		sort -u | wc -l)" = "$counts" ||
		note "$patch has not all of $counts patches"
}

# A mail that came twice is one
is_again()
{
	test "$1" != - && test "$1 $2" = "$last_numbers" || return
	cmp -s "$3.diff" "$last_mail.diff" ||
		die "$patch: has two different patches $1/$2:" \
			"$(mail_id "$3") and $(mail_id "$last_mail")"
}

add_mails()
{
	local version number count mail id last_numbers= last_mail=
	while read -r version number count mail; do
		is_again "$number" "$count" "$mail" && continue
		last_numbers="$number $count" last_mail=$mail
		id=$(mail_id "$mail")
		test -z "$range" || id=commit:$(sed -n \
			'1s/^From \([0-9a-f]*\) .*/\1/p' "$mail")
		add "$mail.diff" auto '' "$id" \
			"$(mail_field Subject "$mail")"
	done < <(sort -s -k2,2n "$work/newest.rows")
}

from_mails()
{
	local mail replies=0 nr_mails
	mkdir "$work/mails"
	: > "$work/mails.rows"
	test "$(grep -c '^From .*:' "$work/input")" -le 5000 ||
		die "$patch: more than 5000 mails: save the series alone"
	git mailsplit -b -o"$work/mails" "$work/input" > "$work/log" 2>&1 || {
		cat "$work/log" >&2
		die "$patch: cannot be split into mails"
	}
	nr_mails=$(ls "$work/mails" | wc -l)
	test "$nr_mails" -le 2000 ||
		die "$patch: $nr_mails mails: save the series alone (b4 am)"
	for mail in "$work"/mails/*; do
		take_mail "$mail"
	done
	test -s "$work/mails.rows" ||
		die "$patch: has no patch in it: $nr_mails mails, $replies" \
			"of them replies"
	test "$replies" = 0 || note "$replies replies are left out"
	newest_version
	one_series
	add_mails
}
