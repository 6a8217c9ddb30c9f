// SPDX-License-Identifier: GPL-2.0-only
/*
 * mhpref bisect: does this kernel go wrong by a scenario, and by the rule that
 * it was found by?
 */
#include <stdio.h>

#include "input.h"
#include "report.h"
#include "worker.h"

#define BIT(id)	(1ull << REF_R_##id)
/* After these nothing more is known of the rule that is meant */
#define ENDS	(BIT(HANG) | BIT(CRASH) | BIT(SANITIZER) | BIT(BUG))

static enum status tell(const struct worker *w, const struct trial *trial)
{
	const char *wanted = w->o->rule, *rule = report_rule(trial);
	bool same = !wanted || rule_find(wanted) == trial->breach.rule;

	if (trial->end == TRIAL_PASS)
		return STATUS_PASS;
	if (!trial_is_bad(trial)) {
		fprintf(stderr, "mhpref: cannot be run: %s\n", trial->text);
		return STATUS_INCOMPLETE;
	}
	printf("step %u: %s %s %s\n", trial->step, rule, trial->breach.field,
	       same ? "" : "(not the rule that is meant)");
	return same ? STATUS_BROKEN : STATUS_INCOMPLETE;
}

/*
 * A quirk that the nearest known version has not is what may be looked for,
 * and excuses nothing
 */
enum status worker_bisect(struct worker *w)
{
	static struct ref_scenario s;
	struct trial trial;

	if (w->o->nr_files != 1 || input_read(w->o->files[0], &s))
		return STATUS_INCOMPLETE;
	w->run->profile.quirks &= ~w->unlisted;
	if (w->o->rule)
		w->run->rules = ENDS | 1ull << rule_find(w->o->rule);
	worker_confirm(w, &s, &trial);
	return tell(w, &trial);
}
