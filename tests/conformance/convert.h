/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The converter: a recording of a running kernel, as a scenario and what is
 * to be expected after each step.
 */
#ifndef CONFORMANCE_CONVERT_H
#define CONFORMANCE_CONVERT_H

#include <jansson.h>

#include "../../ref/scenario.h"
#include "recorded.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define PAGE		0x1000ull
#define BLOCK		0x8000000ull
#define MAX_DEVICES	24
#define VERSION(a, b)	((a) << 16 | (b))

/**
 * struct device - a DIMM or a virtio-mem device
 * @name: as QEMU calls it; "": this place is free
 * @start: first byte
 * @size: bytes
 * @group: number of its memory group
 */
struct device {
	char name[16];
	u64 start, size;
	u8 group;
};

/**
 * struct derived - an operation and what it must return
 * @rule: of rules.md
 * @err: 0 or negative errno
 * @taken: the recording says so, nothing predicts it
 */
struct derived {
	const char *rule;
	s32 err;
	bool taken;
};

/**
 * struct convert - a recording on its way
 * @name: for messages
 * @version: VERSION() of the kernel
 * @steps: the recording's
 * @n: the step that is looked at
 * @step: it
 * @before: blocks after the step before
 * @after: blocks after this one
 * @scenario: so far
 * @derived: of each operation in @scenario
 * @device: plugged, with a group of its own
 * @group: in use, by number; there is no group 0
 * @params: as they are now
 * @pmem: where ZONE_DEVICE will be; size 0: nowhere
 * @mapped: it is
 * @forced: a notifier's errno for going online [0] and offline [1]
 */
struct convert {
	const char *name;
	u32 version;
	json_t *steps;
	u32 n;
	json_t *step, *before, *after;
	struct ref_scenario scenario;
	struct derived derived[REF_MAX_OPS];
	struct device device[MAX_DEVICES];
	bool group[REF_MAX_GROUPS + 1];
	struct ref_params params;
	struct { u64 start, size; } pmem;
	bool mapped;
	s32 forced[2];
};

/* Print what is wrong with the recording, at which step, and end */
__attribute((noreturn, format(printf, 2, 3)))
void convert_fail(const struct convert *c, const char *fmt, ...);

/* The machine, from the first step and the command line */
void convert_machine(struct convert *c, const char *cmdline);

/* Operations of the present step, at the end of the scenario */
void convert_ops(struct convert *c);

/* Lines of what the present step shows, those that changed */
void convert_state(struct convert *c, FILE *out);

/* A parameter that a scenario can set, and its value, from a file's name */
bool convert_param(const struct convert *c, const char *name,
		   const char *word, u32 *param, u32 *value);

/* What a member of an object says; ends if there is none of that kind */
const char *convert_string(const struct convert *c, json_t *object,
			   const char *key);
u64 convert_number(const struct convert *c, json_t *object, const char *key);
u64 convert_integer(const struct convert *c, json_t *number);
u64 convert_item(const struct convert *c, json_t *array, u32 n);
json_t *convert_member(const struct convert *c, json_t *object,
		       const char *key);

/* "512M" and the like, in bytes; @end: behind it, may be NULL */
u64 convert_size(const char *text, char **end);

/* "0-1,3" as bits */
u64 convert_mask(const char *list);

/* Lines of the step's log, one after another from *@i; NULL: no more */
const char *convert_log(const struct convert *c, size_t *i);

#endif
