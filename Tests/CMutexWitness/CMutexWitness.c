// SPDX-License-Identifier: Apache-2.0
//
// Tells the thread sanitizer what a contended Mutex of Swift's Synchronization module does.
//
// On Linux the uncontended path of that mutex is a pair of atomic operations that are inlined and
// seen by the sanitizer. The contended path lies in a library that is not instrumented, so the
// order that it creates between threads goes unseen, and whatever the mutex guards is reported as
// a race. The two functions below stand before those of the library, in test binaries built with
// the thread sanitizer only, and add that order. Should the library rename its functions, they are
// never called, and the false reports come back: nothing real is ever hidden by them.

#include "CMutexWitness.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) -> ()
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
// Synchronization._MutexHandle._unlockSlow() -> ()
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

#define SWIFT __attribute__((swiftcall))
#define VISIBLE __attribute__((no_sanitize("thread"), visibility("default")))
#define SELF __attribute__((swift_context))

typedef SWIFT void (*lock_function)(uint32_t thread, SELF void *handle);
typedef SWIFT void (*unlock_function)(SELF void *handle);

void __tsan_acquire(void *address);
void __tsan_release(void *address);

VISIBLE SWIFT void frostpane_witness_lock(uint32_t thread, SELF void *handle) __asm__(LOCK_SLOW);
VISIBLE SWIFT void frostpane_witness_unlock(SELF void *handle) __asm__(UNLOCK_SLOW);

static void *original(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

VISIBLE SWIFT void frostpane_witness_lock(uint32_t thread, SELF void *handle) {
    ((lock_function)original(LOCK_SLOW))(thread, handle);
    __tsan_acquire(handle);
}

VISIBLE SWIFT void frostpane_witness_unlock(SELF void *handle) {
    __tsan_release(handle);
    ((unlock_function)original(UNLOCK_SLOW))(handle);
}

#endif
#endif
