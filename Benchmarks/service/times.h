// SPDX-License-Identifier: Apache-2.0
#pragma once

// What is told of many times: a line of JSON, in milliseconds.

#include <stdio.h>
#include <stdlib.h>

static inline int times_compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

// Between the values around it, as statistics.quantiles(method="inclusive") of Python has it.
static inline double times_quantile(const double *sorted, size_t count, double share) {
    double place = share * (double)(count - 1);
    size_t below = (size_t)place, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (sorted[above] - sorted[below]) * (place - (double)below);
}

// An object of its own, as a member of a line that goes on.
static inline void times_print_members(double *times, size_t count) {
    qsort(times, count, sizeof *times, times_compare);
    printf("{\"count\": %zu, \"p50\": %.4f, \"p99\": %.4f}, ", count, times_quantile(times, count, 0.5),
           times_quantile(times, count, 0.99));
}

// The times of the answers with one status, as a member of a line that goes on.
static inline void times_print_of(const char *name, const double *times, const int *statuses, size_t count, int status) {
    double *chosen = malloc((count + 1) * sizeof *chosen);
    if (chosen == NULL) {
        perror("malloc");
        exit(1);
    }
    size_t chosen_count = 0;
    for (size_t index = 0; index < count; index++) {
        if (statuses[index] == status) chosen[chosen_count++] = times[index];
    }
    printf("\"%s\": ", name);
    if (chosen_count > 0) {
        times_print_members(chosen, chosen_count);
    } else {
        printf("{\"count\": 0, \"p50\": 0, \"p99\": 0}, ");
    }
    free(chosen);
}

// The rest of a line that "{" began.
static inline void times_print(double *times, size_t count, double rate, size_t failed) {
    qsort(times, count, sizeof *times, times_compare);
    printf("\"requests\": %zu, \"rate\": %g, \"p50\": %.4f, \"p99\": %.4f, \"failed\": %zu}\n", count, rate,
           times_quantile(times, count, 0.5), times_quantile(times, count, 0.99), failed);
}
