// SPDX-License-Identifier: GPL-2.0-only
/*
 * Words of the command line: what is taken, and what is refused with which
 * message.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "../../fuzz/options.h"

static char why[512];
static struct options o;

static int parse(const char *words)
{
	static char copy[1024];
	char *argv[32] = { "mhpref" };
	int argc = 1;

	strcpy(copy, words);
	for (char *w = strtok(copy, " "); w; w = strtok(NULL, " "))
		argv[argc++] = w;
	why[0] = 0;
	return options_parse(&o, argc, argv, why, sizeof(why));
}

static const struct {
	const char *words;
	const char *says;
} bad[] = {
	{ "", "name a command" },
	{ "fuzz KDIR=/nonexistent/tree", "KDIR=/nonexistent/tree: No such" },
	{ "fuzz KDIR=/etc/passwd", "KDIR=/etc/passwd: not a directory" },
	{ "fuzz KDIR=/ KERNEL=6.12", "both KDIR= and KERNEL=" },
	{ "fuzz KERNEL=5.10", "KERNEL=5.10: want one of: 6.1 6.12 7.2 7.3" },
	{ "fuzz KERNEL=6.12.1", "KERNEL=6.12.1: want one of" },
	{ "fuzz KERNEL=6.1 KDIR=/", "both KDIR= and KERNEL=" },
	{ "fuzz KERNEL=", "KERNEL=: want one of" },
	{ "fuzz GEOM=sparc", "GEOM=sparc: want one of: ppc64 x86_64" },
	{ "fuzz GEOM=", "GEOM=: want one of" },
	{ "fuzz CONF=odd", "CONF=odd: want one of: default" },
	{ "fuzz TIME=0", "TIME=0: want seconds" },
	{ "fuzz TIME=-1", "TIME=-1: want seconds" },
	{ "fuzz TIME=5d", "TIME=5d: want seconds" },
	{ "fuzz TIME=5mm", "TIME=5mm: want seconds" },
	{ "fuzz TIME=", "TIME=: want seconds" },
	{ "fuzz TIME=99999999999999999999h", "want seconds" },
	{ "fuzz ENGINE=honggfuzz", "ENGINE=honggfuzz: want one of" },
	{ "fuzz ENGINE=libfuzze", "ENGINE=libfuzze: want one of" },
	{ "fuzz SEED=x", "SEED=x: want a number from 0" },
	{ "fuzz SEED=4294967296", "want a number from 0 to 4294967295" },
	{ "fuzz SEED=-1", "SEED=-1: want a number" },
	{ "fuzz JOBS=0", "JOBS=0: want a number from 1 to 64" },
	{ "fuzz JOBS=65", "JOBS=65: want a number from 1 to 64" },
	{ "exhaustive DEPTH=0", "DEPTH=0: want a number from 1 to 511" },
	{ "exhaustive DEPTH=512", "DEPTH=512: want a number from 1 to 511" },
	{ "fuzz SAN=2", "SAN=2: want 0 or 1" },
	{ "fuzz SAN=yes", "SAN=yes: want 0 or 1" },
	{ "fuzz V=", "V=: want 0 or 1" },
	{ "fuzz RULES=", "want names of rules" },
	{ "fuzz RULES=nonsense", "no rule \"nonsense\"" },
	{ "fuzz RULES=zone-span,", "no rule \"\"" },
	{ "fuzz RULES=-nonsense", "no rule \"nonsense\"" },
	{ "fuzz CORPUS=", "CORPUS=: want a directory" },
	{ "fuzz O=", "O=: want a directory" },
	{ "replay FILE=", "FILE=: want the name" },
	{ "fuzz GOEM=ppc64", "GOEM=: no such variable" },
	{ "fuzz PATCH=", "PATCH=: want a diff" },
	{ "fuzz PATCH=a OBJECT=b", "both PATCH= and OBJECT=" },
	{ "fuzz ALLOW=", "ALLOW=: want a file" },
	{ "fuzz BASE=", "BASE=: want a kernel object" },
	{ "fuzz --help", "--help: there are no options" },
	{ "fuzz -j4", "-j4: there are no options" },
};

Test(options, bad_words_are_refused_with_a_message)
{
	for (size_t n = 0; n < sizeof(bad) / sizeof(bad[0]); n++) {
		cr_expect_eq(parse(bad[n].words), -1, "taken: %s",
			     bad[n].words);
		cr_expect(strstr(why, bad[n].says), "%s: \"%s\" lacks \"%s\"",
			  bad[n].words, why, bad[n].says);
	}
}

Test(options, defaults)
{
	cr_assert_eq(parse("fuzz"), 0, "%s", why);
	cr_expect_str_eq(o.command, "fuzz");
	cr_expect_str_eq(o.engine, "libfuzzer");
	cr_expect_eq(o.seconds, 60);
	cr_expect_eq(o.rules, ~0ull);
	cr_expect(o.san);
	cr_expect_not(o.seed_given);
	cr_expect_null(o.kdir);
	cr_expect_null(o.kernel);
	cr_expect_null(o.geom);
	cr_expect_eq(o.nr_files, 0u);
}

static const struct {
	const char *word;
	u64 seconds;
} times[] = {
	{ "fuzz TIME=90", 90 },
	{ "fuzz TIME=90s", 90 },
	{ "fuzz TIME=5m", 300 },
	{ "fuzz TIME=8h", 28800 },
};

Test(options, times_have_units)
{
	for (size_t n = 0; n < sizeof(times) / sizeof(times[0]); n++) {
		cr_expect_eq(parse(times[n].word), 0, "%s", why);
		cr_expect_eq(o.seconds, times[n].seconds, "%s", times[n].word);
	}
}

Test(options, files_and_words_mix)
{
	cr_assert_eq(parse("replay a.cbor FILE=b.txt SAN=0 dir/c=d"), 0, "%s",
		     why);
	cr_assert_eq(o.nr_files, 3u);
	cr_expect_str_eq(o.files[0], "a.cbor");
	cr_expect_str_eq(o.files[1], "b.txt");
	cr_expect_str_eq(o.files[2], "dir/c=d");
	cr_expect_not(o.san);
}

Test(options, rules_are_taken_or_left_out)
{
	u64 span, bug;

	cr_assert_eq(parse("fuzz RULES=zone-span"), 0, "%s", why);
	span = o.rules;
	cr_assert_eq(parse("fuzz RULES=bug"), 0, "%s", why);
	bug = o.rules;
	cr_expect_eq(__builtin_popcountll(span), 1);
	cr_expect_neq(span, bug);
	cr_assert_eq(parse("fuzz RULES=zone-span,bug"), 0, "%s", why);
	cr_expect_eq(o.rules, span | bug);
	cr_assert_eq(parse("fuzz RULES=-zone-span,-bug"), 0, "%s", why);
	cr_expect_eq(o.rules, ~(span | bug));
	cr_assert_eq(parse("fuzz RULES=zone-span,bug,-bug"), 0, "%s", why);
	cr_expect_eq(o.rules, span);
}
