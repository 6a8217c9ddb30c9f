// SPDX-License-Identifier: GPL-2.0-only
/*
 * The lines about a patched kernel: in what it differs from its base.
 */
#include <stdlib.h>
#include <string.h>

#include "allow.h"
#include "campaign.h"

/* The entry of a key, made if there is room for it */
static struct contrast *entry_of(struct campaign *c, const char *key)
{
	struct contrasts *all = &c->contrasts;

	for (u32 n = 0; n < all->nr; n++)
		if (!strcmp(all->entry[n].key, key))
			return &all->entry[n];
	if (all->nr == CAMPAIGN_CONTRASTS) {
		c->board->lost++;
		return NULL;
	}
	snprintf(all->entry[all->nr].key, DIFFERENCE_KEY, "%s", key);
	return &all->entry[all->nr++];
}

/* Where the path begins: after "cures QUIRK" or "difference CLASS FIELD" */
static const char *find_path(const char *line)
{
	u32 words = strncmp(line, "cures ", 6) ? 3 : 2;
	const char *at = line;

	for (u32 n = 0; at && n < words; n++) {
		at = strchr(at, ' ');
		at = at ? at + 1 : NULL;
	}
	return at;
}

static void keep_file(struct contrast *e, const char *path, size_t len,
		      u32 nr_ops)
{
	if (e->file && e->nr_ops <= nr_ops)
		return;
	free(e->file);
	e->file = strndup(path, len);
	e->nr_ops = nr_ops;
}

static bool ends_campaign(const char *key)
{
	return !strncmp(key, "difference ", 11) &&
	       strncmp(key, "difference stronger ", 20);
}

void contrast_add_file(struct campaign *c, const char *line)
{
	const char *path = find_path(line), *end = strrchr(line, '(');
	char key[DIFFERENCE_KEY];
	struct contrast *e;

	if (!path || !end || end < path)
		return;
	snprintf(key, sizeof(key), "%.*s", (int)(path - 1 - line), line);
	e = entry_of(c, key);
	if (e)
		keep_file(e, path, end - 1 - path,
			  strtoul(end + 1, NULL, 10));
	if (c->o->first && ends_campaign(key))
		c->stop = true;
}

static void collect_slot(struct campaign *c, const struct board_slot *slot)
{
	u32 nr = slot->nr_differences;

	for (u32 n = 0; n < nr && n < BOARD_DIFFERENCES; n++) {
		struct contrast *e = entry_of(c, slot->difference[n].key);

		if (e)
			e->count += slot->difference[n].count;
	}
	if (nr > BOARD_DIFFERENCES)
		c->board->lost += nr - BOARD_DIFFERENCES;
}

static void add_allowed(struct campaign *c)
{
	static struct allow allow;
	char key[DIFFERENCE_KEY];

	if (!c->o->allow || allow_read(c->o->allow, &allow))
		return;
	for (u32 n = 0; n < allow.nr; n++) {
		snprintf(key, sizeof(key), "allowed %s", allow.entry[n].name);
		entry_of(c, key);
	}
}

void contrast_collect(struct campaign *c)
{
	for (u32 n = 0; n < c->o->jobs; n++)
		collect_slot(c, &c->board->slot[n]);
	add_allowed(c);
}

static bool is_of(const struct contrast *e, const char *start)
{
	return !strncmp(e->key, start, strlen(start));
}

static void print_entry(const struct contrast *e)
{
	u64 count = e->count;

	/* a hang is counted when it is confirmed */
	if (!count && e->file)
		count = 1;
	printf("%s count %llu", e->key, count);
	if (e->file)
		printf(" %s (%u operations)", e->file, e->nr_ops);
	putchar('\n');
}

/* The worst first, as the classes are in order */
void contrast_print(const struct campaign *c)
{
	static const char * const order[] = {
		"difference breaks ", "difference weaker ",
		"difference other ", "difference stronger ", "cures ",
		"allowed ",
	};

	for (u32 k = 0; k < sizeof(order) / sizeof(order[0]); k++)
		for (u32 n = 0; n < c->contrasts.nr; n++)
			if (is_of(&c->contrasts.entry[n], order[k]))
				print_entry(&c->contrasts.entry[n]);
}

bool contrast_has(const struct campaign *c, const char *class)
{
	char start[DIFFERENCE_KEY];

	snprintf(start, sizeof(start), "difference %s ", class);
	for (u32 n = 0; n < c->contrasts.nr; n++)
		if (is_of(&c->contrasts.entry[n], start))
			return true;
	return false;
}
