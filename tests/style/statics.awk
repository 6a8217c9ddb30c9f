# SPDX-License-Identifier: GPL-2.0-only
#
# Names of the static functions of kernel files, one a line

FNR == 1 { text = "" }

/^static[ \t]/ { text = $0 }

text != "" && !/^static[ \t]/ { text = text " " $0 }

text != "" {
	gsub(/__[a-z_]+\([^()]*\)/, "", text)
	if (text ~ /^[^(=;{]*\(/) {
		sub(/[ \t]*\(.*/, "", text)
		sub(/.*[^a-zA-Z0-9_]/, "", text)
		print text
		text = ""
	} else if (text ~ /[=;{]/) {
		text = ""
	}
}
