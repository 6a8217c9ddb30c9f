# SPDX-License-Identifier: GPL-2.0-only
#
# Recordings of running kernels: the converter (make recorded TRACES=DIR), and
# the program that holds model and kernels to them (run.sh).

conformance = $(patsubst %,$(O)/tests/conformance/%.o,$1)

$(O)/tests-conformance/convert: $(call conformance,convert convert-machine \
		convert-ops convert-state recorded) $(O)/libcodec.a
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -ljansson -lcbor

$(O)/tests-conformance/conformance: $(call conformance,conformance expect \
		recorded) $(O)/libfuzz.a $(fuzz-libs)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ $(fuzz-ldlibs)

tests: $(O)/tests-conformance/convert $(O)/tests-conformance/conformance
