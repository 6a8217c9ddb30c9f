# SPDX-License-Identifier: GPL-2.0-only
#
# To be sourced by scripts that go through configurations, in the checkout.

# The names of all configurations, the default one first
conf_names()
{
	local file
	echo default
	for file in kernel-extract/conf/*.conf; do
		file=${file##*/}
		test "$file" = default.conf || test "$file" = '*.conf' ||
			echo "${file%.conf}"
	done
}

# lacks_conf LOG: why a kernel does not have a configuration, from what mhpref
# said on standard error; nothing if that is not what went wrong
lacks_conf()
{
	! grep -q 'failed (status 3)$' "$1" ||
		sed -n 's/^extract: .*, which has no /no /p' "$1"
}
