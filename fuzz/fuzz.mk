# SPDX-License-Identifier: GPL-2.0-only
#
# mhpref and its workers: for each engine, with and without sanitizers, one
# program that is the engine's target and, called with a command, a worker.
# Our own code in them is not sanitized: the kernel object is.

fuzz-shared := allow bisect-worker board difference exhaustive exhaustive-ops \
	exhaustive-report exhaustive-round exhaustive-states finding hashes \
	input kernel-object map minimizer mutator nearest ops options page \
	pair pair-step place places probe process rate-worker replay report \
	input kernel-object map minimizer mutator nearest ops options page \
	pair pair-step place places probe process rate-worker replay report \
	review review-map runner settle shape shape-mend shape-state show \
	tally target trial worker
fuzz-front := bisect catches contrast corpus engine-afl engine-libfuzzer \
	examples main progress rate rules setup summary supervisor verdict

fuzz-objects = $(patsubst %,$(O)/fuzz/%.o,$1)
fuzz-libs := $(O)/libcodec.a $(O)/libref.a
fuzz-ldlibs := -lcbor -ldl

$(O)/libfuzz.a: $(call fuzz-objects,$(fuzz-shared))
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

# What is in a finding's sidecar; changes only when it does
fuzz-version := $(shell git describe --always --dirty 2>/dev/null || echo 0)
$(O)/gen/version.h: FORCE
	@mkdir -p $(@D)
	@echo '#define MHPREF_VERSION "$(fuzz-version)"' | cmp -s - $@ || \
		echo '#define MHPREF_VERSION "$(fuzz-version)"' > $@
$(O)/fuzz/finding.o: override CFLAGS += -I$(O)/gen
$(O)/fuzz/finding.o: $(O)/gen/version.h

# The way back from a build directory that is not in the checkout
$(O)/checkout: FORCE
	@mkdir -p $(@D)
	@echo '$(CURDIR)' | cmp -s - $@ || echo '$(CURDIR)' > $@

$(O)/mhpref: $(call fuzz-objects,$(fuzz-front)) $(O)/libbench.a \
		$(O)/libfuzz.a $(fuzz-libs)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(fuzz-ldlibs) $(bench-ldlibs)

fuzz-san := -fsanitize=address,undefined
fuzz-wrap := -Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset,--wrap=memcmp,$\
	--wrap=bcmp
fuzz-plain := $(O)/fuzz/plain-memory.o
fuzz-link = $(Q)$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic $1 -o $@ $(filter %.o \
	%.a,$^) $(fuzz-ldlibs)

$(O)/fuzz-none: $(O)/fuzz/plain.o $(O)/libfuzz.a $(fuzz-libs)
	$(call say,LD)
	$(call fuzz-link,)

$(O)/fuzz-none-san: $(O)/fuzz/plain.o $(fuzz-plain) $(O)/libfuzz.a $(fuzz-libs)
	$(call say,LD)
	$(call fuzz-link,$(fuzz-san) $(fuzz-wrap))

$(O)/fuzz-libfuzzer: $(O)/fuzz/libfuzzer.o $(O)/libfuzz.a $(fuzz-libs)
	$(call say,LD)
	$(call fuzz-link,-fsanitize=fuzzer)

$(O)/fuzz-libfuzzer-san: $(O)/fuzz/libfuzzer.o $(fuzz-plain) \
		$(O)/libfuzz.a $(fuzz-libs)
	$(call say,LD)
	$(call fuzz-link,-fsanitize=fuzzer $(fuzz-san) $(fuzz-wrap))

# AFL++'s compiler adds its runtime; kernel text alone is instrumented, but
# for the little in afl.c
fuzz-afl-cc = AFL_QUIET=1 AFL_CC_COMPILER=LLVM afl-clang-fast

$(O)/fuzz/afl.o: fuzz/afl.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,AFL-CC)
	$(Q)$(fuzz-afl-cc) $(CFLAGS) -MMD -MP -c -o $@ $<

$(O)/fuzz-afl: $(O)/fuzz/afl.o $(O)/libfuzz.a $(fuzz-libs)
	$(call say,LD)
	$(Q)$(fuzz-afl-cc) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ \
		$(fuzz-ldlibs)

$(O)/fuzz-afl-san: $(O)/fuzz/afl.o $(fuzz-plain) $(O)/libfuzz.a $(fuzz-libs)
	$(call say,LD)
	$(Q)AFL_USE_ASAN=1 $(fuzz-afl-cc) $(CFLAGS) $(LDFLAGS) $(fuzz-san) \
		$(fuzz-wrap) \
		-rdynamic -o $@ $^ $(fuzz-ldlibs)

# AFL++ loads the mutator: everything in it must be position independent
fuzz-visibility := -fvisibility=hidden
fuzz-mutator := afl-mutator allow board difference kernel-object mutator \
	nearest ops pair pair-step places runner shape shape-mend \
	shape-state tally target trial
fuzz-mutator-objects := $(patsubst %,$(O)/pic/fuzz/%.o,$(fuzz-mutator)) \
	$(patsubst $(O)/%,$(O)/pic/%,$(codec-objects)) \
	$(patsubst %.c,$(O)/pic/%.o,$(wildcard ref/*.c))

$(O)/pic/%.o: %.c $(O)/flags
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(CFLAGS) -I$(O)/gen -fPIC $(fuzz-visibility) -MMD -MP \
		-c -o $@ $<

$(O)/pic/fuzz/geometry.o: $(O)/gen/geometry.inc
$(O)/pic/fuzz/afl-mutator.o: fuzz-visibility :=

$(O)/afl-mutator.so: $(fuzz-mutator-objects)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -o $@ $^ $(fuzz-ldlibs)

fuzz-programs := $(O)/mhpref $(O)/checkout $(O)/afl-mutator.so $(foreach \
	e,none libfuzzer afl,$(O)/fuzz-$e $(O)/fuzz-$e-san)

all: $(fuzz-programs)
