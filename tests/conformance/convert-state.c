// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a step shows, as lines: only those that differ from the step before.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "convert.h"

/**
 * struct lines - what a step shows
 * @nr: in use
 * @text: a line each
 * @key: bytes of it that tell which thing it is
 */
struct lines {
	u32 nr;
	char text[REC_MAX_THINGS][REC_MAX_LINE];
	size_t key[REC_MAX_THINGS];
};

/* A new line that begins with the kind of thing and its number */
__attribute((format(printf, 3, 4)))
static void begin(const struct convert *c, struct lines *l,
		  const char *fmt, ...)
{
	va_list ap;

	if (l->nr == REC_MAX_THINGS)
		convert_fail(c, "it shows too many things");
	va_start(ap, fmt);
	l->key[l->nr] = vsnprintf(l->text[l->nr], REC_MAX_LINE, fmt, ap);
	va_end(ap);
	l->nr++;
}

/* A further word of the line */
static void add_word(struct lines *l, const char *word)
{
	char *text = l->text[l->nr - 1];

	strncat(text, " ", REC_MAX_LINE - strlen(text) - 1);
	strncat(text, word, REC_MAX_LINE - strlen(text) - 1);
}

static void add(struct lines *l, u64 number)
{
	char word[24];

	snprintf(word, sizeof(word), "%llu", (unsigned long long)number);
	add_word(l, word);
}

/* A member that not every kernel has */
static void add_if(const struct convert *c, struct lines *l, json_t *object,
		   const char *key)
{
	json_t *member = json_object_get(object, key);

	if (member)
		add(l, convert_integer(c, member));
	else
		add_word(l, REC_UNSEEN);
}

static void zone(const struct convert *c, struct lines *l, u64 nid,
		 json_t *zone)
{
	begin(c, l, "zone %llu %s", (unsigned long long)nid,
	      rec_zone_word(convert_number(c, zone, "idx")));
	add(l, convert_number(c, zone, "zone_start_pfn"));
	add(l, convert_number(c, zone, "spanned_pages"));
	add(l, convert_number(c, zone, "present_pages"));
	add_if(c, l, zone, "present_early_pages");
	add_if(c, l, zone, "cma_pages");
	add(l, convert_number(c, zone, "contiguous"));
	add(l, convert_number(c, zone, "initialized"));
}

static bool in_mask(const struct convert *c, json_t *state, const char *mask,
		    u64 nid)
{
	json_t *nodes = convert_member(c, state, "nodes");

	return convert_mask(convert_string(c, nodes, mask)) >> nid & 1;
}

static bool has_device(const struct convert *c, json_t *state, u64 nid)
{
	json_t *nodes = convert_member(c, state, "nodes");
	char name[24];

	snprintf(name, sizeof(name), "%llu", (unsigned long long)nid);
	return json_object_get(convert_member(c, nodes, "blocks"), name);
}

static void node(const struct convert *c, struct lines *l, json_t *state,
		 json_t *node)
{
	u64 nid = convert_number(c, node, "nid");
	json_t *each;
	size_t i;

	begin(c, l, "node %llu", (unsigned long long)nid);
	add(l, convert_number(c, node, "node_start_pfn"));
	add(l, convert_number(c, node, "node_spanned_pages"));
	add(l, convert_number(c, node, "node_present_pages"));
	add(l, convert_number(c, node, "nr_zones"));
	add(l, in_mask(c, state, "online", nid));
	add(l, in_mask(c, state, "has_memory", nid));
	add(l, in_mask(c, state, "has_normal_memory", nid));
	add(l, has_device(c, state, nid));
	json_array_foreach(convert_member(c, node, "zones"), i, each)
		zone(c, l, nid, each);
}

/* "node0 node2" as bits */
static u64 nodes_of(const char *list)
{
	u64 mask = 0;
	u32 nid;

	while ((list = strstr(list, "node"))) {
		list += 4;
		nid = strtoul(list, NULL, 10);
		mask |= nid < 64 ? 1ull << nid : 0;
	}
	return mask;
}

