// SPDX-License-Identifier: GPL-2.0-only
/*
 * extract: take functions out of a kernel tree, unmodified.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena.h"
#include "audit.h"
#include "closure.h"
#include "config.h"
#include "early.h"
#include "emit.h"
#include "index.h"
#include "lists.h"
#include "mirror.h"
#include "probe.h"
#include "report.h"

static void make_dir(const char *dir)
{
	if (mkdir(dir, 0777) && errno != EEXIST)
		die("cannot make directory %s: %s", dir, strerror(errno));
}

static void write_config(const char *dir)
{
	const char *path = path_join(dir, "config.h");
	FILE *out = fopen(path, "w");

	if (!out)
		die("cannot write %s: %s", path, strerror(errno));
	config_write(out);
	if (fclose(out))
		die("cannot write %s: %s", path, strerror(errno));
}

/* Status 3, so that a script can tell it from what is to be mended */
static void check_needs(const char *conf, const char *tree)
{
	const struct need *need;

	for (need = config_needs(); need; need = need->next) {
		if (index_defines(need->name))
			continue;
		fprintf(stderr, "extract: %s: not with %s, which has no %s: "
			"%s\n", conf, tree, need->name->text, need->reason);
		exit(3);
	}
}

/* @arg: TREE GEOMETRY.conf CONF.conf LISTSDIR SHIMDIR; return the version */
static const char *read_all(char **arg)
{
	const char *tree = arg[0], *lists = arg[3], *shim = arg[4];
	const char *version = report_version(tree);

	config_read(arg[1]);
	config_read(arg[2]);
	lists_read(lists);
	index_tree(tree, lists);
	index_shim(shim);
	cond_use_macros(probe_condition);
	check_needs(arg[2], tree);
	probe_bounds(lists);
	probe_needs(lists, version);
	probe_read(lists);
	cond_keep();
	return version;
}

/* @arg: as for read_all(), then OUTDIR */
static int extract(char **arg)
{
	const char *lists = arg[3], *dir = arg[5];
	const char *version = read_all(arg);
	struct totals totals;

	closure_run();
	mirror_check(lists);
	make_dir(dir);
	write_config(dir);
	probe_write(dir);
	totals = emit_all(dir);
	audit_run(dir, arg[0]);
	report_write(dir, version, &totals);
	report_floors(lists, arg[2], version, &totals);
	die_if_errors();
	return 0;
}

static int audit(const char *dir, const char *tree)
{
	printf("audit %u slices are the tree's own text\n",
	       audit_run(dir, tree));
	return 0;
}

/* @arg: as for read_all(), then files of the tree */
static int early(char **arg)
{
	read_all(arg);
	for (arg += 5; *arg; arg++)
		early_print(*arg);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "--audit"))
		return audit(argv[2], argv[3]);
	if (argc > 7 && !strcmp(argv[1], "--early"))
		return early(argv + 2);
	if (argc == 7)
		return extract(argv + 1);
	fputs("usage: extract TREE GEOMETRY.conf CONF.conf LISTSDIR "
	      "SHIMDIR[:SHIMDIR...] OUTDIR\n"
	      "       extract --audit OUTDIR TREE\n"
	      "       extract --early TREE GEOMETRY.conf CONF.conf "
	      "LISTSDIR\n"
	      "               SHIMDIR[:SHIMDIR...] FILE...\n", stderr);
	return 2;
}
