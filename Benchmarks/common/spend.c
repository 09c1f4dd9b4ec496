// SPDX-License-Identifier: Apache-2.0

// Runs a program and writes what it cost as JSON: spend REPORT discard|read COMMAND…
//
// The peak that the system reports of a process is not less than that of the process which started it, so
// the one that starts it must be small. Standard output is discarded, or read from a pipe to its end.

#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

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
    if (count < 4) {
        fputs("usage: spend REPORT discard|read COMMAND...\n", stderr);
        return 2;
    }
    int reads = strcmp(arguments[2], "read") == 0;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) fail("pipe2");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (reads)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);

    double start = now();
    pid_t child;
    if (posix_spawnp(&child, arguments[3], &actions, NULL, arguments + 3, environ) != 0)
        fail(arguments[3]);
    close(ends[1]);
    double first = 0;
    long long bytes = 0;
    static char buffer[1 << 16];
    for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0; bytes += got)
        if (bytes == 0) first = now() - start;
    int status;
    struct rusage usage;
    if (wait4(child, &status, 0, &usage) != child) fail("wait4");
    double wall = now() - start;

    FILE *report = fopen(arguments[1], "w");
    if (report == NULL) fail(arguments[1]);
    fprintf(report, "{\"status\": %d, \"cpu\": %.3f, \"wall\": %.3f, \"peak\": %ld,", status,
            milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime), wall, usage.ru_maxrss);
    fprintf(report, " \"first\": %.3f, \"bytes\": %lld}\n", first, bytes);
    return fclose(report) == 0 ? 0 : 1;
}
