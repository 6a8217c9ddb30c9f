#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# quirks.sh VERSION: print the quirks that this version is known to have, as
# QUIRKS= takes them. For kernels broken on purpose, which may not answer the
# questions by which a kernel's own quirks are found.

set -eu -o pipefail

"${O:-build}/mhpref" quirks | tr -d '()' | awk -v version="$1" '
/^[a-z]/ && index($0 " ", " " version " ") { print $1 }' | paste -sd, | grep .
