// SPDX-License-Identifier: GPL-2.0-only
/*
 * What drivers/base/core.c does for a memory block's and a node's device.
 */
#include "kernel.h"

struct list_head shim_devices SHIM_DATA = LIST_HEAD_INIT(shim_devices);

static bool is_block(const struct device *dev)
{
	return dev->bus->name[0] == 'm';
}

static int inject_block(void)
{
	if (kx_fault(REF_FAULT_BLOCK_DEVICE))
		return -EEXIST;
	return kx_fault(REF_FAULT_ALLOC) ? -ENOMEM : 0;
}

/* Not where it is not survived: see SHIM_SPARED */
static int inject_node(void)
{
	bool fail = !HAVE___register_one_node &&
		    kx_fault(REF_FAULT_NODE_DEVICE);

	return fail ? -EEXIST : 0;
}

/* Also when it fails, the device has the one reference of its owner */
int shim_device_register(struct device *dev)
{
	int ret;

	dev->shim_refs = 1;
	dev->kobj.shim_key = SHIM_KEY(dev->bus->name[0], dev->id);
	ret = is_block(dev) ? inject_block() : inject_node();
	if (ret)
		return ret;
	get_device(dev);
	list_add_tail(&dev->shim_on_bus, &shim_devices);
	return 0;
}

void shim_device_put(struct device *dev)
{
	if (!dev)
		return;
	if (dev->shim_refs <= 0)
		kx_bug(__FILE__, __LINE__, "reference of a device put twice");
	if (!--dev->shim_refs && dev->release)
		dev->release(dev);
}

void shim_device_unregister(struct device *dev)
{
	if (!dev->shim_on_bus.next)
		kx_bug(__FILE__, __LINE__, "device is not registered");
	list_del(&dev->shim_on_bus);
	kx_unlink_from(dev->kobj.shim_key);
	shim_device_put(dev);
	shim_device_put(dev);
}

/* 0, 1 if it is online already, or a negative errno */
int shim_device_online(struct device *dev)
{
	int ret;

	if (!dev->bus->online || !dev->bus->offline)
		return 0;
	if (!dev->offline)
		return 1;
	ret = dev->bus->online(dev);
	if (!ret)
		dev->offline = false;
	return ret;
}

/* 0, 1 if it is offline already, or a negative errno */
int shim_device_offline(struct device *dev)
{
	int ret;

	if (dev->offline_disabled)
		return -EPERM;
	if (!dev->bus->online || !dev->bus->offline)
		return 0;
	if (dev->offline)
		return 1;
	ret = dev->bus->offline(dev);
	if (!ret)
		dev->offline = true;
	return ret;
}

int shim_bus_for_each(const struct bus_type *bus, void *data,
		      int (*fn)(struct device *dev, void *data))
{
	struct device *dev, *next;
	int ret = 0;

	list_for_each_entry_safe(dev, next, &shim_devices, shim_on_bus) {
		if (dev->bus != bus)
			continue;
		ret = fn(dev, data);
		if (ret)
			break;
	}
	return ret;
}
