// SPDX-License-Identifier: GPL-2.0-only
/*
 * A trial: a scenario run in a process of its own.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hash.h"
#include "trial.h"

#define REPORT_MAX	(64 << 10)

/* The child writes its results here, step by step, in case it dies */
static struct trial *shared;
static void (*outer_each)(struct runner *run);

static bool share(void)
{
	if (shared)
		return true;
	shared = mmap(NULL, sizeof(*shared), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		shared = NULL;
	return shared;
}

const struct difference *trial_find(const struct trial *trial, u64 way)
{
	for (u32 n = 0; n < trial->nr_found; n++)
		if (difference_way(&trial->found[n]) == way)
			return &trial->found[n];
	return NULL;
}

const struct difference *trial_worst(const struct trial *trial)
{
	const struct difference *worst = NULL;

	for (u32 n = 0; n < trial->nr_found; n++) {
		const struct difference *d = &trial->found[n];

		if (d->allowed == DIFFERENCE_NONE &&
		    (!worst || d->class < worst->class))
			worst = d;
	}
	return worst;
}

static void note_difference(struct trial *t, const struct difference *d,
			    u32 step)
{
	if (t->nr_found == TRIAL_FOUND || trial_find(t, difference_way(d)))
		return;
	t->found_step[t->nr_found] = step;
	t->found[t->nr_found++] = *d;
}

static void note_differences(const struct pair *pair, u32 step)
{
	for (u32 n = 0; n < pair->nr; n++)
		note_difference(shared, &pair->difference[n], step);
}

static void note_step(struct runner *run)
{
	shared->step = run->step.nr + 1;
	shared->fired |= run->step.fired;
	shared->skips += run->step.skipped;
	if (run->pair)
		note_differences(run->pair, run->step.nr);
	if (outer_each)
		outer_each(run);
}

static struct ref_breach breach_of(const struct difference *d)
{
	struct ref_breach b = { .rule = d->rule, .word = REF_BROKEN,
				.expected = d->right, .got = d->patched };

	memcpy(b.field, d->field, sizeof(b.field));
	return b;
}

static void note_breach(struct runner *run)
{
	const struct ref_result *r = &run->result;

	shared->end = TRIAL_BROKEN;
	shared->step = run->step.nr;
	if (run->pair)
		shared->breach = breach_of(&run->pair->difference[0]);
	else if (r->nr_breaches)
		shared->breach = r->breach[0];
	snprintf(shared->text, sizeof(shared->text), "%s",
		 run->kernel->message());
}

static void note_end(struct runner *run, enum run_verdict verdict)
{
	shared->hash = run->hash;
	shared->end = TRIAL_PASS;
	if (verdict == RUN_BROKEN)
		note_breach(run);
	if (verdict == RUN_DIFFERS)
		shared->end = TRIAL_DIFFERS;
	if (verdict != RUN_UNFIT)
		return;
	shared->end = TRIAL_UNFIT;
	snprintf(shared->text, sizeof(shared->text), "%s", run->unfit);
}

static void limit_cpu(void)
{
	struct rlimit limit = { TRIAL_SECONDS, TRIAL_SECONDS };
	struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CPU, &limit);
	setrlimit(RLIMIT_CORE, &none);
}

static void child(struct runner *run, const struct ref_scenario *s, int report)
{
	dup2(report, STDERR_FILENO);
	limit_cpu();
	outer_each = run->each;
	run->each = note_step;
	run->in_kernel = &shared->in_kernel;
	if (run->pair)
		run->pair->base->in_kernel = &shared->in_base;
	note_end(run, runner_run(run, s));
	fflush(stdout);
	_exit(0);
}

static int open_report(void)
{
	return memfd_create("report", MFD_CLOEXEC);
}

/* The first line that says what it was, without what differs by run */
static void keep_summary(char *text, const char *report)
{
	const char *line = strstr(report, "SUMMARY: ");
	const char *error = strstr(report, "runtime error: ");

	if (error)
		line = error;
	if (!line)
		return;
	snprintf(text, TRIAL_TEXT_MAX, "%.*s", (int)strcspn(line, "\n"), line);
}

static bool is_segv(const char *report)
{
	return strstr(report, "Sanitizer: SEGV") ||
	       strstr(report, "Sanitizer: BUS") ||
	       strstr(report, "Sanitizer: FPE") ||
	       strstr(report, "Sanitizer: ILL") ||
	       strstr(report, "Sanitizer:DEADLYSIGNAL");
}

static void read_report(int fd, struct trial *trial)
{
	static char report[REPORT_MAX + 1];
	ssize_t len = pread(fd, report, REPORT_MAX, 0);

	report[len > 0 ? len : 0] = 0;
	keep_summary(trial->text, report);
	if (trial->end == TRIAL_SANITIZER && is_segv(report))
		trial->end = TRIAL_CRASH;
	if (trial->end == TRIAL_CRASH && strstr(report, "runtime error: "))
		trial->end = TRIAL_SANITIZER;
}

static enum trial_end end_of(int status)
{
	if (WIFEXITED(status))
		return TRIAL_SANITIZER;
	if (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)
		return TRIAL_HANG;
	return TRIAL_CRASH;
}

