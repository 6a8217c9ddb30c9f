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
	if (c->nr_findings == CAMPAIGN_FINDINGS)
		return;
	c->finding[c->nr_findings] = strdup(line);
	if (c->finding[c->nr_findings])
		c->nr_findings++;
	if (c->o->first)
		c->stop = true;
}

static bool read_findings(struct campaign *c)
{
	char path[PLACE_MAX], line[CAMPAIGN_LINE];
	bool any = false;
	FILE *out;

	file(c, "settle.out", path);
	out = fopen(path, "re");
	while (out && fgets(line, sizeof(line), out)) {
		line[strcspn(line, "\n")] = 0;
		if (strncmp(line, "finding ", 8))
			continue;
		campaign_add_finding(c, line);
		any = true;
	}
	if (out)
		fclose(out);
	return any;
}

/* Kept as it is: it may be what a user wants to look at */
static void keep_unconfirmed(struct campaign *c)
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
		fprintf(stderr, "mhpref: not confirmed, kept: %s\n", to);
}

static void end_settling(struct campaign *c)
{
	int status;

	if (waitpid(c->settling, &status, WNOHANG) != c->settling)
		return;
	c->settling = 0;
	if (!read_findings(c))
		keep_unconfirmed(c);
}

static void start_settling(struct campaign *c)
{
	int out = create(c, "settle.out"), err = create(c, "settle.err");
	struct command command = { 0 };

	setup_worker(&command, c->o, &c->place, "settle", c->object);
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
