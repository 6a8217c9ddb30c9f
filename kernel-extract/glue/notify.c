// SPDX-License-Identifier: GPL-2.0-only
/*
 * What listens to the kernel's notifications: a driver that vetoes, and one
 * that holds a page which cannot be moved.
 */
#include "glue.h"

/* A page that was made unmovable, and what it was before */
struct held_page {
	struct page *page;
	int count;
	u32 type;
};

static struct held_page held SHIM_DATA = { .page = NULL };

/* As a balloon does: offline to its driver, and referenced */
static void hold(struct page *page)
{
	held.page = page;
	held.count = page->_refcount.counter;
	held.type = page->page_type;
	__SetPageOffline(page);
	page->_refcount.counter = 1;
}

static void release(void)
{
	if (!held.page)
		return;
	held.page->_refcount.counter = held.count;
	held.page->page_type = held.type;
	held.page = NULL;
}

static int veto(enum ref_fault kind)
{
	return kx_fault(kind) ? notifier_from_errno(-EPERM) : NOTIFY_OK;
}

static int on_memory(struct notifier_block *nb, unsigned long action,
		     void *data)
{
	struct memory_notify *arg = data;

	(void)nb;
	switch (action) {
	case MEM_GOING_OFFLINE:
		if (kx_fault(REF_FAULT_UNMOVABLE))
			hold(pfn_to_page(arg->start_pfn));
		return veto(REF_FAULT_NOTIFY);
#if HAVE_MEM_PREPARE_ONLINE
	case MEM_PREPARE_ONLINE:
		return veto(REF_FAULT_PREPARE);
#endif
	case MEM_GOING_ONLINE:
		return veto(REF_FAULT_NOTIFY);
	case MEM_CANCEL_OFFLINE:
		release();
		return NOTIFY_OK;
	default:
		return NOTIFY_OK;
	}
}

static struct notifier_block memory_nb SHIM_DATA = {
	.notifier_call = on_memory,
};

#if HAVE_register_node_notifier
static int on_node(struct notifier_block *nb, unsigned long action,
		   void *data)
{
	(void)nb;
	(void)data;
	if (action == NODE_ADDING_FIRST_MEMORY ||
	    action == NODE_REMOVING_LAST_MEMORY)
		return veto(REF_FAULT_NODE_NOTIFY);
	return NOTIFY_OK;
}

static struct notifier_block node_nb SHIM_DATA = {
	.notifier_call = on_node,
};
#endif

void glue_register_notifiers(void)
{
	register_memory_notifier(&memory_nb);
#if HAVE_register_node_notifier
	register_node_notifier(&node_nb);
#endif
}
