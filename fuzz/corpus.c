// SPDX-License-Identifier: GPL-2.0-only
/*
 * The corpus of a campaign: which scenarios are of use, and how many.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "campaign.h"
#include "geometry.h"
#include "hash.h"
#include "input.h"

#define CORPUS_MAX	(1ull << 30)	/* bytes */

/* Decode @path; the scenario, if it is of this campaign */
static const struct ref_scenario *usable(const struct campaign *c,
					 const char *path)
{
	static struct ref_scenario s;
	struct codec_error err;
	size_t len;
	const u8 *bytes = input_bytes(path, &len);

	if (!bytes || codec_read(bytes, len, &s, &err))
		return NULL;
	if (s.machine.geometry != geometry_index(c->geom) ||
	    s.machine.conf != conf_index(c->conf))
		return NULL;
	return &s;
}

static void count(struct campaign *c, const struct input_list *list)
{
	for (u32 n = 0; n < list->nr; n++)
		if (usable(c, list->path[n]))
			c->used++;
		else
			c->left++;
}

int corpus_prepare(struct campaign *c)
{
	const char *dir = c->corpus;
	struct input_list list;

	if (c->o->corpus)
		snprintf(c->corpus, PLACE_MAX, "%s", c->o->corpus);
	else
		snprintf(c->corpus, PLACE_MAX, "%.3800s/findings/corpus/%s-%s",
			 c->place.checkout, c->geom, c->conf);
	if (place_make(c->corpus) || input_list(&dir, 1, &list))
		return -1;
	count(c, &list);
	input_list_free(&list);
	return 0;
}

static void copy_one(const struct ref_scenario *s, const char *to, u32 *copied)
{
	static u8 cbor[CODEC_CBOR_MAX];
	size_t len = codec_write_cbor(s, cbor, sizeof(cbor));
	char path[PLACE_MAX + 32];

	snprintf(path, sizeof(path), "%s/%016llx", to,
		 hash_bytes(HASH_START, cbor, len));
	if (access(path, F_OK) && !input_write(path, cbor, len))
		++*copied;
}

u32 corpus_copy(const struct campaign *c, const char *from, const char *to)
{
	const struct ref_scenario *s;
	struct input_list list;
	u32 copied = 0;

	if (access(from, R_OK) || input_list(&from, 1, &list))
		return 0;
	for (u32 n = 0; n < list.nr; n++) {
		s = usable(c, list.path[n]);
		if (s)
			copy_one(s, to, &copied);
	}
	input_list_free(&list);
	return copied;
}

/* Did an engine, or we, name this file by its hash? Others are the user's */
static bool is_ours(const char *path)
{
	const char *name = strrchr(path, '/');
	size_t len = name ? strlen(++name) : 0;

	return (len == 40 || len == 16) &&
	       strspn(name, "0123456789abcdef") == len;
}

static u64 size_of(const char *path)
{
	struct stat st;

	return stat(path, &st) ? 0 : st.st_size;
}

/* What is over the limit goes, of what engines have put there */
void corpus_trim(const struct campaign *c)
{
	const char *dir = c->corpus;
	struct input_list list;
	u64 sum = 0;

	if (input_list(&dir, 1, &list))
		return;
	for (u32 n = 0; n < list.nr; n++) {
		sum += size_of(list.path[n]);
		if (sum > CORPUS_MAX && is_ours(list.path[n]))
			unlink(list.path[n]);
	}
	input_list_free(&list);
}
