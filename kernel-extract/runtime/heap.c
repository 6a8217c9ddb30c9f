// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tracked heap: the upper half of the arena.
 *
 * Objects are cut off the end and, when freed, kept in lists by size. The
 * reset forgets them all. What a kernel leaks is not a finding by itself;
 * freeing what is not allocated is.
 */
#include <string.h>

#include "asan.h"
#include "arena.h"

#define GRAIN		64UL
#define NR_CLASSES	64	/* up to 4 KiB; larger ones are never reused */
#define LIVE		0x6576696cU
#define DEAD		0x64616564U

struct object {
	u32 class;
	u32 state;
	u64 size;
	struct object *next;
	u64 pad;
};

static size_t used;
static struct object *unused[NR_CLASSES + 1];

static size_t room_of(size_t size)
{
	return (sizeof(struct object) + size + KX_REDZONE + GRAIN - 1) &
		~(GRAIN - 1);
}

static struct object *cut(size_t room)
{
	struct object *object;

	if (room > KX_ARENA_HALF - used)
		kx_bug(__FILE__, __LINE__, "heap exhausted");
	object = (void *)(kx_arena + KX_ARENA_HALF + used);
	used += room;
	kx_unpoison(object, sizeof(*object));
	return object;
}

/* Memory of the runtime's own: never made to fail */
void *kx_alloc_quietly(size_t size)
{
	size_t room, class;
	struct object *object;

	if (size > KX_ARENA_HALF / 2)
		return NULL;
	room = room_of(size);
	class = room / GRAIN;
	if (class <= NR_CLASSES && unused[class]) {
		object = unused[class];
		unused[class] = object->next;
	} else {
		object = cut(room);
	}
	object->class = (u32)class;
	object->state = LIVE;
	object->size = size;
	kx_unpoison(object + 1, size);
	return object + 1;
}

/**
 * kx_alloc() - memory for kernel text
 * @size: bytes
 *
 * Return: memory with its old content, NULL if it is made to fail.
 */
void *kx_alloc(size_t size)
{
	void *p;

	if (kx_fault(REF_FAULT_ALLOC))
		return NULL;
	p = kx_alloc_quietly(size);
	if (p)
		memset(p, 0xa5, size);
	return p;
}

void *kx_zalloc(size_t size)
{
	void *p;

	if (kx_fault(REF_FAULT_ALLOC))
		return NULL;
	p = kx_alloc_quietly(size);
	if (p)
		memset(p, 0, size);
	return p;
}

void kx_free(const void *p)
{
	struct object *object = (struct object *)p - 1;

	if (!p)
		return;
	if (!kx_in_arena(object) || (char *)object < kx_arena + KX_ARENA_HALF ||
	    (char *)object >= kx_arena + KX_ARENA_HALF + used)
		kx_bug(__FILE__, __LINE__, "bad free");
	if (object->state != LIVE)
		kx_bug(__FILE__, __LINE__, "double or bad free");
	object->state = DEAD;
	kx_poison(object + 1, object->size);
	if (object->class > NR_CLASSES)
		return;
	object->next = unused[object->class];
	unused[object->class] = object;
}

void kx_heap_reset(void)
{
	kx_poison(kx_arena + KX_ARENA_HALF, used);
	memset(unused, 0, sizeof(unused));
	used = 0;
}
