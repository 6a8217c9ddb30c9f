/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the readers and writers of the two forms share; inside the codec.
 */
#ifndef FUZZ_CODEC_FORMS_H
#define FUZZ_CODEC_FORMS_H

#include "codec.h"
#include "scenario-check.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define __printf(a, b)	__attribute((format(printf, a, b)))

/**
 * struct codec_places - where in the input the parts of a scenario stand
 * @part: offset of each part that there is once; of the others, the place
 *	to name if there are none or too many
 * @node: offset of each node
 * @region: offset of each region
 * @reserved: offset of each reserved range
 * @cma: offset of each CMA area
 * @op: offset of each operation
 */
struct codec_places {
	u32 part[SCENARIO_NR_PARTS];
	u32 node[REF_MAX_NODES];
	u32 region[REF_MAX_REGIONS];
	u32 reserved[REF_MAX_RESERVED];
	u32 cma[REF_MAX_CMA];
	u32 op[REF_MAX_OPS];
};

/* Fill in an error: always returns -1; a first error is not overwritten */
__printf(3, 4)
int codec_fail(struct codec_error *err, size_t offset, const char *fmt, ...);

/*
 * Read one form into @out, which is not checked yet. @out and @places are
 * zeroed first, except on the first error.
 */
int codec_read_cbor(const u8 *bytes, size_t len, struct ref_scenario *out,
		    struct codec_places *places, struct codec_error *err);
int codec_read_text(const u8 *bytes, size_t len, struct ref_scenario *out,
		    struct codec_places *places, struct codec_error *err);

/* Offset of a field in the part that starts at @offset */
size_t codec_field_cbor(const u8 *bytes, size_t len, size_t offset,
			enum scenario_part part, enum scenario_field field);
size_t codec_field_text(const u8 *bytes, size_t len, size_t offset,
			enum scenario_part part, enum scenario_field field);

/* Words of the text form; their places are the numbers of the CBOR form */
extern const char *const codec_memmaps[2];
extern const char *const codec_onlines[REF_NR_ONLINE];
extern const char *const codec_faults[REF_NR_FAULTS];
extern const char *const codec_kinds[REF_NR_OPS];
extern const char *const codec_params[REF_NR_PARAMS];
extern const char *const codec_policies[2];
extern const char *const codec_autos[REF_NR_AUTO];
extern const char *const codec_groups[2];

#endif
