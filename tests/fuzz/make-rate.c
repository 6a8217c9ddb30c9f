// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes the scenarios that mhpref rate measures, tests/rate/GEOM-LENGTH:
 *	make-rate GEOM LENGTH COUNT DIR [CONF]
 *
 * They are committed, so that figures can be compared; this is how they came
 * about. Each has LENGTH operations, of which 60 percent or more change
 * state, by the model. With CONF a fifth of them or more are not about blocks:
 * groups, parameters, queries, what is mapped as ZONE_DEVICE; and queries, of
 * which there is one in ten at most, count as if they changed something.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../../ref/model.h"

#include "../../fuzz/codec.h"
#include "../../fuzz/layout.h"
#include "../../fuzz/geometry.h"
#include "../../fuzz/mutator.h"

#define CHANGING_PERCENT	60
#define TRIES			100000
/* Larger blocks are rare, and would be all that is measured */
#define BLOCK_MAX		(64ull << 20)

static struct ref_scenario s;

/* How many operations change state */
static u32 changing(void)
{
	const struct ref_profile right = { .faults = ~0u,
		.features = conf_features(s.machine.conf) };
	static struct ref_layout layout;
	static struct ref_model *model;
	const struct ref_geometry *g = geometry_by_index(s.machine.geometry);
	u32 count = 0;

	if (!model)
		model = calloc(1, ref_model_size);
	if (!model || layout_init(&layout, g, &s))
		return 0;
	ref_model_boot(model, g, &s.machine, &layout, &right);
	for (u32 n = 0; n < s.nr_ops; n++) {
		ref_model_apply(model, &s.op[n], false);
		count += ref_model_facts(model)->shown->err == 0;
	}
	return count;
}

/* Enough that is not about blocks, and not too many queries? */
static bool is_mixed(void)
{
	u32 others = 0, queries = 0;

	for (u32 n = 0; n < s.nr_ops; n++) {
		others += s.op[n].kind >= REF_OP_REGISTER;
		queries += s.op[n].kind == REF_OP_QUERY;
	}
	return others * 5 >= s.nr_ops && queries * 10 <= s.nr_ops;
}

static bool make(u8 geometry, const char *conf, u32 length, u64 seed)
{
	struct rng rng = { seed };

	mutator_machine(&s, geometry, conf ? conf_index(conf) : 0, &rng);
	if (s.machine.block_size > BLOCK_MAX)
		return false;
	for (u32 n = 0; n < 4 * length && s.nr_ops < length; n++)
		mutator_ops(&s, 1, &rng);
	return s.nr_ops == length && (!conf || is_mixed()) &&
	       changing() * 100 >= length * CHANGING_PERCENT;
}

static int store(const char *dir, u32 number)
{
	static u8 cbor[CODEC_CBOR_MAX];
	size_t len = codec_write_cbor(&s, cbor, sizeof(cbor));
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%03u.cbor", dir, number);
	file = fopen(path, "we");
	if (!file || fwrite(cbor, 1, len, file) != len || fclose(file)) {
		perror(path);
		return -1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	s32 geometry = argc > 4 ? geometry_index(argv[1]) : -1;
	const char *conf = argc > 5 ? argv[5] : NULL;
	u32 length, count, made = 0;

	if (geometry < 0 || (conf && conf_index(conf) < 0)) {
		fprintf(stderr,
			"usage: make-rate GEOM LENGTH COUNT DIR [CONF]\n");
		return 2;
	}
	length = strtoul(argv[2], NULL, 10);
	count = strtoul(argv[3], NULL, 10);
	for (u64 seed = 0; made < count && seed < TRIES; seed++)
		if (make(geometry, conf, length, seed) &&
		    store(argv[4], made++))
			return 1;
	return made < count;
}
