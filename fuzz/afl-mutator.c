// SPDX-License-Identifier: GPL-2.0-only
/*
 * The mutator as AFL++ loads it: a shared library with these names.
 */
#include <stdlib.h>

#include "afl-mutator.h"
#include "codec.h"
#include "mutator.h"
#include "target.h"

struct afl_mutator {
	struct rng rng;
	u8 out[CODEC_CBOR_MAX];
};

void *afl_custom_init(void *afl, u32 seed)
{
	struct afl_mutator *m = calloc(1, sizeof(*m));

	(void)afl;
	if (!m)
		abort();
	m->rng.state = seed;
	target_open_board();
	return m;
}

void afl_custom_deinit(void *data)
{
	free(data);
}

/* One time in eight with the other input that AFL++ offers */
size_t afl_custom_fuzz(void *data, u8 *in, size_t in_len, u8 **out, u8 *add,
		       size_t add_len, size_t max)
{
	struct afl_mutator *m = data;
	bool cross = rng_once_in(&m->rng, 8);
	bool fresh = rng_once_in(&m->rng, 4) && target_is_dull(in, in_len);
	size_t len = mutator_bytes(in, in_len, cross ? add : NULL, add_len,
				   m->out, target_geometry(), target_conf(),
				   fresh, rng_next(&m->rng));

	*out = m->out;
	return len > max ? 0 : len;
}
