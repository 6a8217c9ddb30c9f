# SPDX-License-Identifier: GPL-2.0-only
#
# For scripts about the bugs of the past: sourced, in the checkout.

bugs=tests/bugs

# "NAME KERNEL RULE" for each bug and kernel
bugs_of_table()
{
	awk '/^[a-z]/ {
		nr = split($2, kernel, ",")
		for (n = 1; n <= nr; n++)
			print $1, kernel[n], $3
	}' $bugs/table
}
