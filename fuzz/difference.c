// SPDX-License-Identifier: GPL-2.0-only
/*
 * Differences between a patched kernel and its base: names.
 */
#include <stdio.h>
#include <string.h>

#include "difference.h"
#include "hash.h"

static const char * const class_names[DIFFERENCE_NR] = {
	[DIFFERENCE_BREAKS] = "breaks",
	[DIFFERENCE_WEAKER] = "weaker",
	[DIFFERENCE_OTHER] = "other",
	[DIFFERENCE_STRONGER] = "stronger",
	[DIFFERENCE_CURES] = "cures",
};

/* What a patch may change, as long as that is said */
#define BIT(id)		(1ull << REF_R_##id)
#define PREDICTIONS	(BIT(EXACT) | BIT(CONTIGUOUS_EXACT) | \
			 BIT(CONTIGUOUS_WEAK) | BIT(ZONE_SPAN) | \
			 BIT(NR_ZONES) | BIT(BLOCK_ZONE) | \
			 BIT(ZONE_CHOSEN) | BIT(ERROR_CODE))

u64 difference_rules(void)
{
	return ~PREDICTIONS;
}

/* Zones share their fields, so that a field stands for its kind */
static struct {
	u32 nr;
	const struct field *field[KIND_MAX];
	char name[KIND_MAX][REF_FIELD_LEN];
} kinds;

static void add_kind(const struct part *p, const struct field *f)
{
	static const struct ref_layout any;
	char name[REF_FIELD_LEN];

	for (u32 n = 0; n < kinds.nr; n++)
		if (kinds.field[n] == f || kinds.nr == KIND_MAX)
			return;
	field_name(&any, p, 0, f->name, name);
	field_kind(name, kinds.name[kinds.nr]);
	kinds.field[kinds.nr++] = f;
}

u32 kind_count(void)
{
	if (kinds.nr)
		return kinds.nr;
	strcpy(kinds.name[KIND_CONTIGUOUS], "node.zone.contiguous");
	kinds.nr = KIND_CONTIGUOUS + 1;
	for (const struct part *p = obs_parts; p->fields; p++)
		for (const struct field *f = p->fields; f->name; f++)
			if (strcmp(f->name, "pad"))
				add_kind(p, f);
	return kinds.nr;
}

const char *kind_name(u32 kind)
{
	return kind < kind_count() ? kinds.name[kind] : "pad";
}

int kind_find(const char *name)
{
	for (u32 n = 0; n < kind_count(); n++)
		if (!strcmp(kinds.name[n], name))
			return (int)n;
	return -1;
}

u32 kind_of_field(const struct field *field)
{
	u32 n = 0, nr = kind_count();

	while (n < nr && kinds.field[n] != field)
		n++;
	return n;
}

const char *difference_class_name(u32 class)
{
	return class_names[class];
}

bool difference_counts(const struct difference *d)
{
	return d->allowed == DIFFERENCE_NONE && d->class <= DIFFERENCE_OTHER;
}

static const char *cured(const struct difference *d)
{
	if (d->quirk == DIFFERENCE_NONE)
		return ref_rules[d->rule].name;
	return ref_quirks[d->quirk].name;
}

/* A kernel that did not come back shows no field */
static bool is_end(u32 rule)
{
	return rule == REF_R_HANG || rule == REF_R_BUG || rule == REF_R_CRASH ||
	       rule == REF_R_SANITIZER;
}

void difference_key(const struct difference *d, char *key)
{
	const char *field = kind_name(d->kind);

	if (d->class == DIFFERENCE_BREAKS && is_end(d->rule))
		field = ref_rules[d->rule].name;
	if (d->class == DIFFERENCE_CURES)
		snprintf(key, DIFFERENCE_KEY, "cures %s", cured(d));
	else
		snprintf(key, DIFFERENCE_KEY, "difference %s %s",
			 class_names[d->class], field);
}

u64 difference_way(const struct difference *d)
{
	char key[DIFFERENCE_KEY];
	u8 what[3] = { d->class };

	if (d->class == DIFFERENCE_BREAKS)
		what[1] = d->rule;
	difference_key(d, key);
	return hash_bytes(hash_bytes(HASH_START, key, strlen(key)), what,
			  sizeof(what));
}
