/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Threads, which run to their end at once; keys, which are variables. A node
 * has one CPU at most, so that a job is not shared out.
 */
#ifndef SHIM_THREAD_H
#define SHIM_THREAD_H

struct static_key_true {
	bool shim_on;
};

struct static_key_false {
	bool shim_on;
};

struct padata_mt_job {
	bool numa_aware;
	int max_threads;
	unsigned long min_chunk, align;
	unsigned long start, size;
	void (*thread_fn)(unsigned long from, unsigned long to, void *arg);
	void *fn_arg;
};

static inline void padata_do_multithreaded(struct padata_mt_job *job)
{
	job->thread_fn(job->start, job->start + job->size, job->fn_arg);
}

#define kthread_run(fn, data, ...) \
	({ no_printk(__VA_ARGS__); (fn)(data); (struct task_struct *)NULL; })
#define DEFINE_STATIC_KEY_TRUE(name) \
	struct static_key_true name = { true }
#define DECLARE_STATIC_KEY_TRUE(name)	extern struct static_key_true name
#define DEFINE_STATIC_KEY_FALSE(name) \
	struct static_key_false name = { false }
#define DECLARE_STATIC_KEY_FALSE(name)	extern struct static_key_false name
#define static_branch_likely(key)	((key)->shim_on)
#define static_branch_unlikely(key)	((key)->shim_on)
#define static_branch_enable(key)	((void)((key)->shim_on = true))
#define static_branch_disable(key)	((void)((key)->shim_on = false))
#define cpumask_of_node(nid)	((void)(nid), (const struct cpumask *)NULL)
#define cpumask_empty(mask)	((void)(mask), true)
#define cpumask_weight(mask)	((void)(mask), 0U)
#define set_cpus_allowed_ptr(task, mask) \
	((void)(task), (void)(mask), 0)

#endif
