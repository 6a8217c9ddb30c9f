# SPDX-License-Identifier: GPL-2.0-only
#
# The scenario codec, what is observed of a scenario, and the judge:
# $(O)/libcodec.a, to be linked with -lcbor.

# A geometry's place in this list is its number in the CBOR form: append
# only, and never reuse a place.
geometries := ppc64 x86_64 arm64-64k
geometry-dir := kernel-extract/geometry
geometry-files := $(geometries:%=$(geometry-dir)/%.conf)

# The same for configurations; one that has no file yet cannot be named
confs := default zone-device altmap deferred cma discard classic no-numa debug \
	distro
conf-dir := kernel-extract/conf
conf-files := $(wildcard $(confs:%=$(conf-dir)/%.conf))

codec-objects := $(addprefix $(O)/fuzz/,codec.o codec-cbor.o codec-text.o \
	codec-text-write.o fields.o geometry.o judge.o layout.o rescale.o \
	scenario-check.o scenario-op.o)

$(O)/gen/geometry.inc: $(geometry-files) fuzz/geometry.awk fuzz/codec.mk
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)awk -f fuzz/geometry.awk $(geometry-files) > $@

$(O)/gen/conf.inc: $(conf-files) fuzz/conf.awk fuzz/codec.mk
	@mkdir -p $(@D)
	$(call say,GEN)
	$(Q)awk -v names="$(confs)" -f fuzz/conf.awk $(conf-files) > $@

$(O)/fuzz/geometry.o: override CFLAGS += -I$(O)/gen
$(O)/fuzz/geometry.o: $(O)/gen/geometry.inc $(O)/gen/conf.inc

$(O)/libcodec.a: $(codec-objects)
	@mkdir -p $(@D)
	$(call say,AR)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

all: $(O)/libcodec.a
