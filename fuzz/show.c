// SPDX-License-Identifier: GPL-2.0-only
/*
 * mhpref show: a scenario as text, and a map after each step.
 *
 * By the model alone, which needs no kernel; or, in a worker, as a kernel
 * shows it.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "geometry.h"
#include "input.h"
#include "layout.h"
#include "map.h"
#include "report.h"
#include "show.h"
#include "worker.h"

static void print_scenario(const struct ref_scenario *s)
{
	static char text[CODEC_TEXT_MAX];

	if (codec_write_text(s, text, sizeof(text)))
		fputs(text, stdout);
	putchar('\n');
	map_legend(stdout);
}

static void print_kernel_step(struct runner *run)
{
	putchar('\n');
	report_step(stdout, run);
	map_print(stdout, &run->layout, run->machine, &run->seen);
	fflush(stdout);
}

enum status worker_show(struct worker *w)
{
	static struct ref_scenario s;
	struct trial trial;

	if (w->o->nr_files != 1 || input_read(w->o->files[0], &s))
		return STATUS_INCOMPLETE;
	print_scenario(&s);
	w->run->each = print_kernel_step;
	trial_run(w->run, &s, &trial);
	report_death(stdout, &trial, &s);
	return trial_is_bad(&trial) ? STATUS_BROKEN : STATUS_PASS;
}

static const char *result_name(const struct ref_obs *obs)
{
	if (obs->outcome == REF_REFUSED)
		return "refused";
	return obs->err ? strerrorname_np(-obs->err) : "done";
}

static void print_model_step(const struct ref_model *model,
			     const struct ref_layout *layout,
			     const struct ref_scenario *s, u32 step)
{
	const struct ref_obs *obs = ref_model_facts(model)->shown;
	char op[CODEC_COLUMNS + 1];

	report_op(s, step, op);
	printf("\nstep %u %s: %s", step, op, result_name(obs));
	if (step && s->op[step - 1].kind == REF_OP_QUERY && !obs->outcome)
		printf(", %s", map_zone_name(obs->chosen));
	putchar('\n');
	map_print(stdout, layout, &s->machine, obs);
}

static int show_by_model(struct ref_model *model, const struct ref_scenario *s)
{
	struct ref_profile right = { .faults = ~0u,
		.features = conf_features(s->machine.conf) };
	const struct ref_geometry *g = geometry_by_index(s->machine.geometry);
	static struct ref_layout layout;
	const char *why = layout_init(&layout, g, s);

	if (why) {
		fprintf(stderr, "mhpref: cannot be run: %s\n", why);
		return STATUS_INCOMPLETE;
	}
	print_scenario(s);
	ref_model_boot(model, g, &s->machine, &layout, &right);
	print_model_step(model, &layout, s, 0);
	for (u32 n = 0; n < s->nr_ops; n++) {
		ref_model_apply(model, &s->op[n], false);
		print_model_step(model, &layout, s, n + 1);
	}
	return STATUS_PASS;
}

int show_file(const char *path)
{
	static struct ref_scenario s;
	struct ref_model *model;
	int status;

	if (input_read(path, &s))
		return STATUS_INCOMPLETE;
	model = calloc(1, ref_model_size);
	if (!model) {
		fprintf(stderr, "mhpref: out of memory\n");
		return STATUS_INCOMPLETE;
	}
	status = show_by_model(model, &s);
	free(model);
	return status;
}
