/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Notifier chains.
 */
#ifndef SHIM_NOTIFIER_H
#define SHIM_NOTIFIER_H

struct notifier_block;

typedef int (*notifier_fn_t)(struct notifier_block *nb, unsigned long action,
			     void *data);

struct notifier_block {
	notifier_fn_t notifier_call;
	struct notifier_block *next;
	int priority;
};

struct blocking_notifier_head {
	struct notifier_block *head;
};

#define BLOCKING_NOTIFIER_HEAD(name)	struct blocking_notifier_head name
#define RAW_NOTIFIER_HEAD(name)		struct blocking_notifier_head name
#define ATOMIC_NOTIFIER_HEAD(name)	struct blocking_notifier_head name

#define NOTIFY_DONE		0x0000
#define NOTIFY_OK		0x0001
#define NOTIFY_STOP_MASK	0x8000
#define NOTIFY_BAD		(NOTIFY_STOP_MASK | 0x0002)

static inline int notifier_from_errno(int error)
{
	return error ? NOTIFY_STOP_MASK | (NOTIFY_OK - error) : NOTIFY_OK;
}

static inline int notifier_to_errno(int ret)
{
	ret &= ~NOTIFY_STOP_MASK;
	return ret > NOTIFY_OK ? NOTIFY_OK - ret : 0;
}

static inline int shim_notify_register(struct blocking_notifier_head *chain,
				       struct notifier_block *nb)
{
	struct notifier_block **at = &chain->head;

	while (*at && (*at)->priority >= nb->priority)
		at = &(*at)->next;
	nb->next = *at;
	*at = nb;
	return 0;
}

static inline int shim_notify_unregister(struct blocking_notifier_head *chain,
					 struct notifier_block *nb)
{
	struct notifier_block **at = &chain->head;

	for (; *at; at = &(*at)->next) {
		if (*at != nb)
			continue;
		*at = nb->next;
		return 0;
	}
	return -ENOENT;
}

static inline int shim_notify(struct blocking_notifier_head *chain,
			      unsigned long action, void *data)
{
	struct notifier_block *nb;
	int ret = NOTIFY_DONE;

	for (nb = chain->head; nb && !(ret & NOTIFY_STOP_MASK); nb = nb->next)
		ret = nb->notifier_call(nb, action, data);
	return ret;
}

#define blocking_notifier_chain_register(c, nb)	shim_notify_register(c, nb)
#define blocking_notifier_chain_unregister(c, nb) \
	shim_notify_unregister(c, nb)
#define blocking_notifier_call_chain(c, action, data) \
	shim_notify(c, action, data)

#endif
