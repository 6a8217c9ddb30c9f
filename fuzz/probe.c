// SPDX-License-Identifier: GPL-2.0-only
/*
 * The probe: which quirks a kernel has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "geometry.h"
#include "input.h"
#include "probe.h"
#include "rescale.h"
#include "trial.h"

/* 6.12.117 -> 6 * 1000 + 12, so that versions can be compared */
static u32 rank(const char *version)
{
	char *dot;
	u32 major = strtoul(version, &dot, 10);

	return major * 1000 + (*dot == '.' ? strtoul(dot + 1, NULL, 10) : 0);
}

static bool is_nearer(const char *version, const char *a, const char *b)
{
	u32 want = rank(version), ra = rank(a), rb = rank(b);

	if (!*b)
		return true;
	if (ra <= want && rb <= want)
		return ra > rb;
	if (ra > want && rb > want)
		return ra < rb;
	return ra <= want;
}

static const char *next_word(const char *s, char *word)
{
	size_t len;

	s += strspn(s, " ");
	len = strcspn(s, " ");
	if (!len)
		return NULL;
	snprintf(word, PROBE_VERSION_MAX, "%.*s", (int)len, s);
	return s + len;
}

void probe_nearest(const char *version, char *nearest)
{
	char word[PROBE_VERSION_MAX];

	*nearest = 0;
	for (u32 n = 0; n < REF_NR_QUIRKS; n++) {
		const char *at = ref_quirks[n].versions;

		while ((at = next_word(at, word)))
			if (is_nearer(version, word, nearest))
				strcpy(nearest, word);
	}
}

static bool is_listed(const struct ref_quirk *quirk, const char *nearest)
{
	const char *at = quirk->versions;
	char word[PROBE_VERSION_MAX];

	while ((at = next_word(at, word)))
		if (!strcmp(word, nearest))
			return true;
	return false;
}

/* Has a configuration all that one has which a scenario was made for? */
static bool has_all(u32 conf, u32 made_for)
{
	const u32 exact = REF_CONF_VMEMMAP | REF_CONF_KEEP_MEMBLOCK;
	u32 has = conf_features(conf), wants = conf_features(made_for);

	return !(wants & ~has) && !((wants ^ has) & exact);
}

/* One that needs what the kernel's configuration lacks is not for it */
int probe_scenario(u32 quirk, const char *folder,
		   const struct kx_kernel *kernel, struct ref_scenario *s)
{
	static struct ref_scenario raw;
	char path[4096];
	s32 to = geometry_index(kernel->geometry->name);
	s32 conf = conf_index(kernel->conf);

	snprintf(path, sizeof(path), "%s/%s.txt", folder,
		 ref_quirks[quirk].name);
	if (access(path, R_OK) || input_read(path, &raw) || to < 0 || conf < 0)
		return -1;
	if (!raw.machine.conf || has_all(conf, raw.machine.conf))
		raw.machine.conf = conf;
	if (raw.machine.geometry == to || raw.machine.conf != conf) {
		*s = raw;
		return 0;
	}
	return rescale(&raw, to, s, NULL);
}

static bool agrees(struct runner *run, const struct ref_scenario *s, u64 quirks)
{
	struct trial trial;

	run->profile.quirks = quirks;
	trial_run(run, s, &trial);
	return trial.end == TRIAL_PASS;
}

/* Has a kernel the nodes that a scenario is about? */
static bool has_nodes(const struct ref_scenario *s)
{
	u8 others = 0;

	for (u32 nid = 1; nid < REF_MAX_NODES; nid++)
		others |= s->machine.node[nid];
	return !others || conf_has(s->machine.conf, REF_CONF_NUMA);
}

/* It behaves as it should: does the scenario show the quirk in this kernel? */
static bool would_show(struct runner *run, const struct ref_scenario *s,
		       u64 quirks)
{
	return !agrees(run, s, quirks);
}

/* Without them it is taken to be as the nearest version with them */
static void probe_one(struct runner *run, u32 n, const char *folder,
		      struct probe *probe)
{
	static struct ref_scenario s;
	char nearest[PROBE_VERSION_MAX];
	u64 bit = 1ull << n;
	bool listed;

	probe->unclear &= ~bit;
	probe_nearest(run->kernel->version, nearest);
	listed = is_listed(&ref_quirks[n], nearest);
	if (probe_scenario(n, folder, run->kernel, &s))
		probe->missing |= bit;
	else if (s.machine.conf != conf_index(run->kernel->conf))
		return;
	else if (!has_nodes(&s))
		probe->has |= listed ? bit : 0;
	else if (agrees(run, &s, probe->has & ~bit))
		probe->lacks |= listed && would_show(run, &s, probe->has | bit)
			? bit : 0;
	else if (agrees(run, &s, probe->has | bit))
		probe->has |= bit;
	else
		probe->unclear |= bit;
}

/* One that was unclear may become clear once a later one is known */
static void probe_all(struct runner *run, const char *folder,
		      struct probe *probe)
{
	u64 before;

	probe->unclear = REF_NR_QUIRKS < 64 ? (1ull << REF_NR_QUIRKS) - 1 :
					      ~0ull;
	do {
		before = probe->unclear;
		for (u32 n = 0; n < REF_NR_QUIRKS; n++)
			if (before >> n & 1)
				probe_one(run, n, folder, probe);
	} while (probe->unclear && probe->unclear != before);
}

void probe_run(struct runner *run, const char *folder, struct probe *probe)
{
	char nearest[PROBE_VERSION_MAX];
	u64 rules = run->rules;

	memset(probe, 0, sizeof(*probe));
	run->rules = ~0ull;
	probe_all(run, folder, probe);
	run->rules = rules;
	run->profile.quirks = probe->has;
	probe_nearest(run->kernel->version, nearest);
	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		if (probe->has >> n & 1 && !is_listed(&ref_quirks[n], nearest))
			probe->unlisted |= 1ull << n;
}

void probe_pair(struct runner *run, const char *folder, struct probe *probe,
		struct probe *base)
{
	struct pair *pair = run->pair;

	probe_run(pair->base, folder, base);
	run->pair = NULL;
	probe_run(run, folder, probe);
	run->pair = pair;
	probe->unlisted = probe->has & ~base->has & ~base->unclear;
	probe->lacks = base->has & ~probe->has & ~probe->unclear;
	probe->has |= probe->unclear & base->has;
	probe->unclear &= ~base->unclear;
	run->profile.quirks = probe->has;
}
