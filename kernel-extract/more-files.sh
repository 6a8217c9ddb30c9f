#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# more-files.sh FILES OUTDIR: copy lists/ to OUTDIR, with the files of the tree
# that are named in FILES added to lists/files: headers before the first source
# file, sources after the last. Those that were only looked at are read now.

set -e

here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$2"
cp -R "$here/lists" "$2"
awk -v more="$(tr '\n' ' ' <"$1")" '
BEGIN {
	for (n = split(more, name, " "); n > 0; n--)
		if (name[n] ~ /\.h$/) headers = name[n] "\n" headers
		else sources = name[n] "\n" sources
}
index(" " more, " " $1 " ") { next }
/^[^#]*\.c/ { printf "%s", headers; headers = "" }
/look$/ { printf "%s", sources; sources = "" }
{ print }
END { printf "%s%s", headers, sources }' "$here/lists/files" >"$2/files"
