// SPDX-License-Identifier: GPL-2.0-only
/*
 * One round of an exhaustive run: processes that try every operation in some
 * states. One that dies has shown something, and another takes its place.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "exhaustive.h"
#include "hash.h"
#include "process.h"

#define POLL_NS		5000000

static struct exhaustive_result *result_of(struct exhaustive *x, u32 at,
					   u32 op)
{
	return &x->shared->result[at * x->base.nr_ops + op];
}

/* The signal ends a loop that counts no steps */
static void arm_timer(void)
{
	struct itimerval t = { .it_value.tv_sec = TRIAL_SECONDS };

	setitimer(ITIMER_VIRTUAL, &t, NULL);
}

/* Boot and go the way to a state; false: it went wrong */
static bool go(struct exhaustive *x, u32 id, u32 times)
{
	struct runner *run = x->w->run;
	bool ok;

	if (run->kernel->budget)
		run->kernel->budget(times);
	ok = runner_boot(run);
	for (u32 n = 0; n < x->state[id].depth && ok; n++)
		ok = runner_apply(run, &x->path.op[n], n + 1);
	return ok && exhaustive_key(x) == x->state[id].key;
}

static enum exhaustive_end end_of(const struct runner *run, bool ok)
{
	if (run->step.skipped)
		return EXHAUSTIVE_SKIPPED;
	if (!ok || runner_is_over(run))
		return EXHAUSTIVE_BROKEN;
	return run->seen.outcome == REF_REFUSED ? EXHAUSTIVE_REFUSED :
						  EXHAUSTIVE_STATE;
}

static void attempt(struct exhaustive *x, struct exhaustive_slot *slot,
		    u32 depth, struct exhaustive_result *r)
{
	struct runner *run = x->w->run;
	bool ok;

	r->since = slot->since;
	ok = runner_apply(run, &x->base.op[slot->op], depth + 1);
	r->end = end_of(run, ok);
	r->value = r->end == EXHAUSTIVE_BROKEN ?
		   breach_way(&run->result.breach[0]) : exhaustive_key(x);
}

static void mark_refused(struct exhaustive *x, u32 at)
{
	for (u32 op = 0; op < x->base.nr_ops; op++)
		if (runner_refuses(x->w->run, &x->base.op[op]))
			result_of(x, at, op)->end = EXHAUSTIVE_REFUSED;
}

static void leave(struct exhaustive *x, struct exhaustive_slot *slot)
{
	x->w->run->kernel->reset();
	slot->there = false;
}

/* A way that is slow needs more steps, see attempt_slowly() */
static bool arrive(struct exhaustive *x, struct exhaustive_slot *slot, u32 id,
		   u32 times)
{
	for (; !slot->there && times <= WORKER_PATIENCE;
	     times += WORKER_PATIENCE - 1) {
		slot->since = slot->op;
		slot->times = times;
		slot->there = go(x, id, times);
		if (!slot->there)
			leave(x, slot);
	}
	if (!slot->there)
		result_of(x, slot->at, slot->op)->end = EXHAUSTIVE_LOST;
	return slot->there;
}

bool exhaustive_leads_back(const struct exhaustive *x, u32 state,
			   const struct exhaustive_result *r)
{
	return r->end == EXHAUSTIVE_STATE && r->value == x->state[state].key;
}

/* A hang must last with more steps: all that was tried again, with them */
static void attempt_slowly(struct exhaustive *x, struct exhaustive_slot *slot,
			   u32 id, struct exhaustive_result *r)
{
	u32 depth = x->state[id].depth, since = r->since;

	leave(x, slot);
	if (!arrive(x, slot, id, WORKER_PATIENCE))
		return;
	slot->since = since;
	for (u32 op = since; op < slot->op; op++)
		if (exhaustive_leads_back(x, id, result_of(x, slot->at, op)))
			runner_apply(x->w->run, &x->base.op[op], depth + 1);
	attempt(x, slot, depth, r);
}

static void try_here(struct exhaustive *x, struct exhaustive_slot *slot,
		     u32 id, struct exhaustive_result *r)
{
	attempt(x, slot, x->state[id].depth, r);
	if (r->end == EXHAUSTIVE_BROKEN && slot->times == 1 &&
	    x->w->run->seen.outcome == REF_HANG)
		attempt_slowly(x, slot, id, r);
}

/* From the state itself: only if it is broken alone does the first count */
static void try_again(struct exhaustive *x, struct exhaustive_slot *slot,
		      u32 id, struct exhaustive_result *r)
{
	struct exhaustive_result first = *r;

	if (!arrive(x, slot, id, 1))
		return;
	try_here(x, slot, id, r);
	leave(x, slot);
	if (first.end == EXHAUSTIVE_BROKEN && r->end != EXHAUSTIVE_BROKEN)
		*r = first;
}

