// SPDX-License-Identifier: GPL-2.0-only
/*
 * A map from index to pointer, for the shim's xarray: a sorted array.
 */
#include <string.h>

#include "kx.h"

/*
 * First slot at or above @index. Indices often follow each other without a
 * gap: where it is then is tried first.
 */
static u32 lower_bound(const struct kx_map *map, unsigned long index)
{
	u32 low = 0, high = map->used;
	unsigned long guess;

	if (!high)
		return 0;
	guess = index - map->slot[0].index;
	if (guess < high && map->slot[guess].index == index)
		return (u32)guess;
	while (low < high) {
		u32 mid = (low + high) / 2;

		if (map->slot[mid].index < index)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* First slot at or above @index, or NULL */
struct kx_map_slot *kx_map_next(const struct kx_map *map, unsigned long index)
{
	u32 at = lower_bound(map, index);

	return at < map->used ? &map->slot[at] : NULL;
}

struct kx_map_slot *kx_map_find(const struct kx_map *map, unsigned long index)
{
	struct kx_map_slot *slot = kx_map_next(map, index);

	return slot && slot->index == index ? slot : NULL;
}

/* The slot whose range has @index in it, or NULL */
struct kx_map_slot *kx_map_cover(const struct kx_map *map, unsigned long index)
{
	u32 at = lower_bound(map, index);

	if (at < map->used && map->slot[at].index == index)
		return &map->slot[at];
	return at && map->slot[at - 1].last >= index ? &map->slot[at - 1] :
						       NULL;
}

/* What is at each of @nr indices, which ascend, or NULL */
void kx_map_pick(const struct kx_map *map, const u64 *index, u32 nr,
		 void **entry)
{
	const struct kx_map_slot *slot = map->slot, *end = slot + map->used;
	u32 i;

	for (i = 0; i < nr; i++) {
		while (slot < end && slot->index < index[i])
			slot++;
		entry[i] = slot < end && slot->index == index[i] ?
			slot->entry : NULL;
	}
}

static void grow(struct kx_map *map)
{
	u32 room = map->room ? 2 * map->room : 32;
	struct kx_map_slot *slot;

	slot = kx_alloc_quietly(room * sizeof(*slot));
	if (!slot)
		kx_bug(__FILE__, __LINE__, "heap exhausted");
	if (map->used)
		memcpy(slot, map->slot, map->used * sizeof(*slot));
	kx_free(map->slot);
	map->slot = slot;
	map->room = room;
}

/* The slot of @index, which is made if there is none */
struct kx_map_slot *kx_map_insert(struct kx_map *map, unsigned long index)
{
	u32 at = lower_bound(map, index);
	struct kx_map_slot *slot;

	if (at < map->used && map->slot[at].index == index)
		return &map->slot[at];
	if (map->used == map->room)
		grow(map);
	slot = &map->slot[at];
	memmove(slot + 1, slot, (map->used - at) * sizeof(*slot));
	map->used++;
	*slot = (struct kx_map_slot){ .index = index, .last = index };
	return slot;
}

/* What was there, or NULL */
void *kx_map_erase(struct kx_map *map, unsigned long index)
{
	struct kx_map_slot *slot = kx_map_find(map, index);
	void *entry;
	u32 at;

	if (!slot)
		return NULL;
	entry = slot->entry;
	at = (u32)(slot - map->slot);
	map->used--;
	memmove(slot, slot + 1, (map->used - at) * sizeof(*slot));
	return entry;
}
