// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of the user's: read whole, decoded, never written to.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "input.h"

static u8 buffer[CODEC_INPUT_MAX + 1];

static ssize_t read_all(int fd)
{
	size_t len = 0;
	ssize_t got;

	while (len < sizeof(buffer)) {
		got = read(fd, buffer + len, sizeof(buffer) - len);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (!got)
			break;
		len += got;
	}
	return len;
}

/* Who checks a scenario and who runs it read it one after the other */
static bool is_pipe(int fd)
{
	struct stat st;

	if (fstat(fd, &st) || !S_ISFIFO(st.st_mode))
		return false;
	errno = ESPIPE;
	return true;
}

const u8 *input_bytes(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t got;

	if (fd < 0)
		return NULL;
	got = is_pipe(fd) ? -1 : read_all(fd);
	close(fd);
	if (got < 0)
		return NULL;
	*len = got;
	return buffer;
}

int input_read(const char *path, struct ref_scenario *s)
{
	struct codec_error err;
	char text[512];
	size_t len;
	const u8 *bytes = input_bytes(path, &len);

	if (!bytes) {
		fprintf(stderr, "mhpref: %s: %s\n", path, errno == ESPIPE ?
			"a pipe cannot be read twice; put it into a file" :
			strerror(errno));
		return -1;
	}
	if (!codec_read(bytes, len, s, &err))
		return 0;
	codec_error_text(&err, path, text, sizeof(text));
	fprintf(stderr, "mhpref: %s\n", text);
	return -1;
}

static int write_all(int fd, const char *bytes, size_t len)
{
	while (len) {
		ssize_t put = write(fd, bytes, len);

		if (put < 0 && errno == EINTR)
			continue;
		if (put <= 0)
			return -1;
		bytes += put;
		len -= put;
	}
	return 0;
}

static int write_new(const char *path, const void *bytes, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int result;

	if (fd < 0)
		return -1;
	result = write_all(fd, bytes, len);
	return close(fd) || result ? -1 : 0;
}

int input_write(const char *path, const void *bytes, size_t len)
{
	char temporary[4096];

	snprintf(temporary, sizeof(temporary), "%s.%d", path, (int)getpid());
	if (!write_new(temporary, bytes, len) && !rename(temporary, path))
		return 0;
	fprintf(stderr, "mhpref: cannot write %s: %s\n", path,
		strerror(errno));
	unlink(temporary);
	return -1;
}

static int list_add(struct input_list *list, const char *path)
{
	char **more = list->path;

	if (!(list->nr & (list->nr + 1)) || !more)
		more = realloc(more, (list->nr * 2 + 2) * sizeof(*more));
	if (!more)
		return -1;
	list->path = more;
	list->path[list->nr] = strdup(path);
	return list->path[list->nr++] ? 0 : -1;
}

static bool ends_with(const char *s, const char *end)
{
	size_t len = strlen(s), n = strlen(end);

	return len >= n && !strcmp(s + len - n, end);
}

/* Notes, hidden files, and the sidecar NAME.txt of a finding NAME.cbor */
static bool is_no_input(const char *dir, const char *name)
{
	char path[4096];

	if (!ends_with(name, ".txt"))
		return *name == '.' || ends_with(name, ".md");
	snprintf(path, sizeof(path), "%s/%.*s.cbor", dir,
		 (int)strlen(name) - 4, name);
	return *name == '.' || !access(path, F_OK);
}

static int list_dir(struct input_list *list, const char *dir, u32 depth);

static int list_word(struct input_list *list, const char *path, u32 depth)
{
	struct stat st;

	bool found = !stat(path, &st);

	if (found && S_ISDIR(st.st_mode))
		return list_dir(list, path, depth + 1);
	if (found && depth && !S_ISREG(st.st_mode))
		return 0;	/* fifos, sockets, devices */
	return list_add(list, path);
}

static int list_dir(struct input_list *list, const char *dir, u32 depth)
{
	struct dirent **entry;
	char path[4096];
	int n, result;

	errno = ELOOP;
	n = depth > 16 ? -1 : scandir(dir, &entry, NULL, alphasort);
	result = n < 0 ? -1 : 0;
	for (int i = 0; i < n; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, entry[i]->d_name);
		if (!result && !is_no_input(dir, entry[i]->d_name))
			result = list_word(list, path, depth);
		free(entry[i]);
	}
	if (n >= 0)
		free(entry);
	return result;
}

int input_list(const char **words, u32 nr, struct input_list *list)
{
	memset(list, 0, sizeof(*list));
	for (u32 n = 0; n < nr; n++) {
		if (!list_word(list, words[n], 0))
			continue;
		fprintf(stderr, "mhpref: cannot list %s: %s\n", words[n],
			strerror(errno));
		return -1;
	}
	return 0;
}

void input_list_free(struct input_list *list)
{
	for (u32 n = 0; n < list->nr; n++)
		free(list->path[n]);
	free(list->path);
}
