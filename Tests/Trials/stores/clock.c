// SPDX-License-Identifier: Apache-2.0
// A clock that is 20 minutes late while the file CLOCK_FILE is there: loaded by LD_PRELOAD, for buckets.py.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t lateness(void) {
    const char *path = getenv("CLOCK_FILE");
    return path && access(path, F_OK) == 0 ? 20 * 60 : 0;
}

int clock_gettime(clockid_t clock, struct timespec *result) {
    static int (*next)(clockid_t, struct timespec *);
    if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int status = next(clock, result);
    if (status == 0 && clock == CLOCK_REALTIME) result->tv_sec -= lateness();
    return status;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *result = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result) *result = now.tv_sec;
    return now.tv_sec;
}
