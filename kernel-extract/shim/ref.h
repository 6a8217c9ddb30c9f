/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * References that count per CPU: there is one.
 */
#ifndef SHIM_REF_H
#define SHIM_REF_H

typedef void (percpu_ref_func_t)(struct percpu_ref *ref);

static inline int percpu_ref_init(struct percpu_ref *ref,
				  percpu_ref_func_t *release,
				  unsigned int flags, gfp_t gfp)
{
	(void)flags;
	(void)gfp;
	ref->shim_count = 1;
	ref->shim_release = release;
	return kx_fault(REF_FAULT_ALLOC) ? -ENOMEM : 0;
}

static inline void percpu_ref_put_many(struct percpu_ref *ref,
				       unsigned long nr)
{
	ref->shim_count -= nr;
	if (!ref->shim_count)
		ref->shim_release(ref);
}

static inline void percpu_ref_get_many(struct percpu_ref *ref,
				       unsigned long nr)
{
	ref->shim_count += nr;
}

static inline bool percpu_ref_tryget_live(struct percpu_ref *ref)
{
	bool live = ref->shim_count;

	ref->shim_count += live;
	return live;
}

#define percpu_ref_tryget_live_rcu(ref)	percpu_ref_tryget_live(ref)
#define percpu_ref_get(ref)		percpu_ref_get_many(ref, 1)
#define percpu_ref_put(ref)		percpu_ref_put_many(ref, 1)
/* Gives up the first one */
#define percpu_ref_kill(ref)		percpu_ref_put_many(ref, 1)
#define percpu_ref_exit(ref)		((void)(ref))

#endif
