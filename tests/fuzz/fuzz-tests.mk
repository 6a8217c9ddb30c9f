# SPDX-License-Identifier: GPL-2.0-only
#
# Tests of the fuzzer, on a kernel object without a kernel.

fake-objects := $(O)/pic/tests/fuzz/fake-kernel.o \
	$(patsubst %.c,$(O)/pic/%.o,$(wildcard ref/*.c))

$(O)/tests-fuzz/fake-kernel.so: $(fake-objects)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -o $@ $^

tests: $(O)/tests-fuzz/fake-kernel.so

# How tests/rate was made; not run by any test
$(O)/tests-fuzz/make-rate: $(O)/tests/fuzz/make-rate.o $(O)/libfuzz.a \
		$(fuzz-libs)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(fuzz-ldlibs)

fuzz-test-sources := $(wildcard tests/fuzz/test-*.c)
test-own += $(fuzz-test-sources)
fuzz-test-programs := $(patsubst tests/fuzz/test-%.c,$(O)/tests/fuzz-%,\
	$(fuzz-test-sources))

$(fuzz-test-programs): $(O)/tests/fuzz-%: $(O)/tests/fuzz/test-%.o \
		$(O)/libfuzz.a $(fuzz-libs)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(filter %.o,$^) \
		$(filter %.a,$^) $(test-libs)

# This one looks at the front as well
$(O)/tests/fuzz-verdict: $(call fuzz-objects,$(filter-out main,$(fuzz-front)))

# This one loads the kernel
$(O)/tests/fuzz-probe: | $(O)/tests-fuzz/fake-kernel.so

tests: $(fuzz-test-programs)
