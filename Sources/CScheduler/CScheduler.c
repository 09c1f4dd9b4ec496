/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "CScheduler.h"

#include <sched.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__has_include)
#if __has_include(<sys/rseq.h>)
#define HAS_RSEQ 1
#include <sys/rseq.h>
#endif
#endif

_Static_assert(sizeof(cscheduler_set) == sizeof(cpu_set_t), "a set of the kernel's size");

int32_t cscheduler_thread(void) { return gettid(); }

int32_t cscheduler_main_thread(void) { return getpid(); }

const struct cscheduler_place *cscheduler_place(void) {
#ifdef HAS_RSEQ
    if (__rseq_size == 0) return NULL;
    return (const struct cscheduler_place *)((const char *)__builtin_thread_pointer() + __rseq_offset);
#else
    return NULL;
#endif
}

uint32_t cscheduler_processor(const struct cscheduler_place *place) {
#ifdef HAS_RSEQ
    return __atomic_load_n(&((const struct rseq *)place)->cpu_id, __ATOMIC_RELAXED);
#else
    (void)place;
    return UINT32_MAX;
#endif
}

int cscheduler_allowed(int32_t thread, cscheduler_set *set) {
    return sched_getaffinity(thread, sizeof *set, (cpu_set_t *)set) == 0;
}

void cscheduler_remove(cscheduler_set *set, uint32_t processor) {
    if (processor < CPU_SETSIZE) CPU_CLR(processor, (cpu_set_t *)set);
}

uint32_t cscheduler_count(const cscheduler_set *set) { return (uint32_t)CPU_COUNT((const cpu_set_t *)set); }

int cscheduler_are_equal(const cscheduler_set *left, const cscheduler_set *right) {
    return CPU_EQUAL((const cpu_set_t *)left, (const cpu_set_t *)right);
}

int cscheduler_confine(int32_t thread, const cscheduler_set *set) {
    return sched_setaffinity(thread, sizeof *set, (const cpu_set_t *)set) == 0;
}

#ifndef SCHED_FLAG_RESET_ON_FORK
#define SCHED_FLAG_RESET_ON_FORK 1
#endif

// The first version of the kernel's sched_attr, which not every C library declares.
struct scheduling {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime;
    uint64_t deadline;
    uint64_t period;
};

int cscheduler_take_long_turns(void) {
    struct scheduling scheduling = {.size = sizeof scheduling};
    if (syscall(SYS_sched_getattr, 0, &scheduling, sizeof scheduling, 0) != 0) return 0;
    if (scheduling.policy != SCHED_OTHER) return 0;
    // What a thread of ours begins is none of ours.
    scheduling.flags |= SCHED_FLAG_RESET_ON_FORK;
    // In nanoseconds: twice what the kernel gives to others, where there are many processors.
    scheduling.runtime = 6 * 1000 * 1000;
    return syscall(SYS_sched_setattr, 0, &scheduling, 0) == 0;
}
