// SPDX-License-Identifier: GPL-2.0-only
/*
 * convert RULES RECORDING OUT: read the JSON text RECORDING ("-": standard
 * input); write OUT.txt, a scenario, and OUT.expect, what it must show.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../../fuzz/codec.h"
#include "../../fuzz/scenario-check.h"
#include "convert.h"

/* What is written has a licence too; %s: SPDX, for this line is not ours */
#define LICENSE	"# %s-License-Identifier: GPL-2.0-only\n"

/* Beyond it the reader's numbers are no longer exact */
#define NUMBER_MAX	0x1p53

void convert_fail(const struct convert *c, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "convert: %s: step %u: ", c->name, c->n);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "; is it a recording as shared/traces has them?\n");
	exit(2);
}

json_t *convert_member(const struct convert *c, json_t *object,
		       const char *key)
{
	json_t *member = json_object_get(object, key);

	if (!member)
		convert_fail(c, "there is no \"%s\"", key);
	return member;
}

const char *convert_string(const struct convert *c, json_t *object,
			   const char *key)
{
	json_t *member = convert_member(c, object, key);

	if (!json_is_string(member))
		convert_fail(c, "\"%s\" is no string", key);
	return json_string_value(member);
}

u64 convert_integer(const struct convert *c, json_t *number)
{
	double value = json_number_value(number);

	if (!json_is_number(number) || value < 0 || value > NUMBER_MAX)
		convert_fail(c, "where a number is wanted there is none, or "
			     "one that is too large");
	return value;
}

u64 convert_number(const struct convert *c, json_t *object, const char *key)
{
	return convert_integer(c, convert_member(c, object, key));
}

u64 convert_item(const struct convert *c, json_t *array, u32 n)
{
	return convert_integer(c, json_array_get(array, n));
}

u64 convert_size(const char *text, char **end)
{
	static const char units[] = "KMGT";
	const char *unit;
	char *rest;
	u64 size = strtoull(text, &rest, 0);

	unit = *rest ? strchr(units, *rest) : NULL;
	if (unit) {
		size <<= 10 * (unit - units + 1);
		rest++;
	}
	if (end)
		*end = rest;
	return size;
}

u64 convert_mask(const char *list)
{
	u64 mask = 0;
	char *end;
	u32 from, to;

	for (; *list; list = end + (*end == ',')) {
		from = strtoul(list, &end, 10);
		to = *end == '-' ? strtoul(end + 1, &end, 10) : from;
		for (; from <= to && from < 64; from++)
			mask |= 1ull << from;
		if (*end && *end != ',')
			break;
	}
	return mask;
}

const char *convert_log(const struct convert *c, size_t *i)
{
	json_t *log = convert_member(c, c->step, "dmesg");
	const char *line = json_string_value(json_array_get(log, (*i)++));
	const char *text = line ? strstr(line, "] ") : NULL;

	return text ? text + 2 : line;
}

/* Every rule that the converter names must stand in the file */
static void check_rule(const struct convert *c, const char *rules,
		       const char *rule)
{
	size_t len = strlen(rule);
	const char *at = rules;

	while ((at = strstr(at, rule))) {
		if (at > rules + 2 && !strncmp(at - 3, "\n| ", 3) &&
		    !strncmp(at + len, " |", 2))
			return;
		at += len;
	}
	convert_fail(c, "there is no rule \"%s\"", rule);
}

/* How far virtio-mem came is nothing that the kernel's accounting decides */
static void put_taken(struct convert *c, FILE *out)
{
	json_t *result = convert_member(c, c->step, "result");

	if (!strncmp(convert_string(c, c->step, "op"), "virtio-mem ", 11))
		fprintf(out, "taken bytes %llu\n", (unsigned long long)
			convert_number(c, result, "size"));
}

static void put_step(struct convert *c, u32 first, const char *rules,
		     FILE *out)
{
	u32 i;

	fprintf(out, "step %u %.60s\n", c->n,
		convert_string(c, c->step, "op"));
	for (i = first; i < c->scenario.nr_ops; i++) {
		struct derived *d = &c->derived[i];

		check_rule(c, rules, d->rule);
		fprintf(out, "op %s %d%s\n", d->rule, d->err,
			d->taken ? " taken" : "");
	}
	put_taken(c, out);
	convert_state(c, out);
}

