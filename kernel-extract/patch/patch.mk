# SPDX-License-Identifier: GPL-2.0-only
# What is done with a diff before its two kernels are extracted.

UDIFF_C := $(sort $(wildcard kernel-extract/patch/*.c))
UDIFF_H := $(wildcard kernel-extract/patch/*.h) ref/types.h

all: $(O)/udiff

$(O)/udiff: $(UDIFF_C) $(UDIFF_H)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(CFLAGS) -o $@ $(UDIFF_C)
