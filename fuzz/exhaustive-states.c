// SPDX-License-Identifier: GPL-2.0-only
/*
 * The states of an exhaustive run, and the file that they are kept in.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "exhaustive.h"
#include "hash.h"
#include "input.h"

#define MAGIC		0x3173657661687865ull

u64 exhaustive_key(const struct exhaustive *x)
{
	const struct runner *run = x->w->run;

	return runner_state_hash(run, hash_bytes(HASH_START, &run->params,
						 sizeof(run->params)));
}

/* The slot of a key: where it is, or where it belongs */
static u32 *slot_of(const struct exhaustive *x, u64 key)
{
	u32 at = key & (x->slots - 1);

	while (x->index[at] && x->state[x->index[at] - 1].key != key)
		at = (at + 1) & (x->slots - 1);
	return &x->index[at];
}

/* Twice the room, at most half of the slots in use */
static bool grow(struct exhaustive *x)
{
	u32 room = x->room ? x->room * 2 : 4096;
	struct exhaustive_state *state;

	if (room > EXHAUSTIVE_STATES)
		return false;
	state = realloc(x->state, room * sizeof(*state));
	if (!state)
		return false;
	x->state = state;
	free(x->index);
	x->index = calloc(room * 2, sizeof(*x->index));
	if (!x->index)
		return false;
	x->room = room;
	x->slots = room * 2;
	for (u32 n = 0; n < x->kept.nr; n++)
		*slot_of(x, state[n].key) = n + 1;
	return true;
}

int exhaustive_add(struct exhaustive *x, u64 key, u32 parent, u32 op)
{
	struct exhaustive_state *s;
	u32 *slot;

	if (x->kept.nr == x->room && !grow(x))
		return -1;
	slot = slot_of(x, key);
	if (*slot)
		return 0;
	s = &x->state[x->kept.nr++];
	*slot = x->kept.nr;
	s->key = key;
	s->parent = parent;
	s->op = op;
	s->depth = x->kept.nr == 1 ? 0 : x->state[parent].depth + 1;
	return 0;
}

u32 exhaustive_path(struct exhaustive *x, u32 state)
{
	u32 depth = x->state[state].depth;

	x->path.nr_ops = depth;
	for (u32 n = depth; n; n--) {
		x->path.op[n - 1] = x->base.op[x->state[state].op];
		state = x->state[state].parent;
	}
	return depth;
}

/* The file: what is kept, the states, a hash over both */
static size_t size_of(u32 states)
{
	return sizeof(struct exhaustive_kept) +
	       states * sizeof(struct exhaustive_state) + sizeof(u64);
}

void exhaustive_save(struct exhaustive *x)
{
	size_t size = size_of(x->kept.nr), body = size - sizeof(u64);
	u8 *bytes = malloc(size);
	u64 hash;

	x->saved_ns = exhaustive_now();
	if (!bytes)
		return;
	x->kept.magic = MAGIC;
	memcpy(bytes, &x->kept, sizeof(x->kept));
	memcpy(bytes + sizeof(x->kept), x->state,
	       x->kept.nr * sizeof(*x->state));
	hash = hash_bytes(HASH_START, bytes, body);
	memcpy(bytes + body, &hash, sizeof(hash));
	input_write(x->file, bytes, size);
	free(bytes);
}

static bool is_whole(const u8 *bytes, size_t size)
{
	u64 hash;

	memcpy(&hash, bytes + size - sizeof(hash), sizeof(hash));
	return hash == hash_bytes(HASH_START, bytes, size - sizeof(hash));
}

/* The name has a hash of all that it depends on, but who knows */
static bool is_ours(const struct exhaustive *x,
		    const struct exhaustive_kept *kept, size_t size)
{
	return kept->magic == MAGIC && kept->made_of == x->kept.made_of &&
	       kept->nr && kept->nr <= EXHAUSTIVE_STATES &&
	       size == size_of(kept->nr);
}

static bool take(struct exhaustive *x, const u8 *bytes, size_t size)
{
	static struct exhaustive_kept kept;

	memcpy(&kept, bytes, sizeof(kept));
	if (!is_whole(bytes, size) || !is_ours(x, &kept, size))
		return false;
	while (x->room < kept.nr)
		if (!grow(x))
			return false;
	memcpy(x->state, bytes + sizeof(kept),
	       kept.nr * sizeof(*x->state));
	x->kept = kept;
	for (u32 n = 0; n < kept.nr; n++)
		*slot_of(x, x->state[n].key) = n + 1;
	return true;
}

bool exhaustive_load(struct exhaustive *x)
{
	FILE *f = fopen(x->file, "r");
	bool taken = false;
	struct stat st;
	u8 *bytes;

	if (!f)
		return false;
	if (!fstat(fileno(f), &st) && st.st_size >= (off_t)size_of(1) &&
	    st.st_size <= (off_t)size_of(EXHAUSTIVE_STATES)) {
		bytes = malloc(st.st_size);
		taken = bytes && fread(bytes, st.st_size, 1, f) == 1 &&
			take(x, bytes, st.st_size);
		free(bytes);
	}
	fclose(f);
	if (!taken)
		fprintf(stderr, "mhpref: %s is damaged: beginning anew\n",
			x->file);
	return taken;
}
