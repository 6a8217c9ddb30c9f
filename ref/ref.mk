# SPDX-License-Identifier: GPL-2.0-only
#
# The reference model.

ref-objs := $(patsubst %.c,$(O)/%.o,$(wildcard ref/*.c))

$(O)/libref.a: $(ref-objs)
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^
