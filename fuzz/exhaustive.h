/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The exhaustive run: every sequence of operations on a small machine,
 * breadth first, each state that can be seen visited once.
 *
 * A state is what an observation says of groups, nodes, blocks, sections and
 * pages, not what the last operation returned, and the parameters, which no
 * observation shows. What is mapped is not in it but for its subsections: no
 * maps of an alphabet may make up others. It is kept as a hash and as the way
 * to it: a parent and an operation. Kernels cannot go back: where an
 * operation changes something, the next is tried after a new boot and the way
 * again. After those that fail and lead back to the state it is tried at
 * once. Should it change something there, it is tried from the state itself
 * as well; only if that breaks nothing, what went before is part of a finding.
 *
 * Processes try the operations of a round of states and write what comes of
 * each into shared memory; their parent alone adds states, in the order of
 * states and operations. So the result is the same for any number of them.
 */
#ifndef FUZZ_EXHAUSTIVE_H
#define FUZZ_EXHAUSTIVE_H

#include "place.h"
#include "tally.h"
#include "worker.h"

#define EXHAUSTIVE_STATES	(1u << 22)
#define EXHAUSTIVE_OPS		REF_MAX_OPS
#define EXHAUSTIVE_ROUND	512	/* states */
#define EXHAUSTIVE_FINDINGS	64
#define EXHAUSTIVE_LINE		(PLACE_MAX + 256)

/**
 * struct exhaustive_state - one state, 16 bytes
 * @key: hash of what is seen in it
 * @parent: index of the state that it was first reached from
 * @op: index of the operation that did it
 * @depth: operations since boot
 */
struct exhaustive_state {
	u64 key;
	u32 parent;
	u16 op;
	u16 depth;
};

/*
 * What came of an operation: not tried; never given to the kernel: no driver
 * would do it, or a quirk stops it; led to a state; broke a rule; ended the
 * process, in a loop or otherwise; the way to the state was another this time
 */
enum exhaustive_end {
	EXHAUSTIVE_NONE, EXHAUSTIVE_REFUSED, EXHAUSTIVE_SKIPPED,
	EXHAUSTIVE_STATE, EXHAUSTIVE_BROKEN, EXHAUSTIVE_DEAD, EXHAUSTIVE_LOOP,
	EXHAUSTIVE_LOST,
};

/**
 * struct exhaustive_result - of one operation in one state
 * @value: the state's key, or the way in which a rule was broken
 * @end: enum exhaustive_end
 * @since: index of the first operation that was tried after the last boot:
 *	from there to this one, those that led back came before it
 */
struct exhaustive_result {
	u64 value;
	u32 end;
	u32 since;
};

/**
 * struct exhaustive_slot - what a process is at, should it die
 * @busy: it has a state
 * @at: which, counted from the first of the round
 * @op: index of the operation that is tried
 * @there: the kernel is in that state
 * @times: the budget of steps that it was booted with
 * @since: index of the first operation that was tried there
 * @tally: of this round
 */
struct exhaustive_slot {
	volatile u32 busy;
	volatile u32 at;
	volatile u32 op;
	bool there;
	u32 times;
	u32 since;
	struct tally tally;
};

/**
 * struct exhaustive_shared - between the processes
 * @next: the next state of the round that nobody has taken
 * @stop: end as soon as can be
 * @result: of each state of the round and each operation
 */
struct exhaustive_shared {
	u32 next;
	volatile u32 stop;
	struct exhaustive_slot slot[OPTIONS_JOBS_MAX];
	struct exhaustive_result result[EXHAUSTIVE_ROUND * EXHAUSTIVE_OPS];
};

/**
 * struct exhaustive_kept - what a state file keeps, besides the states
 * @magic: of the file
 * @made_of: hash of all that the result depends on
 * @nr: number of states
 * @done: of them, those whose operations were tried
 * @deaths: processes that died
 * @unconfirmed: breaks that did not show again
 * @nr_findings: in use in @finding
 * @nr_ways: in use in @way: ways in which rules were broken
 * @transitions: operations that the kernel was given, or died of
 * @tally: of them
 */
struct exhaustive_kept {
	u64 magic;
	u64 made_of;
	u32 nr;
	u32 done;
	u32 deaths;
	u32 unconfirmed;
	u32 nr_findings;
	u32 nr_ways;
	u64 transitions;
	u64 way[EXHAUSTIVE_FINDINGS];
	struct tally tally;
	char finding[EXHAUSTIVE_FINDINGS][EXHAUSTIVE_LINE];
};

/**
 * struct exhaustive - all of it
 * @w: kernel, model, words
 * @base: the machine; its operations are the alphabet
 * @path: scenario that leads to a state, and one operation more
 * @state: array, room for @room
 * @index: of states by key, 0: none; @slots of them, a power of two
 * @file: the state file
 * @start_ns: when this process began
 * @first: states that were done then
 * @saved_ns: when the file was last written
 * @stop: a reason to end before the fixed point, or NULL
 */
struct exhaustive {
	struct worker *w;
	struct ref_scenario base;
	struct ref_scenario path;
	struct exhaustive_kept kept;
	struct exhaustive_state *state;
	u32 room;
	u32 *index;
	u32 slots;
	struct exhaustive_shared *shared;
	char file[PLACE_MAX];
	u64 start_ns;
	u64 first;
	u64 saved_ns;
	const char *stop;
};

/**
 * exhaustive_alphabet() - every operation on every block of a scenario
 * @run: of the kernel; prepared for @s: its layout has the blocks
 * @s: gets them before its own operations; of those that are equal one stays
 *
 * Return: 0, or -1 after a message if there are too many.
 */
int exhaustive_alphabet(const struct runner *run, struct ref_scenario *s);

/* The state with this key, made if it is new; -1: there is no more room */
int exhaustive_add(struct exhaustive *x, u64 key, u32 parent, u32 op);

/* Make @path lead to a state; returns the number of operations */
u32 exhaustive_path(struct exhaustive *x, u32 state);

/* Read or write the state file; reading: false if there is none of use */
bool exhaustive_load(struct exhaustive *x);
void exhaustive_save(struct exhaustive *x);

/* Try all operations in @count states from @first; false: interrupted */
bool exhaustive_round(struct exhaustive *x, u32 first, u32 count);

/* Does an operation change nothing that can be seen? */
bool exhaustive_leads_back(const struct exhaustive *x, u32 state,
			   const struct exhaustive_result *r);

/* What the kernel is in now, as a state's key */
u64 exhaustive_key(const struct exhaustive *x);

/*
 * Confirm what went wrong and write it down, unless it is known; false: it
 * did not show again
 */
bool exhaustive_found(struct exhaustive *x, u32 state, u32 op,
		      const struct exhaustive_result *r);

/* The lines at the end; returns the status */
enum status exhaustive_verdict(const struct exhaustive *x);

/* One line, now and then */
void exhaustive_progress(const struct exhaustive *x, u32 first, u32 count);
u64 exhaustive_now(void);

#endif
