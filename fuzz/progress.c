// SPDX-License-Identifier: GPL-2.0-only
/*
 * One line of progress: in place on a terminal, now and then elsewhere.
 */
#include <unistd.h>

#include "campaign.h"

#define PLAIN_SECONDS	10

/* A line that is wider than the terminal is cut there, not wrapped */
#define CLEAR		"\r\033[K"
#define NO_WRAP		"\033[?7l"
#define WRAP		"\033[?7h"

static u64 per_second(u64 n, u64 ns)
{
	return ns ? (double)n * 1e9 / ns : 0;
}

static void print(const struct campaign *c, const char *before,
		  const char *after)
{
	u64 cpu = campaign_cpu_ns(c);
	struct tally sum;

	campaign_sum(c, &sum);
	fprintf(stderr, "%s%llus: scenarios %llu checked-ops %llu rate %llu "
		"coverage %llu findings %u%s%s", before,
		(campaign_now() - c->start_ns) / 1000000000, sum.scenarios,
		tally_ops(&sum), per_second(tally_ops(&sum), cpu),
		c->engine->coverage(c), c->nr_findings,
		c->stop && catches_pending(c) ? ", minimising" : "", after);
	fflush(stderr);
}

void progress_clear(void)
{
	if (isatty(STDERR_FILENO))
		fputs(CLEAR, stderr);
}

void progress_show(const struct campaign *c, bool last)
{
	static u64 shown;
	u64 second = (campaign_now() - c->start_ns) / 1000000000;

	if (isatty(STDERR_FILENO))
		print(c, last ? CLEAR : CLEAR NO_WRAP, last ? "\n" : WRAP);
	else if (last || second >= shown + PLAIN_SECONDS)
		print(c, "", "\n");
	else
		return;
	shown = second;
}
