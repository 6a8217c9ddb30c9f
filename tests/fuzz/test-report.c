// SPDX-License-Identifier: GPL-2.0-only
/*
 * A field's value as text: an errno's name is one of the field err alone.
 */
#include <criterion/criterion.h>

#include "../../fuzz/report.h"

static const struct {
	const char *field;
	u64 value;
	const char *text;
} values[] = {
	{ "err", 0, "0" },
	{ "err", (u32)-16, "-EBUSY" },
	{ "err", (u64)-16, "-EBUSY" },
	{ "err", 4096, "4096 (0x1000)" },
	{ "warns", 1, "1" },
	{ "node1.DMA32.spanned", 16384, "16384 (0x4000)" },
	{ "node0.present", (u64)-16, "18446744073709551600 "
	  "(0xfffffffffffffff0)" },
	{ "section 5.submap[0]", ~0ull, "18446744073709551615 "
	  "(0xffffffffffffffff)" },
};

Test(report, values)
{
	char text[REPORT_VALUE_MAX];

	for (size_t n = 0; n < sizeof(values) / sizeof(values[0]); n++) {
		report_value(values[n].field, values[n].value, text);
		cr_expect_str_eq(text, values[n].text, "%s: %s, not %s",
				 values[n].field, text, values[n].text);
	}
}