/* Nodes whose directory has a link to the block */
static u64 links_to(const struct convert *c, json_t *state, u64 block)
{
	json_t *nodes = convert_member(c, state, "nodes"), *list, *each;
	const char *name;
	u64 mask = 0;
	size_t i;

	json_object_foreach(convert_member(c, nodes, "blocks"), name, list)
		json_array_foreach(list, i, each)
			if (convert_integer(c, each) == block)
				mask |= convert_mask(name);
	return mask;
}

/* Up to three words of valid_zones */
static void valid_zones(struct lines *l, const char *list)
{
	char word[16];
	int len;
	u32 i;

	for (i = 0; i < 3; i++) {
		len = 0;
		if (sscanf(list, "%15s%n", word, &len) != 1)
			snprintf(word, sizeof(word), "none");
		add_word(l, word);
		list += len;
	}
}

static void block(const struct convert *c, struct lines *l, json_t *state,
		  const char *name, json_t *block)
{
	begin(c, l, "block %s", name);
	if (strtoul(convert_string(c, block, "phys_index"), NULL, 16) !=
	    strtoul(name, NULL, 10))
		convert_fail(c, "block %s has another phys_index", name);
	add_word(l, convert_string(c, block, "state"));
	valid_zones(l, convert_string(c, block, "valid_zones"));
	add(l, nodes_of(convert_string(c, block, "nodes")));
	add(l, links_to(c, state, strtoul(name, NULL, 10)));
}

static void section(const struct convert *c, struct lines *l, json_t *section)
{
	char word[24];

	begin(c, l, "section %llu",
	      (unsigned long long)convert_item(c, section, 0));
	add(l, convert_item(c, section, 1));
	snprintf(word, sizeof(word), "0x%.16s",
		 json_string_value(json_array_get(section, 3)) ?: "");
	add_word(l, word);
}

/* Zone ids beyond the last: "none" */
static void run(const struct convert *c, struct lines *l, json_t *run)
{
	begin(c, l, "link %llu %llu",
	      (unsigned long long)convert_item(c, run, 0),
	      (unsigned long long)convert_item(c, run, 1));
	if (json_number_value(json_array_get(run, 2)) < 0) {
		add_word(l, REC_UNSEEN);
		add_word(l, REC_UNSEEN);
	} else {
		add(l, convert_item(c, run, 2));
		add_word(l, rec_zone_word(convert_item(c, run, 3)));
	}
}

static void look(const struct convert *c, struct lines *l)
{
	json_t *state = convert_member(c, c->step, "state"), *each;
	json_t *kernel = convert_member(c, state, "kernel");
	const char *name;
	size_t i;

	l->nr = 0;
	json_array_foreach(convert_member(c, kernel, "nodes"), i, each)
		node(c, l, state, each);
	json_object_foreach(c->after, name, each)
		block(c, l, state, name, each);
	json_array_foreach(convert_member(c, kernel, "sections"), i, each)
		section(c, l, each);
	json_array_foreach(convert_member(c, state, "page_links"), i, each)
		run(c, l, each);
}

/* The line of the same thing, or NULL */
static const char *find(const struct lines *l, const char *text, size_t key)
{
	u32 i;

	for (i = 0; i < l->nr; i++)
		if (l->key[i] == key && !strncmp(l->text[i], text, key))
			return l->text[i];
	return NULL;
}

void convert_state(struct convert *c, FILE *out)
{
	static struct lines two[2];
	struct lines *now = &two[c->n & 1], *old = &two[!(c->n & 1)];
	const char *same;
	u32 i;

	look(c, now);
	for (i = 0; i < old->nr; i++)
		if (!find(now, old->text[i], old->key[i]))
			fprintf(out, "gone %.*s\n", (int)old->key[i],
				old->text[i]);
	for (i = 0; i < now->nr; i++) {
		same = find(old, now->text[i], now->key[i]);
		if (!same || strcmp(same, now->text[i]))
			fprintf(out, "%s\n", now->text[i]);
	}
}