static void convert_steps(struct convert *c, const char *rules, FILE *out)
{
	u32 first;

	for (c->n = 0; c->n < json_array_size(c->steps); c->n++) {
		json_t *state;

		c->step = json_array_get(c->steps, c->n);
		state = convert_member(c, c->step, "state");
		c->after = convert_member(c, state, "blocks");
		first = c->scenario.nr_ops;
		if (c->n)
			convert_ops(c);
		put_step(c, first, rules, out);
		c->before = c->after;
	}
}

static char *read_all(FILE *file)
{
	size_t size = 0, len = 0, got = 1;
	char *text = NULL;

	while (got) {
		size += 1 << 16;
		text = realloc(text, size + 1);
		if (!text)
			exit(2);
		got = fread(text + len, 1, size - len, file);
		len += got;
	}
	text[len] = 0;
	return text;
}

static FILE *open_or_die(const char *path, const char *end, const char *mode)
{
	char name[4096];
	FILE *file;

	snprintf(name, sizeof(name), "%s%s", path, end);
	file = fopen(name, mode);
	if (!file) {
		perror(name);
		exit(2);
	}
	return file;
}

static void write_scenario(struct convert *c, const char *path)
{
	static char text[CODEC_TEXT_MAX];
	FILE *out = open_or_die(path, ".txt", "w");
	struct scenario_error wrong;
	size_t len;
	static struct ref_scenario back;
	struct codec_error err;
	char why[CODEC_REASON_MAX * 2];

	if (scenario_check(&c->scenario, &wrong))
		convert_fail(c, "the scenario is wrong: %s %u: %s",
			     scenario_part_name(wrong.part), wrong.index,
			     wrong.reason);
	len = codec_write_text(&c->scenario, text, sizeof(text));
	if (codec_read((u8 *)text, len, &back, &err)) {
		codec_error_text(&err, path, why, sizeof(why));
		convert_fail(c, "the scenario is refused: %s", why);
	}
	fprintf(out, LICENSE "%s", "SPDX", text);
	if (fclose(out))
		convert_fail(c, "cannot write %s.txt", path);
}

static u32 version(const struct convert *c, const char *kernel)
{
	u32 major, minor;

	if (sscanf(kernel, "%u.%u", &major, &minor) != 2)
		convert_fail(c, "\"kernel\" is no version");
	return VERSION(major, minor);
}

static void convert(struct convert *c, json_t *top, const char *rules,
		    const char *path)
{
	FILE *out = open_or_die(path, ".expect", "w");

	fprintf(out, LICENSE REC_MAGIC "\n", "SPDX");
	c->steps = convert_member(c, top, "steps");
	c->step = json_array_get(c->steps, 0);
	c->version = version(c, convert_string(c, top, "kernel"));
	convert_machine(c, convert_string(c, top, "cmdline"));
	convert_steps(c, rules, out);
	if (fclose(out))
		convert_fail(c, "cannot write %s.expect", path);
	write_scenario(c, path);
}

static json_t *read_json(const char *path)
{
	/* Some members that nobody asks for are beyond signed 64 bits */
	size_t flags = JSON_DECODE_INT_AS_REAL;
	json_error_t err;
	json_t *top = strcmp(path, "-") ? json_load_file(path, flags, &err) :
		json_loadf(stdin, flags, &err);

	if (!top) {
		fprintf(stderr, "convert: %s:%d: %s\n", path, err.line,
			err.text);
		exit(2);
	}
	return top;
}

int main(int argc, char **argv)
{
	static struct convert c;
	FILE *rules;

	if (argc != 4) {
		fprintf(stderr, "usage: convert RULES RECORDING OUT\n");
		return 2;
	}
	rules = open_or_die(argv[1], "", "r");
	c.name = argv[3];
	convert(&c, read_json(argv[2]), read_all(rules), argv[3]);
	fclose(rules);
	return 0;
}
