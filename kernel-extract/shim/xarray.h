/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The xarray, as a map. A store at a new index allocates, and so can fail.
 */
#ifndef SHIM_XARRAY_H
#define SHIM_XARRAY_H

struct xarray {
	struct kx_map shim_map;
};

struct xa_limit {
	u32 max;
	u32 min;
};

typedef unsigned int xa_mark_t;

#define XARRAY_INIT(name, flags)	{ { 0, 0, NULL } }
#define DEFINE_XARRAY(name)	struct xarray name = XARRAY_INIT(name, 0)
#define DEFINE_XARRAY_FLAGS(name, flags)	DEFINE_XARRAY(name)
#define DEFINE_XARRAY_ALLOC(name)	DEFINE_XARRAY(name)
#define XA_FLAGS_ALLOC		0
#define XA_MARK_0		0U
#define XA_MARK_1		1U
#define XA_MARK_2		2U
#define xa_limit_31b		((struct xa_limit){ INT_MAX, 0 })
#define xa_limit_32b		((struct xa_limit){ UINT_MAX, 0 })

static inline void *xa_load(const struct xarray *xa, unsigned long index)
{
	struct kx_map_slot *slot = kx_map_cover(&xa->shim_map, index);

	return slot ? slot->entry : NULL;
}

static inline void *xa_store(struct xarray *xa, unsigned long index,
			     void *entry, gfp_t gfp)
{
	struct kx_map_slot *slot = kx_map_find(&xa->shim_map, index);
	void *old;

	(void)gfp;
	if (!slot && kx_fault(REF_FAULT_ALLOC))
		return ERR_PTR(-ENOMEM);
	slot = kx_map_insert(&xa->shim_map, index);
	old = slot->entry;
	slot->entry = entry;
	return old;
}

static inline int xa_err(const void *entry)
{
	return IS_ERR(entry) ? (int)PTR_ERR(entry) : 0;
}

static inline void *xa_erase(struct xarray *xa, unsigned long index)
{
	return kx_map_erase(&xa->shim_map, index);
}

/* Ranges never overlap; NULL erases one that was stored */
static inline void *xa_store_range(struct xarray *xa, unsigned long first,
				   unsigned long last, void *entry, gfp_t gfp)
{
	void *old;

	if (!entry) {
		kx_map_erase(&xa->shim_map, first);
		return NULL;
	}
	old = xa_store(xa, first, entry, gfp);
	if (!xa_err(old))
		kx_map_find(&xa->shim_map, first)->last = last;
	return old;
}

static inline int xa_alloc(struct xarray *xa, u32 *id, void *entry,
			   struct xa_limit limit, gfp_t gfp)
{
	u32 at = limit.min;

	while (xa_load(xa, at) && at < limit.max)
		at++;
	*id = at;
	return xa_err(xa_store(xa, at, entry, gfp));
}

static inline void xa_set_mark(struct xarray *xa, unsigned long index,
			       xa_mark_t mark)
{
	struct kx_map_slot *slot = kx_map_find(&xa->shim_map, index);

	if (slot)
		slot->marks |= 1U << mark;
}

static inline void *shim_xa_next(const struct xarray *xa, unsigned long *index,
				 u32 marks)
{
	struct kx_map_slot *slot = kx_map_next(&xa->shim_map, *index);

	while (slot && marks && !(slot->marks & marks))
		slot = kx_map_next(&xa->shim_map, slot->index + 1);
	if (!slot)
		return NULL;
	*index = slot->index;
	return slot->entry;
}

#define xa_for_each(xa, index, entry) \
	for ((index) = 0; ((entry) = shim_xa_next(xa, &(index), 0)); \
	     (index)++)
#define xa_for_each_marked(xa, index, entry, mark) \
	for ((index) = 0; \
	     ((entry) = shim_xa_next(xa, &(index), 1U << (mark))); \
	     (index)++)

#endif
