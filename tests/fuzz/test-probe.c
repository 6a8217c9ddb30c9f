// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which known version is nearest to a kernel's, and when two breaks are of
 * one kind.
 */
#include <criterion/criterion.h>

#include "../../fuzz/probe.h"
#include "../../fuzz/trial.h"

/* The table of quirks knows 6.1, 6.12, 7.2 and 7.3 */
static const struct {
	const char *version;
	const char *nearest;
} versions[] = {
	{ "6.1.192", "6.1" },
	{ "6.12.117", "6.12" },
	{ "6.6.30", "6.1" },
	{ "6.17.0", "6.12" },
	{ "7.1.0", "6.12" },
	{ "7.2.13", "7.2" },
	{ "7.3.4", "7.3" },
	{ "7.4.0-rc1", "7.3" },
	{ "10.0", "7.3" },
	{ "5.10.1", "6.1" },
};

Test(probe, nearest_known_version)
{
	char nearest[16];

	for (size_t n = 0; n < sizeof(versions) / sizeof(versions[0]); n++) {
		probe_nearest(versions[n].version, nearest);
		cr_expect_str_eq(nearest, versions[n].nearest, "%s: %s",
				 versions[n].version, nearest);
	}
}

static const struct {
	const char *field;
	const char *kind;
} fields[] = {
	{ "node1.DMA32.spanned", "node.zone.spanned" },
	{ "node0.NORMAL.spanned", "node.zone.spanned" },
	{ "node3.spanned", "node.spanned" },
	{ "block 5.state", "block.state" },
	{ "block 17.nid", "block.nid" },
	{ "section 12.submap[0]", "section.submap[0]" },
	{ "pfn 0x1a00.zone", "pfn.zone" },
	{ "pfn 0x7.online", "pfn.online" },
	{ "err", "err" },
	{ "warns", "warns" },
	{ "use-after-poison in shrink_zone_span",
	  "use-after-poison in shrink_zone_span" },
	{ "", "" },
};

Test(probe, kinds_of_fields)
{
	char kind[REF_FIELD_LEN];

	for (size_t n = 0; n < sizeof(fields) / sizeof(fields[0]); n++) {
		field_kind(fields[n].field, kind);
		cr_expect_str_eq(kind, fields[n].kind, "%s: %s",
				 fields[n].field, kind);
	}
}
