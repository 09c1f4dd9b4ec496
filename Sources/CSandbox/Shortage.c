// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "CSandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

uint64_t csandbox_address_space(pid_t process) {
    char path[32], text[32];
    snprintf(path, sizeof(path), "/proc/%d/statm", process);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 0;
    }
    ssize_t count = read(file, text, sizeof(text) - 1);
    close(file);
    if (count <= 0) {
        return 0;
    }
    text[count] = '\0';
    return strtoull(text, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void on_crash(int signal) {
    (void)signal;
    if (errno == ENOMEM) {
        _exit(csandbox_memory_status);
    }
    /* Returns to the same instruction, or to abort(3), which now end the process. */
}

void csandbox_report_memory(void) {
    static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP};
    /* For a stack that is used up. */
    static char stack[16384];
    const stack_t place = {.ss_sp = stack, .ss_size = sizeof(stack)};
    sigaltstack(&place, NULL);
    struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)(SA_RESETHAND | SA_ONSTACK)};
    sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < sizeof(signals) / sizeof(*signals); index++) {
        sigaction(signals[index], &action, NULL);
    }
}

void csandbox_forget_memory(void) {
    errno = 0;
}

int csandbox_lacks_memory(void) {
    return errno == ENOMEM;
}
