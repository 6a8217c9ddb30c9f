/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From a kernel tree or a version to a kernel object, by kernel-extract/.
 */
#ifndef FUZZ_SETUP_H
#define FUZZ_SETUP_H

#include "place.h"
#include "process.h"

/**
 * setup_object() - build the kernel object that the words ask for
 * @o: the words; with PATCH= @o->base and @o->series are set
 * @place: where our parts are
 * @geom: geometry's name
 * @conf: configuration's name
 * @object: written: path of the kernel object, PLACE_MAX bytes
 *
 * Return: 0, or -1 after a message on standard error.
 */
int setup_object(struct options *o, const struct place *place,
		 const char *geom, const char *conf, char *object);

/**
 * setup_bench() - build the kernel objects that are measured
 * @o: the words
 * @place: where our parts are
 * @geom: geometry's name
 * @conf: configuration's name
 * @directory: written: where they lie, as kernel-extract/bench/build.sh says;
 *	PLACE_MAX bytes
 *
 * Return: 0, or -1 after a message on standard error.
 */
int setup_bench(const struct options *o, const struct place *place,
		const char *geom, const char *conf, char *directory);

/**
 * setup_changed_lines() - what of a series was executed, on standard output
 * @o: the words, after setup_object()
 * @place: where our parts are
 * @geom: geometry's name
 * @conf: configuration's name
 * @corpus: directory of scenarios that are replayed
 *
 * Return: 0: all of its lines of code; 1: not all; 2: could not be told.
 */
int setup_changed_lines(const struct options *o, const struct place *place,
			const char *geom, const char *conf,
			const char *corpus);

/* The program of an engine, with or without sanitizers */
void setup_program(const struct options *o, const struct place *place,
		   char *program);

/* Sanitizers report once and end the process with a status of its own */
void setup_environment(void);

/* A worker's command line, without files */
void setup_worker(struct command *c, const struct options *o,
		  const struct place *place, const char *command,
		  const char *object);

#endif
