// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a campaign comes to: nothing that was not looked at passes, and
 * nothing gets lost without a word.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../fuzz/campaign.h"
#include "../../fuzz/geometry.h"
#include "../../fuzz/worker.h"

static struct options options = { .jobs = 1 };
static struct campaign campaign;
static char said[65536];

/* A campaign in which every rule held */
static struct campaign *fresh(void)
{
	struct campaign *c = &campaign;
	struct tally *tally;

	memset(c, 0, sizeof(*c));
	c->o = &options;
	c->board = calloc(1, sizeof(*c->board));
	cr_assert(c->board);
	c->board->rules = ~0ull;
	c->board->conf = conf_index("default");
	tally = &c->board->slot[0].tally;
	tally->scenarios = 1;
	for (u32 n = 0; n < REF_NR_RULES; n++)
		tally->word[n][REF_OK] = 1;
	return c;
}

/* The verdict; its lines are in said[] */
static int verdict(struct campaign *c)
{
	FILE *file = tmpfile();
	int out = dup(STDOUT_FILENO), result;
	size_t len;

	cr_assert(file);
	fflush(stdout);
	dup2(fileno(file), STDOUT_FILENO);
	result = verdict_print(c);
	fflush(stdout);
	dup2(out, STDOUT_FILENO);
	close(out);
	rewind(file);
	len = fread(said, 1, sizeof(said) - 1, file);
	said[len] = 0;
	fclose(file);
	return result;
}

static void expect(struct campaign *c, int status, const char *line)
{
	cr_expect_eq(verdict(c), status, "not %s:\n%s", status_name(status),
		     said);
	cr_expect(strstr(said, line), "no \"%s\" in\n%s", line, said);
}

Test(verdict, all_rules_held)
{
	expect(fresh(), STATUS_PASS, "\nverdict pass\n");
	cr_expect_null(strstr(said, "\nlost "));
	cr_expect_null(strstr(said, "\nmore "));
	cr_expect_null(strstr(said, "\nunclear "));
}

Test(verdict, what_was_lost_does_not_pass)
{
	struct campaign *c = fresh();

	c->board->lost = 2;
	expect(c, STATUS_INCOMPLETE, "\nlost 2 catches: ");
}

Test(verdict, what_was_not_confirmed_does_not_pass)
{
	struct campaign *c = fresh();

	c->unconfirmed = 3;
	expect(c, STATUS_INCOMPLETE, "\nunconfirmed 3\n");
}

Test(verdict, an_unclear_quirk_does_not_pass)
{
	struct campaign *c = fresh();
	char line[128];

	c->board->probe.unclear = 1 << 2;
	snprintf(line, sizeof(line), "\nunclear %s: ", ref_quirks[2].name);
	expect(c, STATUS_INCOMPLETE, line);
}

Test(verdict, a_lacking_quirk_passes)
{
	struct campaign *c = fresh();

	c->board->probe.lacks = 1 << 2;
	expect(c, STATUS_PASS, "\nverdict pass\n");
}

/* Findings of which there is no room for the line are counted, each once */
Test(verdict, more_findings_than_lines)
{
	struct campaign *c = fresh();
	char line[64];

	for (u32 n = 0; n < CAMPAIGN_FINDINGS + 5; n++) {
		snprintf(line, sizeof(line), "finding F%u exact (1 operations)",
			 n);
		campaign_add_finding(c, line);
		if (n < CAMPAIGN_FINDINGS)
			campaign_add_finding(c, line);
	}
	expect(c, STATUS_BROKEN, "\nmore 5 findings, not listed");
	cr_expect(strstr(said, "finding F0 exact"));
	cr_expect_null(strstr(said, "finding F64 exact"));
}
