// SPDX-License-Identifier: Apache-2.0

// Runs a program and writes what it cost as JSON: spend REPORT COMMAND…
//
// The peak that the system reports of a process is not less than that of the process which started it, so
// the one that starts it must be small.

#define _DEFAULT_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static double milliseconds(struct timeval time) {
    return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

static void fail(const char *what) {
    perror(what);
    exit(1);
}

int main(int count, char **arguments) {
    if (count < 3) {
        fputs("usage: spend REPORT COMMAND...\n", stderr);
        return 2;
    }
    // Nobody is left behind by those who are killed.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    double start = now();
    pid_t child = fork();
    if (child < 0) fail("fork");
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        execvp(arguments[2], arguments + 2);
        fail(arguments[2]);
    }
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child) fail("wait4");
    double wall = now() - start;

    FILE *report = fopen(arguments[1], "w");
    if (report == NULL) fail(arguments[1]);
    fprintf(report, "{\"status\": %d, \"cpu\": %.3f, \"wall\": %.3f, \"peak\": %ld}\n", status,
            milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime), wall, usage.ru_maxrss);
    return fclose(report) == 0 ? 0 : 1;
}
