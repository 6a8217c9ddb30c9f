// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where mhpref's own parts are: found from where the program lies.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "place.h"

static void cut_last(char *path)
{
	char *slash = strrchr(path, '/');

	if (slash)
		*slash = 0;
}

static bool is_checkout(const char *path)
{
	char file[PLACE_MAX + 32];

	snprintf(file, sizeof(file), "%s/ref/observation.h", path);
	return !access(file, R_OK);
}

/* Built elsewhere (O=): the build left the way back there */
static void follow_note(struct place *place)
{
	char file[PLACE_MAX + 32];
	FILE *note;

	snprintf(file, sizeof(file), "%s/checkout", place->out);
	note = fopen(file, "re");
	if (!note)
		return;
	if (fgets(place->checkout, sizeof(place->checkout), note))
		place->checkout[strcspn(place->checkout, "\n")] = 0;
	fclose(note);
}

int place_find(struct place *place)
{
	ssize_t len = readlink("/proc/self/exe", place->out, PLACE_MAX - 1);

	if (len <= 0) {
		perror("mhpref: /proc/self/exe");
		return -1;
	}
	place->out[len] = 0;
	cut_last(place->out);
	strcpy(place->checkout, place->out);
	cut_last(place->checkout);
	if (!is_checkout(place->checkout))
		follow_note(place);
	if (is_checkout(place->checkout))
		return 0;
	fprintf(stderr, "mhpref: %s is not in the build directory of a "
		"checkout; build it there with make\n", place->out);
	return -1;
}

static int make_one(const char *path)
{
	struct stat st;

	if (!mkdir(path, 0777))
		return 0;
	if (errno == EEXIST && !stat(path, &st)) {
		if (S_ISDIR(st.st_mode))
			return 0;
		errno = ENOTDIR;
	}
	fprintf(stderr, "mhpref: cannot make directory %s: %s\n", path,
		strerror(errno));
	return -1;
}

int place_make(const char *path)
{
	char part[PLACE_MAX];

	snprintf(part, sizeof(part), "%s", path);
	for (char *p = part + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = 0;
		if (make_one(part))
			return -1;
		*p = '/';
	}
	return make_one(part);
}

void place_findings(const struct place *place, const struct options *o,
		    char *path)
{
	if (o->findings)
		snprintf(path, PLACE_MAX, "%s", o->findings);
	else
		snprintf(path, PLACE_MAX, "%.4000s/findings",
			 place->checkout);
}
