// SPDX-License-Identifier: GPL-2.0-only
/*
 * The supervisor: runs the engine's processes, survives what kills them,
 * and says the verdict.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "campaign.h"
#include "input.h"
#include "supervisor.h"
#include "target.h"
#include "worker.h"

#define POLL_NS		50000000
#define STOP_SECONDS	10	/* for engines to end by themselves */
#define SETTLE_SECONDS	300	/* for what was caught before the end */
#define STUCK_SECONDS	20	/* inside one operation, of CPU time */
#define LATE_SECONDS	3	/* the same, when time is up */

u64 campaign_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

u64 campaign_seconds_left(const struct campaign *c)
{
	u64 gone = (campaign_now() - c->start_ns) / 1000000000;

	return gone < c->o->seconds ? c->o->seconds - gone : 0;
}

void campaign_sum(const struct campaign *c, struct tally *sum)
{
	memset(sum, 0, sizeof(*sum));
	for (u32 n = 0; n < c->o->jobs; n++)
		tally_add(sum, &c->board->slot[n].tally);
}

/* Of those that ended; while they run, what they say themselves */
u64 campaign_cpu_ns(const struct campaign *c)
{
	u64 sum = c->cpu_ns, said = 0;

	for (u32 n = 0; n < c->o->jobs; n++)
		said += c->board->slot[n].cpu_ns;
	return said > sum ? said : sum;
}

static int open_log(const struct campaign *c, u32 n)
{
	char path[PLACE_MAX + 32];

	snprintf(path, sizeof(path), "%s/log-%u", c->dir, n);
	return open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
}

static void start_job(struct campaign *c, u32 n)
{
	struct campaign_job *job = &c->job[n];
	struct command command = { 0 };
	char slot[16];
	int log = open_log(c, n);

	snprintf(slot, sizeof(slot), "%u", n);
	setenv(TARGET_SLOT, slot, 1);
	job->starts++;
	job->killed = false;
	job->began = c->board->slot[n].tally.scenarios;
	c->engine->start(c, n, &command);
	job->pid = process_start(&command, log, log);
	if (job->pid < 0) {
		job->pid = 0;
		job->done = true;
	}
	command_free(&command);
	close(log);
}

static u64 ns(const struct timeval *t)
{
	return t->tv_sec * 1000000000ull + t->tv_usec * 1000ull;
}

static void say_failure(const struct campaign *c, u32 n)
{
	progress_clear();
	fprintf(stderr, "mhpref: the %s process died before it ran anything; "
		"the end of its output:\n", c->engine->name);
	fflush(stderr);
	if (c->failures == CAMPAIGN_FAILURES) {
		struct command tail = { 0 };

		command_add(&tail, "tail");
		command_add(&tail, "-n15");
		command_add(&tail, "%s/log-%u", c->dir, n);
		process_wait(process_start(&tail, STDERR_FILENO, -1));
		command_free(&tail);
	}
}

static void bury_job(struct campaign *c, u32 n, int status)
{
	struct board_slot *slot = &c->board->slot[n];
	struct campaign_job *job = &c->job[n];

	job->pid = 0;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0) {
		job->done = true;
		return;
	}
	if (c->stop)
		return;
	if (board_catch_dead(c->board, slot) || job->killed) {
		board_end(slot);
		return;
	}
	if (slot->tally.scenarios > job->began) {
		progress_clear();
		fprintf(stderr, "mhpref: the %s process died between "
			"scenarios (%s %d); starting it again\n",
			c->engine->name,
			WIFSIGNALED(status) ? "signal" : "status",
			WIFSIGNALED(status) ? WTERMSIG(status) :
					      WEXITSTATUS(status));
	} else if (++c->failures >= CAMPAIGN_FAILURES) {
		say_failure(c, n);
		c->stop = true;
	}
}

static void reap_job(struct campaign *c, u32 n)
{
	struct rusage usage;
	int status;

	if (!c->job[n].pid ||
	    wait4(c->job[n].pid, &status, WNOHANG, &usage) != c->job[n].pid)
		return;
	c->cpu_ns += ns(&usage.ru_utime) + ns(&usage.ru_stime);
	bury_job(c, n, status);
}

static bool tend_jobs(struct campaign *c)
{
	bool any = false;

	for (u32 n = 0; n < c->o->jobs; n++) {
		reap_job(c, n);
		if (!c->job[n].pid && !c->job[n].done && !c->stop)
			start_job(c, n);
		any |= c->job[n].pid;
	}
	return any;
}

