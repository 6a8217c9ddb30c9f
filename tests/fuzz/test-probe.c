// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which quirks a kernel has, compared with the nearest known version, and
 * when two breaks are of one kind.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../fuzz/kernel-object.h"
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

/* The fake kernel has the quirks of FAKE_QUIRKS, and calls itself 6.12 */
static void probe_fake(u64 quirks, const char *lie, struct probe *probe)
{
	const struct kx_kernel *kernel;
	struct runner *run;
	char path[4096], number[32];

	snprintf(number, sizeof(number), "%#llx", quirks);
	setenv("FAKE_QUIRKS", number, 1);
	setenv("FAKE_LIE", lie, 1);
	snprintf(path, sizeof(path), "%s/tests-fuzz/fake-kernel.so",
		 getenv("O") ? getenv("O") : "build");
	kernel = kernel_object_load(path);
	cr_assert(kernel, "%s: run make tests, and me in the checkout", path);
	run = runner_new(kernel);
	cr_assert(run);
	probe_run(run, "corpora/findings", probe);
	cr_expect_eq(run->profile.quirks, probe->has);
	runner_free(run);
}

static u64 bit(const char *name)
{
	int n = quirk_find(name);

	cr_assert(n >= 0, "%s", name);
	return 1ull << n;
}

/* Those that 6.12 has, and whose scenario is of the default configuration */
static u64 of_6_12(void)
{
	struct probe probe;

	probe_fake(~0ull, "", &probe);
	return probe.has & ~probe.unlisted;
}

Test(probe, as_the_nearest_version)
{
	u64 known = of_6_12();
	struct probe probe;

	cr_assert(known & bit("contiguous-empty"));
	probe_fake(known, "", &probe);
	cr_expect_eq(probe.has, known, "%#llx", probe.has);
	cr_expect_eq(probe.unlisted, 0, "%#llx", probe.unlisted);
	cr_expect_eq(probe.lacks, 0, "%#llx", probe.lacks);
	cr_expect_eq(probe.unclear, 0, "%#llx", probe.unclear);
}

/*
 * One quirk less than the nearest version has: it is told. One that needs it
 * shows nowhere then, and so is neither there nor lacking.
 */
Test(probe, lacks_what_the_nearest_version_has)
{
	u64 known = of_6_12();
	struct probe probe;

	for (u64 left = known; left; left &= left - 1) {
		u64 one = left & -left;
		const char *name = ref_quirks[__builtin_ctzll(one)].name;

		probe_fake(known & ~one, "", &probe);
		cr_expect_eq(probe.lacks, one, "%s: lacks %#llx", name,
			     probe.lacks);
		cr_expect_eq(probe.has & ~(known & ~one), 0, "%s: has %#llx",
			     name, probe.has);
		cr_expect_eq(probe.unclear, 0, "%s", name);
	}
}

/* The other way: a bug that comes back */
Test(probe, has_what_the_nearest_version_lacks)
{
	u64 known = of_6_12(), other = 0;
	struct probe probe;

	probe_fake(~0ull, "", &probe);
	other = probe.has & ~known;
	cr_assert(other, "no quirk that 6.12 has not");
	other &= -other;
	probe_fake(known | other, "", &probe);
	cr_expect_eq(probe.unlisted, other, "%#llx", probe.unlisted);
	cr_expect_eq(probe.lacks, 0, "%#llx", probe.lacks);
}

/* Neither right nor as the quirk says: that is no clean "lacks" */
Test(probe, unclear_is_not_lacking)
{
	u64 known = of_6_12();
	struct probe probe;

	/* What is not asked, cannot go wrong */
	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		if (ref_quirks[n].stops)
			known &= ~(1ull << n);
	probe_fake(known, "always", &probe);
	cr_expect_eq(probe.unclear & known, known, "%#llx", probe.unclear);
	cr_expect_eq(probe.lacks, 0, "%#llx", probe.lacks);
	cr_expect_eq(probe.has & known, 0, "%#llx", probe.has);
}
