// SPDX-License-Identifier: GPL-2.0-only
/*
 * What numbers come from: the command, mhpref, compiler, processor.
 */
#include <stdio.h>
#include <string.h>

#include "origin.h"
#include "version.h"

#define COLUMNS	72

const char *bench_version(void)
{
	return MHPREF_VERSION;
}

const char *bench_compiler(void)
{
	return __VERSION__;
}

const char *bench_cpu(void)
{
	static char line[256];
	FILE *file = fopen("/proc/cpuinfo", "r");
	char *at = NULL;

	while (file && !at && fgets(line, sizeof(line), file))
		at = strncmp(line, "model name", 10) ? NULL :
			strchr(line, ':');
	if (file)
		fclose(file);
	if (!at)
		return "unknown";
	at[strcspn(at, "\n")] = 0;
	return at + 1 + strspn(at + 1, " ");
}

/* One word more, on the next line if this one is full */
static size_t put_word(const char *word, size_t column)
{
	size_t len = strlen(word) + 1;

	if (column + len > COLUMNS - 2) {
		printf(" \\\n   ");
		column = 3;
	}
	printf(" %s", word);
	return column + len;
}

void bench_print_origin(const struct options *o)
{
	size_t column = strlen("command mhpref");

	printf("mhpref %s\n", bench_version());
	printf("compiler %s, -O2\n", bench_compiler());
	printf("cpu %s\n", bench_cpu());
	printf("command mhpref");
	for (int n = 1; n < o->argc; n++)
		column = put_word(o->argv[n], column);
	printf("\n");
}
