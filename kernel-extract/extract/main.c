// SPDX-License-Identifier: GPL-2.0-only
/*
 * extract: take functions out of a kernel tree, unmodified.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "arena.h"
#include "audit.h"
#include "closure.h"
#include "config.h"
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

/* @arg: TREE GEOMETRY.conf CONF.conf LISTSDIR SHIMDIR OUTDIR */
static int extract(char **arg)
{
	const char *tree = arg[0], *lists = arg[3], *shim = arg[4];
	const char *dir = arg[5], *version = report_version(tree);
	struct totals totals;

	config_read(arg[1]);
	config_read(arg[2]);
	lists_read(lists);
	index_tree(tree, lists);
	index_shim(shim);
	cond_use_macros(probe_condition);
	probe_bounds(lists);
	probe_needs(lists, version);
	probe_read(lists);
	cond_keep();
	closure_run();
	mirror_check(lists);
	make_dir(dir);
	write_config(dir);
	probe_write(dir);
	totals = emit_all(dir);
	audit_run(dir, tree);
	report_write(dir, version, &totals);
	report_floors(lists, version, &totals);
	die_if_errors();
	return 0;
}

static int audit(const char *dir, const char *tree)
{
	printf("audit %u slices are the tree's own text\n",
	       audit_run(dir, tree));
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 4 && !strcmp(argv[1], "--audit"))
		return audit(argv[2], argv[3]);
	if (argc == 7)
		return extract(argv + 1);
	fputs("usage: extract TREE GEOMETRY.conf CONF.conf LISTSDIR "
	      "SHIMDIR[:SHIMDIR...] OUTDIR\n"
	      "       extract --audit OUTDIR TREE\n", stderr);
	return 2;
}
