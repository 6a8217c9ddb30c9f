// SPDX-License-Identifier: GPL-2.0-only
/*
 * Glue for libFuzzer. Called with a command, the program is a worker.
 */
#include <stdlib.h>
#include <string.h>

#include "codec.h"
#include "libfuzzer.h"
#include "mutator.h"
#include "target.h"
#include "worker.h"

/* libFuzzer takes these for coverage */
__attribute__((section("__libfuzzer_extra_counters")))
static u8 features[TARGET_FEATURES];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	if (worker_is_asked(*argc, *argv))
		exit(worker_main(*argc, *argv));
	target_start();
	target_set_features(features);
	return 0;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
	target_run(data, size);
	return 0;
}

/* What only shows a known quirk once more: start anew, one time in four */
static bool wants_fresh(const u8 *data, size_t size, u32 seed)
{
	return seed % 4 == 0 && target_is_dull(data, size);
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max, u32 seed)
{
	static u8 out[CODEC_CBOR_MAX];
	size_t len = mutator_bytes(data, size, NULL, 0, out,
				   target_geometry(), target_conf(),
				   wants_fresh(data, size, seed), seed);

	if (len > max)
		return 0;
	memcpy(data, out, len);
	return len;
}

size_t LLVMFuzzerCustomCrossOver(const u8 *data1, size_t size1,
				 const u8 *data2, size_t size2,
				 u8 *out, size_t max, u32 seed)
{
	static u8 child[CODEC_CBOR_MAX];
	size_t len = mutator_bytes(data1, size1, data2, size2, child,
				   target_geometry(), target_conf(), false,
				   seed);

	if (len > max)
		return 0;
	memcpy(out, child, len);
	return len;
}
