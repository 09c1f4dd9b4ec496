/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdint.h>

/* On which processors threads run. */

/* The number of the calling thread. */
int32_t cscheduler_thread(void);

/* The number of the thread that the process began with. */
int32_t cscheduler_main_thread(void);

/* Where the kernel notes on which processor a thread runs. */
struct cscheduler_place;

/* The calling thread's place, for as long as the thread lives; NULL where the kernel notes nothing. */
const struct cscheduler_place *cscheduler_place(void);

/*
 * The processor on which a thread runs, or ran last; the thread must not have ended.
 *
 * Reference: rseq(2), the field cpu_id, registered by the GNU C library from 2.35 on. That says it is for the
 * thread itself, since others see a number that is old by the time they use it. Here it is a hint, and the
 * kernel writes it as one word.
 */
uint32_t cscheduler_processor(const struct cscheduler_place *place);

/* Some of the first 1024 processors. */
typedef struct {
    uint64_t words[16];
} cscheduler_set;

/*
 * Finds out which processors a thread of this process may use; returns 0 when that fails, or where there are
 * more.
 */
int cscheduler_allowed(int32_t thread, cscheduler_set *set);

/* Takes a processor out of a set. */
void cscheduler_remove(cscheduler_set *set, uint32_t processor);

/* How many processors there are in a set. */
uint32_t cscheduler_count(const cscheduler_set *set);

int cscheduler_are_equal(const cscheduler_set *left, const cscheduler_set *right);

/*
 * Lets a thread of this process use these processors only, of which there is one at least. If it is the
 * calling one it runs on one of them when the call returns. Returns 0 when that fails.
 */
int cscheduler_confine(int32_t thread, const cscheduler_set *set);

/*
 * Lets the calling thread use the processor for longer at a time, and less often: who is woken meanwhile and
 * has less to do need not wait for it. Its share is what it was. Returns 0 when that fails; kernels before
 * Linux 6.12 ignore it.
 *
 * Reference: sched_setattr(2), sched_runtime of SCHED_OTHER.
 */
int cscheduler_take_long_turns(void);
