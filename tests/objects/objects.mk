# SPDX-License-Identifier: GPL-2.0-only
#
# Kernel objects for tests: built before them, as far as they can be.

.PHONY: test-objects
test-objects: $(O)/extract
	$(call say,KERNELS)
	$(Q)O=$(O) tests/objects/build.sh

tests: test-objects
