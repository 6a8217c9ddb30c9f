/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A scenario: a machine, and what happens to it after boot; and the geometry,
 * the sizes that are fixed when a kernel is compiled.
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
#define REF_MAX_REGIONS		160
#define REF_MAX_RESERVED	16
#define REF_MAX_CMA		8
#define REF_MAX_GROUPS		16
#define REF_MAX_MAPS		16
#define REF_MAX_OPS		512
/* Sections and blocks that regions and operations of one scenario touch */
#define REF_MAX_SECTIONS	256
#define REF_MAX_BLOCKS		128
#define REF_NO_NODE		(-1)

/**
 * struct ref_geometry - sizes that a kernel is compiled for
 * @name: as in GEOM=
 * @page_shift: log2 of bytes in a page (PAGE_SHIFT)
 * @section_shift: log2 of bytes in a section (SECTION_SIZE_BITS)
 * @subsection_shift: log2 of bytes in a subsection (SUBSECTION_SHIFT)
 * @pageblock_order: log2 of pages in a pageblock
 * @max_order: log2 of pages in the largest free page (MAX_PAGE_ORDER)
 * @phys_bits: log2 of bytes in the physical address space (MAX_PHYSMEM_BITS)
 * @memmap_shift: log2 of bytes; a memmap that is to lie on its own memory is a
 *	whole number of them (arch_supports_memmap_on_memory)
 */
struct ref_geometry {
	const char *name;
	u8 page_shift, section_shift, subsection_shift;
	u8 pageblock_order, max_order, phys_bits, memmap_shift;
};

/* ZONE_DEVICE: only in configurations that have it */
enum ref_zone {
	REF_ZONE_DMA, REF_ZONE_DMA32, REF_ZONE_NORMAL, REF_ZONE_MOVABLE,
	REF_ZONE_DEVICE, REF_NR_ZONES, REF_ZONE_NONE = REF_NR_ZONES,
};

/*
 * What a kernel's configuration has that makes a difference, and what only
 * trying tells
 */
enum ref_conf_feature {
	REF_CONF_NUMA = 1,		/* more nodes than node 0 */
	REF_CONF_CMA = 2,		/* CMA areas */
	REF_CONF_ZONE_DEVICE = 4,	/* MAP and UNMAP */
	REF_CONF_MEMMAP_ON_MEMORY = 8,	/* the parameter, and adds with it */
	REF_CONF_VMEMMAP = 16,		/* subsections */
	REF_CONF_DEFERRED = 32,		/* struct pages are made late */
	REF_CONF_KEEP_MEMBLOCK = 64,	/* memblock stays after boot */
	REF_CONF_SUMS = 128,		/* sums for auto_movable are kept */
};

/*
 * What the memmap of offline memory holds: what was there before, or poison,
 * and reading it is a finding
 */
enum ref_memmap { REF_MEMMAP_STALE, REF_MEMMAP_POISON };

/* The parameter of that name: not, if whole pageblocks hold it, or always */
enum ref_memmap_on_memory {
	REF_MEMMAP_ELSEWHERE, REF_MEMMAP_ON_MEMORY, REF_MEMMAP_FORCE,
};

/* Firmware calls it hotpluggable; it is not to be mapped */
enum ref_region_flags { REF_REGION_HOTPLUG = 1, REF_REGION_NOMAP = 2 };

/* [start, end) in bytes or pfns; empty: both 0 */
struct ref_span {
	u64 start, end;
};

/* Memory that firmware reports: [start, end) in bytes, on node nid */
struct ref_region {
	u64 start, end;
	u8 nid, flags;
};

/* Without the first it can never exist; has a CPU: is online from boot */
enum ref_node_flags { REF_NODE_POSSIBLE = 1, REF_NODE_CPU = 2 };

/* online_policy= of memory_hotplug */
enum ref_policy { REF_POLICY_CONTIG, REF_POLICY_AUTO_MOVABLE };

/* What becomes of a block that was just added (auto_online_blocks) */
enum ref_auto {
	REF_AUTO_OFFLINE, REF_AUTO_ONLINE, REF_AUTO_KERNEL, REF_AUTO_MOVABLE,
	REF_NR_AUTO,
};

/* What can be set after boot; the values are in struct ref_params */
enum ref_param {
	REF_PARAM_POLICY, REF_PARAM_RATIO, REF_PARAM_NUMA_AWARE,
	REF_PARAM_AUTO, REF_NR_PARAMS,
};

/**
 * struct ref_params - parameters of memory hotplug, by enum ref_param
 * @value: enum ref_policy; percent (any 32 bits); 0 or 1; enum ref_auto
 */
struct ref_params {
	u32 value[REF_NR_PARAMS];
};

/* What they are unless said otherwise */
#define REF_PARAMS	((struct ref_params){ { REF_POLICY_CONTIG, 301, 1, \
					REF_AUTO_OFFLINE } })

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
 * @memmap_on_memory: enum ref_memmap_on_memory
 * @params: as given on the command line
 * @nr_regions: in use in @region
 * @nr_reserved: in use in @reserved
 * @nr_cma: in use in @cma
 * @node: flags of each node
 * @region: memory, ascending by address, disjoint, not empty
 * @reserved: reserved memory, ascending, disjoint, not empty
 * @cma: areas of the contiguous memory allocator, likewise, of pageblocks;
 *	each in memory of one zone (configurations with CMA)
 */