/* What a process computed, in ns; and a tenth of the time, if it sleeps */
static u64 effort_ns(pid_t pid)
{
	struct timespec t = { 0, 0 };
	clockid_t clock;

	if (!pid || clock_getcpuclockid(pid, &clock) ||
	    clock_gettime(clock, &t))
		return campaign_now() / 10;
	return t.tv_sec * 1000000000ull + t.tv_nsec + campaign_now() / 10;
}

/* What a job has spent inside one operation: others may use the machine */
static u64 stuck_ns(struct campaign *c, u32 n)
{
	const struct board_slot *slot = &c->board->slot[n];
	struct campaign_job *job = &c->job[n];
	u64 now = effort_ns(slot->pid);
	u64 mark = (slot->tally.scenarios << 16) + slot->step;

	if (!slot->running || mark != job->mark || now < job->moved_ns) {
		job->mark = mark;
		job->moved_ns = now;
	}
	return now - job->moved_ns;
}

/* A loop that counts no steps: nothing but a signal ends it */
static void kill_stuck(struct campaign *c, u64 seconds)
{
	for (u32 n = 0; n < c->o->jobs; n++)
		if (c->job[n].pid &&
		    stuck_ns(c, n) > seconds * 1000000000ull) {
			board_catch_dead(c->board, &c->board->slot[n]);
			c->job[n].killed = true;
			kill(c->board->slot[n].pid, SIGKILL);
			board_end(&c->board->slot[n]);
		}
}

static void nap(void)
{
	struct timespec t = { 0, POLL_NS };

	nanosleep(&t, NULL);
}

static void check_end(struct campaign *c)
{
	if (process_interrupts()) {
		c->interrupted = true;
		c->stop = true;
	}
	if (!campaign_seconds_left(c))
		c->stop = true;
}

static void fuzz(struct campaign *c)
{
	bool any = true;

	for (u32 turn = 0; any && !c->stop; turn++) {
		any = tend_jobs(c);
		kill_stuck(c, STUCK_SECONDS);
		catches_collect(c);
		if (turn % 10 == 0)
			progress_show(c, false);
		nap();
		check_end(c);
	}
	c->stop = true;
}

static void signal_jobs(const struct campaign *c, int number)
{
	for (u32 n = 0; n < c->o->jobs; n++)
		if (c->job[n].pid)
			kill(c->job[n].pid, number);
}

static void stop_jobs(struct campaign *c)
{
	u64 end = campaign_now() + STOP_SECONDS * 1000000000ull;

	kill_stuck(c, LATE_SECONDS);
	signal_jobs(c, SIGINT);
	while (tend_jobs(c)) {
		if (campaign_now() > end)
			signal_jobs(c, SIGKILL);
		nap();
	}
}

/* What was caught is still confirmed; a second signal ends that */
static void settle_rest(struct campaign *c)
{
	u64 end = campaign_now() + SETTLE_SECONDS * 1000000000ull;
	u32 before = process_interrupts();

	if (before && catches_pending(c)) {
		progress_clear();
		fprintf(stderr, "mhpref: interrupted; minimising what was "
			"caught, interrupt again to end that\n");
	}
	while (catches_pending(c) && !(c->o->first && c->nr_findings) &&
	       process_interrupts() == before && campaign_now() < end) {
		catches_collect(c);
		progress_show(c, false);
		nap();
	}
	if (c->settling) {
		kill(c->settling, SIGKILL);
		process_wait(c->settling);
		c->settling = 0;
	}
	if (catches_pending(c))
		c->unconfirmed++;
}

static void add_quirk_finding(struct campaign *c, const struct ref_quirk *q)
{
	static struct ref_scenario s;
	char path[PLACE_MAX], line[CAMPAIGN_LINE];

	snprintf(path, sizeof(path), "%.3900s/corpora/findings/%s.txt",
		 c->place.checkout, q->name);
	if (input_read(path, &s))
		s.nr_ops = 0;
	snprintf(line, sizeof(line), "finding %s %s (%u operations)", path,
		 q->rule, s.nr_ops);
	campaign_add_finding(c, line);
	fprintf(stderr, "mhpref: this kernel has the quirk %s, which %s has "
		"not (%s have it)\n", q->name, c->o->base ? "its base" :
		"the nearest known version", q->versions);
}

/* A bug that comes back must not excuse itself */
static void add_unlisted(struct campaign *c)
{
	for (u32 n = 0; n < REF_NR_QUIRKS; n++)
		if (c->board->probe.unlisted >> n & 1)
			add_quirk_finding(c, &ref_quirks[n]);
}

