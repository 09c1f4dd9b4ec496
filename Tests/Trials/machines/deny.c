// SPDX-License-Identifier: Apache-2.0
// Starts a program for which system calls fail: `deny CALL[,CALL …] ERROR PROGRAM [ARGUMENT …]`, with ERROR as a
// number. For denied.py.
#include <seccomp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **words) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (count < 4 || filter == NULL) {
        return 2;
    }
    uint32_t action = SCMP_ACT_ERRNO((uint32_t)atoi(words[2]));
    for (char *name = strtok(words[1], ","); name != NULL; name = strtok(NULL, ",")) {
        int number = seccomp_syscall_resolve_name(name);
        // Not every architecture has all of them.
        if (number >= 0 && seccomp_rule_add(filter, action, number, 0) != 0) {
            return 3;
        }
        if (number == __NR_SCMP_ERROR) {
            fprintf(stderr, "there is no call %s\n", name);
            return 3;
        }
    }
    if (seccomp_load(filter) != 0) {
        return 4;
    }
    execvp(words[3], words + 3);
    return 5;
}
