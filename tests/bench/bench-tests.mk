# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of sampler, statistics and output of benchmarks.

bench-test-sources := $(wildcard tests/bench/test-*.c)
test-own += $(bench-test-sources)
bench-test-programs := $(patsubst tests/bench/test-%.c,$(O)/tests/bench-%,\
	$(bench-test-sources))

$(bench-test-programs): $(O)/tests/bench-%: $(O)/tests/bench/test-%.o \
		$(O)/libbench.a $(O)/fuzz/setup.o $(O)/libfuzz.a $(fuzz-libs)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ $(test-libs) \
		$(bench-ldlibs)

tests: $(bench-test-programs)
