# SPDX-License-Identifier: GPL-2.0-only
# Kernel objects, held to values worked out by hand. Built here, run by run.sh.

kernel-test-c := tests/kernel/kernel-test.c
kernel-test-h := kernel-extract/kernel.h $(wildcard ref/*.h)

tests: $(O)/tests-kernel/plain $(O)/tests-kernel/sanitized $(O)/extract

$(O)/tests-kernel/plain: $(kernel-test-c) $(kernel-test-h)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(CFLAGS) -o $@ $< -ldl

$(O)/tests-kernel/sanitized: $(kernel-test-c) $(kernel-test-h)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(CFLAGS) -fsanitize=address,undefined -o $@ $< -ldl
