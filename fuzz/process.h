/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Other programs: started without a shell, their output where it is wanted.
 */
#ifndef FUZZ_PROCESS_H
#define FUZZ_PROCESS_H

#include <stdio.h>
#include <sys/types.h>

#include "../ref/types.h"

#define PROCESS_WORDS	64

/* A command line that grows, its words copied */
struct command {
	char *word[PROCESS_WORDS + 1];
	u32 nr;
};

/* Add a word; the format makes it. Exits if there are far too many */
__attribute__((format(printf, 2, 3)))
void command_add(struct command *c, const char *format, ...);
void command_free(struct command *c);

/**
 * process_start() - fork and exec
 * @c: command line
 * @out: file descriptor for its standard output, or -1: ours
 * @err: likewise for standard error
 *
 * The child dies with us.
 *
 * Return: its process id, or -1 after a message on standard error.
 */
pid_t process_start(const struct command *c, int out, int err);

/* Wait; its exit status, or -1 if it died of a signal */
int process_wait(pid_t pid);

/*
 * From now on what would interrupt us is counted, and passed on to a process
 * that we wait for; and a reader of our output that goes away is no signal.
 */
void process_catch_signals(void);
u32 process_interrupts(void);

/**
 * process_read() - run a program and read what it prints
 * @c: command line
 * @text: written: its standard output, as much as fits
 * @size: bytes in @text
 *
 * Return: its exit status, or -1.
 */
int process_read(const struct command *c, char *text, size_t size);

#endif
