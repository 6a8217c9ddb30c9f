// SPDX-License-Identifier: GPL-2.0-only
/*
 * What an exhaustive run says, meanwhile and at its end.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "exhaustive.h"

#define SECOND		1000000000ull
#define PLAIN_SECONDS	10

u64 exhaustive_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * SECOND + now.tv_nsec;
}

/* Of the current level: how many more will come nobody knows */
static u64 seconds_left(u32 left, double rate)
{
	return rate > 0 ? left / rate + 0.5 : 0;
}

static void print(const struct exhaustive *x, u32 first, u32 count,
		  double seconds)
{
	u32 at = x->shared->next < count ? x->shared->next : count;
	u32 depth = x->state[first].depth, begin = first, end = first;
	double rate = (first + at - x->first) / seconds;
	bool in_place = isatty(STDERR_FILENO);

	while (begin && x->state[begin - 1].depth == depth)
		begin--;
	while (end < x->kept.nr && x->state[end].depth == depth)
		end++;
	fprintf(stderr, "%slevel %u: %u of %u states, %.0f a second, %llu s "
		"left in this level; %u states, %llu transitions, "
		"findings %u%s", in_place ? "\r\033[K" : "", depth,
		first + at - begin, end - begin, rate,
		seconds_left(end - first - at, rate), x->kept.nr,
		x->kept.transitions, x->kept.nr_findings,
		in_place ? "" : "\n");
	fflush(stderr);
}

void exhaustive_progress(const struct exhaustive *x, u32 first, u32 count)
{
	u64 every = isatty(STDERR_FILENO) ? SECOND / 4 :
		    PLAIN_SECONDS * SECOND;
	static u64 shown;
	u64 now = exhaustive_now();

	if (!shown)
		shown = x->start_ns;
	if (now - shown < every)
		return;
	shown = now;
	print(x, first, count, (now - x->start_ns) / 1e9);
}

static enum ref_word word_of(const struct exhaustive *x, u32 rule)
{
	u32 needs = ref_rules[rule].needs;

	if ((x->w->run->profile.features & needs) != needs)
		return REF_OFF;
	return tally_word(&x->kept.tally, rule, x->w->run->rules);
}

static void print_rules(const struct exhaustive *x)
{
	for (u32 n = 0; n < REF_NR_RULES; n++)
		if (word_of(x, n) != REF_OFF)
			printf("rule %s %s checked %llu\n", ref_rules[n].name,
			       word_name(word_of(x, n)),
			       tally_checked(&x->kept.tally, n));
}

static void print_quirks(const struct exhaustive *x)
{
	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		if (x->w->run->profile.quirks >> n & 1)
			printf("quirk %s seen %llu skipped %llu\n",
			       ref_quirks[n].name, x->kept.tally.seen[n],
			       x->kept.tally.skipped[n]);
}

/* A bug that comes back must not excuse itself */
static void print_unlisted(const struct exhaustive *x)
{
	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		if (x->w->unlisted >> n & 1)
			printf("finding %s.txt %s (a quirk of %s alone)\n",
			       ref_quirks[n].name, ref_quirks[n].rule,
			       ref_quirks[n].versions);
}

static bool is_broken(const struct exhaustive *x)
{
	for (u32 n = 0; n < REF_NR_RULES; n++)
		if (word_of(x, n) == REF_BROKEN)
			return true;
	return x->kept.nr_findings || x->kept.deaths || x->w->unlisted;
}

enum status exhaustive_verdict(const struct exhaustive *x)
{
	const struct kx_kernel *k = x->w->run->kernel;
	const struct exhaustive_kept *kept = &x->kept;

	print_rules(x);
	print_quirks(x);
	print_unlisted(x);
	for (u32 n = 0; n < kept->nr_findings; n++)
		puts(kept->finding[n]);
	printf("frontier %u unconfirmed %u deaths %u\n", kept->nr - kept->done,
	       kept->unconfirmed, kept->deaths);
	printf("exhaustive %s %s states %u transitions %llu levels %u\n",
	       k->version, k->geometry->name, kept->nr, kept->transitions,
	       kept->nr ? x->state[kept->nr - 1].depth : 0);
	if (is_broken(x))
		return STATUS_BROKEN;
	return x->stop || kept->unconfirmed || x->w->unclear ?
		STATUS_INCOMPLETE : STATUS_PASS;
}