struct ref_machine {
	u8 geometry, conf, memmap, movable_node, memmap_on_memory;
	struct ref_params params;
	u64 block_size, dma_end, dma32_end, kernelcore, movablecore;
	u32 nr_regions, nr_reserved, nr_cma;
	u8 node[REF_MAX_NODES];
	struct ref_region region[REF_MAX_REGIONS];
	struct ref_span reserved[REF_MAX_RESERVED], cma[REF_MAX_CMA];
};

/**
 * enum ref_op_kind - what happens
 * @REF_OP_ADD: a device brings [start, start + size)
 * @REF_OP_ONLINE: the block at start comes online
 * @REF_OP_OFFLINE: it goes offline
 * @REF_OP_REMOVE: the device takes [start, start + size)
 * @REF_OP_REGISTER: a driver registers a memory group; it gets the lowest
 *	free number, from 1
 * @REF_OP_UNREGISTER: and unregisters it
 * @REF_OP_SET: a parameter is set
 * @REF_OP_QUERY: which zone would a range go to? Changes nothing
 * @REF_OP_MAP: [start, start + size) is mapped as ZONE_DEVICE
 * @REF_OP_UNMAP: and unmapped
 * @REF_NR_OPS: number of them
 */
enum ref_op_kind {
	REF_OP_ADD, REF_OP_ONLINE, REF_OP_OFFLINE, REF_OP_REMOVE,
	REF_OP_REGISTER, REF_OP_UNREGISTER, REF_OP_SET, REF_OP_QUERY,
	REF_OP_MAP, REF_OP_UNMAP, REF_NR_OPS,
};

/* ADD: its memmap may lie on it; REGISTER: the group is a dynamic one */
enum ref_op_flags { REF_OP_MEMMAP_ON_MEMORY = 1, REF_OP_DYNAMIC = 2 };

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
 * @REF_FAULT_MEMMAP: what a section needs is not to be had: of the sections
 *	that need something, number fault_nr (from 0). That is the table of
 *	sections, the usage map or the memmap, as the number of the first block
 *	plus fault_nr is 0, 1 or 2 modulo 3, or, if there is the table already,
 *	the memmap: ENOMEM
 * @REF_FAULT_NOTIFY: going online or offline is vetoed: EPERM
 * @REF_FAULT_NODE_NOTIFY: first or last memory of a node is vetoed: EPERM
 * @REF_FAULT_ISOLATE: the range cannot be isolated: EBUSY
 * @REF_FAULT_UNMOVABLE: a page cannot be moved: EBUSY
 * @REF_FAULT_SIGNAL: a signal is pending: EINTR
 * @REF_FAULT_HUGETLB: huge pages cannot be dissolved: EBUSY
 * @REF_FAULT_BLOCK_DEVICE: registering block fault_nr (from 0): EEXIST
 * @REF_FAULT_NODE_DEVICE: registering the node: EEXIST
 * @REF_FAULT_PREPARE: going online is vetoed before anything is begun: EPERM
 * @REF_NR_FAULTS: number of them
 *
 * A fault that the operation never meets has no effect.
 */
enum ref_fault {
	REF_FAULT_NONE, REF_FAULT_ALLOC, REF_FAULT_MEMMAP, REF_FAULT_NOTIFY,
	REF_FAULT_NODE_NOTIFY, REF_FAULT_ISOLATE, REF_FAULT_UNMOVABLE,
	REF_FAULT_SIGNAL, REF_FAULT_HUGETLB, REF_FAULT_BLOCK_DEVICE,
	REF_FAULT_NODE_DEVICE, REF_FAULT_PREPARE, REF_NR_FAULTS,
};

/**
 * struct ref_op - one event after boot
 * @kind: enum ref_op_kind
 * @online: enum ref_online, for ONLINE and QUERY
 * @nid: node, for ADD without a group, REGISTER, QUERY and MAP
 * @fault: enum ref_fault
 * @fault_nr: which one fails, for faults that count
 * @start: first byte; ONLINE and OFFLINE: of the block, a multiple of its
 *	size; QUERY: a multiple of a page
 * @size: bytes, for ADD, REMOVE, MAP, UNMAP, QUERY (a multiple of a page)
 *	and REGISTER (what a static group may have, or the unit of a dynamic)
 * @group: number of the memory group, for ADD, UNREGISTER and QUERY; 0: none
 * @param: enum ref_param, for SET
 * @flags: enum ref_op_flags
 * @value: of the parameter, for SET
 *
 * What does not belong to a kind is 0. ADD may be misaligned (the kernel
 * refuses it). These never reach the kernel, since no driver and no sysfs
 * file would do them, and are refused with ENODEV by the runner: REMOVE of a
 * range that is misaligned, or in which a block does not exist; ONLINE and
 * OFFLINE of a block that does not exist; REGISTER when there are
 * REF_MAX_GROUPS; QUERY of a group that does not exist, of a node that is not
 * possible, beyond the physical address space, or when no node is online any
 * more; MAP when there are REF_MAX_MAPS, of what is no whole pages, or of a
 * node that is not online; UNMAP of what is not mapped.
 */
struct ref_op {
	u8 kind, online, nid, fault;
	u32 fault_nr;
	u64 start, size;
	u8 group, param, flags, pad;
	u32 value;
};

struct ref_scenario {
	struct ref_machine machine;
	u32 nr_ops;
	struct ref_op op[REF_MAX_OPS];
};

#endif
