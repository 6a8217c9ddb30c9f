/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Doubly linked lists.
 */
#ifndef SHIM_LIST_H
#define SHIM_LIST_H

#define LIST_HEAD_INIT(name)	{ &(name), &(name) }
#define LIST_HEAD(name)		struct list_head name = LIST_HEAD_INIT(name)
#define list_entry(p, t, m)	container_of(p, t, m)
#define list_first_entry(h, t, m)	list_entry((h)->next, t, m)
#define list_last_entry(h, t, m)	list_entry((h)->prev, t, m)
#define list_next_entry(p, m)	list_entry((p)->m.next, __typeof__(*(p)), m)
#define list_prev_entry(p, m)	list_entry((p)->m.prev, __typeof__(*(p)), m)
#define list_for_each(p, h) \
	for (p = (h)->next; p != (h); p = p->next)
#define list_for_each_entry(p, h, m) \
	for (p = list_first_entry(h, __typeof__(*p), m); &p->m != (h); \
	     p = list_next_entry(p, m))
#define list_for_each_entry_safe(p, n, h, m) \
	for (p = list_first_entry(h, __typeof__(*p), m), \
	     n = list_next_entry(p, m); &p->m != (h); \
	     p = n, n = list_next_entry(n, m))

shim_leaf void INIT_LIST_HEAD(struct list_head *list)
{
	list->next = list;
	list->prev = list;
}

static inline void shim_link(struct list_head *node, struct list_head *prev,
			     struct list_head *next)
{
	node->prev = prev;
	node->next = next;
	prev->next = node;
	next->prev = node;
}

static inline void list_add(struct list_head *node, struct list_head *head)
{
	shim_link(node, head, head->next);
}

static inline void list_add_tail(struct list_head *node,
				 struct list_head *head)
{
	shim_link(node, head->prev, head);
}

static inline void list_del(struct list_head *node)
{
	node->prev->next = node->next;
	node->next->prev = node->prev;
	node->next = NULL;
	node->prev = NULL;
}

static inline void list_del_init(struct list_head *node)
{
	list_del(node);
	INIT_LIST_HEAD(node);
}

static inline bool list_empty(const struct list_head *head)
{
	return head->next == head;
}

static inline void init_llist_head(struct llist_head *head)
{
	head->first = NULL;
}

#endif
