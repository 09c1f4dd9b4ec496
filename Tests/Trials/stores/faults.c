// SPDX-License-Identifier: Apache-2.0
// Makes calls for files below a folder fail, hang or take long, as the word in a file says: loaded by LD_PRELOAD, for
// store.py.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int real_open(const char *path, int flags, mode_t mode) {
    static int (*next)(const char *, int, ...);
    if (!next) next = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
    return next(path, flags, mode);
}

// Reads the word; returns an error number, or 0 after a while.
static int fault(const char *path) {
    const char *root = getenv("FAULTS_ROOT"), *file = getenv("FAULTS_FILE");
    if (!root || !file || !path || strncmp(path, root, strlen(root)) != 0) return 0;
    for (;;) {
        char word[16] = {0};
        int descriptor = real_open(file, O_RDONLY | O_CLOEXEC, 0);
        if (descriptor < 0) return 0;
        ssize_t count = read(descriptor, word, sizeof word - 1);
        close(descriptor);
        if (count <= 0) return 0;
        if (!strcmp(word, "eio")) return EIO;
        if (!strcmp(word, "eacces")) return EACCES;
        struct timespec pause = {0, 30000000};
        nanosleep(&pause, NULL);
        if (!strcmp(word, "slow")) return 0;
    }
}

int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    int code = fault(path);
    if (code) return errno = code, -1;
    return real_open(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    int code = fault(path);
    if (code) return errno = code, -1;
    return real_open(path, flags, mode);
}

int stat(const char *path, struct stat *entry) {
    int code = fault(path);
    if (code) return errno = code, -1;
    return fstatat(AT_FDCWD, path, entry, 0);
}
