/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A scenario: a machine, and what happens to it after boot.
 *
 * Addresses and sizes are in bytes, as firmware and command line give them;
 * ranges are half-open [start, end). Everything that the meaning of a
 * scenario depends on is in these structs; limits are checked by the codec
 * before anybody else sees one.
 */
#ifndef REF_SCENARIO_H
#define REF_SCENARIO_H

#include "types.h"

#define REF_MAX_NODES		8
#define REF_MAX_REGIONS		64
#define REF_MAX_RESERVED	16
#define REF_MAX_OPS		512
/* Sections and blocks that regions and operations of one scenario touch */
#define REF_MAX_SECTIONS	256
#define REF_MAX_BLOCKS		128
#define REF_NO_NODE		(-1)

/* ZONE_DEVICE: only in configurations that have it */
enum ref_zone {
	REF_ZONE_DMA, REF_ZONE_DMA32, REF_ZONE_NORMAL, REF_ZONE_MOVABLE,
	REF_ZONE_DEVICE, REF_NR_ZONES, REF_ZONE_NONE = REF_NR_ZONES,
};

/*
 * What the memmap of offline memory holds: what was there before, or poison,
 * and reading it is a finding
 */
enum ref_memmap { REF_MEMMAP_STALE, REF_MEMMAP_POISON };

/* Firmware calls it hotpluggable; it is not to be mapped */
enum ref_region_flags { REF_REGION_HOTPLUG = 1, REF_REGION_NOMAP = 2 };

/* Memory that firmware reports: [start, end) in bytes, on node nid */
struct ref_region {
	u64 start, end;
	u8 nid, flags;
};

/* Reserved at boot: [start, end) in bytes */
struct ref_reserved {
	u64 start, end;
};

/* Without the first it can never exist; has a CPU: is online from boot */
enum ref_node_flags { REF_NODE_POSSIBLE = 1, REF_NODE_CPU = 2 };

/**
 * struct ref_machine - what firmware and command line give at boot
 * @geometry: index into the table of geometries (GEOM=)
 * @conf: index into the table of configurations (CONF=)
 * @memmap: what offline memmap holds, an enum ref_memmap
 * @movable_node: the command line's movable_node
 * @block_size: bytes in a memory block, a power of two, at least a section
 * @dma_end: first byte above ZONE_DMA, a multiple of a page; 0: no such zone
 * @dma32_end: first byte above ZONE_DMA32, likewise
 * @kernelcore: bytes, 0: not given
 * @movablecore: bytes, 0: not given
 * @nr_regions: in use in @region
 * @nr_reserved: in use in @reserved
 * @node: flags of each node
 * @region: memory, ascending by address, disjoint, not empty
 * @reserved: reserved memory, ascending, disjoint, not empty
 */
struct ref_machine {
	u8 geometry, conf, memmap, movable_node;
	u64 block_size, dma_end, dma32_end, kernelcore, movablecore;
	u32 nr_regions, nr_reserved;
	u8 node[REF_MAX_NODES];
	struct ref_region region[REF_MAX_REGIONS];
	struct ref_reserved reserved[REF_MAX_RESERVED];
};

/*
 * A device brings [start, start + size); the block at start comes online, or
 * goes offline; the device takes [start, start + size)
 */
enum ref_op_kind {
	REF_OP_ADD, REF_OP_ONLINE, REF_OP_OFFLINE, REF_OP_REMOVE, REF_NR_OPS,
};

/* "online", "online_kernel", "online_movable" */
enum ref_online {
	REF_ONLINE_DEFAULT, REF_ONLINE_KERNEL, REF_ONLINE_MOVABLE,
	REF_NR_ONLINE,
};

/**
 * enum ref_fault - a failure injected into one operation
 * @REF_FAULT_NONE: none
 * @REF_FAULT_ALLOC: allocation number fault_nr (from 0) fails; never one that
 *	registers a node or that a section needs, which have their own faults
 * @REF_FAULT_MEMMAP: what section fault_nr (from 0) of an add needs (table of
 *	sections, usage map, memmap) is not to be had: ENOMEM
 * @REF_FAULT_NOTIFY: going online or offline is vetoed: EPERM
 * @REF_FAULT_NODE_NOTIFY: first or last memory of a node is vetoed: EPERM
 * @REF_FAULT_ISOLATE: the range cannot be isolated: EBUSY
 * @REF_FAULT_UNMOVABLE: a page cannot be moved: EBUSY
 * @REF_FAULT_SIGNAL: a signal is pending: EINTR
 * @REF_FAULT_HUGETLB: huge pages cannot be dissolved: EBUSY
 * @REF_FAULT_BLOCK_DEVICE: registering block fault_nr (from 0): EEXIST
 * @REF_FAULT_NODE_DEVICE: registering the node: EEXIST
 * @REF_NR_FAULTS: number of them
 *
 * A fault that the operation never meets has no effect.
 */
enum ref_fault {
	REF_FAULT_NONE, REF_FAULT_ALLOC, REF_FAULT_MEMMAP, REF_FAULT_NOTIFY,
	REF_FAULT_NODE_NOTIFY, REF_FAULT_ISOLATE, REF_FAULT_UNMOVABLE,
	REF_FAULT_SIGNAL, REF_FAULT_HUGETLB, REF_FAULT_BLOCK_DEVICE,
	REF_FAULT_NODE_DEVICE, REF_NR_FAULTS,
};

/**
 * struct ref_op - one event after boot
 * @kind: enum ref_op_kind
 * @online: enum ref_online, for REF_OP_ONLINE, else 0
 * @nid: node, for REF_OP_ADD, else 0
 * @fault: enum ref_fault
 * @fault_nr: which one fails, for faults that count, else 0
 * @start: first byte; ONLINE and OFFLINE: of the block, a multiple of its size
 * @size: bytes, for REF_OP_ADD and REF_OP_REMOVE, else 0
 *
 * ADD may be misaligned (the kernel refuses it). REMOVE of a range that is
 * misaligned, or in which a block does not exist, and ONLINE and OFFLINE of
 * a block that does not exist, never reach the kernel: no driver and no
 * sysfs file would do it. They are refused with ENODEV by the runner.
 */
struct ref_op {
	u8 kind, online, nid, fault;
	u32 fault_nr;
	u64 start, size;
};

struct ref_scenario {
	struct ref_machine machine;
	u32 nr_ops;
	struct ref_op op[REF_MAX_OPS];
};

#endif
