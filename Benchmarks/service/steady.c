// SPDX-License-Identifier: Apache-2.0

// Does the same piece of work at a constant rate: steady RATE SECONDS THREADS MILLISECONDS
//
// A piece takes so many milliseconds of processor time, mostly, as nothing in it waits and nothing else is
// done: what comes out is how even the machine itself is, and the least that a server on it may promise. The
// answer is a line of JSON as of `pace`, times in milliseconds from when each piece was due.

#define _GNU_SOURCE
#include "times.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { calibrations = 21, calibration_length = 1000 * 1000 };

static double rate, start;
static size_t wanted;
static long length;
static double *latencies;
static atomic_size_t next_piece;

static double now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void work(long steps) {
    volatile uint32_t state = 1;
    for (long step = 0; step < steps; step++) state = state * 1664525 + 1013904223;
}

static void *serve(void *nothing) {
    size_t piece;
    while ((piece = atomic_fetch_add(&next_piece, 1)) < wanted) {
        double due = start + (double)piece / rate;
        struct timespec time = {(time_t)due, (long)((due - (double)(time_t)due) * 1e9)};
        while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, NULL) != 0) {
        }
        work(length);
        latencies[piece] = (now(CLOCK_MONOTONIC) - due) * 1e3;
    }
    return nothing;
}

int main(int count, char **arguments) {
    if (count != 5) {
        fputs("usage: steady RATE SECONDS THREADS MILLISECONDS\n", stderr);
        return 2;
    }
    rate = atof(arguments[1]);
    wanted = rate * atof(arguments[2]) > 2 ? (size_t)(rate * atof(arguments[2])) : 2;
    int threads = atoi(arguments[3]);
    if (!(rate > 0) || threads < 1) {
        fputs("steady: a rate and a number of threads above zero, please\n", stderr);
        return 2;
    }

    double seconds[calibrations];
    for (int turn = 0; turn < calibrations; turn++) {
        double began = now(CLOCK_PROCESS_CPUTIME_ID);
        work(calibration_length);
        seconds[turn] = now(CLOCK_PROCESS_CPUTIME_ID) - began;
    }
    qsort(seconds, calibrations, sizeof *seconds, times_compare);
    length = (long)(atof(arguments[4]) / 1e3 / seconds[calibrations / 2] * calibration_length);

    latencies = calloc(wanted, sizeof *latencies);
    pthread_t *others = calloc((size_t)threads, sizeof *others);
    if (latencies == NULL || others == NULL) return 1;
    start = now(CLOCK_MONOTONIC);
    for (int index = 0; index < threads; index++) {
        if (pthread_create(&others[index], NULL, serve, NULL) != 0) return 1;
    }
    for (int index = 0; index < threads; index++) pthread_join(others[index], NULL);
    printf("{");
    times_print(latencies, wanted, rate, 0);
    return 0;
}