/* Refused and skipped ones do not reach the kernel */
static bool stays(const struct exhaustive *x, u32 id,
		  const struct exhaustive_result *r)
{
	return r->end == EXHAUSTIVE_SKIPPED ||
	       (r->end == EXHAUSTIVE_REFUSED &&
		r->value == x->state[id].key) ||
	       exhaustive_leads_back(x, id, r);
}

/* Most fail, and lead back to the state: the next goes on from there */
static void try_op(struct exhaustive *x, struct exhaustive_slot *slot, u32 id)
{
	struct exhaustive_result *r = result_of(x, slot->at, slot->op);

	arm_timer();
	if (!arrive(x, slot, id, 1))
		return;
	if (slot->since == slot->op)
		mark_refused(x, slot->at);
	if (r->end == EXHAUSTIVE_REFUSED)
		return;
	try_here(x, slot, id, r);
	if (!stays(x, id, r)) {
		leave(x, slot);
		if (r->since != slot->op)
			try_again(x, slot, id, r);
	}
	tally_step(&slot->tally, x->w->run);
}

static bool is_stopped(const struct exhaustive *x)
{
	return x->shared->stop || process_interrupts();
}

static void try_state(struct exhaustive *x, struct exhaustive_slot *slot,
		      u32 first)
{
	u32 id = first + slot->at;

	exhaustive_path(x, id);
	for (u32 op = 0; op < x->base.nr_ops && !is_stopped(x); op++) {
		slot->op = op;
		if (result_of(x, slot->at, op)->end == EXHAUSTIVE_NONE)
			try_op(x, slot, id);
	}
	if (slot->there)
		leave(x, slot);
	slot->busy = false;
}

static bool next_state(struct exhaustive *x, struct exhaustive_slot *slot,
		       u32 count)
{
	slot->at = __atomic_fetch_add(&x->shared->next, 1, __ATOMIC_RELAXED);
	slot->busy = slot->at < count;
	return slot->busy;
}

/* A predecessor may have died with a state half done */
static void child(struct exhaustive *x, u32 n, u32 first, u32 count)
{
	struct exhaustive_slot *slot = &x->shared->slot[n];
	struct rlimit none = { 0, 0 };

	slot->there = false;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &none);
	if (!freopen("/dev/null", "w", stderr))
		_exit(1);
	while (!is_stopped(x) && (slot->busy || next_state(x, slot, count)))
		try_state(x, slot, first);
	_exit(0);
}

static pid_t start(struct exhaustive *x, u32 n, u32 first, u32 count)
{
	pid_t pid;

	fflush(NULL);
	pid = fork();
	if (!pid)
		child(x, n, first, count);
	if (pid < 0)
		perror("mhpref: fork");
	return pid;
}

/* Return: it died, and not by itself */
static bool bury(struct exhaustive *x, u32 n, int status)
{
	struct exhaustive_slot *slot = &x->shared->slot[n];
	struct exhaustive_result *r = result_of(x, slot->at, slot->op);

	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return false;
	if (!slot->busy) {
		x->stop = "a process died outside of any operation";
		return false;
	}
	r->end = WIFSIGNALED(status) && WTERMSIG(status) == SIGVTALRM ?
		 EXHAUSTIVE_LOOP : EXHAUSTIVE_DEAD;
	return true;
}

static void nap(void)
{
	struct timespec t = { 0, POLL_NS };

	nanosleep(&t, NULL);
}

/* Return: something still runs */
static bool tend(struct exhaustive *x, pid_t *pid, u32 first, u32 count)
{
	bool any = false;
	int status;

	for (u32 n = 0; n < x->w->o->jobs; n++) {
		if (pid[n] > 0 && waitpid(pid[n], &status, WNOHANG) == pid[n])
			pid[n] = bury(x, n, status) && !x->stop ?
				 start(x, n, first, count) : 0;
		if (pid[n] < 0)
			x->stop = "cannot start a process";
		any |= pid[n] > 0;
	}
	return any;
}

static void add_tallies(struct exhaustive *x)
{
	for (u32 n = 0; n < x->w->o->jobs; n++)
		tally_add(&x->kept.tally, &x->shared->slot[n].tally);
}

bool exhaustive_round(struct exhaustive *x, u32 first, u32 count)
{
	pid_t pid[OPTIONS_JOBS_MAX] = { 0 };

	memset(x->shared, 0, offsetof(struct exhaustive_shared, result));
	memset(x->shared->result, 0, sizeof(x->shared->result[0]) * count *
	       x->base.nr_ops);
	for (u32 n = 0; n < x->w->o->jobs; n++)
		pid[n] = start(x, n, first, count);
	while (tend(x, pid, first, count)) {
		exhaustive_progress(x, first, count);
		if (process_interrupts() || x->stop)
			x->shared->stop = true;
		nap();
	}
	if (process_interrupts() || x->stop)
		return false;
	add_tallies(x);
	return true;
}