/* Load the kernel once: its line, and its profile onto the board */
static int probe(struct campaign *c)
{
	struct command command = { 0 };
	int status;

	setup_worker(&command, c->o, &c->place, "probe", c->object);
	status = process_read(&command, c->kernel_line,
			      sizeof(c->kernel_line));
	command_free(&command);
	if (!status && strrchr(c->kernel_line, '\n')) {
		*strrchr(c->kernel_line, '\n') = 0;
		return 0;
	}
	fprintf(stderr, "mhpref: the kernel object %s cannot be used\n",
		c->object);
	return -1;
}

static void remove_dir(const char *dir)
{
	struct command rm = { 0 };

	command_add(&rm, "rm");
	command_add(&rm, "-rf");
	command_add(&rm, "--");
	command_add(&rm, "%s", dir);
	process_wait(process_start(&rm, -1, -1));
	command_free(&rm);
}

static int open_board(struct campaign *c)
{
	static char path[PLACE_MAX + 32];

	snprintf(c->dir, PLACE_MAX, "%.4000s/run-%d", c->place.out,
		 (int)getpid());
	if (place_make(c->dir))
		return -1;
	snprintf(path, sizeof(path), "%s/board", c->dir);
	c->board = board_create(path);
	if (!c->board)
		return -1;
	c->board->rules = c->o->rules;
	c->board->seed = c->o->seed;
	c->o->board = path;
	setenv(TARGET_BOARD, path, 1);
	setenv(TARGET_OBJECT, c->object, 1);
	setenv(TARGET_BASE, c->o->base ? c->o->base : "", 1);
	setenv(TARGET_ALLOW, c->o->allow ? c->o->allow : "", 1);
	return 0;
}

/* What a campaign that was killed has left */
static void remove_stale(const struct campaign *c)
{
	DIR *out = opendir(c->place.out);
	struct dirent *entry;
	char path[PLACE_MAX + 256];

	while (out && (entry = readdir(out))) {
		int pid = strncmp(entry->d_name, "run-", 4) ? 0 :
			  atoi(entry->d_name + 4);

		if (pid <= 0 || !kill(pid, 0) || errno != ESRCH)
			continue;
		snprintf(path, sizeof(path), "%s/%s", c->place.out,
			 entry->d_name);
		remove_dir(path);
	}
	if (out)
		closedir(out);
}

static int prepare(struct campaign *c)
{
	c->geom = c->o->geom ? c->o->geom : OPTIONS_GEOM;
	c->conf = c->o->conf ? c->o->conf : OPTIONS_CONF;
	if (place_find(&c->place) ||
	    setup_object(c->o, &c->place, c->geom, c->conf, c->object))
		return -1;
	setup_environment();
	remove_stale(c);
	if (open_board(c) || probe(c) || corpus_prepare(c))
		return -1;
	fprintf(stderr, "mhpref: fuzzing with seed %llu, %u processes, "
		"corpus %s: %u scenarios used, %u left\n", c->o->seed,
		c->o->jobs, c->corpus, c->used, c->left);
	add_unlisted(c);
	return c->engine->prepare(c);
}

static void finish(struct campaign *c)
{
	stop_jobs(c);
	settle_rest(c);
	progress_show(c, true);
	c->engine->finish(c);
	corpus_trim(c);
}

static int campaign(struct campaign *c)
{
	int status;

	if (prepare(c) || process_interrupts()) {
		puts("verdict incomplete");
		status = STATUS_INCOMPLETE;
	} else {
		c->start_ns = campaign_now();
		fuzz(c);
		finish(c);
		status = verdict_print(c);
	}
	fflush(stdout);
	if (c->dir[0])
		remove_dir(c->dir);
	return status;
}

int supervisor_fuzz(struct options *o)
{
	static struct campaign c;

	c.o = o;
	c.engine = !strcmp(o->engine, "afl") ? &engine_afl : &engine_libfuzzer;
	if (o->nr_files || !strcmp(o->engine, "none")) {
		fprintf(stderr, "mhpref: %s: fuzz takes no files, only "
			"NAME=VALUE, and needs an engine: ENGINE=libfuzzer "
			"or afl\n", o->nr_files ? o->files[0] : "ENGINE=none");
		puts("verdict incomplete");
		return STATUS_INCOMPLETE;
	}
	return campaign(&c);
}
