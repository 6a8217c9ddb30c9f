/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rest of the system: its state, CPUs, strings, signals, time.
 */
#ifndef SHIM_SYSTEM_H
#define SHIM_SYSTEM_H

enum system_states {
	SYSTEM_BOOTING,
	SYSTEM_SCHEDULING,
	SYSTEM_FREEING_INITMEM,
	SYSTEM_RUNNING,
};

extern enum system_states system_state;

static inline int shim_next_cpu(int cpu)
{
	while (cpu < REF_MAX_NODES && !(kx_run.cpu_nodes >> cpu & 1))
		cpu++;
	return cpu;
}

/* A CPU for each node that has any, numbered like the node; CPU 0 runs */
#define SHIM_NR_CPUS		REF_MAX_NODES
#define NR_CPUS			SHIM_NR_CPUS
#define nr_cpu_ids		SHIM_NR_CPUS
#define cpu_to_node(cpu)	((int)(cpu))
#define cpu_to_mem(cpu)		((int)(cpu))
#define numa_node_id()		0
#define numa_mem_id()		0
#define smp_processor_id()	0
#define raw_smp_processor_id()	0
#define num_online_cpus()	1U
#define get_cpu_device(cpu)	((void)(cpu), (struct device *)NULL)
#define for_each_present_cpu(cpu) \
	for ((cpu) = shim_next_cpu(0); (cpu) < SHIM_NR_CPUS; \
	     (cpu) = shim_next_cpu((cpu) + 1))
#define for_each_possible_cpu(cpu)	for ((cpu) = 0; (cpu) < 1; (cpu)++)
#define for_each_online_cpu(cpu)	for_each_possible_cpu(cpu)

#define current			((struct task_struct *)NULL)
#define signal_pending(task)	((void)(task), kx_fault(REF_FAULT_SIGNAL))
#define fatal_signal_pending(task)	signal_pending(task)
#define capable(cap)		1
#define jiffies			0UL
#define HZ			100
#define jiffies_to_msecs(j)	((unsigned int)(j) * 10)

int kstrtobool(const char *s, bool *res);
int snprintf(char *to, size_t size, const char *format, ...);
/* Only into arrays */
#define strscpy(to, from, ...) \
	((ssize_t)snprintf(to, sizeof(to), "%s", from))
unsigned long long simple_strtoull(const char *s, char **end,
				   unsigned int base);
unsigned long long memparse(const char *s, char **end);
bool parse_option_str(const char *s, const char *option);

/* Written in the glue: what an architecture knows of zones */
void arch_zone_limits_init(unsigned long *max_zone_pfn);

/* The scenario says how large a memory block is, not the architecture */
static inline unsigned long memory_block_size_bytes(void)
{
	return kx_run.block_size;
}

#endif
