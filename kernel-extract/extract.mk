# SPDX-License-Identifier: GPL-2.0-only
# The extractor: kernel tree in, slices out.

EXTRACT_C := $(sort $(wildcard kernel-extract/extract/*.c))
EXTRACT_H := $(wildcard kernel-extract/extract/*.h) ref/types.h

all: $(O)/extract

$(O)/extract: $(EXTRACT_C) $(EXTRACT_H)
	@mkdir -p $(@D)
	$(Q)$(CC) -O2 -g -Wall -Wextra $(CFLAGS) -std=c11 \
		-D_POSIX_C_SOURCE=200809L -o $@ $(EXTRACT_C)
