/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Devices, buses and sysfs, modelled as far as memory blocks and nodes use
 * them: references, registration, the offline flag, links.
 */
#ifndef SHIM_DEVICE_H
#define SHIM_DEVICE_H

struct device;
struct device_driver;

/* The key is what its name says: first letter of the bus, and the number */
struct kobject {
	u64 shim_key;
	char name[1];
};

struct bus_type {
	const char *name;
	const char *dev_name;
	int (*online)(struct device *dev);
	int (*offline)(struct device *dev);
};

struct attribute {
	const char *name;
	umode_t mode;
};

struct bin_attribute {
	struct attribute attr;
};

struct attribute_group {
	const char *name;
	struct attribute **attrs;
	const struct bin_attribute *const *bin_attrs;
};

struct device_attribute {
	ssize_t (*store)(struct device *d, struct device_attribute *a,
			 const char *from, size_t bytes);
	ssize_t (*show)(struct device *d, struct device_attribute *a,
			char *to);
	struct attribute attr;
};

struct device {
	struct kobject kobj;
	struct device *parent;
	const struct bus_type *bus;
	const struct attribute_group **groups;
	void (*release)(struct device *dev);
	u32 id;
	int shim_refs;
	bool offline;
	bool offline_disabled;
	struct list_head shim_on_bus;
};

#define __ATTR(n, m, sh, st) \
	{ .attr = { .name = #n, .mode = (m) }, .show = (sh), .store = (st) }
#define DEVICE_ATTR(n, m, sh, st) \
	struct device_attribute dev_attr_##n = __ATTR(n, m, sh, st)
#define DEVICE_ATTR_RW(n)	DEVICE_ATTR(n, 0644, n##_show, n##_store)
#define DEVICE_ATTR_RO(n)	DEVICE_ATTR(n, 0444, n##_show, NULL)
#define DEVICE_ATTR_WO(n)	DEVICE_ATTR(n, 0200, NULL, n##_store)

extern struct list_head shim_devices;

int shim_device_register(struct device *dev);
void shim_device_unregister(struct device *dev);
void shim_device_put(struct device *dev);
int shim_device_online(struct device *dev);
int shim_device_offline(struct device *dev);
int shim_bus_for_each(const struct bus_type *bus, void *data,
		      int (*fn)(struct device *dev, void *data));

#define device_register(dev)	shim_device_register(dev)
#define device_unregister(dev)	shim_device_unregister(dev)
#define put_device(dev)		shim_device_put(dev)
#define device_online(dev)	shim_device_online(dev)
#define device_offline(dev)	shim_device_offline(dev)
#define bus_for_each_dev(bus, start, data, fn) \
	((void)(start), shim_bus_for_each(bus, data, fn))
#define dev_assign_offline(dev, is)	((void)((dev)->offline = (is)))
#define subsys_system_register(bus, groups)	((void)(bus), (void)(groups), 0)
#define kobject_name(k)		((const char *)(k)->name)
#define dev_name(dev)		kobject_name(&(dev)->kobj)
#define dev_set_drvdata(dev, p)	((void)(dev), (void)(p))
#define kobject_uevent(k, action)	((void)(k))

static inline struct device *get_device(struct device *dev)
{
	if (dev)
		dev->shim_refs++;
	return dev;
}

static inline u64 shim_key_of(const char *name)
{
	return container_of(name, struct kobject, name[0])->shim_key;
}

#define SHIM_KEY(letter, number)	((u64)(letter) << 56 | (number))
#define shim_key_letter(key)	((char)((key) >> 56))
#define shim_key_number(key)	((key) & (1ULL << 56) - 1)

#define sysfs_create_link(k, target, name) \
	((void)(name), kx_link((k)->shim_key, (target)->shim_key))
#define sysfs_create_link_nowarn(k, target, name) \
	((void)(name), kx_link((k)->shim_key, (target)->shim_key))
#define sysfs_remove_link(k, name) \
	kx_unlink((k)->shim_key, shim_key_of(name))
#define sysfs_notify(k, dir, name)	((void)(k), (void)(name))

bool sysfs_streq(const char *a, const char *b);
int sysfs_emit(char *buf, const char *format, ...);
int sysfs_emit_at(char *buf, int at, const char *format, ...);
int sprintf(char *to, const char *format, ...);

#endif