static const char *death_rule(enum trial_end end)
{
	if (end == TRIAL_HANG)
		return "hang";
	return end == TRIAL_CRASH ? "crash" : "sanitizer";
}

/* "AddressSanitizer: KIND PLACE in FUNCTION" -> "KIND in FUNCTION" */
static void name_summary(const char *why, char *field)
{
	const char *kind = strchr(why + strlen("SUMMARY: "), ' ');
	const char *function = strstr(why, " in ");

	if (!kind)
		kind = " report";
	snprintf(field, REF_FIELD_LEN, "%.*s%.28s",
		 (int)strcspn(kind + 1, " "), kind + 1,
		 function ? function : "");
}

/* Which report it was belongs to the way in which it went wrong */
static void name_death(struct trial *t)
{
	int rule = rule_find(death_rule(t->end));

	t->breach.rule = rule < 0 ? 0 : rule;
	t->breach.word = REF_BROKEN;
	if (strncmp(t->text, "SUMMARY: ", 9))
		snprintf(t->breach.field, REF_FIELD_LEN, "%s", t->text);
	else
		name_summary(t->text, t->breach.field);
}

/* A death that the user does not want to hear of is none */
static void forgive(const struct runner *run, struct trial *trial)
{
	if (!(run->rules >> trial->breach.rule & 1))
		trial->end = TRIAL_PASS;
}

/* A trap of the model, say: nothing that the kernel did */
static void blame_ourselves(struct trial *trial)
{
	char why[TRIAL_TEXT_MAX / 2];

	snprintf(why, sizeof(why), "%s", trial->text);
	snprintf(trial->text, TRIAL_TEXT_MAX, "%s in mhpref itself, step %u",
		 why, trial->step);
	trial->end = TRIAL_OURS;
}

static void bury(int status, int report, struct trial *trial)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return;
	trial->end = end_of(status);
	read_report(report, trial);
	if (!trial->text[0] && WIFSIGNALED(status))
		snprintf(trial->text, sizeof(trial->text), "signal %d",
			 WTERMSIG(status));
	name_death(trial);
	if (!trial->in_kernel && !trial->in_base)
		blame_ourselves(trial);
}

static void run_child(struct runner *run, const struct ref_scenario *s,
		      int report, struct trial *trial)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (pid < 0)
		return;
	if (!pid)
		child(run, s, report);
	if (waitpid(pid, &status, 0) != pid)
		return;
	*trial = *shared;
	bury(status, report, trial);
	if (trial_is_bad(trial))
		forgive(run, trial);
}

static void run_once(struct runner *run, const struct ref_scenario *scenario,
		     struct trial *trial)
{
	int report = open_report();

	memset(trial, 0, sizeof(*trial));
	trial->end = TRIAL_FAILED;
	if (report < 0 || !share())
		return;
	memset(shared, 0, sizeof(*shared));
	run_child(run, scenario, report, trial);
	close(report);
}

static struct difference death_of(const struct trial *trial, u32 class)
{
	struct difference d = {
		.class = (u8)class, .rule = (u8)trial->breach.rule,
		.quirk = DIFFERENCE_NONE, .allowed = DIFFERENCE_NONE,
		.kind = (u8)kind_find("outcome"),
	};

	memcpy(d.field, trial->breach.field, sizeof(d.field));
	return d;
}

/* The base died, which is not the patch's doing: does what it made of it? */
static void follow_base(struct runner *run, const struct ref_scenario *s,
			struct trial *trial)
{
	static struct ref_scenario until;
	struct pair *pair = run->pair;
	struct difference d = death_of(trial, DIFFERENCE_CURES);
	struct trial alone;

	until = *s;
	if (trial->step < until.nr_ops)
		until.nr_ops = trial->step;
	run->pair = NULL;
	run_once(run, &until, &alone);
	run->pair = pair;
	if (alone.end == TRIAL_PASS)
		note_difference(trial, &d, trial->step);
	trial->end = TRIAL_PASS;
}

void trial_run(struct runner *run, const struct ref_scenario *scenario,
	       struct trial *trial)
{
	struct difference d;

	run_once(run, scenario, trial);
	if (!run->pair || !trial_is_bad(trial) || trial->end == TRIAL_BROKEN)
		return;
	if (trial->in_base) {
		follow_base(run, scenario, trial);
		return;
	}
	d = death_of(trial, DIFFERENCE_BREAKS);
	note_difference(trial, &d, trial->step);
}

bool trial_is_bad(const struct trial *trial)
{
	return trial->end == TRIAL_BROKEN || trial->end == TRIAL_CRASH ||
	       trial->end == TRIAL_SANITIZER || trial->end == TRIAL_HANG;
}

u64 breach_way(const struct ref_breach *breach)
{
	const char *rule = ref_rules[breach->rule].name;
	char kind[REF_FIELD_LEN];
	u64 way = hash_bytes(HASH_START, rule, strlen(rule));

	field_kind(breach->field, kind);
	return hash_bytes(way, kind, strlen(kind));
}

/* Of a patched kernel, its worst difference */
u64 trial_way(const struct trial *trial)
{
	const struct difference *worst = trial_worst(trial);

	return worst ? difference_way(worst) : breach_way(&trial->breach);
}
