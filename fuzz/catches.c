// SPDX-License-Identifier: GPL-2.0-only
/*
 * From what the engines caught to findings: each catch is confirmed,
 * minimised and stored by a worker, one at a time, while fuzzing goes on.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "campaign.h"
#include "input.h"

static void file(const struct campaign *c, const char *name, char *path)
{
	snprintf(path, PLACE_MAX, "%.4000s/%s", c->dir, name);
}

static int create(const struct campaign *c, const char *name)
{
	char path[PLACE_MAX];

	file(c, name, path);
	return open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

void campaign_add_finding(struct campaign *c, const char *line)
{
	for (u32 n = 0; n < c->nr_findings; n++)
		if (!strcmp(c->finding[n], line))
			return;
	if (c->nr_findings == CAMPAIGN_FINDINGS) {
		c->more++;
		return;
	}
	c->finding[c->nr_findings] = strdup(line);
	if (c->finding[c->nr_findings])
		c->nr_findings++;
	if (c->o->first)
		c->stop = true;
}

/* The one line that the worker says; empty if it died */
static void read_result(const struct campaign *c, char *line)
{
	char path[PLACE_MAX];
	FILE *out;

	*line = 0;
	file(c, "settle.out", path);
	out = fopen(path, "re");
	if (out && !fgets(line, CAMPAIGN_LINE, out))
		*line = 0;
	if (out)
		fclose(out);
	line[strcspn(line, "\n")] = 0;
}

/* It could not be told: that is to be seen, not only in the verdict */
static void say_kept(const char *path, const char *result)
{
	if (!strncmp(result, "ours ", 5))
		fprintf(stderr, "mhpref: %s: an error of mhpref, not of the "
			"kernel; please report it with %s\n", result + 5,
			path);
	else
		fprintf(stderr, "mhpref: not confirmed (%s), kept: %s\n",
			*result ? result + 3 : "died", path);
}

/* Kept as it is: it may be what a user wants to look at */
static void keep_unconfirmed(struct campaign *c, const char *result)
{
	char findings[PLACE_MAX], from[PLACE_MAX];
	char dir[PLACE_MAX + 32], to[PLACE_MAX + 64];
	const u8 *bytes;
	size_t len;

	c->unconfirmed++;
	file(c, "catch", from);
	bytes = input_bytes(from, &len);
	place_findings(&c->place, c->o, findings);
	snprintf(dir, sizeof(dir), "%s/unconfirmed", findings);
	snprintf(to, sizeof(to), "%s/%llu-%u.cbor", dir, c->board->seed,
		 c->catches);
	progress_clear();
	if (bytes && !place_make(dir) && !input_write(to, bytes, len))
		say_kept(to, result);
}

/* What ends within ten times the steps is no hang, and nothing else */
static void drop(struct campaign *c)
{
	board_forget(c->board, c->way);
	if (!c->o->verbose)
		return;
	progress_clear();
	fprintf(stderr, "mhpref: no hang: it ends within ten times as many "
		"steps; dropped\n");
}

static void end_settling(struct campaign *c)
{
	char result[CAMPAIGN_LINE];
	int status;

	if (waitpid(c->settling, &status, WNOHANG) != c->settling)
		return;
	c->settling = 0;
	read_result(c, result);
	if (!strncmp(result, "finding ", 8))
		campaign_add_finding(c, result);
	else if (!strncmp(result, "difference ", 11) ||
		 !strncmp(result, "cures ", 6))
		contrast_add_file(c, result);
	else if (!strncmp(result, "own ", 4))
		c->own++;
	else if (!strncmp(result, "slow ", 5))
		drop(c);
	else
		keep_unconfirmed(c, result);
}

static void start_settling(struct campaign *c)
{
	int out = create(c, "settle.out"), err = create(c, "settle.err");
	struct command command = { 0 };

	setup_worker(&command, c->o, &c->place, "settle", c->object);
	command_add(&command, "WAY=%llu", c->way);
	command_add(&command, "FILE=%s/catch", c->dir);
	c->settling = process_start(&command, out, err);
	if (c->settling < 0)
		c->settling = 0;
	command_free(&command);
	close(out);
	close(err);
	c->catches++;
}

/* Take one catch of a job, if there is one */
static bool take(struct campaign *c, struct board_slot *slot)
{
	const struct board_catch *catch = board_next(slot);
	char path[PLACE_MAX];

	if (!catch)
		return false;
	file(c, "catch", path);
	c->way = catch->way;
	if (!input_write(path, catch->input, catch->len))
		start_settling(c);
	slot->settled++;
	return true;
}

void catches_collect(struct campaign *c)
{
	if (c->settling)
		end_settling(c);
	for (u32 n = 0; n < c->o->jobs && !c->settling; n++)
		if (take(c, &c->board->slot[n]))
			return;
}

bool catches_pending(const struct campaign *c)
{
	for (u32 n = 0; n < c->o->jobs; n++)
		if (board_next(&c->board->slot[n]))
			return true;
	return c->settling;
}
