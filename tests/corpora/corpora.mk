# SPDX-License-Identifier: GPL-2.0-only
#
# How corpora/regress was made; not run by any test

$(O)/tests-corpora/select: $(O)/tests/corpora/select.o $(O)/libfuzz.a \
		$(fuzz-libs)
	@mkdir -p $(@D)
	$(call say,LD)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -rdynamic -o $@ $^ $(fuzz-ldlibs)
