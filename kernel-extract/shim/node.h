/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the data of nodes is kept; allocated for all possible ones at boot.
 */
#ifndef SHIM_NODE_H
#define SHIM_NODE_H

#ifdef CONFIG_NUMA
/*
 * 6.1 reads the entry of NUMA_NO_NODE, and does not use it: there is one, so
 * that this harmless error does not hide others
 */
extern struct pglist_data *shim_node_data[MAX_NUMNODES + 1];
#define node_data	(&shim_node_data[1])

#define NODE_DATA(nid)			(node_data[nid])
#define arch_alloc_nodedata(nid) \
	((void)(nid), (pg_data_t *)kx_boot_alloc(sizeof(pg_data_t), 0))
#define arch_refresh_nodedata(nid, pgdat) \
	((void)(node_data[nid] = (pgdat)))
#define alloc_offline_node_data(nid) \
	arch_refresh_nodedata(nid, arch_alloc_nodedata(nid))
#define alloc_node_data(nid)		alloc_offline_node_data(nid)
#else
/* The kernel's own node 0 is the only one, and there from the beginning */
#define alloc_node_data(nid)		((void)(nid))
#endif

#endif
