// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE

#include "CSandbox.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Empties all sets of capabilities of the calling thread, and so of those that it starts. */
static void drop_capabilities(void) {
    /* The bounding set first, for which a capability is needed. */
    for (int number = 0; prctl(PR_CAPBSET_READ, number, 0, 0, 0) >= 0; number++) {
        prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
    }
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    syscall(SYS_capset, &head, none);
}

/* Reads a small number from a file of the system, or 0. */
static long read_number(int file) {
    char text[16] = {0};
    return pread(file, text, sizeof(text) - 1, 0) > 0 ? strtol(text, NULL, 10) : 0;
}

/* Makes the system end this process before its parent when memory runs out. */
static void offer_memory(void) {
    const long step = 500, greatest = 1000;
    int file = open("/proc/self/oom_score_adj", O_RDWR | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    long score = read_number(file) + step;
    dprintf(file, "%ld", score < greatest ? score : greatest);
    close(file);
}

void csandbox_renounce(void) {
    offer_memory();
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    drop_capabilities();
}
