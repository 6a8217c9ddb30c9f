/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Locks. Nothing runs at the same time, so a lock only counts: taking one
 * that is held would hang a real kernel, and so is a bug; what is held at
 * the end of an operation, or released once too often, is reported.
 */
#ifndef SHIM_LOCK_H
#define SHIM_LOCK_H

struct shim_lock {
	int held;
};

typedef struct shim_lock spinlock_t;
typedef struct shim_lock raw_spinlock_t;
typedef struct shim_lock rwlock_t;
typedef struct shim_lock seqlock_t;
typedef struct { unsigned int sequence; } seqcount_t;

struct mutex {
	struct shim_lock shim_lock;
};

struct rw_semaphore {
	struct shim_lock shim_lock;
};

struct percpu_rw_semaphore {
	struct shim_lock shim_lock;
};

struct wait_queue_head {
	char none;
};

struct completion {
	u32 shim_done;
};

typedef struct wait_queue_head wait_queue_head_t;

struct ratelimit_state {
	int none;
};

#define DEFINE_SPINLOCK(name)	spinlock_t name
#define DEFINE_RAW_SPINLOCK(name)	raw_spinlock_t name
#define DEFINE_MUTEX(name)	struct mutex name
#define DECLARE_RWSEM(name)	struct rw_semaphore name
#define DEFINE_PERCPU_RWSEM(name)	struct percpu_rw_semaphore name
#define DEFINE_STATIC_PERCPU_RWSEM(name) \
	static struct percpu_rw_semaphore name
#define DEFINE_RATELIMIT_STATE(name, interval, burst) \
	struct ratelimit_state name
#define DECLARE_COMPLETION(name)	struct completion name = { 0 }
#define DECLARE_WAIT_QUEUE_HEAD(name)	wait_queue_head_t name
#define __SPIN_LOCK_UNLOCKED(name)	{ 0 }
#define __ratelimit(state)	((void)(state), 0)

#define shim_take(lock, name)	shim_take_at(lock, name, __FILE__, __LINE__)

static inline void shim_take_at(struct shim_lock *lock, const char *name,
				const char *file, int line)
{
	if (unlikely(lock->held))
		kx_bug(file, line, "deadlock: %s is held already", name);
	lock->held++;
	kx_run.held++;
}

static inline void shim_share(struct shim_lock *lock)
{
	lock->held++;
	kx_run.held++;
}

static inline void shim_drop(struct shim_lock *lock)
{
	if (unlikely(lock->held <= 0)) {
		kx_run.unbalanced = true;
		return;
	}
	lock->held--;
	kx_run.held--;
}

#define spin_lock_init(l)	((l)->held = 0)
#define spin_lock(l)		shim_take(l, #l)
#define spin_unlock(l)		shim_drop(l)
#define spin_lock_irq(l)	shim_take(l, #l)
#define spin_unlock_irq(l)	shim_drop(l)
#define spin_lock_irqsave(l, f)	((f) = 0, shim_take(l, #l))
#define spin_unlock_irqrestore(l, f)	((void)(f), shim_drop(l))
#define spin_lock_bh(l)		shim_take(l, #l)
#define spin_unlock_bh(l)	shim_drop(l)
#define spin_is_locked(l)	((l)->held)
#define mutex_init(l)		((l)->shim_lock.held = 0)
#define mutex_lock(l)		shim_take(&(l)->shim_lock, #l)
#define mutex_unlock(l)		shim_drop(&(l)->shim_lock)
#define mutex_lock_interruptible(l)	(shim_take(&(l)->shim_lock, #l), 0)
#define mutex_trylock(l) \
	((l)->shim_lock.held ? 0 : (mutex_lock(l), 1))
#define down_read(l)		shim_share(&(l)->shim_lock)
#define up_read(l)		shim_drop(&(l)->shim_lock)
#define down_write(l)		shim_take(&(l)->shim_lock, #l)
#define up_write(l)		shim_drop(&(l)->shim_lock)
#define percpu_down_read(l)	shim_share(&(l)->shim_lock)
#define percpu_up_read(l)	shim_drop(&(l)->shim_lock)
/* mem_hotplug_begin() is the only one that takes one of these to write */
#define percpu_down_write(l) \
	(shim_take(&(l)->shim_lock, #l), (void)(kx_run.locked = true))
#define percpu_up_write(l)	shim_drop(&(l)->shim_lock)
#define seqlock_init(l)		((l)->held = 0)
#define write_seqlock(l)	shim_take(l, #l)
#define write_sequnlock(l)	shim_drop(l)
#define read_seqbegin(l)	((void)(l), 0U)
#define read_seqretry(l, s)	((void)(l), (void)(s), 0)

extern struct shim_lock shim_cpus_lock;
extern struct shim_lock shim_device_hotplug_lock;

#define cpus_read_lock()	shim_share(&shim_cpus_lock)
#define cpus_read_unlock()	shim_drop(&shim_cpus_lock)
#define get_online_cpus()	cpus_read_lock()
#define put_online_cpus()	cpus_read_unlock()
#define lock_device_hotplug() \
	shim_take(&shim_device_hotplug_lock, "device_hotplug_lock")
#define unlock_device_hotplug()	shim_drop(&shim_device_hotplug_lock)
#define lock_device_hotplug_sysfs()	(lock_device_hotplug(), 0)
#define assert_held_device_hotplug()	((void)0)

#define rcu_read_lock()		((void)0)
#define rcu_read_unlock()	((void)0)
#define rcu_read_lock_sched()	((void)0)
#define rcu_read_unlock_sched()	((void)0)
#define synchronize_rcu()	((void)0)
#define rcu_dereference(p)	(p)
#define rcu_access_pointer(p)	(p)
#define rcu_assign_pointer(p, v)	((p) = (v))
#define lockdep_assert_held(l)	((void)0)
#define lockdep_assert_held_write(l)	((void)0)
#define lockdep_assert_cpus_held()	((void)0)
#define lockdep_register_key(k)	((void)0)
#define might_lock(l)		((void)0)
#define local_irq_save(f)	((f) = 0)
#define local_irq_restore(f)	((void)(f))
#define init_waitqueue_head(q)	((void)(q))
#define wake_up(q)		((void)(q))

static inline void init_completion(struct completion *x)
{
	x->shim_done = 0;
}

static inline void complete(struct completion *x)
{
	x->shim_done++;
}

/* Nobody else runs who could complete it */
#define wait_for_completion(c) \
	((c)->shim_done ? (void)(c)->shim_done-- : \
	 kx_bug(__FILE__, __LINE__, "%s will never be", #c))

#endif
