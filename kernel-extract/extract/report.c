// SPDX-License-Identifier: GPL-2.0-only
/*
 * The report.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "index.h"
#include "lists.h"
#include "out.h"
#include "report.h"

struct floors {
	const char *version;
	const char *conf;
	const struct totals *totals;
};

static const char *make_value(const char *text, const char *what)
{
	const char *at = text;
	size_t len = strlen(what);

	for (; at; at = strchr(at, '\n')) {
		at += *at == '\n';
		if (!strncmp(at, what, len) && strchr(" =", at[len]))
			break;
	}
	if (!at)
		return "";
	at += strcspn(at, "=\n");
	at += strspn(at, "= \t");
	return arena_copy(at, strcspn(at, " \t\r\n"));
}

const char *report_version(const char *tree)
{
	const char *path = path_join(tree, "Makefile");
	char *version = arena_alloc(256);
	u32 size;
	const char *text = arena_read(path, &size);
	const char *major;

	if (!text)
		die("cannot read %s: %s", path, strerror(errno));
	major = make_value(text, "VERSION");
	if (*major < '0' || *major > '9')
		die("%s: no VERSION = and a number, so %s is no kernel tree",
		    path, tree);
	snprintf(version, 256, "%s.%s.%s%s", major,
		 make_value(text, "PATCHLEVEL"), make_value(text, "SUBLEVEL"),
		 make_value(text, "EXTRAVERSION"));
	return version;
}

static void print_user(const struct chunk *user, u32 line)
{
	out_print(" (used by %s at %s:%u)",
		  user->name ? user->name->text : "?", user->file->path, line);
}

static void print_stops(void)
{
	const struct stop *stop;

	for (stop = lists_stops(); stop; stop = stop->next) {
		if (!stop->user)
			continue;
		out_print("stopped %s %c %s", stop->name->text, stop->class,
			  stop->reason);
		print_user(stop->user, stop->user_line);
		out_print("\n");
	}
	for (stop = lists_stops(); stop; stop = stop->next)
		if (!stop->user)
			out_print("unused-stop %s\n", stop->name->text);
}

static void print_shim(struct name *name, void *arg)
{
	const struct def *def;

	(void)arg;
	if (!(name->flags & NAME_SHIM_USED))
		return;
	def = index_first(name, SPACE_PLAIN);
	out_print("shim %s", name->text);
	if (def)
		out_print(" (%s at %s:%u)", def->kind == DEF_DECLARATION ?
			  "declared" : "defined", def->chunk->file->path,
			  def->at->line);
	out_print("\n");
}

static const char *const kinds[] = {
	"other", "macro", "type", "variable", "function",
	"declaration",
};

static void print_chunk(const struct chunk *chunk)
{
	out_print("%s %s %s:%u lines %u", kinds[chunk->kind],
		  chunk->name ? chunk->name->text : "(no name)",
		  chunk->file->path, chunk->first->line, emit_lines(chunk));
	if (chunk->user)
		print_user(chunk->user, chunk->user_line);
	out_print("\n");
}

static void print_file(const struct file *file)
{
	const struct chunk *chunk;
	u32 slices = 0, lines = 0, functions = 0;

	for (chunk = file->chunk; chunk; chunk = chunk->next) {
		if (!chunk->wanted)
			continue;
		slices++;
		lines += emit_lines(chunk);
		functions += chunk->kind == CHUNK_FUNCTION;
	}
	if (slices)
		out_print("file %s slices %u lines %u functions %u\n",
			  file->path, slices, lines, functions);
}

/* What became of a definition, whether it is extracted or not */
static const char *state_of(const struct chunk *chunk)
{
	const struct name *name = chunk->name;

	if (chunk->wanted)
		return "slice";
	if (cond_branch(chunk->branch) == TRI_NO)
		return "dead";
	if (name && name->stop)
		return "stopped";
	if (name && (index_shim_def(name, SPACE_PLAIN) ||
		     index_shim_def(name, SPACE_TAG)))
		return "shim";
	return chunk->file->flags & FILE_LOOK ? "look" : "unused";
}

/* All definitions of the tree: KIND NAME FILE LINE LINES STATE */
static void write_chunks(const char *dir)
{
	const struct chunk *chunk;
	const struct file *file;

	out_open(dir, "chunks");
	for (file = index_files(); file; file = file->next)
		for (chunk = file->chunk; chunk; chunk = chunk->next)
			if (!(file->flags & FILE_SHIM))
				out_print("%s %s %s %u %u %s\n",
					  kinds[chunk->kind],
					  chunk->name ? chunk->name->text : "-",
					  file->path, chunk->first->line,
					  emit_lines(chunk), state_of(chunk));
	out_close();
}

static u32 nr_stopped(void)
{
	const struct stop *stop;
	u32 nr = 0;

	for (stop = lists_stops(); stop; stop = stop->next)
		nr += !!stop->user;
	return nr;
}

void report_write(const char *dir, const char *version,
		  const struct totals *totals)
{
	const struct file *file;
	const struct chunk *chunk;
	char line[256];

	snprintf(line, sizeof(line),
		 "slices %u lines %u functions %u function-lines %u stopped %u",
		 totals->slices, totals->lines, totals->functions,
		 totals->function_lines, nr_stopped());
	out_open(dir, "report");
	out_print("version %s\n%s\n", version, line);
	for (file = index_files(); file; file = file->next)
		print_file(file);
	print_stops();
	name_each(print_shim, NULL);
	for (file = index_files(); file; file = file->next)
		for (chunk = file->chunk; chunk; chunk = chunk->next)
			if (chunk->wanted)
				print_chunk(chunk);
	out_close();
	write_chunks(dir);
	puts(line);
}

static u32 total_of(const struct totals *totals, const char *what)
{
	if (!strcmp(what, "slices"))
		return totals->slices;
	if (!strcmp(what, "lines"))
		return totals->lines;
	if (!strcmp(what, "functions"))
		return totals->functions;
	if (!strcmp(what, "function-lines"))
		return totals->function_lines;
	die("lists/floors: unknown word %s", what);
}

static bool is_version(const char *version, const char *prefix)
{
	size_t len = strlen(prefix);

	return !strncmp(version, prefix, len) &&
	       (!version[len] || strchr(".-", version[len]));
}

/* For the configurations that it names, or for all */
static bool is_for(const struct line *line, const char *conf)
{
	u32 i;

	for (i = 3; i < line->nr_words; i++)
		if (!strcmp(line->word[i], conf))
			return true;
	return line->nr_words == 3;
}

static void read_floor(const struct line *line, void *arg)
{
	const struct floors *floors = arg;
	u32 have, least;

	if (line->nr_words < 3)
		die("%s:%u: expected VERSION WHAT NUMBER [CONF...]",
		    line->path, line->nr);
	if (!is_for(line, floors->conf))
		return;
	have = total_of(floors->totals, line->word[1]);
	least = (u32)strtoul(line->word[2], NULL, 10);
	if (is_version(floors->version, line->word[0]) && have < least)
		complain("%s:%u: %u %s were extracted from %s, %u are wanted",
			 line->path, line->nr, have, line->word[1],
			 floors->version, least);
}

/* DIR/NAME.conf -> NAME */
static const char *conf_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	return arena_copy(name, strcspn(name, "."));
}

void report_floors(const char *lists, const char *conf, const char *version,
		   const struct totals *totals)
{
	struct floors floors = {
		.version = version, .conf = conf_name(conf), .totals = totals,
	};

	list_read(path_join(lists, "floors"), LIST_OPTIONAL, read_floor,
		  &floors);
}
