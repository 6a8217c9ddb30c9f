# SPDX-License-Identifier: GPL-2.0-only
#
# Benchmarks: sampler, statistics, tables; linked into mhpref.

bench-objs := $(patsubst %.c,$(O)/%.o,$(wildcard bench/*.c))
bench-ldlibs := -ljansson -lgsl -lgslcblas -lm

$(O)/libbench.a: $(bench-objs)
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

all: $(O)/libbench.a

# As in a finding's sidecar
$(O)/bench/origin.o: override CFLAGS += -I$(O)/gen
$(O)/bench/origin.o: $(O)/gen/version.h
