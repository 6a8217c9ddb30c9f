// SPDX-License-Identifier: GPL-2.0-only
/*
 * mhpref bisect: what "git bisect run" wants to know of a commit.
 *
 * Whatever a commit does to extraction, compiler or replay, it does to a
 * process group that we watch.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "bisect.h"
#include "judge.h"
#include "process.h"

#define SECONDS		900
#define POLL_NS		20000000
#define HEAD_MAX	4096	/* a sidecar's comments are at its top */

/* The text beside a scenario, or the scenario itself if that is text */
static FILE *open_sidecar(const char *file)
{
	size_t len = strlen(file);
	char path[4096];

	snprintf(path, sizeof(path), "%s", file);
	if (len > 5 && len < sizeof(path) && !strcmp(file + len - 5, ".cbor"))
		strcpy(path + len - 5, ".txt");
	return fopen(path, "re");
}

/* "# rule NAME" */
static bool is_rule(const char *line, char *name)
{
	const char *start = "# rule ";
	size_t len;

	if (strncmp(line, start, strlen(start)))
		return false;
	line += strlen(start);
	line += strspn(line, " ");
	len = strcspn(line, " \r\n");
	snprintf(name, REF_FIELD_LEN, "%.*s", (int)len, line);
	return len;
}

/* The rule that the sidecar names: NULL if none; -1 if that is no rule */
static int find_rule(struct options *o)
{
	static char name[REF_FIELD_LEN];
	FILE *file = open_sidecar(o->files[0]);
	char line[256];
	size_t all = 0;

	while (file && !o->rule && all < HEAD_MAX &&
	       fgets(line, sizeof(line), file)) {
		all += strlen(line);
		if (is_rule(line, name))
			o->rule = name;
	}
	if (file)
		fclose(file);
	if (!o->rule || rule_find(o->rule) >= 0)
		return 0;
	fprintf(stderr, "mhpref: %s: its sidecar names a rule %s, which there "
		"is not\n", o->files[0], o->rule);
	return -1;
}

static void nap(void)
{
	struct timespec t = { 0, POLL_NS };

	nanosleep(&t, NULL);
}

static u64 seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (u64)now.tv_sec;
}

/* Its status, or why it has none */
static const char *watch(pid_t pid, u64 limit, int *status)
{
	u64 end = seconds() + limit;

	while (!waitpid(pid, status, WNOHANG)) {
		if (process_interrupts())
			return "interrupted";
		if (seconds() >= end)
			return "out of time; TIME= gives it more";
		nap();
	}
	return WIFEXITED(*status) ? NULL : "died";
}

static pid_t start(struct options *o, int (*work)(struct options *o))
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid)
		return pid;
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	pid = work(o);
	fflush(NULL);
	_exit(pid);
}

static int run(struct options *o, int (*work)(struct options *o))
{
	u64 limit = o->time_given ? o->seconds : SECONDS;
	pid_t pid = start(o, work);
	const char *why = "no process";
	int status = 0;

	if (pid > 0) {
		setpgid(pid, pid);
		why = watch(pid, limit, &status);
		kill(-pid, SIGKILL);
	}
	if (!why && WEXITSTATUS(status) <= 1)
		return WEXITSTATUS(status);
	fprintf(stderr, "mhpref: cannot be told: %s\n",
		why ? why : "see above");
	return BISECT_SKIP;
}

int bisect_run(struct options *o, int (*work)(struct options *o))
{
	static const char * const words[] = { "good", "bad" };
	int status = BISECT_SKIP;

	if (!o->kdir && !o->kernel && !o->object)
		o->kdir = ".";
	o->engine = "none";
	if (o->nr_files != 1)
		fprintf(stderr, "mhpref: bisect takes one scenario\n");
	else if (!find_rule(o))
		status = run(o, work);
	printf("bisect %s\n", status <= 1 ? words[status] : "skip");
	return status;
}
