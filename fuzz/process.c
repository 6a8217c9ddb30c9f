// SPDX-License-Identifier: GPL-2.0-only
/*
 * Other programs: started without a shell.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process.h"

void command_add(struct command *c, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	if (c->nr == PROCESS_WORDS ||
	    vasprintf(&c->word[c->nr], format, args) < 0) {
		fprintf(stderr, "mhpref: command line too long\n");
		exit(2);
	}
	va_end(args);
	c->word[++c->nr] = NULL;
}

void command_free(struct command *c)
{
	for (u32 n = 0; n < c->nr; n++)
		free(c->word[n]);
	memset(c, 0, sizeof(*c));
}

static volatile sig_atomic_t interrupts;
static volatile sig_atomic_t waited_for;

static void on_signal(int number)
{
	interrupts++;
	if (waited_for > 0)
		kill(waited_for, number);
}

void process_catch_signals(void)
{
	struct sigaction action = { .sa_handler = on_signal };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	signal(SIGPIPE, SIG_IGN);
}

u32 process_interrupts(void)
{
	return interrupts;
}

static void become(const struct command *c, int out, int err)
{
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (out >= 0 && err >= 0)
		setpgid(0, 0);	/* Ctrl-C is for us to handle */
	if (out >= 0)
		dup2(out, STDOUT_FILENO);
	if (err >= 0)
		dup2(err, STDERR_FILENO);
	execvp(c->word[0], c->word);
	fprintf(stderr, "mhpref: cannot run %s: %s\n", c->word[0],
		strerror(errno));
	_exit(127);
}

pid_t process_start(const struct command *c, int out, int err)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid)
		become(c, out, err);
	if (pid < 0)
		perror("mhpref: fork");
	return pid;
}

int process_wait(pid_t pid)
{
	int status, result;

	waited_for = pid;
	do {
		result = waitpid(pid, &status, 0);
	} while (result < 0 && errno == EINTR);
	waited_for = 0;
	if (result != pid)
		return -1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void read_pipe(int fd, char *text, size_t size)
{
	size_t len = 0;
	char rest[4096];
	ssize_t got;

	while ((got = read(fd, rest, sizeof(rest)))) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			break;
		if ((size_t)got > size - 1 - len)
			got = size - 1 - len;
		memcpy(text + len, rest, got);
		len += got;
	}
	text[len] = 0;
}

int process_read(const struct command *c, char *text, size_t size)
{
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC)) {
		perror("mhpref: pipe");
		return -1;
	}
	pid = process_start(c, ends[1], -1);
	close(ends[1]);
	waited_for = pid;
	if (pid > 0)
		read_pipe(ends[0], text, size);
	close(ends[0]);
	return pid < 0 ? -1 : process_wait(pid);
}
