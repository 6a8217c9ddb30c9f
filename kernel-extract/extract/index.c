// SPDX-License-Identifier: GPL-2.0-only
/*
 * The index: which chunks define a name.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "config.h"
#include "index.h"
#include "lists.h"

#define MAX_SHIM_FILES	256u

static struct file *files;
static struct file **tail = &files;
static u32 nr_files;

void index_add(struct chunk *chunk, struct name *name, enum space space,
	       enum def_kind kind, const struct token *at)
{
	bool shim = chunk->file->flags & FILE_SHIM;
	struct def **where = shim ? &name->shim[space] : &name->tree[space];
	struct def *def = arena_alloc(sizeof(*def));

	if (*where) {
		(*where)->tail->next = def;
		(*where)->tail = def;
	} else {
		*where = def;
		def->tail = def;
	}
	def->chunk = chunk;
	def->at = at;
	def->kind = kind;
}

static bool is_header(const char *path)
{
	size_t len = strlen(path);

	return len > 2 && !strcmp(path + len - 2, ".h");
}

/* Read one file; returns false if there is none */
static bool read_file(const char *path, const char *shown, u32 flags)
{
	struct file *file = arena_alloc(sizeof(*file));

	file->text = arena_read(path, &file->size);
	if (!file->text && errno == ENOENT)
		return false;
	if (!file->text)
		die("cannot read %s: %s", path, strerror(errno));
	file->path = shown;
	file->flags = flags | (is_header(path) ? FILE_HEADER : 0);
	file->order = nr_files++;
	*tail = file;
	tail = &file->next;
	tokenize(file);
	chunk_file(file);
	return true;
}

struct reading {
	const char *tree;
	u32 found;
};

static void read_entry(const struct line *line, void *arg)
{
	struct reading *reading = arg;
	const char *path = line->word[0];
	u32 i, flags = 0;
	bool on = true;

	for (i = 1; i < line->nr_words; i++) {
		if (!strcmp(line->word[i], "whole"))
			flags |= FILE_WHOLE;
		else if (!strcmp(line->word[i], "look"))
			flags |= FILE_LOOK;
		else if (!strncmp(line->word[i], "CONFIG_", 7))
			on &= config_on(line->word[i]);
		else
			die("%s:%u: unknown flag %s (whole, look, "
			    "CONFIG_X)", line->path, line->nr, line->word[i]);
	}
	if (*path == '/' || strstr(path, ".."))
		die("%s:%u: %s is not inside of the tree", line->path,
		    line->nr, path);
	if (!on)
		return;
	path = arena_copy(path, strlen(path));
	reading->found += read_file(path_join(reading->tree, path), path,
				    flags);
}

void index_tree(const char *tree, const char *lists)
{
	struct reading reading = { .tree = tree };

	list_read(path_join(lists, "files"), LIST_REQUIRED, read_entry,
		  &reading);
	if (!reading.found)
		die("%s has no file that is in %s/files: no kernel tree?",
		    tree, lists);
}

static int by_name(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

static bool is_source(const char *path)
{
	size_t len = strlen(path);

	return *path != '.' && len > 2 &&
	       (!strcmp(path + len - 2, ".h") ||
		!strcmp(path + len - 2, ".c"));
}

static void read_shim_dir(const char *dir)
{
	const char *path[MAX_SHIM_FILES];
	struct dirent *entry;
	u32 i, nr = 0;
	DIR *stream = opendir(dir);

	if (!stream)
		die("cannot read the shim's directory %s: %s", dir,
		    strerror(errno));
	while ((entry = readdir(stream))) {
		if (!is_source(entry->d_name))
			continue;
		if (nr == MAX_SHIM_FILES)
			die("%s: more than %u files", dir, MAX_SHIM_FILES);
		path[nr++] = path_join(dir, entry->d_name);
	}
	closedir(stream);
	qsort(path, nr, sizeof(*path), by_name);
	for (i = 0; i < nr; i++)
		read_file(path[i], path[i], FILE_SHIM);
}

void index_shim(const char *dirs)
{
	char *copy = arena_copy(dirs, strlen(dirs));
	char *save, *dir = strtok_r(copy, ":", &save);

	for (; dir; dir = strtok_r(NULL, ":", &save))
		read_shim_dir(dir);
}

struct file *index_files(void)
{
	return files;
}

/* Static names and mere declarations of the shim's .c files are its own */
static bool is_public(const struct def *def)
{
	return (def->chunk->file->flags & FILE_HEADER) ||
	       (!def->chunk->is_static && (def->kind == DEF_FUNCTION ||
					   def->kind == DEF_VARIABLE));
}

const struct def *index_shim_def(const struct name *name, enum space space)
{
	const struct def *def = name->shim[space];

	while (def && (!is_public(def) || !def_live(def)))
		def = def->next;
	return def;
}

const struct def *index_first(const struct name *name, enum space space)
{
	const struct def *def = name->tree[space];

	while (def && !def_live(def))
		def = def->next;
	return def;
}

bool index_defines(const struct name *name)
{
	const struct def *def;

	for (def = name->tree[SPACE_PLAIN]; def; def = def->next)
		if (def->kind != DEF_DECLARATION && def_live(def))
			return true;
	return !!index_first(name, SPACE_TAG);
}
