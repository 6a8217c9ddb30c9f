// SPDX-License-Identifier: GPL-2.0-only
/*
 * Not to take the memory that neighbours need.
 */
#include <stdio.h>
#include <string.h>

#include "guard.h"

/* Bytes of a line of /proc/meminfo; 0 if it is not there */
static u64 meminfo(const char *name)
{
	size_t len = strlen(name);
	FILE *f = fopen("/proc/meminfo", "r");
	char line[128];
	u64 kib = 0;

	while (f && fgets(line, sizeof(line), f))
		if (!strncmp(line, name, len) && line[len] == ':')
			sscanf(line + len + 1, "%llu", &kib);
	if (f)
		fclose(f);
	return kib << 10;
}

u64 bench_available(void)
{
	return meminfo("MemAvailable");
}

/* The highest score: if somebody has to go it is us */
static void be_killed_first(void)
{
	FILE *f = fopen("/proc/self/oom_score_adj", "w");

	if (!f)
		return;
	fputs("1000\n", f);
	fclose(f);
}

#define MIB(bytes)	((bytes) >> 20)

int bench_guard(u64 bytes, const char *what)
{
	u64 spare = meminfo("MemTotal") / 8;
	u64 available = bench_available();

	be_killed_first();
	if (available && available >= spare && bytes <= available - spare)
		return 0;
	fprintf(stderr, "mhpref: %s: needs %llu MiB, and %llu MiB shall stay "
		"free, but only %llu MiB are available; choose a smaller "
		"SIZE=, or stop what uses the memory\n", what, MIB(bytes),
		MIB(spare), MIB(available));
	return -1;
}
